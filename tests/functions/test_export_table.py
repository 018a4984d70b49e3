"""`rpc('export_table')`: what of a site becomes a table, and for whom."""

import pytest

from tests.conftest import on_sqlite

pytestmark = pytest.mark.anyio

TO_COME = """artist,date,venue,city,status,previous date,published_at,lineup
Mara Voss,2030-02-01,Scheduled,Ghent,,,,Night Ferry; Hidden
Mara Voss,2030-02-02,Moved,Ghent,moved,2030-01-01,,
Mara Voss,2030-02-03,Postponed,Ghent,postponed,,,
Mara Voss,2030-02-04,Cancelled,Ghent,cancelled,,,
Mara Voss,2030-02-05,Draft,Ghent,,,draft,
Mara Voss,2030-02-06,Later,Ghent,,,2030-01-01 12:00+00:00,
Hidden,2030-02-07,Of a draft,Ghent,,,,
"""


async def test_public_events_whose_date_stands_go_to_bandsintown(site):
    hidden = "name,genre,image,published_at\nHidden,Pop,https://a.example,draft"
    for table in (hidden, TO_COME):
        assert (await site.rest("POST", "rpc/run_import", "admin", json={"table_text": table})).status_code == 200
    exported = (await site.rest("POST", "rpc/export_table", "admin", json={"name": "bandsintown"})).json()
    told = [line.split(",") for line in exported.splitlines() if ",2030-02-" in line]
    assert [cells[1] for cells in told] == ["Scheduled", "Moved"]
    assert "Night Ferry" in exported
    assert "Hidden" not in exported


@pytest.mark.parametrize(("name", "status"), [("users", 400), ("site", 200)])
@on_sqlite
async def test_exports_are_of_what_is_public(shared, name, status):
    answer = await shared.rest("POST", "rpc/export_table", "admin", json={"name": name})
    assert answer.status_code == status
    assert "user_id" not in answer.text
    refused = await shared.rest("POST", "rpc/export_table", "owner", json={"name": name})
    assert refused.status_code == 403
