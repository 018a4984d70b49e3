"""Rows of tables whose times are after midnight: doors say in which night they are, or a person does."""

from datetime import UTC

import pytest

from marquee.sheets.reading import read
from marquee.sheets.sheet import Choices

HEAD = "artist,date,doors,start,venue,city\n"
ASKED = "“{}” can be in the night from Wednesday to Thursday or from Thursday to Friday. Say which."


def sheet(times, head=HEAD, **choices):
    return read(f"{head}Mara Voss,2026-11-12,{times},Roxy,Ghent\n", Choices(**choices), UTC)


def saved(found):
    [row] = found.rows
    assert row.problems == []
    return tuple(row.values.get(name) for name in ("date", "door_time", "start_time"))


@pytest.mark.parametrize(
    ("times", "night", "expected"),
    [
        ("23:00,00:30", None, ("2026-11-12", "23:00", "00:30")),
        ("11 pm,12:30 am", None, ("2026-11-12", "23:00", "00:30")),
        ("22:00,24:00", None, ("2026-11-12", "22:00", "00:00")),
        ("22:00,midnight", None, ("2026-11-12", "22:00", "00:00")),
        ("22 Uhr,Mitternacht", None, ("2026-11-12", "22:00", "00:00")),
        ("20:00,05:00", None, ("2026-11-12", "20:00", "05:00")),
        ("midnight,", "after", ("2026-11-13", "00:00", None)),
        ("24:00,0:30", "after", ("2026-11-13", "00:00", "00:30")),
    ],
)
def test_doors_say_in_which_night_the_start_is(times, night, expected):
    assert saved(sheet(times, night=night)) == expected


@pytest.mark.parametrize(
    "times", [",00:30", ",0:30", ",00:00", ",24:00", ",midnight", ",12 am", ",Mitternacht", "00:30,", "00:00,1:00 am"]
)
def test_otherwise_it_is_asked_with_both_nights(times):
    """(E9)"""
    found = sheet(times)
    [row] = found.rows
    told = next(filter(None, times.split(",")))
    assert [problem.reason for problem in row.problems] == [ASKED.format(told)]
    unclear = found.unclear_night
    assert (found.needs_night, unclear.typed) == (True, told)
    assert unclear.as_written == ("after" if told in ("24:00", "midnight", "Mitternacht") else "before")
    assert (unclear.before.isoformat(), unclear.after.isoformat()) == ("2026-11-12", "2026-11-13")
    for night, day in (("before", "2026-11-12"), ("after", "2026-11-13")):
        assert saved(sheet(times, night=night))[0] == day
        assert not sheet(times, night=night).needs_night


@pytest.mark.parametrize(
    ("time", "evening", "day"),
    [
        ("00:30", True, "2026-11-13"),
        ("00:30", False, "2026-11-12"),
        ("24:00", True, "2026-11-13"),
        ("24:00", False, "2026-11-13"),
        ("midnight", False, "2026-11-13"),
    ],
)
def test_by_which_clock_times_are_says_it_too(time, evening, day):
    assert saved(sheet(f",{time}", evening=evening))[0] == day


def test_a_time_behind_a_date_is_asked_about_too():
    table = "artist,date,venue,city\nMara Voss,12 Nov 2026 0:30,Roxy,Ghent\n"
    unclear = read(table, Choices(), UTC).unclear_night
    assert unclear and unclear.typed == "0:30"
    [row] = read(table, Choices(night="after"), UTC).rows
    assert (row.values["date"], row.values["start_time"]) == ("2026-11-13", "00:30")


def test_what_we_have_exported_is_as_it_is_written():
    head = "artist,date,door_time,start_time,venue,location,published_at\n"
    for times, expected in ((",00:30", (None, "00:30")), ("23:00,00:30", ("23:00", "00:30"))):
        found = read(f"{head}Mara Voss,2026-11-12,{times},Roxy,Ghent,draft\n", Choices(), UTC)
        assert saved(found) == ("2026-11-12", *expected)
        assert found.unclear_night is None


@pytest.mark.parametrize("times", ["21:00,20:00", "23:00,12:00", "0:30,24:00"])
def test_doors_after_the_start_of_one_day_are_a_slip(times):
    [row] = sheet(times, night="before").rows
    assert [problem.column for problem in row.problems] == ["door_time"]


@pytest.mark.parametrize("choices", [{}, {"night": "after"}, {"night": "before"}, {"evening": False}])
@pytest.mark.parametrize("doors", ["24:00", "midnight"])
def test_doors_at_the_end_of_the_day_are_after_its_evening(doors, choices):
    found = sheet(f"{doors},23:00", **choices)
    [row] = found.rows
    assert [problem.reason for problem in row.problems] == ["The doors open at 24:00, after the start at 23:00."]
    assert (row.values["date"], found.unclear_night) == ("2026-11-12", None)
