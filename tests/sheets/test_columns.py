"""What columns mean whose names could mean several things: the plain name counts, and what stands in the column."""

from datetime import UTC

import pytest

from marquee.sheets.reading import read
from marquee.sheets.sheet import Choices
from tests.sheets.tables import reasons, rows

CASES = {
    # header, a row: what the columns mean, and some of what is read
    "Day,Date,Venue,City,Artist": ("Mon,7.12.2026,Roxy,Leeds,Halve", "weekday,date,venue,city,artist"),
    "Tag;Datum;Venue;City;Artist": ("Mo;7.12.2026;Roxy;Leeds;Halve", "weekday,date,venue,city,artist"),
    "When,Date,Venue,City,Artist": ("8 pm,2026-12-07,Roxy,Leeds,Halve", ",date,venue,city,artist"),
    "Day,Month,Year,Venue,City,Artist": ("7,12,2026,Roxy,Leeds,Halve", "day,month,year,venue,city,artist"),
    "Day,Month,Year,Venue,City,Who": ("7th,December,2026,Roxy,Leeds,Halve", "day,month,year,venue,city,artist"),
    "Jahr;Monat;Tag;Spielort;Stadt;Band": ("2026;Dez.;7.;Roxy;Leeds;Halve", "year,month,day,venue,city,artist"),
    "Month,Day,Date,Year,Venue,City,Act": ("Dec,7,2026-12-07,2026,Roxy,Leeds,Halve", ",,date,,venue,city,artist"),
    "Day,Month,Year,Date,Venue,City,Act": (
        "Mon,12,2026,7 Dec 2026,Roxy,Leeds,Halve",
        "weekday,,,date,venue,city,artist",
    ),
    "Day,Venue,City,Artist": ("7 Dec 2026,Roxy,Leeds,Halve", "date,venue,city,artist"),
    "Termin;Wann;Venue;City;Artist": ("7.12.2026;20 Uhr;Roxy;Leeds;Halve", "date,,venue,city,artist"),
    "Date,Artist,Venue,City,Link,Ticket Link": (
        "2026-12-07,Halve,Roxy,Leeds,https://band.example,https://shop.example/1",
        "date,artist,venue,city,,ticket_url",
    ),
    "Date,Artist,Venue,City,Ticket Link,Tickets": (
        "2026-12-07,Halve,Roxy,Leeds,https://shop.example/1,£12",
        "date,artist,venue,city,ticket_url,price",
    ),
    "Date,Artist,Venue,City,Tickets": ("2026-12-07,Halve,Roxy,Leeds,£12", "date,artist,venue,city,price"),
    "Date,Artist,Venue,City,Ticket": ("2026-12-07,Halve,Roxy,Leeds,yes", "date,artist,venue,city,ticket_status"),
    "Date,Act,Venue,City,Tickets": ("2026-12-07,Halve,Roxy,Leeds,Sold out", "date,artist,venue,city,ticket_status"),
    "Date,Band,Venue,City,Tickets": (
        "2026-12-07,Halve,Roxy,Leeds,shop.example/1",
        "date,artist,venue,city,ticket_url",
    ),
    "Datum;Band;Club;Ort;Vorverkauf": ("7.12.2026;Halve;Roxy;Leeds;18,00 €", "date,artist,venue,location,price"),
    "Date,Artist,Venue,City,Url": ("2026-12-07,Halve,Roxy,Leeds,http://band.example", "date,artist,venue,city,"),
    "Date,Artist,Venue,City,Link": ("2026-12-07,Halve,Roxy,Leeds,see site", "date,artist,venue,city,"),
    "Date,Artist,Venue,City,Url,Status": (
        "2026-12-07,Halve,Roxy,Leeds,https://shop.example,upcoming",
        "date,artist,venue,city,ticket_url,status",
    ),
    "Date,Artist,Venue,City,Status": ("2026-12-07,Halve,Roxy,Leeds,ended", "date,artist,venue,city,status"),
    "Date,Artist,Venue,City,Confirmed": ("2026-12-07,Halve,Roxy,Leeds,yes", "date,artist,venue,city,status"),
    "Description,Notes,Date,Artist,Venue,City": (
        "Loud,Late,2026-12-07,Halve,Roxy,Leeds",
        ",note,date,artist,venue,city",
    ),
    "Act,Artist,Date,Venue,City": ("Opener,Halve,2026-12-07,Roxy,Leeds", ",artist,date,venue,city"),
    "Start Date,Date,Artist,Venue,City": ("TBA,2026-12-07,Halve,Roxy,Leeds", "date,,artist,venue,city"),
    "startDate,venueName,city,artistName,TicketShop": (
        "2026-12-07,Roxy,Leeds,Halve,https://shop.example",
        "date,venue,city,artist,ticket_url",
    ),
    "Dates,Venues,Cities,Artist(s)": ("2026-12-07,Roxy,Leeds,Halve", "date,venue,city,artist"),
    "Gig dates:,Venue Names,Towns,Bands": ("2026-12-07,Roxy,Leeds,Halve", "date,venue,city,artist"),
    "Termine:;Spielorte;Städte;Künstler:in": ("7.12.2026;Roxy;Leeds;Halve", "date,venue,city,artist"),
    "DATES*,Set times,Venue?,City.,Artist name:": (
        "2026-12-07,8 pm,Roxy,Leeds,Halve",
        "date,start_time,venue,city,artist",
    ),
    "Days,Months,Years,Venue,City,Act": ("7,12,2026,Roxy,Leeds,Halve", "day,month,year,venue,city,artist"),
    "Date;Heure;Artiste;Salle;Ville": ("7.12.2026;20h30;Halve;Roxy;Leeds", "date,start_time,artist,venue,city"),
    "Fecha;Hora;Artista;Sala;Ciudad;Entradas": (
        "7.12.2026;20:30;Halve;Roxy;Leeds;agotado",
        "date,start_time,artist,venue,city,ticket_status",
    ),
    "日付;開場;開演;アーティスト;会場;都市;料金": (
        "2026年12月7日(月);18:30;19:00;Halve;クアトロ;東京;4,500円",
        "date,door_time,start_time,artist,venue,city,price",
    ),
    "Date;Artiste;Salle;Ville;Statut": ("7.12.2026;Halve;Roxy;Leeds;annulé", "date,artist,venue,city,status"),
    "Fecha;Artista;Sala;Ciudad;Estado": ("7.12.2026;Halve;Roxy;Puebla;aplazado", "date,artist,venue,city,status"),
    "Fecha;Banda;Artista;Sala;Ciudad;Estado": ("7.12.2026;;Halve;Roxy;Puebla;Jalisco", "date,,artist,venue,city,"),
    "Data;Godzina;Artysta;Klub;Miasto": ("7.12.2026;20:30;Halve;Roxy;Leeds", "date,start_time,artist,venue,city"),
    "Date,Artist,Venue,City,Doors,Show": (
        "2026-12-07,Halve,Roxy,Leeds,7 PM,8pm",
        "date,artist,venue,city,door_time,start_time",
    ),
    "Show,Date,Artist,Venue,City": ("Big Night,2026-12-07,Halve,Roxy,Leeds", ",date,artist,venue,city"),
    "Announce date,Show date,Artist,Venue,City": (
        "2026-12-01 10:00,2026-12-07,Halve,Roxy,Leeds",
        "published_at,date,artist,venue,city",
    ),
    "Ursprüngliches Datum;Neues Datum;Band;Club;Stadt;Status": (
        "1.12.2026;7.12.2026;Halve;Roxy;Leeds;verlegt",
        "previous_date,date,artist,venue,city,status",
    ),
    "Original date,New date,Band,Venue,City,Status": (
        "2026-12-01,2026-12-07,Halve,Roxy,Leeds,moved",
        "previous_date,date,artist,venue,city,status",
    ),
    "Neues Datum;Datum;Band;Club;Stadt": (";7.12.2026;Halve;Roxy;Leeds", ",date,artist,venue,city"),
    "Datum von;Datum bis;Türen;Beginn;Band;Club;Stadt": (
        "7.12.2026;7.12.2026;19:00;20:00;Halve;Roxy;Leeds",
        "date,last_day,door_time,start_time,artist,venue,city",
    ),
    "From,To,Artist,Venue,City": ("2026-12-07,2026-12-07,Halve,Roxy,Leeds", "date,last_day,artist,venue,city"),
    "Date,From,To,Artist,Venue,City": ("2026-12-07,20:00,23:00,Halve,Roxy,Leeds", "date,,,artist,venue,city"),
    "Datum von/bis;Band;Club;Stadt": ("7.12.2026;Halve;Roxy;Leeds", "date,artist,venue,city"),
    "Date;Portes;Début;Artiste;Salle;Ville": (
        "7.12.2026;19h30;20h30;Halve;Roxy;Leeds",
        "date,door_time,start_time,artist,venue,city",
    ),
    "Fecha;Apertura;Inicio;Artista;Sala;Ciudad": (
        "7.12.2026;19:30;20:30;Halve;Roxy;Leeds",
        "date,door_time,start_time,artist,venue,city",
    ),
    "Data;Inizio;Artista;Locale;Città": ("7.12.2026;20:30;Halve;Roxy;Leeds", "date,start_time,artist,venue,city"),
    "Locale,Date,Artist,Venue,City": ("en-US,2026-12-07,Halve,Roxy,Leeds", ",date,artist,venue,city"),
    "Gig Date,Date,Artist,Venue,City": ("first,2026-12-07,Halve,Roxy,Leeds", ",date,artist,venue,city"),
}


@pytest.mark.parametrize(("header", "row", "means"), [(header, *rest) for header, rest in CASES.items()])
def test_plain_names_and_content_say_what_columns_are(header, row, means):
    """(E9)"""
    sheet = read(f"{header}\n{row}\n", Choices(), UTC)
    [read_row] = sheet.rows
    if header.startswith("Start Date"):  # of two plain names the first, where the content says nothing
        assert sheet.columns[0].means == "date"
        return
    assert ",".join(column.means or "" for column in sheet.columns) == means
    assert (read_row.problems, read_row.values["date"]) == ([], "2026-12-07")


@pytest.mark.parametrize(
    ("tickets", "values"),
    [
        (
            ["£12", "https://shop.example/1", "Free"],
            [{"price": "£12"}, {"ticket_url": "https://shop.example/1"}, {"ticket_status": "free"}],
        ),
        (["yes", "no", "shop.example/1"], [{"ticket_status": "on_sale"}, {}, {"ticket_url": "https://shop.example/1"}]),
    ],
)
def test_cells_of_one_column_say_different_things_of_tickets(tickets, values):
    table = "Date,Artist,Venue,City,Tickets\n" + "".join(f"2026-12-07,Halve,Roxy,Leeds,{cell}\n" for cell in tickets)
    named = ("price", "ticket_url", "ticket_status")
    found = read(table, Choices(), UTC).rows
    assert [row.problems for row in found] == [[], [], []]
    assert [{name: row.values[name] for name in named if name in row.values} for row in found] == values


def test_every_column_can_be_another_or_left_out():
    table = "Day,Date,Venue,City,Artist\n7/12/2026,first,Roxy,Leeds,Halve\n"
    [row] = read(table, Choices(columns=["date", None, "venue", "city", "artist"], date_order="day"), UTC).rows
    assert (row.problems, row.values["date"]) == ([], "2026-12-07")


@pytest.mark.parametrize(
    ("parts", "reason"),
    [("31,2,2026", "February 2026 has 28 days."), ("7,Dec,", "has no year."), ("7,Foo,2026", "is not a date.")],
)
def test_parts_that_are_no_date_are_told_together(parts, reason):
    [row] = read(f"Day,Month,Year,Venue,City,Artist\n{parts},Roxy,Leeds,Halve\n", Choices(), UTC).rows
    [problem] = row.problems
    assert (problem.column, reason in problem.reason) == ("date", True)


GOES_ON = "It goes on until “{}”. Only the first day is added: write a row for every further show."


@pytest.mark.parametrize(
    ("last", "told"),
    [("6.12.2031", GOES_ON), ("6.12.", GOES_ON), ("4.12.2031", None), ("tba", None), ("Do 4.12.2031 23:00", None)],
)
def test_a_festival_with_its_last_day_in_a_column_is_told_to_be_on_the_first_one_only(last, told):
    """(E9)"""
    others = "5.12.2031;5.12.2031;Halve;Roxy;Leeds\n" * 2
    row, *_, other = rows(f"Datum von;Datum bis;Band;Club;Stadt\n4.12.2031;{last};Halve;Roxy;Leeds\n{others}")
    assert (row.values["date"], row.problems, other.told) == ("2031-12-04", [], [])
    assert [problem.reason for problem in row.told] == ([told.format(last)] if told else [])


def test_a_last_day_says_how_dates_are_read_and_is_none_before_the_first():
    table = "Start date,End date,Artist,Venue,City\n12/04/2026,12/20/2026,Halve,A,B\n12/14/2026,12/04/2026,Halve,A,B\n"
    first, second = rows(table)
    assert (first.values["date"], first.problems) == ("2026-12-04", [])
    assert [problem.reason for problem in second.problems] == ["“12/04/2026” is before December 14, when it begins."]


@pytest.mark.parametrize(
    ("name", "cell", "told"),
    [
        ("Show date", "6 Jan 2031", True),
        ("Date of show", "2031-01-06 20:00", True),
        ("Show date", "01/05/2031", False),
        ("Date booked", "2030-11-05", False),
    ],
)
def test_a_second_column_for_the_date_with_another_day_is_asked_about(name, cell, told):
    table = f"Date,{name},Artist,Venue,City\n2031-01-05,{cell},Halve,Roxy,Leeds"
    said = f"“{name}: {cell}” is another day than January 5, 2031."
    assert [reason.partition(" Say")[0] for reason in reasons(table)] == ([said] if told else [])
    [row] = rows(table, columns=[None, "date", "artist", "venue", "city"], date_order="month")
    assert row.problems == []


WEEKDAYS = "{},Date,Time,Artist,Venue,City\nFri,{},20:00,Halve,Roxy,Ghent\nMon,30.11.2026,20:00,Halve,Roxy,Ghent\n"


@pytest.mark.parametrize("name", ["Day", "Weekday", "Wochentag", "曜日", "Giorno", "When"])
def test_a_column_of_days_of_the_week_is_held_against_the_dates(name):
    first, other = rows(WEEKDAYS.format(name, "28.11.2026"))
    assert [problem.reason for problem in first.problems] == ["“Fri 28.11.2026” does not fit: that day is a Saturday."]
    assert other.problems == []
    for date, day in (("27.11.2026", "2026-11-27"), ("Fri 27.11.2026", "2026-11-27"), ("03/04/2026", "2026-04-03")):
        row = rows(WEEKDAYS.format(name, date))[0]
        assert (row.values["date"], row.problems) == (day, [])
    left_out = [None, "date", "start_time", "artist", "venue", "city"]
    assert not rows(WEEKDAYS.format(name, "28.11.2026"), columns=left_out)[0].problems


def test_a_date_without_doubt_says_how_others_are_read_also_beside_a_day_of_the_week():
    table = "Weekday,Date,Artist,Venue,City\nTue,24/11/2026,Halve,Roxy,Ghent\n,03/04/2026,Halve,Roxy,Ghent\n"
    assert [row.values["date"] for row in rows(table)] == ["2026-11-24", "2026-04-03"]


@pytest.mark.parametrize(
    ("column", "slip"),
    [
        (["24/12/2026", "Sun 04/12/2026"], "Sun 04/12/2026"),
        (["Thu 24/12/2026", "Sun 04/12/2026"], "Sun 04/12/2026"),
        (["So 04.12.2026", "05.12.2026"], "So 04.12.2026"),
    ],
)
def test_a_wrong_day_of_the_week_moves_no_date_to_another_month(column, slip):
    """The fourth of December is a Friday, and the twelfth of April a Sunday."""
    table = "Date,Artist,Venue,City\n" + "".join(f"{date},Halve,Roxy,Ghent\n" for date in column)
    assert reasons(table) == [f"“{slip}” does not fit: that day is a Friday."]


def test_days_of_the_week_say_which_number_comes_first_where_nothing_else_does_and_they_agree():
    for alone in ("Fri 03/04/2026", "Fr 03.04.2026"):
        sheet = read(f"Date,Artist,Venue,City\n{alone},Halve,Roxy,Ghent\n", Choices(), UTC)
        assert (sheet.rows[0].values["date"], sheet.unclear_date) == ("2026-04-03", None)
    table = "Day,Date,Artist,Venue,City\nFri,04/12/2026,Halve,Roxy,Ghent\nSun,04/12/2026,Halve,Roxy,Ghent\n"
    both = "“04/12/2026” can be April 12 or December 4. Say which comes first, the day or the month."
    assert reasons(table) == [both, both]
    assert reasons(table, date_order="day") == ["“Sun 04/12/2026” does not fit: that day is a Friday."]
