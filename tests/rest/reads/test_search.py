"""`search=fts.…`: rows by the beginnings of their words, whatever the case and the accents."""

from urllib.parse import quote

import pytest
from sqlalchemy import func, select

from marquee.data_errors import INVALID_TSQUERY, DataError
from marquee.db.open_database import open_database
from marquee.domain.records import insert_rows
from marquee.domain.tables import EXPOSED, artist_words, event_words, music_artists, music_events
from marquee.rest.grammar.tsquery import parse_tsquery
from marquee.rest.query_shape import shape_of
from marquee.rest.request import RawRequest, parse
from tests.cast import ARTIST, Site

pytestmark = pytest.mark.anyio

NAMES = {
    "beyonce": "Beyoncé Knowles",
    "lodz": "Łódź Kaliska",
    "acdc": "AC/DC",
    "rtl": "فيروز",
    "hebrew": "עפרה חזה",
    "kanji": "椎名林檎",
    "emoji": "🎸 Wolf 🎸",
    "quote": "Guns N' Roses",
    "long": "x" * 200,
    "hindi": "लता मंगेशकर",
    "dots": "...",
    "rem": "R.E.M.",
    "oconnor": "Sinéad O’Connor",
    "hawaii": "Hawai\u02bbi",
    "signs": "+/-",
    "microphone": "🎤",
    "compound": "東京事変",
    "thai": "ลำไย ไหทองคำ",
    "hidden": "Ha\u200blve",
}
EVENTS = {"Große Straße": "Zürich", "Café Verrat": "Kraków", "Halle 12": "Graz"}


@pytest.fixture(scope="module")
async def found(template, tmp_path_factory):
    """A site with names of many kinds; one event of each venue, all of them by Mara Voss."""
    site = Site.open(template, tmp_path_factory.mktemp("search") / "data", lasting=True)

    def add(connection):
        artists = [{**ARTIST, "id": id_, "name": name, "genre": "Chant"} for id_, name in NAMES.items()]
        insert_rows(connection, music_artists, artists)
        event = {"date": "2027-03-01", "artist_id": "mara-voss"}
        insert_rows(
            connection, music_events, [{**event, "venue": venue, "location": place} for venue, place in EVENTS.items()]
        )

    site.service.database.write_now(add)
    yield site
    await site.close()


async def search(site, table, query, column):
    answer = await site.client.get(
        f"/rest/v1/{table}", params={"select": column, "search": f"fts.{query}"}, headers=site.headers()
    )
    assert answer.status_code == 200, answer.text
    return [row[column] for row in answer.json()]


ARTISTS_FOUND = [
    ("'beyonce':* & 'kno':*", ["beyonce"]),
    ("'KNO':*", ["beyonce"]),
    ("'Beyoncé'", ["beyonce"]),
    ("'beyon'", []),
    ("beyon:*", ["beyonce"]),
    ("beyonce & knowles", ["beyonce"]),
    ("'nowles':*", []),
    ("'beyonce':* & 'voss':*", []),
    ("'lodz':*", ["lodz"]),
    ("'ac':* & 'dc':*", ["acdc"]),
    ("'AC/DC':*", ["acdc"]),
    ("'فير':*", ["rtl"]),
    ("'חזה':*", ["hebrew"]),
    ("'椎名':*", ["kanji"]),
    ("'लता':*", ["hindi"]),
    ("'wolf':*", ["emoji"]),
    ("'🎸':*", ["emoji"]),
    ("'...':*", ["dots"]),
    ("'acdc':*", ["acdc"]),
    ("'rem':*", ["rem"]),
    ("'OConnor':*", ["oconnor"]),
    ("'hawaii':*", ["hawaii"]),
    ("'hawaiʻi':*", ["hawaii"]),
    ("'+/-':*", ["signs"]),
    ("'🎤':*", ["microphone"]),
    ("'事変':*", ["compound"]),
    ("'ไหทองคำ':*", ["thai"]),
    ("'halve':*", ["hidden"]),
    ("'लत':*", ["hindi"]),
    ("'लूता':*", []),
    ("'':*", []),
    ("", []),
    ("   ", []),
    ("'wolf':* & '!?':*", ["emoji"]),
    ("'n''':* & 'roses':*", ["quote"]),
    ("'n\\'':*", ["night-ferry", "quote"]),
    (f"'{'x' * 200}':*", ["long"]),
    (f"'{'x' * 30}'", []),
    (f"'{'y' * 200}':*", []),
    ("'pop':*", ["mara-voss", "night-ferry"]),
    ("'jazz' & 'abel':*", ["abel-quintero"]),
    ("'a':*", ["mara-voss", "abel-quintero", "acdc"]),
    ("'%':*", []),
    ("'_':*", []),
    ("'m_ra':*", []),
]


@pytest.mark.parametrize(
    ("query", "expected"), ARTISTS_FOUND, ids=[query[:40] or "empty" for query, _ in ARTISTS_FOUND]
)
async def test_artists_are_found_by_name_and_genre(found, query, expected):
    assert sorted(await search(found, "music_artists", query, "id")) == sorted(expected)


EVENTS_FOUND = [
    ("'strasse':*", ["Große Straße"]),
    ("'gro':* & 'zur':*", ["Große Straße"]),
    ("'cafe':* & 'krakow':*", ["Café Verrat"]),
    ("'12':*", ["Halle 12"]),
    ("'halle' & 'mara'", ["Halle 12"]),
    ("'voss' & 'gla':*", ["Silver Oar"]),
    ("'night':*", ["Depot 23", "Pier Fourteen Hall"]),
    ("'pop':*", []),
    ("'a':*", []),
]


async def test_words_that_many_artists_have_are_found_the_same(found, monkeypatch):
    monkeypatch.setattr("marquee.domain.search.COMMON_FROM", 0)
    for query, expected in ARTISTS_FOUND:
        assert sorted(await search(found, "music_artists", query, "id")) == sorted(expected), query


@pytest.mark.parametrize(("query", "expected"), EVENTS_FOUND, ids=[query for query, _ in EVENTS_FOUND])
async def test_events_are_found_by_venue_location_and_the_artists_name(found, query, expected):
    """Not by the artist's genre."""
    assert sorted(await search(found, "music_events", query, "venue")) == sorted(expected)


@pytest.mark.parametrize(("query", "expected"), EVENTS_FOUND, ids=[query for query, _ in EVENTS_FOUND])
async def test_words_that_many_events_have_are_found_the_same(found, query, expected, monkeypatch):
    monkeypatch.setattr("marquee.domain.search.COMMON_FROM", 0)
    assert sorted(await search(found, "music_events", f"{query} & {query}", "venue")) == sorted(expected)


async def test_search_goes_with_other_filters_orders_and_embeds(found):
    path = "music_artists?select=id&order=id.desc&limit=1&genre=eq.Chant&search=fts.%27a%27:*"
    assert await found.rows(path, "visitor") == [{"id": "acdc"}]
    path = "music_artists?select=id&or=(search.fts.wolf,id.eq.acdc)&order=id"
    assert await found.rows(path, "visitor") == [{"id": "acdc"}, {"id": "emoji"}]
    path = "music_artists?select=id&genre=eq.Chant&search=not.fts.%27a%27:*&id=like.l*&order=id"
    assert await found.rows(path, "visitor") == [{"id": "lodz"}, {"id": "long"}]
    path = "music_events?select=venue,artist:music_artists!inner(name)&artist.search=fts.night&order=date.desc&limit=1"
    assert await found.rows(path, "visitor") == [{"venue": "Pier Fourteen Hall", "artist": {"name": "Night Ferry"}}]


REFUSED = [
    "'a",
    "a &",
    "& a",
    "a b",
    "a | b",
    "!a",
    "a <-> b",
    "(a)",
    "a:A",
    "a:*:*",
    "a:",
    "'a'b",
    "a && b",
    "a''",
    "&",
]


@pytest.mark.parametrize("query", REFUSED)
async def test_what_is_no_query_of_words_is_refused(found, query):
    answer = await found.client.get(
        "/rest/v1/music_artists", params={"search": f"fts.{query}"}, headers=found.headers()
    )
    assert (answer.status_code, answer.json()["code"]) == (400, "42601")
    assert answer.json()["message"] == f'syntax error in tsquery: "{query}"'


async def test_words_and_searches_are_limited(found):
    many = " & ".join("a" for _ in range(21))
    answer = await found.client.get("/rest/v1/music_artists", params={"search": f"fts.{many}"}, headers=found.headers())
    assert (answer.status_code, answer.json()["code"]) == (400, "42601")
    path = "music_artists?" + "&".join("search=fts.a" for _ in range(6))
    answer = await found.rest("GET", path)
    assert (answer.status_code, answer.json()["code"]) == (400, "PGRST100")


@pytest.mark.parametrize(
    "path", ["music_contacts?search=fts.a", "music_artists?name=wfts.a", "music_events?search=eq.a"]
)
async def test_search_is_of_artists_and_events_and_takes_nothing_else(found, path):
    answer = await found.rest("GET", path, "admin")
    assert answer.json()["code"] in ("42703", "42883")


PLAIN = [
    ("plfts.Mara Voss", ["mara-voss"]),
    ("plfts.voss mara", ["mara-voss"]),
    ("plfts.vos", []),
    ("plfts.Mara & Voss!", ["mara-voss"]),
    ("wfts.mara pop", ["mara-voss"]),
    ("phfts.ferry", ["night-ferry"]),
    ("not.plfts.mara", ["abel-quintero", "night-ferry"]),
    ("wfts.", []),
]


@pytest.mark.parametrize(("search", "expected"), PLAIN)
async def test_plain_text_is_searched_for_all_of_its_words(shared, search, expected):
    path = f"music_artists?select=id&order=id&search={quote(search)}"
    assert [row["id"] for row in await shared.rows(path, "visitor")] == expected


@pytest.mark.parametrize("search", ["phfts.mara voss", 'wfts."mara voss"', "wfts.-mara", "wfts.mara or night"])
async def test_what_the_stored_words_cannot_tell_is_refused(shared, search):
    answer = await shared.rest("GET", f"music_artists?search={quote(search)}")
    assert (answer.status_code, answer.json()["code"]) == (400, "PGRST127")


@pytest.mark.parametrize(
    ("text", "terms", "together"),
    [
        ("'a':* & b", [("a", True), ("b", False)], ("ab", False)),
        ("  'A b':*  ", [("a", True), ("b", True)], ("ab", True)),
        ("'it''s'", [("its", False)], ("its", False)),
        ("'A.B':*", [("a", True), ("b", True)], ("ab", True)),
        ("the & 'ca':*", [("the", False), ("ca", True)], ("theca", True)),
        ("the & 'cats':*", [("cats", True)], ("thecats", True)),
    ],
)
def test_query_as_terms(text, terms, together):
    assert parse_tsquery(text) == (tuple(terms), together)


def test_query_of_nothing_searches_for_nothing():
    assert parse_tsquery("''") is None


def test_long_query_is_read_in_little_time():
    with pytest.raises(DataError, check=lambda error: error.kind is INVALID_TSQUERY):
        parse_tsquery("'" + "a\u0301" * 4000)
    assert parse_tsquery("'" + "\u0301" * 4000 + "':*") is None


def test_searches_of_as_many_words_share_a_plan():
    """Or every word that somebody types would cost a new statement."""

    def shape(query):
        return shape_of(parse(RawRequest("GET", "music_artists", f"search=fts.{query}".encode())))

    first, second = shape("%27abba%27:*+%26+voss"), shape("zappa:*+%26+%27Stra%C3%9Fe%27")
    assert first[0] == second[0]
    assert list(second[1].values()) == ["zappa", "strasse", "zappastrasse"]
    assert shape("abba:*+%26+voss:*")[0] != first[0]


# What is written is found at once, and what it replaced is not.


async def ids(site, query):
    return await search(site, "music_artists", query, "id")


async def test_words_follow_every_kind_of_write(site):
    await site.rest("POST", "music_artists", "admin", json={**ARTIST, "name": "Étoile"})
    assert await ids(site, "etoile") == ["etoile"]
    await site.rest("PATCH", "music_artists?id=eq.etoile", "admin", json={"name": "Comète"})
    assert (await ids(site, "etoile"), await ids(site, "comete")) == ([], ["etoile"])
    row = {**ARTIST, "id": "etoile", "name": "Planète", "genre": "Waltz"}
    upsert = {"Prefer": "resolution=merge-duplicates"}
    await site.rest("POST", "music_artists", "admin", json=row, headers=upsert)
    assert (await ids(site, "comete"), await ids(site, "planete & waltz")) == ([], ["etoile"])
    await site.rest("DELETE", "music_artists?id=eq.etoile", "admin")
    assert await ids(site, "planete") == []


async def test_update_of_many_rows_that_its_filter_no_longer_finds_renews_their_words(site):
    await site.rest("PATCH", "music_artists?genre=like.*pop", "admin", json={"genre": "Fado"})
    assert sorted(await ids(site, "fado")) == ["mara-voss", "night-ferry"]
    assert await ids(site, "pop") == []


async def test_renamed_artists_events_are_found_by_the_new_name(site):
    await site.rest("PATCH", "music_artists?id=eq.night-ferry", "admin", json={"name": "Dawn Train"})
    assert len(await search(site, "music_events", "'dawn':*", "id")) == 2
    assert await search(site, "music_events", "'ferry':*", "id") == []


async def test_refused_write_leaves_the_words_as_they_were(site):
    answer = await site.rest("PATCH", "music_artists?id=eq.night-ferry", "admin", json={"name": "Dawn", "image": "x"})
    assert answer.status_code == 400
    assert await ids(site, "ferry") == ["night-ferry"]


async def test_deleting_leaves_no_word_behind(site):
    for table in reversed(EXPOSED):
        await site.rest("DELETE", f"{table}?id=not.is.null", "admin")

    def left(connection):
        return [
            connection.execute(select(func.count()).select_from(t)).scalar_one() for t in (artist_words, event_words)
        ]

    assert site.service.database.write_now(left) == [0, 0]


def test_ten_thousand_rows_are_added_at_once(databases, tmp_path):
    """In one statement for the rows and one for the words: bulk filling stays cheap."""
    database = open_database(databases.blank(tmp_path))
    rows = [{**ARTIST, "name": f"Band {number}"} for number in range(10_000)]
    database.write_now(insert_rows, music_artists, rows)
    count = database.write_now(lambda c: c.execute(select(func.count()).select_from(artist_words)).scalar_one())
    database.close()
    assert count == 50_000
