"""Whose name was searched for comes first, then those whose names begin so, then all others."""

import pytest

from marquee.domain.records import insert_rows
from marquee.domain.tables import music_artists
from tests.cast import ARTIST, Site

pytestmark = pytest.mark.anyio

NAMES = {
    "Vitamin C": "2M",
    "Charli": "900K",
    "Casa": "800K",
    "Mica": "700K",
    "AC/DC Tribute": "500K",
    "The Chorus": "300K",
    "AC/DC": "200K",
    "C": "10",
    "c!": "9",
    "!!!": "8",
    "!!! Live": "9K",
    "東京": "7",
    "東京事変": "70K",
}
ORDERS = {
    "'c':*": ["C", "c!", "Charli", "Casa", "Vitamin C", "The Chorus"],
    "'acdc':*": ["AC/DC", "AC/DC Tribute"],
    "'ac':* & 'dc':*": ["AC/DC", "AC/DC Tribute"],
    "'the':* & 'ch':*": ["The Chorus"],
    "'!!!':*": ["!!!", "!!! Live"],
    "'東京':*": ["東京", "東京事変"],
}
COMMON = ["C", "c!", "Vitamin C", "Charli", "Casa", "The Chorus"]
"""Where so many rows have a word that they are not sorted: only those of the name come first."""


@pytest.fixture(scope="module")
async def found(template, tmp_path_factory):
    site = Site.open(template, tmp_path_factory.mktemp("order") / "data", lasting=True)
    unannounced = {"name": "C", "published_at": None}
    rows = [{**ARTIST, "name": name, "genre": "Pop", "followers": count} for name, count in NAMES.items()]
    site.service.database.write_now(insert_rows, music_artists, [*rows, {**ARTIST, **unannounced, "id": "unannounced"}])
    yield site
    await site.close()


async def names(site, query, more=""):
    path = f"music_artists?select=name&search=fts.{query}{more}"  # of whoever is signed in no answer is kept
    return [row["name"] for row in await site.rows(path.replace(" & ", " %26 "), "stranger")]


@pytest.mark.parametrize("query", ORDERS)
async def test_name_that_was_searched_for_is_first(found, query):
    assert await names(found, query) == ORDERS[query]


async def test_name_is_first_among_many_too(found, monkeypatch):
    monkeypatch.setattr("marquee.domain.search.COMMON_FROM", 0)
    assert await names(found, "'c':*") == COMMON
    for query in ("'acdc':*", "'!!!':*", "'東京':*"):
        assert await names(found, query) == ORDERS[query]


@pytest.mark.parametrize("common_from", [0, 1000])
@pytest.mark.parametrize("size", [1, 2, 4, 10])
async def test_pages_of_a_search_follow_on_each_other(found, monkeypatch, common_from, size):
    monkeypatch.setattr("marquee.domain.search.COMMON_FROM", common_from)
    whole = COMMON if common_from == 0 else ORDERS["'c':*"]
    pages = [await names(found, "'c':*", f"&limit={size}&offset={start}") for start in range(0, 10, size)]
    assert [name for page in pages for name in page] == whole


@pytest.mark.parametrize("common_from", [0, 1000])
async def test_other_filters_and_orders_hold(found, monkeypatch, common_from):
    monkeypatch.setattr("marquee.domain.search.COMMON_FROM", common_from)
    assert "C" not in await names(found, "'c':*", "&id=neq.c")
    assert (await names(found, "'c':*", "&order=name.desc"))[0] == "Vitamin C"
    answer = await found.rest("GET", "music_artists?search=fts.c:*&limit=2", headers={"Prefer": "count=exact"})
    assert answer.headers["content-range"] == "0-1/6"
