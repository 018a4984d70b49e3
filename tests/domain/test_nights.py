"""What times around midnight mean, by cases that the front end has too (frontend/src/night.test.ts)."""

from datetime import date

import pytest

from marquee.domain.times import nights

FRIDAY = date(2026, 11, 27)
BEFORE, AFTER = "night from Thursday to Friday", "night from Friday to Saturday"

CASES = [
    # doors, start: the days on which it starts and is past, and the night in words
    (None, None, 27, 28, ""),
    ("19:00", None, 27, 28, ""),
    (None, "20:30", 27, 28, ""),
    ("19:00", "20:30", 27, 28, ""),
    ("20:00", "20:00", 27, 28, ""),
    ("23:00", "23:59", 27, 28, ""),
    ("23:00", "00:00", 28, 28, AFTER),
    ("23:00", "00:30", 28, 28, AFTER),
    ("22:00", "04:59", 28, 28, AFTER),
    ("12:00", "05:00", 28, 28, AFTER),
    ("23:00", "11:59", 28, 28, AFTER),
    (None, "00:00", 27, 27, BEFORE),
    (None, "00:30", 27, 27, BEFORE),
    (None, "04:59", 27, 27, BEFORE),
    ("00:00", None, 27, 27, BEFORE),
    ("00:00", "00:30", 27, 27, BEFORE),
    (None, "05:00", 27, 28, ""),
    ("04:00", "06:00", 27, 28, ""),
    ("04:00", "21:00", 27, 28, ""),
]


@pytest.mark.parametrize(("doors", "start", "starts", "ends", "words"), CASES)
def test_times_mean_the_same_day_everywhere(doors, start, starts, ends, words):
    assert nights.are_in_order(doors, start)
    assert nights.start_day(FRIDAY, doors, start).day == starts
    assert nights.end_day(FRIDAY, doors, start).day == ends
    assert nights.in_words(FRIDAY, doors, start) == words


@pytest.mark.parametrize(
    ("doors", "start", "ends"),
    [
        ("23:00", "04:59", "05:00"),
        ("23:00", "05:00", "12:00"),
        ("23:00", "11:59", "12:00"),
        ("04:00", "06:00", "05:00"),
    ],
)
def test_nothing_is_past_before_it_starts(doors, start, ends):
    assert nights.ends_at(doors, start) == ends


@pytest.mark.parametrize(("doors", "start"), [("20:00", "19:30"), ("23:00", "12:00"), ("11:00", "00:30")])
def test_start_before_the_doors_is_a_slip_unless_it_is_the_next_morning(doors, start):
    assert not nights.are_in_order(doors, start)


@pytest.mark.parametrize(("day", "doors", "start"), [(date.max, "23:00", "00:30"), (date.min, None, "00:30")])
def test_either_end_of_the_calendar_has_nights_too(day, doors, start):
    assert nights.in_words(day, doors, start) == ""
    assert nights.start_day(day, doors, start) == day
    assert nights.end_day(day, doors, start) in (date.max, nights.FIRST_END)
