"""What a table says of a show in another column than the one for it."""

import pytest

from tests.sheets.tables import rows


@pytest.mark.parametrize(
    ("column", "cell", "kept"),
    [
        ("note", "ABGESAGT", "cancelled"),
        ("note", "Cancelled - illness", "cancelled"),
        ("price", "annulé", "cancelled"),
        ("support", "*** CANCELLED ***", "cancelled"),
        ("venue", "Roxy (abgesagt)", "cancelled"),
        ("venue", "CANCELLED - Roxy", "cancelled"),
        ("venue", "Roxy CANCELLED", "cancelled"),
        ("venue", "Roxy // fällt leider aus!", "cancelled"),
        ("event", "Winter Night [cancelled]", "cancelled"),
        ("Title", "Halve & Friends POSTPONED", "postponed"),
        ("city", "Ghent – verschoben", "postponed"),
        ("artist", "Mara Voss [CANCELLED]", "cancelled"),
        ("tickets", "ABGESAGT", "cancelled"),
        ("AK", "ABGESAGT", "cancelled"),
        ("remark", "ABGESAGT", "cancelled"),
        ("note", "CANCELLED due to illness", "cancelled"),
        ("note", "The show has been cancelled.", "cancelled"),
        ("note", "[Konzert leider abgesagt] VVK zurück", "cancelled"),
        ("note", "fällt leider aus", "cancelled"),
        ("note", "公演中止", "cancelled"),
        ("note", "Findet leider nicht statt", "cancelled"),
        ("note", "The show will not take place", "cancelled"),
        ("note", "postponed to spring", "postponed"),
        ("note", "Delayed by 24 hours", "postponed"),
        ("note", "Postponed to 8 January 9 pm", "postponed"),
        ("venue", "ABGESAGT Roxy", "cancelled"),
    ],
)
def test_a_show_that_is_called_off_elsewhere_than_under_status_is_asked_about(column, cell, kept):
    cells = {"artist": "Mara Voss", "date": "2031-01-01", "venue": "Roxy", "city": "Ghent", "VVK": "18 €"}
    cells |= {column: cell}
    said = f"“{cell}” may mean that this date is {kept}. Write {kept.capitalize()} under Status, or leave the row out."
    for status, told in (("", [said]), ("confirmed", [said]), (kept, [])):
        [row] = rows(",".join([*cells, "status"]) + "\n" + ",".join([*cells.values(), status]))
        assert [problem.reason for problem in (*row.problems, *row.doubts_if_edited)] == told


@pytest.mark.parametrize("note", ["Verlegt auf 3.3.2031", "rescheduled from 1 Dec", "neuer Termin"])
def test_a_show_that_may_have_moved_to_another_day_is_asked_about(note):
    [row] = rows(f"artist,date,venue,city,note\nMara Voss,2031-01-01,Roxy,Ghent,{note}")
    said = f"“{note}” may mean that this date is moved. Write Moved under Status, or leave the row out."
    assert [problem.reason for problem in row.problems] == [said]


@pytest.mark.parametrize(
    ("column", "cells", "kept"),
    [
        ("Cancelled", ["no", "yes"], "cancelled"),
        ("isCancelled", ["false", "true"], "cancelled"),
        ("Postponed?", ["-", "x"], "postponed"),
        ("Neues Datum", ["", "8.1.2031"], "moved"),
    ],
)
def test_the_name_of_a_column_that_is_not_kept_counts_with_its_cells(column, cells, kept):
    table = f"artist,date,venue,city,{column}\n" + "".join(f"Halve,2031-01-01,Roxy,Ghent,{cell}\n" for cell in cells)
    said = f"“{column}: {cells[1]}” may mean that this date is {kept}."
    assert [problem.reason.partition(" Write")[0] for row in rows(table) for problem in row.problems] == [said]


@pytest.mark.parametrize(
    ("column", "cells"),
    [("Active", ["yes", "no"]), ("Findet statt", ["ja", "nein"]), ("Do Not Announce", ["FALSE", "TRUE"])],
)
def test_a_column_that_may_keep_a_show_from_visitors_is_asked_about(column, cells):
    head, show = f"artist,date,venue,city,announced,status,{column}\n", "Halve,2031-01-01,Roxy,Ghent"
    shown, hidden, draft, off = rows(
        f"{head}{show},,,{cells[0]}\n{show},,,{cells[1]}\n{show},Draft,,{cells[1]}\n{show},,cancelled,{cells[1]}\n"
    )
    said = f"“{column}: {cells[1]}” may mean that visitors are not to see this date."
    assert [problem.reason.partition(" Write")[0] for problem in hidden.problems] == [said]
    assert [row.problems for row in (shown, draft, off)] == [[], [], []]


@pytest.mark.parametrize(
    ("columns", "cells", "kept"),
    [
        ("note,venue", "Moved to the large hall,Roxy", {"note": "Moved to the large hall"}),
        ("note,venue", "Not cancelled!,Roxy", {"note": "Not cancelled!"}),
        ("note,venue", "Delayed start due to football,Roxy", {"note": "Delayed start due to football"}),
        ("note,venue", "Delayed by 30 minutes,Roxy", {"note": "Delayed by 30 minutes"}),
        ("note,venue", "Verschoben auf 21 Uhr,Roxy", {"note": "Verschoben auf 21 Uhr"}),
        ("note,venue", "Doors at 7 (support cancelled),Roxy", {"note": "Doors at 7 (support cancelled)"}),
        ("support,venue", "Halve (abgesagt),Roxy", {"lineup": ["Halve (abgesagt)"]}),
        ("venue", "Avignon (off)", {"venue": "Avignon (off)"}),
        ("note,venue,published_at", "Abgesagt,Roxy (abgesagt),yes", {"note": "Abgesagt", "venue": "Roxy (abgesagt)"}),
    ],
)
def test_what_calls_off_no_show_or_is_an_export_of_ours_is_kept(columns, cells, kept):
    [row] = rows(f"artist,date,location,{columns}\nMara Voss,2031-01-01,Ghent,{cells}")
    assert (row.problems, {**row.values, **kept}) == ([], row.values)


@pytest.mark.parametrize(
    ("note", "is_asked"),
    [
        ("DO NOT ANNOUNCE until Friday", True),
        ("Noch nicht veröffentlichen!", True),
        ("Embargo: 1 Dec", True),
        ("2nd option", True),
        ("Option of a seat", False),
        ("Not to be missed", False),
    ],
)
def test_a_note_that_keeps_a_show_back_is_asked_about(note, is_asked):
    table = f"artist,date,venue,city,note,announced\nMara Voss,2031-01-01,Roxy,Ghent,{note},"
    said = f"“{note}” may mean that visitors are not to see this date yet."
    for announced in ("", "yes", "Draft", "2030-12-01 10:00"):
        [row] = rows(f"{table}{announced}")
        is_settled = announced in ("Draft", "2030-12-01 10:00") or not is_asked
        assert [problem.reason.partition(" Write")[0] for problem in row.problems] == ([] if is_settled else [said])


@pytest.mark.parametrize(
    ("columns", "cells", "told"),
    [
        ("note,status", "Support act cancelled,", "Support act cancelled"),
        ("support,status", "Wiseacre; Halve (abgesagt),confirmed", "Halve (abgesagt)"),
        ("note,status", "Support act cancelled,postponed", None),
        ("note,status", "The Cancellations play,", None),
    ],
)
def test_who_imports_is_told_that_a_show_without_its_support_takes_place(columns, cells, told):
    [row] = rows(f"artist,date,venue,city,{columns}\nMara Voss,2031-01-01,Roxy,Ghent,{cells}")
    said = f"“{told}” is kept as it stands: the show itself takes place."
    assert (row.problems, [problem.reason for problem in row.told]) == ([], [said] if told else [])


@pytest.mark.parametrize(
    ("cells", "told"),
    [
        ("DAY OFF,Berlin,", "DAY OFF"),
        ("Travel,Travel,flight 10:40", "Travel"),
        ("Hotel,Leeds,off", "off"),
        ("Off Broadway,Off City,Travel by ferry", None),
    ],
)
def test_a_day_without_a_show_in_the_sheet_of_a_tour_is_asked_about(cells, told):
    [row] = rows(f"artist,date,venue,city,note\nMara Voss,2031-01-01,{cells}")
    said = f"“{told}” may mean that there is no show. Leave the row out, or write more."
    assert {problem.reason for problem in row.problems} == ({said} if told else set())


def test_a_heading_between_rows_is_said_to_be_about_those_below():
    heading, _ = rows("date,artist,venue,city\nCANCELLED DATES:,,,\n2031-01-01,Halve,Roxy,Ghent")
    said = "“CANCELLED DATES:” may mean that the dates below are cancelled."
    assert said in [problem.reason.partition(" Write")[0] for problem in heading.problems]


def test_a_column_that_somebody_leaves_out_calls_off_no_show():
    chosen = ["artist", "date", "venue", "location", None]
    table = "artist,date,venue,city,last year\nMara Voss,2031-01-01,Roxy,Ghent,cancelled"
    assert [len(rows(table, columns=columns)[0].problems) for columns in (None, chosen)] == [1, 0]


@pytest.mark.parametrize(
    ("columns", "cells", "kept"),
    [
        ("price", "frei", (None, "free")),
        ("price", "Gratis", (None, "free")),
        ("Preis", "AUSVERKAUFT!", (None, "sold_out")),
        ("price", "free before 10 PM", ("free before 10 PM", None)),
        ("price", "full", ("full", None)),
        ("price,availability", "free,At the door", ("free", "at_door")),
        ("price,published_at", "free,", ("free", None)),
    ],
)
def test_a_price_that_is_a_state_of_tickets_is_their_state(columns, cells, kept):
    [row] = rows(f"artist,date,venue,location,{columns}\nMara Voss,2031-01-01,Roxy,Ghent,{cells}")
    assert (row.values.get("price"), row.values.get("ticket_status"), row.problems) == (*kept, [])


@pytest.mark.parametrize(
    ("note", "kept"), [("Sold out!", (None, "sold_out")), ("Free parking", ("Free parking", None))]
)
def test_a_note_that_is_a_state_of_tickets_is_their_state(note, kept):
    [row] = rows(f"artist,date,venue,location,note\nMara Voss,2031-01-01,Roxy,Ghent,{note}")
    assert (row.values.get("note"), row.values.get("ticket_status"), row.problems) == (*kept, [])
