"""Header fields with anything in them, on both databases alike."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.fuzzing import fuzzed
from tests.rest.shared import is_fine

pytestmark = pytest.mark.anyio

# What the connection lets through (tests/server/test_framing.py refuses the rest): no control characters but tab.
BYTES = st.binary(max_size=40).map(lambda raw: bytes(byte for byte in raw if byte == 9 or (byte > 31 and byte != 127)))
NUMBER = st.integers(-(10**20), 10**20).map(str)


def words(*known):
    """The header's own words in any number, put together by what could stand between them."""
    piece = st.sampled_from([*known, "", "*", '"', "=", "q=0", "\t"]) | NUMBER
    lists = st.lists(piece, max_size=6).flatmap(
        lambda found: st.sampled_from([",", ";", "=", "-", " ", ", "]).map(found_by(found))
    )
    return lists.map(str.encode) | BYTES


def found_by(pieces):
    return lambda between: between.join(pieces)


FIELDS = {
    "Accept": words("application/json", "text/csv", "application/vnd.pgrst.object+json", "nulls=stripped", "*/*"),
    "Accept-Encoding": words("br", "gzip", "br;q=0"),
    "Accept-Profile": words("public", "auth"),
    "Authorization": words("Bearer", "Basic", "sb_publishable_x", "eyJhbGciOiJub25lIn0", "..", "a.b.c"),
    "Content-Encoding": words("identity", "gzip"),
    "Content-Profile": words("public", "auth"),
    "If-None-Match": words('"', 'W/"', "*"),
    "Prefer": words(
        *["return", "representation", "minimal", "headers-only", "count", "exact", "planned", "resolution"],
        *["merge-duplicates", "missing", "default", "max-affected", "handling", "strict", "tx", "rollback", "timezone"],
    ),
    "Range": words("0", "9", "bytes", "items", "0-0"),
    "Range-Unit": words("items"),
    "User-Agent": BYTES,
    "X-Forwarded-For": words("9.9.9.9", "::1", "unknown"),
    "X-HTTP-Method-Override": words("DELETE", "PATCH"),
    "apikey": words("sb_publishable_", "sb_secret_"),
}
HEADERS = st.lists(
    st.sampled_from(sorted(FIELDS)).flatmap(lambda name: st.tuples(st.just(name.encode()), FIELDS[name])), max_size=4
)


@fuzzed()
@given(st.sampled_from(["GET", "HEAD", "PATCH", "DELETE"]), HEADERS, st.sampled_from(["visitor", "stranger"]))
async def test_any_header_is_understood_or_refused(shared, method, fields, who):
    """The given ones come after the client's own, which they may replace or stand beside."""
    own = {name.encode(): value.encode() for name, value in shared.signed_in[who].items()}
    given = dict(fields).keys()
    headers = [*((name, value) for name, value in own.items() if name not in given), *fields]
    path = "/rest/v1/music_artists?select=id&id=eq.nobody"
    answer = await shared.site.client.request(method, path, headers=headers, json={} if method == "PATCH" else None)
    assert answer.status_code < 500, (method, fields, answer.text)
    assert method == "HEAD" or answer.status_code == 304 or is_fine(answer), (method, fields, answer.text)
    assert "\n" not in str(answer.headers)


@fuzzed()
@given(HEADERS)
async def test_no_header_changes_what_a_visitor_may_see(shared, fields):
    """But for a key or token, and nobody guesses those."""
    own = [(name.encode(), value.encode()) for name, value in shared.signed_in["visitor"].items()]
    fields = [field for field in fields if field[0] not in (b"apikey", b"Authorization")]
    answer = await shared.site.client.get("/rest/v1/music_contacts?select=id", headers=[*own, *fields])
    assert answer.status_code >= 400 or answer.content in (b"[]", b"")
