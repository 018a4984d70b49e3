"""The select list: columns, aliases, casts; what each refusal says."""

import pytest

from marquee.rest.grammar.select import Embed, Field, parse_select

pytestmark = pytest.mark.anyio

MARA = "id=eq.mara-voss"
ARTIST_COLUMNS = [
    "id",
    "user_id",
    "name",
    "genre",
    "image",
    "followers",
    "latest_song",
    "bio",
    "social_instagram",
    "social_twitter",
    "website",
    "is_featured",
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
    ("name,name", {"name": "Mara Voss"}),
    ("a:name,b:name", {"a": "Mara Voss", "b": "Mara Voss"}),
]


@pytest.mark.parametrize(("select", "expected"), SELECTED, ids=[select for select, _ in SELECTED])
async def test_select_gives(shared, select, expected):
    assert await shared.rows(f"music_artists?{MARA}&select={select}", "visitor") == [expected]


REFUSED = [
    ("nope", 400, "42703", "column music_artists.nope does not exist"),
    ("x:nope", 400, "42703", "column music_artists.nope does not exist"),
    ("name::int", 400, "42704", 'type "int" does not exist'),
    ("name::regclass", 400, "42704", 'type "regclass" does not exist'),
    ("name->>a", 404, "42883", "operator does not exist: text -> unknown"),
    ("count()", 400, "PGRST123", "Use of aggregate functions is not allowed"),
    ("name.max()", 400, "PGRST123", "Use of aggregate functions is not allowed"),
    ("n:followers.sum()", 400, "PGRST123", "Use of aggregate functions is not allowed"),
    ("music_events(count)", 400, "42703", "column music_events.count does not exist"),
    ("music_events(count())", 400, "PGRST123", "Use of aggregate functions is not allowed"),
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
