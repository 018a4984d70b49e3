"""When the rows of a table are announced, as people and programs write it."""

from zoneinfo import ZoneInfo

import pytest

from marquee.sheets.reading import read
from marquee.sheets.sheet import Choices
from tests.sheets.tables import reasons, rows

BERLIN = ZoneInfo("Europe/Berlin")
TABLE = 'artist,date,venue,city,announced\nHalve,2026-11-24,Roxy,Ghent,"{}"'


def announced(typed, **choices):
    [row] = rows(TABLE.format(typed), BERLIN, **choices)
    return row.values.get("published_at"), [problem.reason for problem in row.problems]


@pytest.mark.parametrize(
    ("typed", "instant"),
    [
        ("2026-11-01 18:00", "2026-11-01T17:00:00+00:00"),
        ("2026-07-01T18:00", "2026-07-01T16:00:00+00:00"),
        ("1.11.2026 18 Uhr", "2026-11-01T17:00:00+00:00"),
        ("So., 1. November 2026, 6 pm", "2026-11-01T17:00:00+00:00"),
        ("2026-11-01 00:00", "2026-10-31T23:00:00+00:00"),
        ("2026-11-01 18:00+05:30", "2026-11-01T12:30:00+00:00"),
        ("2026-11-01T18:00:00.123Z", "2026-11-01T18:00:00.123+00:00"),
        ("1.11.2026 18:00Z", "2026-11-01T18:00:00+00:00"),
        ("1 Nov 2026 18:00 +0530", "2026-11-01T12:30:00+00:00"),
        ("Entwurf", "draft"),
        ("", None),
    ],
)
def test_a_time_without_an_offset_is_one_in_the_zone_of_the_site(typed, instant):
    assert announced(typed) == (instant, [])


@pytest.mark.parametrize(
    ("typed", "reason"),
    [
        ("2026-11-01", "“2026-11-01” has no time. Write it like 2026-11-01 18:00."),
        ("2026-11-01 tba", "“2026-11-01 tba” has no time. Write it like 2026-11-01 18:00."),
        ("2026-11-01 18:00-20:00", "“2026-11-01 18:00-20:00” has two times. Write it like 2026-11-01 18:00."),
        ("31.11.2026 18:00", "“31.11.2026 18:00” is not a date: November has 30 days."),
        ("2026-11-01 25:00", "“25:00” is not a time: the day ends at 23:59."),
        ("2026-11-01 18:00+25:00", "“18:00+25:00” is not a time. Write it like 20:30 or 8:30 PM."),
        ("tba", "“tba” is neither Draft nor a time. Write one like 2026-11-01 18:00."),
        ("soon", "“soon” is neither Draft nor a time. Write one like 2026-11-01 18:00."),
        ("0001-01-01 00:00+14:00", "“0001-01-01 00:00+14:00” is in the year 1. Is it right?"),
    ],
)
def test_what_is_no_certain_time_is_refused(typed, reason):
    assert announced(typed) == (None, [reason])


@pytest.mark.parametrize(
    ("columns", "cells"),
    [
        ("Schedule Date,Schedule Time", "2026-11-01,18:00"),
        ("Schedule Time,Public,Schedule Date", "6 PM,yes,1.11.2026"),
        *((name, "2026-11-01 18:00") for name in ("Schedule Date", "On announce", "Announce on", "Embargoed until")),
    ],
)
def test_templates_name_when_a_show_is_announced_and_may_divide_its_day_from_the_time(columns, cells):
    [row] = rows(f"artist,date,venue,city,{columns}\nHalve,2026-11-24,Roxy,Ghent,{cells}", BERLIN)
    assert (row.values.get("published_at"), row.problems) == ("2026-11-01T17:00:00+00:00", [])


@pytest.mark.parametrize(
    ("cells", "reason"),
    [
        ("2026-11-01,", "“2026-11-01” has no time."),
        (",18:00", "“18:00” is not a date."),
        ("2026-11-01 18:00,19:00", "“18:00 19:00” is two times."),
    ],
)
def test_half_of_an_announcement_or_more_than_one_is_asked_about(cells, reason):
    table = f"artist,date,venue,city,Schedule Date,Schedule Time\nHalve,2026-11-24,Roxy,Ghent,{cells}"
    assert [told.startswith(reason) for told in reasons(table)] == [True], reasons(table)


def test_a_day_that_can_be_read_in_two_ways_is_asked_about():
    table = TABLE.format("03/04/2026 18:00")
    assert read(table, Choices(), BERLIN).needs_date_order
    assert reasons(table) == [
        "“03/04/2026 18:00” can be March 4 or April 3. Say which comes first, the day or the month."
    ]
    assert announced("03/04/2026 18:00", date_order="day") == ("2026-04-03T16:00:00+00:00", [])
