"""Cells as they stand in the sheets of bands, venues and labels."""

import pytest

from marquee.sheets.problems import NotUnderstood
from marquee.sheets.when import dates
from tests.sheets.tables import rows
from tests.sheets.test_dates_and_times import TODAY

ROW = "artist,date,venue,city,{}\nMara Voss,2031-01-01,Roxy,Ghent,{}"


def read(column, cell):
    [row] = rows(ROW.format(column, f'"{cell}"'))
    return row.values, [problem.reason for problem in row.problems]


@pytest.mark.parametrize("cell", ["TBA", "tbc", "-", "–", "n/a", "n.a.", "...", "To be announced", "?", "none"])
@pytest.mark.parametrize("column", ["ticket link", "tickets", "support", "price", "start", "doors", "note"])
def test_what_says_nothing_yet_is_empty(column, cell):
    bare, _ = read(column, "")
    assert read(column, cell) == (bare, [])


@pytest.mark.parametrize(
    ("cell", "reason"),
    [
        ("tentative", "“tentative” is not certain. Leave the row out, or write Draft under Announced."),
        ("1st option", "“1st option” is not certain. Leave the row out, or write Draft under Announced."),
        ("hold", "“hold” is not certain. Leave the row out, or write Draft under Announced."),
        ("TBC", "“TBC” is not certain. Leave the row out, or write Draft under Announced."),
        ("t.b.a.", "“t.b.a.” is not certain. Leave the row out, or write Draft under Announced."),
        ("to be confirmed", "“to be confirmed” is not certain. Leave the row out, or write Draft under Announced."),
        ("?", "“?” is not certain. Leave the row out, or write Draft under Announced."),
        ("confirmed?", "“confirmed?” is not certain. Leave the row out, or write Draft under Announced."),
        ("private", "“private” is no status. Write Draft under Announced, and nobody sees the date."),
        ("cancelled - illness", "“cancelled - illness” says more than a status. Write the rest under Note."),
        ("Moved (new venue)", "“Moved (new venue)” says more than a status. Write the rest under Note."),
        ("odd", "“odd” is not a status. Write Scheduled, Cancelled, Postponed or Moved."),
    ],
)
def test_what_is_no_status_says_where_it_belongs(cell, reason):
    assert read("status", cell)[1] == [reason]


@pytest.mark.parametrize("cell", ["", "-", "n/a", "none"])
def test_a_status_may_be_left_open(cell):
    assert read("status", cell) == read("status", "")


@pytest.mark.parametrize("cell", ["4.12.2026?", "4.12.2026 ?", "4.12.2026 tbc", "4.12.2026 (TBC)", "Fr 4.12.2026, tba"])
def test_a_date_in_doubt_is_not_certain(cell):
    table = f'artist,date,venue,city,announced\nMara Voss,"{cell}",Roxy,Ghent,'
    [row] = rows(table)
    reason = f"“{cell}” is not certain. Leave the row out, or write Draft under Announced."
    assert [problem.reason for problem in row.problems] == [reason]
    [row] = rows(f"{table}Draft")
    assert (row.values["date"], row.values["published_at"], row.problems) == ("2026-12-04", "draft", [])


@pytest.mark.parametrize(("status", "kept"), [("option", None), ("confirmed?", None), ("cancelled", "cancelled")])
def test_what_is_not_certain_can_be_a_draft(status, kept):
    values, problems = read("status,announced", f'{status}","Draft')
    assert (values.get("status"), values["published_at"], problems) == (kept, "draft", [])


@pytest.mark.parametrize(
    ("cell", "kept"),
    [
        *(("Booked", "scheduled"), ("off", "cancelled"), ("Annulé", "cancelled"), ("cancelada", "cancelled")),
        *(
            ("annullato", "cancelled"),
            ("odwołany", "cancelled"),
            ("geannuleerd", "cancelled"),
            ("reporté", "postponed"),
        ),
    ],
)
def test_words_of_bookers_for_a_status(cell, kept):
    assert read("status", cell)[0]["status"] == kept


def test_a_place_may_still_be_announced():
    [row] = rows("artist,date,venue,city\nNone,2031-01-01,TBA,Leeds")
    assert (row.values["artist"], row.values["venue"], row.problems) == ("None", "TBA", [])


@pytest.mark.parametrize(
    ("cell", "acts"),
    [
        ("Full Color • Wiseacre • Killme", ["Full Color", "Wiseacre", "Killme"]),
        ("Full Color / Wiseacre", ["Full Color", "Wiseacre"]),
        ("Full Color | Wiseacre", ["Full Color", "Wiseacre"]),
        ("w/ Full Color, TBA", ["Full Color"]),
        ("+ special guests", None),
        ("AC/DC, Earth Wind & Fire", ["AC/DC", "Earth Wind & Fire"]),
        ("Oh, Sleeper;", ["Oh, Sleeper"]),
        ("Wiseacre, Full Color, WISEACRE", ["Wiseacre", "Full Color"]),
    ],
)
def test_bills(cell, acts):
    assert read("support", cell)[0].get("lineup") == acts


def test_support_and_guests_stand_on_one_bill_and_two_prices_in_one_text():
    [row] = rows(ROW.format("Support 1,Support 2,Special Guest,VVK,AK", "Wiseacre,Killme,Halve,18 €,22 €"))
    assert (row.values["lineup"], row.values["price"]) == (["Wiseacre", "Killme", "Halve"], "VVK 18 €, AK 22 €")


@pytest.mark.parametrize(
    ("column", "cell", "kept"),
    [
        ("public", "false", "draft"),
        ("Published", "no", "draft"),
        ("Published", "N", "draft"),
        ("public", "private", "draft"),
        ("Visible", "no", "draft"),
        ("Visibility", "Hidden", "draft"),
        ("Visibility", "visible", None),
        ("Show on website", "no", "draft"),
        ("Private", "yes", "draft"),
        ("Private event", "x", "draft"),
        ("hidden", "TRUE", "draft"),
        ("Privat", "ja", "draft"),
        ("Draft", "1", "draft"),
        ("Private", "no", None),
        ("Private", "", None),
        ("public", "TRUE", None),
        ("public", "yes", None),
        ("public", "", None),
    ],
)
def test_what_is_not_public_is_unannounced(column, cell, kept):
    values, problems = read(column, cell)
    assert (values.get("published_at"), problems) == (kept, [])


@pytest.mark.parametrize(
    ("columns", "cells", "kept"),
    [
        ("Published,Private", "yes,no", None),
        ("Published,Private", "yes,", None),
        ("Published,Private", ",yes", "draft"),
        ("Published,Private", "no,yes", "draft"),
        ("Private,Hidden,Drafts", "x,x,x", "draft"),
        ("Announce at,Public", "2031-01-01 18:00,yes", "2031-01-01T18:00:00+00:00"),
        ("Public,Announce at", "yes,2031-01-01 18:00", "2031-01-01T18:00:00+00:00"),
        ("Public,Announce at", ",2031-01-01 18:00", "2031-01-01T18:00:00+00:00"),
    ],
)
def test_columns_that_agree_on_what_is_public(columns, cells, kept):
    [row] = rows(f"artist,date,venue,city,{columns}\nMara Voss,2031-01-01,Roxy,Ghent,{cells}")
    assert (row.values.get("published_at"), row.problems) == (kept, [])


@pytest.mark.parametrize(
    ("columns", "cells", "told"),
    [
        ("Published,Private", "yes,yes", "“Published: yes” and “Private: yes”"),
        ("Private,Published", "x,TRUE", "“Private: x” and “Published: TRUE”"),
        ("Published,Private", "no,no", "“Published: no” and “Private: no”"),
        ("Visible,Draft", "yes,yes", "“Visible: yes” and “Draft: yes”"),
        ("Announce at,Drafts", "2031-01-01 18:00,x", "“Announce at: 2031-01-01 18:00” and “Drafts: x”"),
        (
            "Announce at,Publish at",
            "2031-01-01 18:00,2031-01-02 18:00",
            "“Announce at: 2031-01-01 18:00” and “Publish at: 2031-01-02 18:00”",
        ),
    ],
)
def test_columns_that_say_opposite_things_are_asked_about(columns, cells, told):
    [row] = rows(f"artist,date,venue,city,{columns}\nMara Voss,2031-01-01,Roxy,Ghent,{cells}")
    assert [problem.reason for problem in row.problems] == [f"{told} say opposite things. Correct one of them."]
    assert "published_at" not in row.values


def test_an_unknown_word_for_public_is_asked_about():
    assert read("public", "perhaps")[1] == ["“perhaps” is neither Draft nor a time. Write one like 2026-11-01 18:00."]


@pytest.mark.parametrize(
    ("cell", "zone", "problems"),
    [
        ("Europe/Kyiv", "Europe/Kyiv", []),
        ("Europe/Kiev", "Europe/Kiev", []),
        ("UTC", "UTC", []),
        ("EST", None, ["“EST” has no summer time. Write a city, such as America/New_York."]),
        ("GMT", None, ["“GMT” has no summer time. Write a city, such as Europe/London."]),
        ("Etc/GMT+1", None, ["“Etc/GMT+1” has no summer time. Write a city, such as Europe/Berlin."]),
    ],
)
def test_zones_of_places(cell, zone, problems):
    values, told = read("timezone", cell)
    assert (values.get("timezone"), told) == (zone, problems)


@pytest.mark.parametrize(
    "text",
    [
        *("24 novembre 2026", "24 de noviembre de 2026", "mardi 24 novembre 2026", "24 novembre, 2026"),
        *("martedì 24 novembre 2026", "dinsdag 24 november 2026", "24 nov. 2026", "24 de novembro de 2026"),
        *("terça-feira, 24 de novembro de 2026", "tirsdag den 24. november 2026", "tisdag 24 november 2026"),
        *("Dienstag, den 24.11.2026", "le 24 novembre 2026", "mardi, le 24 novembre 2026", "on 24 November 2026"),
        *(
            "24e november 2026",
            "24ste november 2026",
            "24ème novembre 2026",
            "24º de novembro de 2026",
            "24° novembre 2026",
        ),
    ],
)
def test_months_of_the_neighbours(text):
    assert str(dates.parse(text, TODAY).read(None)) == "2026-11-24"


@pytest.mark.parametrize(
    "text",
    [
        *("1er décembre 2026", "1er déc. 2026", "mardi 1er décembre 2026", "1ER DÉCEMBRE 2026", "1. Dezember 2026"),
        *("1º de dezembro de 2026", "1.º de dezembro de 2026", "1o de dezembro de 2026", "1° dicembre 2026"),
        *(
            "1.º de diciembre de 2026",
            "1ste december 2026",
            "1e december 2026",
            "den 1. december 2026",
            "1:a december 2026",
        ),
        *(
            "December 1st, 2026",
            "the 1st of December 2026",
            "Dec 1 '26",
            "Dec 1, '26",
            "Dec. 1st ’26",
            "Dec 1, 26",
            "Dec-1-26",
        ),
        *("1 Dec '26", "1 Dec ’26", "1er-déc-26", "Dec 1 26"),
    ],
)
def test_the_first_of_a_month(text):
    assert str(dates.parse(text, TODAY).read(None)) == "2026-12-01"


@pytest.mark.parametrize(
    "text",
    [
        *(
            "5-Mar",
            "5-Mar.",
            "Mar-5",
            "Mar-27",
            "5/3",
            "5-3",
            "5.3.",
            "5. März",
            "1er mars",
            "1º de março",
            "5 de marzo",
        ),
        *(
            "March 5th",
            "5th of March",
            "Fri 5-Mar",
            "den 5. mars",
            "5-Mar 20:00",
            "Mar 5 20:00",
            "Mar 5, 20 Uhr",
            "Mar 5 20",
        ),
    ],
)
def test_a_date_without_its_year_says_so(text):
    with pytest.raises(NotUnderstood, match="has no year"):
        dates.parse(text, TODAY)


@pytest.mark.parametrize(
    ("cell", "reason"),
    [
        ("8 pm", "“8 pm” is not a date. Write it like 2026-11-24 or November 24, 2026."),
        ("Nov 5-27", "“Nov 5-27” is not a date. Write it like 2026-11-24 or November 24, 2026."),
        ("46351", "“46351” is how a spreadsheet keeps a date. Show the column as dates there, and copy it again."),
        ("24 Samhain 2026", "“24 Samhain 2026” is not a date. Write it like 2026-11-24 or November 24, 2026."),
    ],
)
def test_what_is_no_date_says_what_to_do(cell, reason):
    [row] = rows(f"artist,date,venue,city\nMara Voss,{cell},Roxy,Ghent")
    assert [problem.reason for problem in row.problems] == [reason]


@pytest.mark.parametrize(
    "table",
    [
        "artist|date|venue|city\nMara Voss|2031-01-01|Roxy|Ghent",
        "| Artist | Date | Venue | City |\n|---|:---|---|---|\n| Mara Voss | 2031-01-01 | Roxy | Ghent |",
        "| Artist | Date | Venue | City |\n|:--|:-:|--:|-|\n| Mara Voss | 2031-01-01 | Roxy | Ghent |",
        "Artist | Date | Venue | City\n-------+------+-------+-----\nMara Voss | 2031-01-01 | Roxy | Ghent",
    ],
)
def test_tables_of_pipes(table):
    [row] = rows(table)
    assert (row.values, row.problems) == (
        {"artist": "Mara Voss", "date": "2031-01-01", "venue": "Roxy", "location": "Ghent"},
        [],
    )


@pytest.mark.parametrize(
    ("cell", "kept"), [(r"Crew \| Press", "Crew | Press"), (r"a\|b\|c", "a|b|c"), (r"C:\new", r"C:\new")]
)
def test_a_pipe_within_a_cell_is_escaped(cell, kept):
    head = "| Artist | Date | Venue | City | Note |\n|---|---|---|---|---|\n"
    [row] = rows(f"{head}| Halve | 2031-01-01 | A | B | {cell} |")
    assert (row.values["note"], row.problems) == (kept, [])
    [row] = rows(f"artist,date,venue,city,note\nHalve,2031-01-01,A,B,{cell}")
    assert row.values["note"] == cell


@pytest.mark.parametrize(
    "text",
    [
        *("5-7 July 2028", "5th to 7th July 2028", "July 14–16, 2028", "18.-20.08.2028", "30 June - 2 July 2028"),
        *("2028-08-25 - 2028-08-27", "2028-08-25 to 2028-08-27", "5 July 2028 - 7 July 2028", "5 y 6 de julio de 2028"),
    ],
)
def test_a_festival_is_a_row_for_each_of_its_days(text):
    with pytest.raises(NotUnderstood, match=r"is more than one day\. Write a row for each of them\."):
        dates.parse(text, TODAY)


@pytest.mark.parametrize(
    ("column", "cell", "kept"),
    [
        ("venue", "**Brudenell**", "Brudenell"),
        ("venue", "[Night & Day](https://club.example)", "Night & Day"),
        ("ticket link", "[Buy](https://shop.example/1)", "https://shop.example/1"),
        ("venue", "*Asterisk", "*Asterisk"),
        ("venue", "Roxy [new](venue)", "Roxy [new](venue)"),
    ],
)
def test_markup_is_no_part_of_a_name(column, cell, kept):
    [row] = rows(f"| artist | date | city | {column} |\n|---|---|---|---|\n| Halve | 2031-01-01 | Ghent | {cell} |")
    assert row.values[column.replace("ticket link", "ticket_url")] == kept


@pytest.mark.parametrize("cell", ["Buy Tickets", "Tickets", "Get tickets"])
def test_the_word_of_a_button_says_that_tickets_are_on_sale(cell):
    assert read("Tickets", cell)[0]["ticket_status"] == "on_sale"
