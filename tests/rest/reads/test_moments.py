"""Words that name a moment, `now` and `today` and the like, and the zone in which instants are read."""

import pytest

from tests.cast import OWNED
from tests.rest.shared import put_back

pytestmark = pytest.mark.anyio

# The clock stops at 2026-11-21T10:00:00.12Z; the site's zone is UTC.
EVENTS = "music_events?select=venue&order=date,venue"
DAYS = {"Yesterday": 20, "Today": 21, "Tomorrow": 22}


@pytest.fixture
async def three_days(restored, clock):
    """An artist's events, one a day, as visitors read them: whoever has signed in did so at another time."""
    event = next(row for row in restored.kept["music_events"] if row["artist_id"] == OWNED)
    events = [
        {
            **event,
            "id": f"{event['id'][:-2]}{day}",
            "venue": venue,
            "date": f"2026-11-{day}",
            "upcoming_until": f"2026-11-{day + 1}T05:00:00+00:00",
            "created_at": "2026-11-21T10:00:00.12+00:00",
        }
        for venue, day in DAYS.items()
    ]
    restored.write(put_back, {**restored.kept, "music_events": events, "music_lineup": []})
    return restored


FILTERS = [
    ("date=eq.today", ["Today"]),
    ("date=eq.today()", ["Today"]),
    ("date=eq.TODAY", ["Today"]),
    ("date=gte.tomorrow", ["Tomorrow"]),
    ("date=lt.now", ["Yesterday"]),
    ("date=eq.now()", ["Today"]),
    ('date=in.(yesterday,"tomorrow()")', ["Yesterday", "Tomorrow"]),
    ("or=(date.eq.yesterday,and(date.gt.today,date.lte.2026-11-22))", ["Yesterday", "Tomorrow"]),
    ("upcoming_until=gt.now()", ["Today", "Tomorrow"]),
    ("created_at=gte.today", ["Yesterday", "Today", "Tomorrow"]),
    ("created_at=lt.today", []),
    ("venue=eq.today", []),
]


@pytest.mark.parametrize(("filters", "venues"), FILTERS, ids=[filters for filters, _ in FILTERS])
async def test_word_is_a_moment(three_days, filters, venues):
    assert [row["venue"] for row in await three_days.rows(f"{EVENTS}&{filters}", "visitor")] == venues


@pytest.mark.parametrize("word", ["todays", "today(", "now + 1", "tonight", "()"])
async def test_other_words_are_no_date(three_days, word):
    answer = await three_days.rest("GET", "music_events", params={"date": f"gte.{word}"})
    assert (answer.status_code, answer.json()["code"]) == (400, "22007")


async def test_day_of_a_new_row_may_be_a_word(site, clock):
    row = {"venue": "Hall", "date": "tomorrow", "location": "Bergen", "artist_id": OWNED}
    answer = await site.rest(
        "POST",
        "music_events?select=date,created_at",
        "admin",
        json=row,
        headers={"Prefer": "return=representation, timezone=Europe/Oslo"},
    )
    assert answer.json() == [{"date": "2026-11-22", "created_at": "2026-11-21T11:00:00.12+01:00"}]


@pytest.mark.parametrize("filters", ["date=gte.today", "upcoming_until=gt.now", 'or=(date.gt."yesterday()")'])
async def test_answer_of_yesterday_is_not_todays(three_days, clock, filters):
    assert len(await three_days.rows(f"{EVENTS}&{filters}", "visitor")) == 2
    clock.move(hours=23)
    assert [row["venue"] for row in await three_days.rows(f"{EVENTS}&{filters}", "visitor")] == ["Tomorrow"]


ZONES = [
    ("Europe/Oslo", "2026-11-21T11:00:00.12+01:00", "2026-11-22T00:00:00+01:00"),
    ("europe/oslo", "2026-11-21T11:00:00.12+01:00", "2026-11-22T00:00:00+01:00"),
    ("Asia/Kathmandu", "2026-11-21T15:45:00.12+05:45", "2026-11-22T00:00:00+05:45"),
    ("-10", "2026-11-21T00:00:00.12-10:00", "2026-11-22T00:00:00-10:00"),
    ("5.5", "2026-11-21T15:30:00.12+05:30", "2026-11-22T00:00:00+05:30"),
    ("UTC", "2026-11-21T10:00:00.12+00:00", "2026-11-22T00:00:00+00:00"),
    ("GMT", "2026-11-21T10:00:00.12+00:00", "2026-11-22T00:00:00+00:00"),
    ("Etc/GMT+5", "2026-11-21T05:00:00.12-05:00", "2026-11-22T00:00:00-05:00"),
]


@pytest.mark.parametrize(("zone", "created", "begins"), ZONES, ids=[case[0] for case in ZONES])
async def test_instants_are_read_in_the_wished_zone(three_days, zone, created, begins):
    path = "music_artists?id=eq.mara-voss&select=music_events(created_at,begins:date::timestamptz,day:created_at::date)"
    answer = await three_days.rest(
        "GET", f"{path}&music_events.venue=eq.Tomorrow", headers={"Prefer": f"timezone={zone}"}
    )
    assert answer.headers["preference-applied"] == f"timezone={zone}"
    assert answer.json() == [{"music_events": [{"created_at": created, "begins": begins, "day": created[:10]}]}]


@pytest.mark.parametrize("zone", ["Mars/Olympus", "../../etc/passwd", "+24:00", "99", "localtime"])
async def test_what_is_no_zone_is_refused(shared, zone):
    answer = await shared.rest("GET", "music_events", headers={"Prefer": f"timezone={zone}"})
    assert (answer.status_code, answer.json()["code"]) == (400, "22023")
    assert answer.json()["message"] == f'invalid value for parameter "TimeZone": "{zone}"'
