"""Bodies as bytes: JSON that is nearly one, and what was never meant to be; on both databases alike."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from marquee.domain.tables import EXPOSED
from tests.fuzzing import fuzzed
from tests.rest.shared import is_fine
from tests.rest.strategies import ROW
from tests.rest.torn import torn_json

pytestmark = pytest.mark.anyio

CONTENT_TYPES = st.sampled_from(
    [
        *["application/json"] * 6,
        "application/json; charset=latin-1",
        "APPLICATION/JSON ;;",
        "application/vnd.pgrst.object+json",
        "text/csv",
        "multipart/form-data; boundary=x",
        "",
        "é",
    ]
)


@fuzzed()
@given(
    st.sampled_from(["POST", "PATCH"]),
    st.sampled_from(sorted(EXPOSED)),
    torn_json(ROW),
    CONTENT_TYPES,
    st.sampled_from(["visitor", "owner", "admin"]),
)
@example("POST", "music_artists", b'{"name":"\\ud83d\\ude00\\u0000"}', "application/json", "admin")
@example("PATCH", "music_artists", b'{"followers":-0.0e-999}', "application/json", "admin")
async def test_any_bytes_are_taken_or_refused(shared, method, table, content, content_type, who):
    headers = {"Content-Type": content_type.encode()}
    answer = await shared.rest(method, f"{table}?id=neq.nobody", who, content=content, headers=headers)
    assert is_fine(answer), (method, table, content, answer.text)


@fuzzed(50)
@given(torn_json(ROW), st.sampled_from(["visitor", "stranger"]))
async def test_who_may_write_nothing_writes_nothing(shared, content, who):
    """Whatever the bytes: refused as such, or for want of a right; 2xx only where no row was named."""
    before = shared.tables()
    for method in ("POST", "PATCH", "PUT"):
        answer = await shared.rest(method, "music_contacts?id=not.is.null", who, content=content)
        assert answer.status_code in (400, 401, 403, 405), (method, content, answer.text)
    assert shared.tables() == before
