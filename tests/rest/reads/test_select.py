"""The select list: columns, aliases, casts; what each refusal says."""

import pytest

from marquee.rest.grammar.select import Embed, Field, parse_select
from tests.rest.shared import put_back

pytestmark = pytest.mark.anyio

MARA = "id=eq.mara-voss"
ARTIST_COLUMNS = [
    "id",
    "user_id",
    "name",
    "genre",
    "image",
    "image_alt",
    "credit",
    "followers",
    "latest_song",
    "bio",
    "social_instagram",
    "social_twitter",
    "website",
    "is_featured",
    "published_at",
    "created_at",
    "updated_at",
]


async def test_visitor_reads_artists_by_popularity(shared):
    answer = await shared.rest("GET", "music_artists?select=name")
    assert answer.status_code == 200
    assert answer.json() == [{"name": "Mara Voss"}, {"name": "Night Ferry"}, {"name": "Abel Quintero"}]
    assert answer.headers["content-range"] == "0-2/*"
    assert answer.headers["content-type"] == "application/json; charset=utf-8"


@pytest.mark.parametrize("query", ["", "?select=*", "?select="])
async def test_without_a_list_every_column_comes_in_its_order(shared, query):
    for row in await shared.rows(f"music_artists{query}", "visitor"):
        assert list(row) == ARTIST_COLUMNS


async def test_values_have_the_wires_forms(shared):
    (artist,) = await shared.rows(f"music_artists?{MARA}", "visitor")
    assert artist["is_featured"] is True
    assert artist["website"] is None
    assert artist["created_at"].endswith("+00:00")
    (event, *_) = await shared.rows("music_events?select=id,date", "visitor")
    assert event["date"] == "2026-10-01"
    assert event["id"] == event["id"].lower()
    assert len(event["id"]) == 36


SELECTED = [
    ("name", {"name": "Mara Voss"}),
    ("name,genre", {"name": "Mara Voss", "genre": "Art pop"}),
    ("title:name", {"title": "Mara Voss"}),
    ('"my title":name', {"my title": "Mara Voss"}),
    ('"name"', {"name": "Mara Voss"}),
    ("is_featured::text", {"is_featured": "true"}),
    ("shown:is_featured::text", {"shown": "true"}),
    ("website::text", {"website": None}),
    ("is_featured::int", {"is_featured": 1}),
    ("is_featured::int4", {"is_featured": 1}),
    ("website::int", {"website": None}),
    ("id::text", {"id": "mara-voss"}),
    ("name,name", {"name": "Mara Voss"}),
    ("name&select=genre", {"name": "Mara Voss"}),
    ("a:name,b:name", {"a": "Mara Voss", "b": "Mara Voss"}),
]


@pytest.mark.parametrize(("select", "expected"), SELECTED, ids=[select for select, _ in SELECTED])
async def test_select_gives(shared, select, expected):
    assert await shared.rows(f"music_artists?{MARA}&select={select}", "visitor") == [expected]


REFUSED = [
    ("nope", 400, "42703", "column music_artists.nope does not exist"),
    ("x:nope", 400, "42703", "column music_artists.nope does not exist"),
    ("name::int", 400, "22P02", "invalid input syntax for type integer"),
    ("name::int8", 400, "22P02", "invalid input syntax for type bigint"),
    ("name::date", 400, "22007", "invalid input syntax for type date"),
    ("name::timestamptz", 400, "22007", "invalid input syntax for type timestamp with time zone"),
    ("user_id::int", 400, "42846", "cannot cast type uuid to integer"),
    ("is_featured::date", 400, "42846", "cannot cast type boolean to date"),
    ("created_at::int", 400, "42846", "cannot cast type timestamp with time zone to integer"),
    ("password_hash::text", 400, "42703", "column music_artists.password_hash does not exist"),
    ("popularity::int", 400, "42703", "column music_artists.popularity does not exist"),
    ("name::regclass", 400, "42704", 'type "regclass" does not exist'),
    ("name->>a", 404, "42883", "operator does not exist: text -> unknown"),
    ("a:bio,b:bio,c:bio,d:bio", 400, "PGRST100", "A select list can have 'bio' at most 3 times"),
    ("name,", 400, "PGRST100", '"failed to parse select parameter (name,)" (line 1, column 6)'),
    ("name)", 400, "PGRST100", '"failed to parse select parameter (name))" (line 1, column 5)'),
    ("...name", 400, "PGRST100", '"failed to parse select parameter (...name)" (line 1, column 8)'),
    ("music_events(*", 400, "PGRST100", '"failed to parse select parameter (music_events(*)" (line 1, column 15)'),
    ("name.abs()", 400, "PGRST100", '"failed to parse select parameter (name.abs())" (line 1, column 6)'),
]


@pytest.mark.parametrize(("select", "status", "code", "message"), REFUSED, ids=[case[0] for case in REFUSED])
async def test_select_is_refused(shared, select, status, code, message):
    answer = await shared.rest("GET", f"music_artists?select={select}")
    assert answer.status_code == status
    assert (answer.json()["code"], answer.json()["message"]) == (code, message)


CASTS = [
    ("date::text", "2026-11-21"),
    ("date::timestamptz", "2026-11-21T00:00:00+00:00"),
    ("date::date", "2026-11-21"),
    ("created_at::date", "2026-08-21"),
    ("created_at::text", "2026-08-21 08:00:00.12+00"),
    ("created_at::timestamptz", "2026-08-21T08:00:00.12+00:00"),
    ("venue::int", 12),
    ("venue::bigint", 12),
    ("location::date", "2026-11-22"),
    ("location::timestamptz", "2026-11-22T08:00:00+00:00"),
]


@pytest.fixture
async def castable(restored):
    kept = {**restored.kept, "music_events": [dict(restored.kept["music_events"][0])], "music_lineup": []}
    kept["music_events"][0] |= {
        "date": "2026-11-21",
        "venue": " 12",
        "location": "2026-11-22T08:00:00Z",
        "created_at": "2026-08-21T08:00:00.12+00:00",
    }
    restored.write(put_back, kept)
    return restored


@pytest.mark.parametrize(("select", "expected"), CASTS, ids=[select for select, _ in CASTS])
async def test_cast_gives(castable, select, expected):
    assert await castable.rows(f"music_events?select=it:{select}", "visitor") == [{"it": expected}]


@pytest.mark.parametrize(("type_", "venue"), [("int", str(2**31)), ("int", "9" * 40), ("int8", str(2**63))])
async def test_number_that_is_too_large_for_its_type_is_refused(restored, type_, venue):
    await restored.rest("PATCH", "music_events?location=eq.Ghent", "admin", json={"venue": venue})
    answer = await restored.rest("GET", f"music_events?location=eq.Ghent&select=venue::{type_}")
    assert (answer.status_code, answer.json()["code"]) == (400, "22003")
    assert venue not in answer.text


@pytest.mark.parametrize("type_", ["int", "int8"])
async def test_spaces_around_a_number_are_not_counted_as_digits(restored, type_):
    await restored.rest("PATCH", f"music_artists?{MARA}", "admin", json={"bio": f"{' ' * 41}5 "})
    assert await restored.rows(f"music_artists?{MARA}&select=bio::{type_}", "visitor") == [{"bio": 5}]


PARSED = [
    ("", (Field("*"),)),
    ("*,x:a::text", (Field("*"), Field("a", "x", "text"))),
    ("a::text", (Field("a", None, "text"),)),
    ("r(*)", (Embed("r", None, None, "left", False, (Field("*"),)),)),
    ("x:r!hint!inner(a)", (Embed("r", "x", "hint", "inner", False, (Field("a"),)),)),
    ("r!inner!hint()", (Embed("r", None, "hint", "inner", False, ()),)),
    ("...r!left(a,b)", (Embed("r", None, None, "left", True, (Field("a"), Field("b"))),)),
    ("r(s(a))", (Embed("r", None, None, "left", False, (Embed("s", None, None, "left", False, (Field("a"),)),)),)),
]


@pytest.mark.parametrize(("text", "expected"), PARSED, ids=[text for text, _ in PARSED])
def test_parser_reads_a_list(text, expected):
    assert parse_select(text) == expected


async def test_contact_row_is_seen_by_its_account_only(shared):
    mine = shared.site.user_id("contact")
    assert await shared.rows(f"music_contacts?select=user_id&user_id=eq.{mine}", "contact") == [{"user_id": mine}]
    assert await shared.rows("music_contacts?select=user_id", "stranger") == []
    assert await shared.rows("music_contacts?select=user_id", "visitor") == []
    assert await shared.rows("music_contacts?select=user_id", "admin") == [{"user_id": mine}]


async def test_visitors_answer_may_be_revalidated_and_a_signed_in_one_is_not_stored(shared):
    first = await shared.rest("GET", "music_artists?select=name")
    assert first.headers["cache-control"] == "no-cache"
    assert {"Authorization", "Accept", "Prefer", "Range"} <= set(first.headers["vary"].split(", "))
    again = await shared.rest("GET", "music_artists?select=name", headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert (await shared.rest("GET", "music_artists", "stranger")).headers["cache-control"] == "no-store"
