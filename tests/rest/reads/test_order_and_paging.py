"""Order, limits, ranges and counts."""

import pytest
from sqlalchemy import insert

from marquee.domain.tables import music_events
from tests.rest.shared import Shared

pytestmark = pytest.mark.anyio

A, M, N = "abel-quintero", "mara-voss", "night-ferry"

ORDERS = [
    ("id", [A, M, N]),
    ("id.asc", [A, M, N]),
    ("id.desc", [N, M, A]),
    ("is_featured,id", [A, N, M]),
    ("is_featured.desc,id.desc", [M, N, A]),
    # Null is last when ascending and first when descending, unless told.
    ("bio,id", [M, A, N]),
    ("bio.desc,id", [A, N, M]),
    ("bio.nullsfirst,id", [A, N, M]),
    ("bio.asc.nullsfirst,id", [A, N, M]),
    ("bio.desc.nullslast,id", [M, A, N]),
    # What ties is ordered by the primary key, in the direction of what comes before it.
    ("user_id.asc.nullsfirst", [A, N, M]),
    ("user_id.desc.nullsfirst", [N, A, M]),
]


@pytest.mark.parametrize(("order", "expected"), ORDERS, ids=[order for order, _ in ORDERS])
async def test_rows_come_in_order(shared, order, expected):
    rows = await shared.rows(f"music_artists?select=id&order={order}", "visitor")
    assert [row["id"] for row in rows] == expected


@pytest.mark.parametrize("order", ["", "id.up", "id.desc.asc", "id,", ".desc", "id.nullsfirst.desc", "id nulls first,"])
async def test_order_that_is_none_is_refused(shared, order):
    answer = await shared.rest("GET", f"music_artists?order={order}")
    assert (answer.status_code, answer.json()["code"]) == (400, "PGRST100")


async def test_order_by_an_unknown_column_is_refused(shared):
    answer = await shared.rest("GET", "music_artists?order=nope.desc")
    assert (answer.status_code, answer.json()["code"]) == (400, "42703")
    assert answer.json()["message"] == "column music_artists.nope does not exist"


async def test_events_come_by_date_without_an_order(shared):
    dates = [row["date"] for row in await shared.rows("music_events?select=date", "visitor")]
    assert dates == sorted(dates)


# (query, Range header, ids, Content-Range without a count, and with one)
PAGES = [
    ("", None, [A, M, N], "0-2/*", 200, "0-2/3"),
    ("limit=2", None, [A, M], "0-1/*", 206, "0-1/3"),
    ("limit=1&offset=1", None, [M], "1-1/*", 206, "1-1/3"),
    ("offset=1", None, [M, N], "1-2/*", 206, "1-2/3"),
    ("offset=3", None, [], "*/*", 206, "*/3"),
    ("limit=0", None, [], "*/*", 206, "*/3"),
    ("limit=5", None, [A, M, N], "0-2/*", 200, "0-2/3"),
    ("limit=x", None, [A, M, N], "0-2/*", 200, "0-2/3"),
    ("limit=", None, [A, M, N], "0-2/*", 200, "0-2/3"),
    ("offset=x&limit=1", None, [A], "0-0/*", 206, "0-0/3"),
    ("limit=99999999999999999999999999", None, [A, M, N], "0-2/*", 200, "0-2/3"),
    ("", "0-1", [A, M], "0-1/*", 206, "0-1/3"),
    ("", "1-1", [M], "1-1/*", 206, "1-1/3"),
    ("", "1-", [M, N], "1-2/*", 206, "1-2/3"),
    ("", "bytes=0-1", [A, M, N], "0-2/*", 200, "0-2/3"),
    ("id=eq.nobody", None, [], "*/*", 200, "*/0"),
]


@pytest.mark.parametrize(("query", "range_", "ids", "plain", "status", "counted"), PAGES)
@pytest.mark.parametrize("mode", ["exact", "planned", "estimated"])
async def test_page(shared, query, range_, ids, plain, status, counted, mode):
    headers = {"Range": range_} if range_ else {}
    path = f"music_artists?select=id&order=id&{query}"
    answer = await shared.rest("GET", path, headers=headers)
    assert (answer.status_code, answer.headers["content-range"]) == (200, plain)
    assert [row["id"] for row in answer.json()] == ids
    answer = await shared.rest("GET", path, headers={**headers, "Prefer": f"count={mode}"})
    assert (answer.status_code, answer.headers["content-range"]) == (status, counted)
    assert answer.headers["preference-applied"] == f"count={mode}"
    assert [row["id"] for row in answer.json()] == ids


async def test_estimated_total_says_only_that_there_are_more(shared, monkeypatch):
    """Beyond what is counted, and at least one more than a page that has others after it."""
    monkeypatch.setattr("marquee.rest.query.MAX_COUNTED", 1)

    async def total(query):
        answer = await shared.rest("GET", f"music_artists?select=id&{query}", headers={"Prefer": "count=estimated"})
        return answer.headers["content-range"]

    assert await total("limit=1") == "0-0/2"
    assert await total("limit=2") == "0-1/3"
    assert await total("limit=1&offset=2") == "2-2/3"
    assert await total("limit=5") == "0-2/3"
    assert await total("limit=1&offset=3") == "*/3"


OUT_OF_RANGE = [
    ("offset=9", None, {"Prefer": "count=exact"}, "An offset of 9 was requested, but there are only 3 rows."),
    ("", "9-12", {"Prefer": "count=exact"}, "An offset of 9 was requested, but there are only 3 rows."),
    ("limit=-1", None, {}, "Limit should be greater than or equal to zero."),
    (
        "",
        "3-1",
        {},
        "The lower boundary must be lower than or equal to the upper boundary in the Range header.",
    ),
    ("limit=1", "1-2", {}, "Limit should be greater than or equal to zero."),
]


@pytest.mark.parametrize(("query", "range_", "headers", "details"), OUT_OF_RANGE)
async def test_range_that_cannot_be_is_416(shared, query, range_, headers, details):
    headers = {**headers, **({"Range": range_} if range_ else {})}
    answer = await shared.rest("GET", f"music_artists?{query}", headers=headers)
    assert answer.status_code == 416
    assert (answer.json()["code"], answer.json()["message"]) == ("PGRST103", "Requested range not satisfiable")
    assert answer.json()["details"] == details
    assert answer.headers.get("content-range") == ("*/3" if headers.get("Prefer") else None)


@pytest.mark.parametrize(
    ("query", "range_", "expected"),
    [
        ("limit=3", "0-1", "0-1/*"),
        ("limit=1", "0-1", "0-0/*"),
        ("limit=2", "1-", "1-1/*"),
        ("offset=1", "0-1", "1-1/*"),
        ("offset=1&limit=5", "2-7", "2-2/*"),
        ("limit=0", "0-1", "*/*"),
        ("offset=-1", "", "0-2/*"),
        ("offset=-4&limit=2", "", "0-1/*"),
    ],
)
async def test_narrower_of_limit_and_range_counts(shared, query, range_, expected):
    headers = {"Range-Unit": "items", "Range": range_} if range_ else {}
    answer = await shared.rest("GET", f"music_artists?select=id&{query}", headers=headers)
    assert (answer.status_code, answer.headers["content-range"]) == (200, expected)


async def test_offset_beyond_the_end_without_a_count_is_an_empty_page(shared):
    answer = await shared.rest("GET", "music_artists?offset=9")
    assert (answer.status_code, answer.json(), answer.headers["content-range"]) == (200, [], "*/*")


async def test_count_follows_the_filter_and_an_inner_join(shared):
    counted = {"Prefer": "count=exact"}
    answer = await shared.rest("GET", "music_artists?genre=like.*pop&limit=1", headers=counted)
    assert (answer.status_code, answer.headers["content-range"]) == (206, "0-0/2")
    answer = await shared.rest("HEAD", "music_artists?select=*,music_events!inner(*)", headers=counted)
    assert (answer.status_code, answer.headers["content-range"]) == (200, "0-1/2")


async def test_head_says_how_many_and_nothing_else(shared):
    answer = await shared.rest("HEAD", "music_artists?select=*", headers={"Prefer": "count=exact"})
    assert (answer.status_code, answer.content, answer.headers["content-range"]) == (200, b"", "0-2/3")
    answer = await shared.rest("HEAD", "music_artists?limit=1", headers={"Prefer": "count=exact"})
    assert (answer.status_code, answer.content, answer.headers["content-range"]) == (206, b"", "0-0/3")


async def test_no_more_than_a_thousand_rows_come_at_a_time(restored: Shared):
    (event,) = restored.kept["music_events"][:1]
    many = [{**event, "id": f"00000000-0000-4000-8000-{n:012}"} for n in range(1100)]
    restored.write(lambda connection: connection.execute(insert(music_events), many))
    for query in ("", "?limit=5000", "?limit=1001"):
        answer = await restored.rest("GET", f"music_events{query}", headers={"Prefer": "count=exact"})
        assert (answer.status_code, answer.headers["content-range"]) == (206, "0-999/1104")
        assert len(answer.json()) == 1000
    answer = await restored.rest("GET", "music_events", headers={"Range": "1000-3000", "Prefer": "count=exact"})
    assert (answer.status_code, answer.headers["content-range"]) == (206, "1000-1103/1104")
    pages = [await restored.rows(f"music_events?select=id&order=venue&limit=400&offset={n}") for n in (0, 400, 800)]
    assert len({row["id"] for page in pages for row in page}) == 1104
