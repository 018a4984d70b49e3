"""The page for the press: served finished, with a head of its own, and gone with its artist."""

import pytest

from tests.cast import BASE_URL, OWNED
from tests.conftest import on_sqlite
from tests.site.html import Read
from tests.site.test_pages import preloaded

pytestmark = pytest.mark.anyio

PATH = f"/artist/{OWNED}/press"


@on_sqlite
async def test_press_page_is_finished_without_a_script_and_says_what_it_is(built, clock):
    """Row U7: what the press needs, whole in the document."""
    await built.rest("PATCH", "music_settings?id=eq.site", "admin", json={"contact": "press@stage.test"})
    answer = await built.client.get(PATH)
    page, data = Read(answer.text), preloaded(answer.text)
    assert (answer.status_code, page.title) == (200, f"Mara Voss, press – {data['site']['name']}")
    assert page.links["canonical"][0]["href"] == f"{BASE_URL}{PATH}"
    assert page.metas["og:image"]
    assert page.metas.get("robots") is None
    (crumbs,) = page.nodes("BreadcrumbList")
    assert [step["name"] for step in crumbs["itemListElement"]][1:] == ["Mara Voss", "Press"]
    assert {"Sings.", "Trieste", "Photograph"} <= {*page.words}
    assert 'href="mailto:press@stage.test"' in answer.text
    assert data["page"]["event_count"] == len(data["page"]["events"]) == 2
    assert all(event["date"] >= data["site"]["today"] for event in data["page"]["events"])
    assert (await built.client.get(PATH)).content == answer.content


@on_sqlite
async def test_press_page_of_nobody_is_not_there(site):
    for path in ("/artist/nobody/press", "/artist/Nobody%20Known/press", f"{PATH}/more"):
        assert (await site.client.get(path)).status_code == 404, path
    assert (await site.client.get(PATH)).status_code == 200
    for published_at, status in ((None, 404), ("2026-01-01T00:00:00+00:00", 200)):
        unannounced = {"published_at": published_at}
        assert (await site.rest("PATCH", f"music_artists?id=eq.{OWNED}", "admin", json=unannounced)).status_code == 204
        assert (await site.client.get(PATH)).status_code == status
    await site.rest("DELETE", f"music_artists?id=eq.{OWNED}", "admin")
    assert (await site.client.get(PATH)).status_code == 404
