"""Aggregates, of all rows, of groups and of embedded rows: what they give, and whose rows are in them."""

import pytest

from marquee.auth import accounts
from tests.cast import OWNED

pytestmark = pytest.mark.anyio

GIVEN = [
    ("music_events?select=location,count()&location=in.(Ghent,Oslo)", [{"location": "Ghent", "count": 1}]),
    (
        "music_artists?select=website,all:count(),given:website.count()&website=is.null",
        [{"website": None, "all": 2, "given": 0}],
    ),
    ("music_artists?select=n:name.min()&genre=eq.nothing", [{"n": None}]),
    ("music_artists?select=n:count()&genre=eq.nothing", [{"n": 0}]),
    ("music_artists?select=genre,count()&genre=eq.nothing", []),
    ("music_events?select=artist_id,count()&order=artist_id&limit=1", [{"artist_id": "mara-voss", "count": 2}]),
    ("music_events?select=artist_id,count()&offset=1", [{"artist_id": "night-ferry", "count": 2}]),
    (
        "music_artists?select=id,music_events(artist_id,count())&order=id",
        [
            {"id": "abel-quintero", "music_events": []},
            {"id": "mara-voss", "music_events": [{"artist_id": "mara-voss", "count": 2}]},
            {"id": "night-ferry", "music_events": [{"artist_id": "night-ferry", "count": 2}]},
        ],
    ),
    (
        "music_artists?select=music_events(date,count())&music_events.order=date.desc&music_events.limit=1&id=eq.mara-voss",
        [{"music_events": [{"date": "2026-12-24", "count": 1}]}],
    ),
    (
        "music_artists?select=music_events(last:date.max())&music_events.date=lt.2026-12-01&id=eq.mara-voss",
        [{"music_events": [{"last": "2026-11-21"}]}],
    ),
]


@pytest.mark.parametrize(("path", "expected"), GIVEN, ids=[path for path, _ in GIVEN])
async def test_aggregate_gives(shared, path, expected):
    assert await shared.rows(path, "visitor") == expected


async def test_total_counts_groups(shared):
    answer = await shared.rest(
        "GET", "music_events?select=artist_id,count()&limit=1", headers={"Prefer": "count=exact"}
    )
    assert (answer.status_code, answer.headers["content-range"]) == (206, "0-0/2")
    answer = await shared.rest("GET", "music_events?select=count()", headers={"Prefer": "count=exact"})
    assert (answer.json(), answer.headers["content-range"]) == ([{"count": 4}], "0-0/1")


async def test_groups_as_csv(shared):
    answer = await shared.rest("GET", "music_events?select=artist_id,count()", headers={"Accept": "text/csv"})
    assert answer.text == "artist_id,count\nmara-voss,2\nnight-ferry,2"


REFUSED = [
    ("music_events?select=artist_id,count()&order=date", 400, "42803"),
    ("music_events?select=count()&order=date", 400, "PGRST127"),
    ("music_events?select=count()&order=music_artists(name)", 400, "PGRST127"),
    ("music_events?select=music_artists(id),count()&order=music_artists(name)", 400, "PGRST127"),
    ("music_artists?select=name.sum()", 404, "42883"),
    ("music_artists?select=is_featured.max()", 404, "42883"),
    ("music_artists?select=user_id.min()", 404, "42883"),
    ("music_artists?select=name.max()::int", 400, "22P02"),
    ("music_artists?select=name.nope()", 400, "PGRST100"),
    ("music_artists?select=" + ",".join(f"{name}:count()" for name in "abcd"), 400, "PGRST100"),
    ("music_artists?select=" + ",".join(f"{name}:bio.max()" for name in "abcd"), 400, "PGRST100"),
]


@pytest.mark.parametrize(("path", "status", "code"), REFUSED, ids=[path for path, *_ in REFUSED])
async def test_aggregate_is_refused(shared, path, status, code):
    answer = await shared.rest("GET", path)
    assert (answer.status_code, answer.json()["code"]) == (status, code)


@pytest.mark.parametrize("name", ["popularity", "search", "password_hash"])
@pytest.mark.parametrize("form", ["{}.max()", "{}.count()", "{},count()", "music_events(music_artists({}.min()))"])
async def test_hidden_column_is_in_no_aggregate(shared, name, form):
    answer = await shared.rest("GET", f"music_artists?select={form.format(name)}", "admin")
    assert (answer.status_code, answer.json()["code"]) == (400, "42703")


UNANNOUNCED = [
    ("music_artists?select=count(),last:id.max()", [{"count": 2, "last": "night-ferry"}]),
    ("music_events?select=count(),last:artist_id.max()", [{"count": 2, "last": "night-ferry"}]),
    ("music_events?select=artist_id,count()", [{"artist_id": "night-ferry", "count": 2}]),
    ("music_events?select=music_artists(count())&location=eq.Ghent", [{"music_artists": {"count": 1}}]),
]


@pytest.mark.parametrize(("path", "expected"), UNANNOUNCED, ids=[path for path, _ in UNANNOUNCED])
async def test_unannounced_row_is_in_no_aggregate_of_a_stranger(restored, path, expected):
    await restored.rest("PATCH", f"music_artists?id=eq.{OWNED}", "admin", json={"published_at": None})
    assert await restored.rows(path, "visitor") == expected
    assert await restored.rows(path, "stranger") == expected


@pytest.mark.parametrize("table", ["music_people", "music_invitations"])
async def test_table_of_others_is_not_counted(shared, table):
    answer = await shared.rest("GET", f"{table}?select=count()", "owner")
    assert (answer.status_code, answer.json()["code"]) == (403, "42501")


async def test_contacts_are_counted_as_they_are_seen(restored):
    restored.write(accounts.add_contact, restored.site.user_id("owner"))
    assert await restored.rows("music_contacts?select=count()", "owner") == [{"count": 1}]
    assert await restored.rows("music_contacts?select=count()", "stranger") == [{"count": 0}]
    assert await restored.rows("music_contacts?select=count()", "admin") == [{"count": 2}]


async def test_rows_of_a_write_are_not_aggregated(restored):
    answer = await restored.rest(
        "PATCH",
        f"music_artists?id=eq.{OWNED}&select=count()",
        "admin",
        json={"bio": "New."},
        headers={"Prefer": "return=representation"},
    )
    assert (answer.status_code, answer.json()["code"]) == (400, "PGRST127")
    restored.assert_unchanged()
