"""Times that do not say in which half of the day they are: the table says it, or a person does."""

from datetime import UTC

import pytest

from marquee.sheets.reading import read
from marquee.sheets.sheet import Choices

HEAD = "artist,date,start,doors,venue,city\n"


def sheet(times, **choices):
    rows = "".join(f"Mara Voss,2031-01-0{day},{time},Roxy,Ghent\n" for day, time in enumerate(times, 1))
    return read(HEAD + rows, Choices(**choices), UTC)


@pytest.mark.parametrize(
    ("times", "starts"),
    [
        (["7:30,", "20:00,"], ["07:30", "20:00"]),
        (["7:30,", ",19:00"], ["07:30", None]),
        (["7:30,", "8pm,"], ["19:30", "20:00"]),
        (["9.00,", "8:30 PM,7:00"], ["21:00", "20:30"]),
        (["8 o'clock,", "9 pm,"], ["20:00", "21:00"]),
        (["8 Uhr,", "7:30,"], ["08:00", "07:30"]),
        (["12:30,", "8pm,"], ["12:30", "20:00"]),
        (["12:30,"], ["12:30"]),
        (["11:30+01:00,"], ["11:30"]),
        (["1:00,23:00"], ["01:00"]),
        (["20:00,10:00"], ["20:00"]),
        (["8,", "9 pm,"], ["20:00", "21:00"]),
        (["8-11,", "9 pm,7"], ["20:00", "21:00"]),
    ],
)
def test_one_time_says_by_which_clock_the_others_are(times, starts):
    found = sheet(times)
    assert not found.needs_time_order
    assert [row.values.get("start_time") for row in found.rows] == starts


@pytest.mark.parametrize(
    "times",
    [
        ["7:30,", "8:00,"],
        ["07:30,"],
        ["8 o'clock,"],
        ["9.00,"],
        ["7:30,", "8pm,", "11am,"],
        ["7:30,", "8pm,20:00"],
        ["8,"],
    ],
)
def test_otherwise_it_is_asked(times):
    found = sheet(times)
    typed = times[0].rstrip(",")
    assert (found.needs_time_order, found.unclear_time) == (True, typed)
    assert found.rows[0].problems[0].reason == f"“{typed}” can be in the morning or in the evening. Say which."
    hours = [[row.values["start_time"][:2] for row in sheet(times, evening=said).rows[:1]] for said in (True, False)]
    assert int(hours[0][0]) == int(hours[1][0]) + 12
    assert not sheet(times, evening=True).needs_time_order


@pytest.mark.parametrize(
    ("times", "unclear", "evening"),
    [
        (["7:30,18:30"], "7:30", ("19:30", "18:30")),
        (["20:00,7:00"], "7:00", ("20:00", "19:00")),
        (["19:30,7:00", "20:00,"], "7:00", ("19:30", "19:00")),
    ],
)
def test_doors_and_start_that_fit_one_evening_are_asked_about(times, unclear, evening):
    """`7:30` with doors at 18:30 would start on the next morning."""
    found = sheet(times)
    assert (found.needs_time_order, found.unclear_time) == (True, unclear)
    row = sheet(times, evening=True).rows[0]
    assert (row.values["start_time"], row.values["door_time"], row.problems) == (*evening, [])


@pytest.mark.parametrize(
    ("times", "unclear", "evening"),
    [
        (["20:00,", "1:00,", "7:30,"], "7:30", False),
        (["8pm,7"], "7", True),
        (["1:00,23:00"], "1:00", None),
        (["20:00,", "8,"], "8", None),
        (["20:00,", "7:30pm,"], None, None),
    ],
)
def test_what_the_other_times_say_is_told_and_can_be_said_otherwise(times, unclear, evening):
    """(E9) Nobody doubts 1:00 where the evening is 23:00, and 8 is no time there."""
    found = sheet(times)
    assert (found.needs_time_order, found.unclear_time, found.assumed_evening) == (False, unclear, evening)
    answered = sheet(times, evening=True)
    assert (answered.unclear_time, answered.assumed_evening) == (unclear, None)


def test_a_bare_hour_is_by_no_clock_of_24_hours():
    found = sheet(["8,", "20:00,"])
    assert not found.needs_time_order
    [problem] = found.rows[0].problems
    assert problem.reason == "“8” can be in the morning or in the evening. Write 20:00 or 8 PM."


def test_a_time_behind_a_date_is_by_the_same_clock():
    table = "artist,date,venue,city\nMara Voss,2031-01-01 7:30,Roxy,Ghent\nMara Voss,2031-01-02 8pm,Roxy,Ghent\n"
    assert [row.values["start_time"] for row in read(table, Choices(), UTC).rows] == ["19:30", "20:00"]


def test_what_we_have_exported_is_as_it_is_written():
    header = "artist,date,start_time,venue,location,published_at\n"
    [row] = read(f"{header}Mara Voss,2031-01-01,07:30,Roxy,Ghent,draft\n", Choices(), UTC).rows
    assert (row.values["start_time"], row.problems) == ("07:30", [])
