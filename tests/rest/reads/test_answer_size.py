"""No answer is larger than 8 MB, whatever is asked, and none takes much more memory than it is large."""

import tracemalloc

import pytest
from sqlalchemy import delete, insert

from marquee.domain.tables import music_artists, music_events

pytestmark = pytest.mark.anyio

MEGABYTE = 1024 * 1024
MOST = 8 * MEGABYTE
ARTISTS = 600
EVENTS = 2000
ONE = "id=eq.a000"
BIO = "x" * 20_000
AT = "2026-08-21T08:00:00+00:00"


def _fill(connection):
    """600 artists with the longest of biographies, and one of them with 2,000 events."""
    artists = [
        {"id": f"a{n:03}", "name": f"A {n}", "genre": "Pop", "image": "https://x.example/a.webp", "bio": BIO}
        | {"followers": "0", "is_featured": False, "created_at": AT, "updated_at": AT, "popularity": 0}
        | {"published_at": AT}
        for n in range(ARTISTS)
    ]
    events = [
        {"id": f"00000000-0000-4000-8000-{n:012}", "date": "2026-11-21", "venue": "Hall", "location": "Oslo"}
        | {"artist_id": "a000", "created_at": AT, "updated_at": AT, "upcoming_until": AT, "published_at": AT}
        for n in range(EVENTS)
    ]
    connection.execute(delete(music_artists))
    connection.execute(insert(music_artists), artists)
    connection.execute(insert(music_events), events)


@pytest.fixture(scope="module")
async def large(shared):
    shared.site.service.database.write_now(_fill)
    await shared.rest("GET", "music_artists?select=id&limit=1")  # what the first request loads does not count
    return shared


async def _measured(large, method, path, who="visitor", **options):
    """The answer, and the most memory that was allocated meanwhile, in bytes."""
    tracemalloc.start()
    try:
        answer = await large.rest(method, path, who, **options)
        return answer, tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


NEAR = {
    "long texts": "music_artists?select=bio&limit=400",
    "long texts twice": "music_artists?select=a:bio,b:bio&limit=200",
    "long texts as CSV": "music_artists?select=id,bio&limit=400",
    "an artist of many events": "music_artists?select=id,music_events(*)&id=eq.a000",
    "a long text in each event": "music_events?select=id,music_artists(bio)&limit=400",
    "the same, two levels deep": f"music_artists?{ONE}&select=music_events(music_artists(bio))&music_events.limit=400",
    "three levels": "music_events?select=music_artists(music_events(id))&limit=80",
    "spread lists": "music_events?select=...music_artists(...music_events(id))&limit=80",
}


@pytest.mark.parametrize("name", NEAR)
async def test_answer_below_the_bound_takes_little_memory(large, name):
    headers = {"Accept": "text/csv"} if "CSV" in name else {}
    answer, peak = await _measured(large, "GET", NEAR[name], headers=headers)
    assert answer.status_code == 200, answer.text[:300]
    assert len(answer.content) < MOST
    # The rows, their encoded forms, the body and the test client's copies of it.
    assert peak < 6 * MOST


async def test_answers_near_the_bound_are_given(large):
    sizes = [len((await large.rest("GET", NEAR[name])).content) for name in ("long texts", "the same, two levels deep")]
    assert all(0.9 * MOST < size < MOST for size in sizes), sizes


BEYOND = {
    "long texts": "music_artists?select=bio",
    "long texts three times": "music_artists?select=a:bio,b:bio,c:bio&limit=140",
    "as CSV": "music_artists?select=bio",
    "without nulls": "music_artists?select=bio",
    "a long text in each event": "music_events?select=id,music_artists(bio)",
    "the same, two levels deep": "music_artists?select=music_events(music_artists(bio))&id=eq.a000",
    "three levels": "music_events?select=music_artists(music_events(music_artists(bio)))&limit=1",
    "several on one level": f"music_artists?{ONE}&select="
    + ",".join(f"{name}:music_events(music_artists(bio))" for name in "abc"),
    "lists of lists": "music_events?select=music_artists(music_events(*))",
    "spread texts": "music_events?select=...music_artists(a:bio,b:bio,c:bio)",
    "spread lists": "music_events?select=...music_artists(...music_events(id,venue,location,date))",
    "lists of lists in one row": f"music_artists?{ONE}&select=...music_events(...music_artists(...music_events(id)))",
}
ACCEPTS = {"as CSV": "text/csv", "without nulls": "application/vnd.pgrst.array+json;nulls=stripped"}


def _assert_too_large(answer):
    assert (answer.status_code, answer.json()) == (
        413,
        {
            "code": "54000",
            "message": "The answer would be larger than 8 MB",
            "details": None,
            "hint": "Select fewer columns, or ask for fewer rows at a time with limit and offset.",
        },
    )
    assert answer.headers["proxy-status"] == "PostgREST; error=54000"


@pytest.mark.parametrize("name", BEYOND)
async def test_larger_answer_is_refused_before_it_takes_memory(large, name):
    headers = {"Accept": ACCEPTS.get(name, "application/json")}
    answer, peak = await _measured(large, "GET", BEYOND[name], headers=headers)
    _assert_too_large(answer)
    assert peak < 3 * MOST


@pytest.mark.parametrize("method", ["PATCH", "DELETE"])
async def test_write_whose_representation_is_too_large_writes_nothing(large, method):
    options = {"json": {"genre": "Rock"}} if method == "PATCH" else {}
    headers = {"Prefer": "return=representation"}
    answer, peak = await _measured(
        large, method, "music_artists?genre=eq.Pop&select=bio", "admin", headers=headers, **options
    )
    _assert_too_large(answer)
    assert peak < 6 * MOST
    assert await large.rows("music_artists?genre=eq.Pop&select=count") == [{"count": ARTISTS}]


async def test_thousand_whole_rows_of_usual_length_are_answered(large):
    assert len(await large.rows("music_events", "visitor")) == 1000
