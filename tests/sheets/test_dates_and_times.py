"""Dates and times as people write them."""

from datetime import UTC, date

import pytest

from marquee import clock
from marquee.sheets.problems import NotUnderstood
from marquee.sheets.when import dates, times
from tests.sheets.tables import rows

DAY, TODAY = "2026-11-24", date(2026, 11, 25)


TWO_TIMES = "“{}” is two times. Write each into a column of its own, Doors and Start."


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
    assert str(dates.parse(text, TODAY).read(None)) == DAY


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("mar. 5 octobre 2027", "2027-10-05"),
        ("mar. le 5 octobre 2027", "2027-10-05"),
        ("Mar 5 de octubre de 2027", "2027-10-05"),
        ("mar. 05/10/2027", "2027-10-05"),
        ("5 ottobre 2027 (mar.)", "2027-10-05"),
        ("mar. 5 mars 2024", "2024-03-05"),
        ("Mar. 5, 2027", "2027-03-05"),
        ("Mar 5 2027", "2027-03-05"),
    ],
)
def test_mar_is_tuesday_beside_a_month_and_else_march(text, day):
    assert str(dates.parse(text, TODAY).read("day")) == day


@pytest.mark.parametrize(
    ("text", "day"),
    [("24. März 2026", "2026-03-24"), ("1. Jänner 2027", "2027-01-01"), ("3 Mai 2026", "2026-05-03")],
)
def test_german_names_of_months(text, day):
    assert str(dates.parse(text, TODAY).read(None)) == day


@pytest.mark.parametrize(
    "text",
    [
        *("24. listopadu 2026", "24. november 2026", "24 listopad 2026", "2026. november 24.", "2026. 11. 24."),
        *(
            "24 noiembrie 2026",
            "24 Νοεμβρίου 2026",
            "24 Kasım 2026",
            "24 KASIM 2026",
            "24 ноября 2026",
            "24 НОЯБРЯ 2026",
        ),
        *("24 листопада 2026", "24. marraskuuta 2026", "24. studenoga 2026", "24. novembra 2026", "24 ноември 2026"),
        *(
            "2026年11月24日",
            "2026年11月24日 20:00",
            "2026 年 11 月 24 日",
            "2026년 11월 24일",
            "2026-Nov-24",
            "2026 Nov 24",
        ),
    ],
)
def test_names_of_months_in_languages_of_europe_and_signs_of_east_asia(text):
    assert str(dates.parse(text, TODAY).read(None)) == DAY


@pytest.mark.parametrize(
    "text",
    [
        *("úterý 24. listopadu 2026", "út 24. 11. 2026", "wtorek, 24.11.2026", "вт, 24 ноября 2026", "24.11.2026 (вт)"),
        *("2026. november 24., kedd", "Τρίτη 24 Νοεμβρίου 2026", "24 Kasım 2026 Salı", "tiistai 24. marraskuuta 2026"),
        *(
            "2026年11月24日(火)",
            "2026/11/24（火）",
            "2026年11月24日 星期二",
            "2026년 11월 24일 (화)",
            "2026年11月24日（火）18:30",
        ),
    ],
)
def test_days_of_the_week_in_languages_of_europe(text):
    assert str(dates.parse(text, TODAY).read(None)) == DAY


@pytest.mark.parametrize(
    ("text", "day"),
    [
        *((text, "2026-11-30") for text in ("lu 30/11/2026", "lu. 30/11/2026", "30.11.2026 (lu)", "ma 30-11-2026")),
        *(("ma 01/12/2026", "2026-12-01"), ("me 02/12/2026", "2026-12-02"), ("mi 02/12/2026", "2026-12-02")),
        *((f"{day} 03/12/2026", "2026-12-03") for day in ("je", "ju", "gi", "jo", "Do")),
        *((f"{day} 04/12/2026", "2026-12-04") for day in ("ve", "vi")),
        *((f"{day} 06/12/2026", "2026-12-06") for day in ("di", "do", "du")),
    ],
)
def test_two_letters_are_a_day_of_the_week_in_romance_languages(text, day):
    assert str(dates.parse(text, TODAY).read("day")) == day


@pytest.mark.parametrize(("text", "day"), [("so 28. 11. 2026", "2026-11-28"), ("So 29.11.2026", "2026-11-29")])
def test_so_is_saturday_or_sunday(text, day):
    assert str(dates.parse(text, TODAY).read(None)) == day
    with pytest.raises(NotUnderstood, match="that day is a Monday"):
        dates.parse("So 30.11.2026", TODAY)


@pytest.mark.parametrize(
    ("text", "day"),
    [
        *(("5. února 2027", "2027-02-05"), ("5 sierpnia 2027", "2027-08-05"), ("5. srpna 2027", "2027-08-05")),
        *(("5. srpnja 2027", "2027-07-05"), ("5. července 2027", "2027-07-05"), ("5. června 2027", "2027-06-05")),
        *(("5 мая 2027", "2027-05-05"), ("5 травня 2027", "2027-05-05"), ("5 травень 2027", "2027-05-05")),
        *(("5. travnja 2027", "2027-04-05"), ("5. kesäkuuta 2027", "2027-06-05"), ("5 Ağustos 2027", "2027-08-05")),
    ],
)
def test_months_whose_names_are_alike(text, day):
    assert str(dates.parse(text, TODAY).read(None)) == day


@pytest.mark.parametrize(
    ("column", "order", "first"),
    [
        (["03/04/2026", "24/11/2026"], "day", "2026-04-03"),
        (["03/04/2026", "11/24/2026"], "month", "2026-03-04"),
        (["03/04/2026", "24.11.2026"], "day", "2026-04-03"),
        (["12.11.22", "6.5.23", "4.22.23"], "month", "2022-12-11"),
        (["12.11.22", "6.5.23"], None, "2022-11-12"),
        (["12.11.2022"], None, "2022-11-12"),
        (["26-12-05", "26-11-27", "26-11-30"], None, None),
        (["27-01-05", "26-11-27", "00-02-29"], "year", "2027-01-05"),
        (["24-11-26", "3-12-26"], "day", "2026-11-24"),
        (["24-11-26", "30-12-26"], "day", "2026-11-24"),
        (["24/11/26", "31/12/26"], "day", "2026-11-24"),
        (["03/04/2026"], None, None),
        (["03/04/2026", "24/11/2026", "11/24/2026"], None, None),
        (["04/04/2026"], None, "2026-04-04"),
    ],
)
def test_the_column_says_which_number_comes_first(column, order, first):
    found = [dates.parse(text, TODAY) for text in column]
    assert dates.settled(found) == order
    day = found[0].read(order)
    assert (day and day.isoformat()) == first


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("24/11/83", "1983-11-24"),
        ("3-Apr-89", "1989-04-03"),
        ("14.7.99", "1999-07-14"),
        ("24.11.76", "1976-11-24"),
        ("24.11.77", "1977-11-24"),
        ("13 Nov '29", "2029-11-13"),
    ],
)
def test_a_year_of_two_digits_is_the_nearest(text, day):
    assert str(dates.parse(text, TODAY).read(None)) == day


@pytest.mark.parametrize(("ahead", "is_far"), [(3, False), (4, True), (40, True)])
def test_a_year_of_two_digits_that_is_far_ahead_is_asked_about(ahead, is_far):
    year = clock.today(UTC).year + ahead
    short, long = (
        rows(f"artist,date,venue,city\nHalve,13 Nov {text},Roxy,Ghent")[0] for text in (f"{year % 100:02}", year)
    )
    reason = f"“13 Nov {year % 100:02}” would be in {year}. Write the year with four digits."
    assert [problem.reason for problem in short.problems] == ([reason] if is_far else [])
    assert not long.problems and long.values["date"] == f"{year}-11-13"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("31.11.2026", "“31.11.2026” is not a date: November has 30 days."),
        ("29.02.2027", "“29.02.2027” is not a date: February 2027 has 28 days."),
        ("31.02.27", "“31.02.27” is not a date: February 2027 has 28 days."),
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
        ("17 July - 19", "“17 July - 19” has no year."),
        ("xx 30/11/2026", "“xx 30/11/2026” is not a date. Write it like 2026-11-24 or November 24, 2026."),
        ("xx 30-11-2026", "“xx 30-11-2026” is not a date. Write it like 2026-11-24 or November 24, 2026."),
        ("24.11.2026 (Mo)", "“24.11.2026 (Mo)” does not fit: that day is a Tuesday."),
        ("2026年11月24日(月)", "“2026年11月24日(月)” does not fit: that day is a Tuesday."),
        *(
            (text, f"“{text}” can be two days. Write a row for each of them, and times like 20:30.")
            for text in ("1.12.2026 - 3.12.", "1.12.2026 bis 3.12.26", "1.12.2026 – 3.12", "1.12.2026 + 2.12.2026")
        ),
        ("24 listopada 2026", "“24 listopada 2026” can be in October or in November. Write the month as a number."),
        ("24 listopada", "“24 listopada” has no year."),
        ("2026年13月1日", "“2026年13月1日” is not a date: there is no month 13."),
        ("24.11.0026", "“24.11.0026” is in the year 26. Is it right?"),
        ("24.11.3026", "“24.11.3026” is in the year 3026. Is it right?"),
        ("next week", "“next week” is not a date. Write it like 2026-11-24 or November 24, 2026."),
    ],
)
def test_what_is_no_date_says_why(text, reason):
    with pytest.raises(NotUnderstood) as refusal:
        dates.parse(text, TODAY)
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
        ("midnight", "24:00"),
        ("24:00", "24:00"),
        ("24 Uhr", "24:00"),
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
        ("- 6", "“- 6” can be a day or an hour. Write 6:00."),
        ("- 15", "“- 15” can be a day or an hour. Write 15:00."),
        ("20:00-23:00 off", "“20:00-23:00 off” is not a time. Write it like 20:30 or 8:30 PM."),
        ("late", "“late” is not a time. Write it like 20:30 or 8:30 PM."),
        ("8,30", "“8,30” is not a time. Write it like 20:30 or 8:30 PM."),
        ("doors 8 / show 9", TWO_TIMES.format("doors 8 / show 9")),
        ("Doors 7pm, show 8pm", TWO_TIMES.format("Doors 7pm, show 8pm")),
        ("Einlass 19:00 Beginn 20:00", TWO_TIMES.format("Einlass 19:00 Beginn 20:00")),
        ("20h30 (ouverture 19h)", TWO_TIMES.format("20h30 (ouverture 19h)")),
        ("19.00/20.00", TWO_TIMES.format("19.00/20.00")),
    ],
)
def test_what_is_no_time_says_why(text, reason):
    with pytest.raises(NotUnderstood) as refusal:
        times.parse(text)
    assert str(refusal.value) == reason
