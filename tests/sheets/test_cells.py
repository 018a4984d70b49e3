"""Cells as people and programs fill them: dates with more behind them, midnights, quotation marks, followers."""

from datetime import UTC
from zoneinfo import ZoneInfo

import pytest

from marquee.data_errors import TableRefused
from marquee.domain.followers import popularity
from marquee.sheets.reading import read
from marquee.sheets.sheet import Choices
from tests.sheets.tables import reasons, rows, values


def test_open_dates_are_asked_about():
    table = "artist,date,venue,city\nHalve,03/04/2026,Roxy,Ghent"
    assert read(table, Choices(), UTC).needs_date_order
    assert reasons(table) == ["“03/04/2026” can be March 4 or April 3. Say which comes first, the day or the month."]
    assert [rows(table, date_order=order)[0].values["date"] for order in ("day", "month")] == [
        "2026-04-03",
        "2026-03-04",
    ]


@pytest.mark.parametrize(
    ("dates", "asked", "unclear"),
    [
        (["03/04/2026"], True, "03/04/2026"),
        (["03.04.2026"], False, "03.04.2026"),
        (["03.04.2026", "03/05/2026"], True, "03/05/2026"),
        (["03/04/2026", "24/04/2026"], False, None),
    ],
)
def test_an_answer_about_open_dates_can_be_changed(dates, asked, unclear):
    """(E9)"""
    table = "artist,date,venue,city\n" + "".join(f"Halve,{date},Roxy,Ghent\n" for date in dates)
    before, *answered = (read(table, Choices(date_order=order), UTC) for order in (None, "day", "month"))
    assert before.needs_date_order is asked
    assert not any(sheet.needs_date_order for sheet in answered)
    assert [sheet.unclear_date and sheet.unclear_date.typed for sheet in (before, *answered)] == [unclear] * 3


def test_a_row_without_a_date_settles_nothing():
    table = "artist,date,venue,city\nHalve,tba,Roxy,Ghent\nHalve,03/04/2026,Roxy,Ghent"
    assert reasons(table)[0] == "The date is missing."
    assert read(table, Choices(), UTC).needs_date_order


@pytest.mark.parametrize(
    "date",
    [
        "2026-11-24 00:00:00",
        "2026-11-24T00:00:00.000",
        "2026-11-24T00:00:00Z",
        "2026-11-24T00:00:00+01:00",
        "11/24/2026 12:00:00 AM",
        "24.11.2026 0:00:00",
        "24.11.2026 00:00",
        "24.11.2026 00:00 Uhr",
        "2026-11-24",
    ],
)
def test_the_midnight_of_a_program_is_no_time(date):
    assert "start_time" not in rows(f"artist,date,venue,city\nHalve,{date},Roxy,Ghent")[0].values


@pytest.mark.parametrize("date", ["24.11.2026 midnight", "24.11.2026 12 am", "24.11.2026 00:00 bis 03:00"])
def test_the_midnight_of_a_person_is_a_time(date):
    assert rows(f"artist,date,venue,city\nHalve,{date},Roxy,Ghent")[0].values["start_time"] == "00:00"


@pytest.mark.parametrize(
    "date", ["24.11.2026 CANCELLED", "24.11.2026 20:00-23:00 CANCELLED", "24.11.2026 - 26.11.2026"]
)
def test_what_stands_behind_a_date_is_not_lost_where_the_time_is_known(date):
    (reason,) = reasons(f"artist,date,time,venue,city\nHalve,{date},20:00,Roxy,Ghent")
    assert "is not a time" in reason or "can be two days" in reason


@pytest.mark.parametrize(
    ("date", "start"),
    [
        ("24.11.2026 (Di)", None),
        ("24.11.2026, Di., 20 Uhr", "20:00"),
        ("24.11.2026.", None),
        ("24.11.2026 - 20.30", "20:30"),
        ("24.11.2026; 20.12", "20:12"),
        *(("2026年11月24日(火)", None), ("2026/11/24（火）18:30", "18:30"), ("2026年11月24日 星期二", None)),
        ("2026년 11월 24일 (화) 19:00", "19:00"),
    ],
)
def test_a_weekday_and_a_time_may_stand_behind_a_date(date, start):
    [row] = rows(f'artist,date,venue,city\nHalve,"{date}",Roxy,Ghent')
    assert (row.values["date"], row.values.get("start_time"), row.problems) == ("2026-11-24", start, [])


def test_what_may_be_the_last_day_behind_a_date_is_no_hour_by_the_clock_of_other_rows():
    table = "artist,date,venue,city\nHalve,4.12.2031 - 6,Roxy,Ghent\nHalve,5.12.2031 8 PM,Roxy,Ghent"
    assert reasons(table) == ["“- 6” can be a day or an hour. Write 6:00."]


LOCAL = "artist,date,start,doors,zone,venue,city\nHalve,{},Roxy,Ghent"
IN_UTC = "“{}” is a time in UTC. Write it as it is at the venue, like 20:00."


@pytest.mark.parametrize(
    ("cells", "times", "said"),
    [
        ("2026-11-24T20:00:00.000Z,,,", (None, None), ["T20:00:00.000Z"]),
        ("2026-11-24,20:00Z,19:00 z,", (None, None), ["20:00Z", "19:00 z"]),
        ("2026-11-24,20:00Z,,Europe/London", ("20:00", None), []),
        ("2026-07-24,20:00Z,,Europe/London", (None, None), ["20:00Z"]),
        ("2026-11-24T20:00Z,21:00,,", ("21:00", None), []),
        ("2026-11-24T00:00:00Z,,,", (None, None), []),
        ("2026-11-24T05:30:00+00:00,,,", (None, None), ["T05:30:00+00:00"]),
        ("2026-11-24 05:30:00-00:00,,,", (None, None), ["05:30:00-00:00"]),
        ("2026-11-24,20:00+0000,,", (None, None), ["20:00+0000"]),
        ("2026-11-24,20:00+00:00,,Europe/London", ("20:00", None), []),
        ("2026-11-24,20:00-00:00,,", ("20:00", None), []),
        ("2026-11-24T20:00:00-05:00,,19:00+01:00,", ("20:00", "19:00"), []),
    ],
)
def test_a_time_in_utc_is_none_at_a_venue_that_is_elsewhere(cells, times, said):
    """Another offset leaves what is written as it is, as it does a day; that of UTC says that it was written elsewhere.

    From 20:00 until midnight is `20:00-00:00`.
    """
    [row] = rows(LOCAL.format(cells), ZoneInfo("Europe/Berlin"))
    assert (row.values.get("start_time"), row.values.get("door_time")) == times
    assert [problem.reason for problem in row.problems] == [IN_UTC.format(text) for text in said]
    assert row.values["date"] == cells[:10]


@pytest.mark.parametrize(
    ("date", "zone", "local"),
    [
        ("2026-12-03T23:00:00.000Z", "Europe/Berlin", "December 4"),
        ("2026-12-03T11:00:00.000Z", "Pacific/Auckland", "December 4"),
        ("2026-12-04T02:00:00+00:00", "America/New_York", "December 3"),
        ("2026-12-04T05:00:00.000Z", "America/New_York", None),
        ("2026-12-04T00:00:00.000Z", "America/New_York", None),
    ],
)
def test_a_day_in_utc_is_none_at_a_venue_where_it_is_another(date, zone, local):
    """Google's scripts write the midnight of a day so, whatever stands under Start."""
    [row] = rows(f"artist,date,start,venue,city\nHalve,{date},20:00,Roxy,Ghent", ZoneInfo(zone))
    said = f"“{date}” is in UTC: at the venue it is {local} then. Write the date as it is there."
    assert [problem.reason for problem in row.problems] == ([said] if local else [])
    assert row.values.get("date") == (None if local else "2026-12-04")


def test_a_former_date_is_one_of_an_event_that_does_not_take_place_as_planned():
    table = "artist,date,venue,city,previous date,status\nHalve,2026-11-24,Roxy,Ghent,2026-11-01,{}"
    assert reasons(table.format("")) == ["Only a moved, cancelled or postponed event has a former date."]
    assert reasons(table.format("perhaps")) == [
        "“perhaps” is not a status. Write Scheduled, Cancelled, Postponed or Moved."
    ]
    assert rows(table.format("moved"))[0].values["previous_date"] == "2026-11-01"


def test_a_quotation_mark_that_is_never_closed_swallows_no_rows():
    table = "artist,date,venue,city,note\nHalve,2026-11-24,Roxy,Ghent,{}\nHalve,2026-11-25,Roxy,Ghent,x\n"
    with pytest.raises(TableRefused, match="Row 2 cannot be read: it has a quotation mark that is never closed"):
        read(table.format('"bring ID'), Choices(), UTC)
    with pytest.raises(TableRefused, match="Row 2 cannot be read"):  # although a cell below seems to close it
        read(f'{table.format(chr(34) + "bring ID")}Halve,2026-11-26,Roxy,Ghent,"x, y"\n', Choices(), UTC)
    assert values(table.format('"no" cameras'))[0]["note"] == "no cameras"
    assert len(rows(table.format('12" vinyl'))) == len(rows(table.format('"two\nlines"'))) == 2


ROW = "2031-01-01,Halve,Roxy,Ghent\n"


@pytest.mark.parametrize("above", [ROW, f"Date,Artist,Venue,City\n{ROW}\n"])
def test_rows_above_the_names_of_the_columns_do_not_go_unseen(above):
    """A sheet that was sorted with its head, and two tables in one."""
    with pytest.raises(TableRefused, match=r"Row [24] names the columns below other rows\. Move it up"):
        read(f"{above}Date,Artist,Venue,City,Price\n{ROW}", Choices(), UTC)
    titles = "Tour 2031,,Stand:,12.11.2030\nBand,,https://band.example,\n"
    assert len(rows(f"{titles}Date,Artist,Venue,City\n{ROW}")) == 1


@pytest.mark.parametrize(
    ("typed", "kept", "number"),
    [
        ("12.400", "12.400", 12_400),
        ("1.234.567", "1.234.567", 1_234_567),
        ("12’400", "12’400", 12_400),
        ("12,400+", "12,400", 12_400),
        ("1,200K", "1,200K", 1_200_000),
        ("1,2 Mio.", "1.2M", 1_200_000),
        ("1.234M", "1.234M", 1_234_000),
        ("864k", "864K", 864_000),
        ("1.200 Tsd.", "1,200K", 1_200_000),
        ("1,234 Mio.", "1.234M", 1_234_000),
        ("1.234,5K", "1,234.5K", 1_234_500),
        ("1.20M+", "1.20M", 1_200_000),
    ],
)
def test_followers_are_ranked_as_they_are_read(typed, kept, number):
    table = f'name,genre,image,followers\nHalve,Techno,https://a.example/b.jpg,"{typed}"'
    assert rows(table)[0].values["followers"] == kept
    assert popularity(kept) == number


@pytest.mark.parametrize("typed", ["1.2.3", "12,40", "1,2", "12K or so", "9" * 20])
def test_followers_of_no_certain_number_are_asked_about(typed):
    table = f'name,genre,image,followers\nHalve,Techno,https://a.example/b.jpg,"{typed}"'
    assert reasons(table) == [f"“{typed}” is not a number of followers. Write it like 12,400 or 1.2M."]
