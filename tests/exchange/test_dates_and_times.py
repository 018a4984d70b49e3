"""Dates and times as people write them."""

import pytest

from marquee.domain.exchange import dates, times
from marquee.domain.exchange.problems import NotUnderstood

DAY = "2026-11-24"


@pytest.mark.parametrize(
    "text",
    [
        "2026-11-24",
        "2026/11/24",
        "20261124",
        "24.11.2026",
        "24.11.26",
        "24. 11. 2026",
        "24.11. 2026",
        "24. 11. 26",
        "24.11.26, 20:00",
        "24.11.26 8pm",
        "24.11.26 - 20:00",
        "11/24/2026",
        "24/11/2026",
        "24-11-2026",
        "24 Nov 2026",
        "24-Nov-26",
        "24th of November 2026",
        "November 24, 2026",
        "nov. 24th, 2026",
        "Tue 24 Nov 2026",
        "Tuesday, November 24, 2026",
        "Dienstag, 24. November 2026",
        "Di., 24.11.2026",
        "24.11.2026 Di",
        "24.11.26 (Tue)",
        "24.11.26.",
    ],
)
def test_a_day_in_any_form(text):
    assert str(dates.parse(text).read(None)) == DAY


@pytest.mark.parametrize(
    ("text", "day"),
    [("24. März 2026", "2026-03-24"), ("1. Jänner 2027", "2027-01-01"), ("3 Mai 2026", "2026-05-03")],
)
def test_german_names_of_months(text, day):
    assert str(dates.parse(text).read(None)) == day


@pytest.mark.parametrize(
    ("column", "day_first", "read"),
    [
        (["03/04/2026", "24/11/2026"], True, "2026-04-03"),
        (["03/04/2026", "11/24/2026"], False, "2026-03-04"),
        (["03/04/2026", "24.11.2026"], None, None),
        (["03/04/2026"], None, None),
        (["03/04/2026", "24/11/2026", "11/24/2026"], None, None),
        (["Fri 03/04/2026"], None, "2026-04-03"),
        (["04/04/2026"], None, "2026-04-04"),
    ],
)
def test_the_column_says_whether_the_day_comes_first(column, day_first, read):
    found = [dates.parse(text) for text in column]
    assert dates.settled(found) == day_first
    assert found[0].read(day_first) == (None if read is None else dates.parse(read).day_first)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("31.11.2026", "“31.11.2026” is not a date: November has 30 days."),
        ("29.02.2027", "“29.02.2027” is not a date: February 2027 has 28 days."),
        ("13/13/2026", "“13/13/2026” is not a date: there is no month 13."),
        ("Mon 24 Nov 2026", "“Mon 24 Nov 2026” does not fit: that day is a Tuesday."),
        ("24.11.", "“24.11.” has no year."),
        ("Nov 24", "“Nov 24” has no year."),
        ("24.11. 20:00", "“24.11. 20:00” has no year."),
        ("24.11. 20", "“24.11. 20” has no year."),
        ("24.11. 20-23 Uhr", "“24.11. 20-23 Uhr” has no year."),
        ("24 Nov 20:00", "“24 Nov 20:00” has no year."),
        ("24 Nov 20 Uhr", "“24 Nov 20 Uhr” has no year."),
        ("24. November 20 - 23 Uhr", "“24. November 20 - 23 Uhr” has no year."),
        ("24 Nov 20 - 23:00", "“24 Nov 20 - 23:00” has no year."),
        ("24.11.2026 (Mo)", "“24.11.2026 (Mo)” does not fit: that day is a Tuesday."),
        *(
            (text, f"“{text}” can be two days. Write a row for each of them, and times like 20:30.")
            for text in ("1.12.2026 - 3.12.", "1.12.2026 bis 3.12.26", "1.12.2026 – 3.12", "1.12.2026 + 2.12.2026")
        ),
        ("24.11.0026", "“24.11.0026” is in the year 26. Is it right?"),
        ("24.11.3026", "“24.11.3026” is in the year 3026. Is it right?"),
        ("next week", "“next week” is not a date. Write it like 2026-11-24 or November 24, 2026."),
    ],
)
def test_what_is_no_date_says_why(text, reason):
    with pytest.raises(NotUnderstood) as refusal:
        dates.parse(text)
    assert str(refusal.value) == reason


@pytest.mark.parametrize(
    ("text", "time"),
    [
        ("20:30", "20:30"),
        ("20.30", "20:30"),
        ("20h30", "20:30"),
        ("2030", "20:30"),
        ("20:30:00", "20:30"),
        ("8:30 PM", "20:30"),
        ("8.30 p.m.", "20:30"),
        ("8pm", "20:00"),
        ("12 am", "00:00"),
        ("12 pm", "12:00"),
        ("20 Uhr", "20:00"),
        ("ab 20:30 Uhr", "20:30"),
        ("T20:00:00-05:00", "20:00"),
        ("20:00 – 23:00", "20:00"),
        ("8-11pm", "20:00"),
        ("10-2am", "22:00"),
        ("11 - 1 am", "23:00"),
        ("11-1pm", "11:00"),
        ("12-2pm", "12:00"),
        ("10-12am", "22:00"),
        ("8:00-8:30pm", "20:00"),
        ("8:30-8pm", "08:30"),
        ("20:00-2am", "20:00"),
        ("12-12:30pm", "12:00"),
        ("20:00 bis 23:30 Uhr", "20:00"),
        ("20 Uhr - 23 Uhr", "20:00"),
        ("20:00:00+01:00 - 23:00:00+01:00", "20:00"),
        ("midnight", "00:00"),
        ("tba", None),
    ],
)
def test_a_time_in_any_form(text, time):
    assert times.parse(text) == time


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("25:00", "“25:00” is not a time: the day ends at 23:59."),
        ("20:75", "“20:75” is not a time: the day ends at 23:59."),
        ("13 pm", "“13 pm” is not a time: with AM or PM, hours go from 1 to 12."),
        ("8", "“8” can be in the morning or in the evening. Write 20:00 or 8 PM."),
        ("8-8pm", "“8-8pm” can be in the morning or in the evening. Write 20:00 or 8 PM."),
        ("8-12pm", "“8-12pm” can be in the morning or in the evening. Write 20:00 or 8 PM."),
        ("20 - 26", "“20 - 26” is not a time: the day ends at 23:59."),
        ("- 26", "“- 26” is not a time: the day ends at 23:59."),
        ("- 15", "“- 15” can be a day or an hour. Write 15:00."),
        ("20:00-23:00 off", "“20:00-23:00 off” is not a time. Write it like 20:30 or 8:30 PM."),
        ("late", "“late” is not a time. Write it like 20:30 or 8:30 PM."),
    ],
)
def test_what_is_no_time_says_why(text, reason):
    with pytest.raises(NotUnderstood) as refusal:
        times.parse(text)
    assert str(refusal.value) == reason
