"""`marquee import` and `marquee export`."""

import json
import os
from contextlib import closing

import pytest

from marquee.db.sqlite.database import SqliteDatabase
from marquee.domain.records import insert_rows
from marquee.domain.tables import music_artists, music_events, music_lineup
from marquee.domain.times.event_times import set_site_zone
from marquee.sheets import writing
from tests.cast import insert_row
from tests.cli.commands import new_site, run
from tests.sheets import roster


@pytest.fixture
def sheet(tmp_path):
    """Writes a table to a file."""

    def write(name, table):
        file = tmp_path / name
        file.write_bytes(table)
        return file

    return write


def imported(data, file, *options):
    return run("import", file, *options, "--data-dir", data)


def exported(data, folder):
    result = run("export", folder, "--data-dir", data)
    assert result.exit_code == 0, result.stderr
    return folder


def test_import_decides_nothing_while_nobody_else_can_write(data, sheet, monkeypatch):
    def look_up(*_args):
        raise AssertionError("this has been done before the write began")

    monkeypatch.setattr("marquee.sheets.saving.look_up", look_up)
    artists = sheet("artists.csv", roster.artists(corrected=True))
    assert imported(data, artists).stdout.endswith("Added: 40 artists\n")


def test_a_roster_comes_in_and_what_cannot_be_used_is_said(data, sheet):
    artists = sheet("artists.csv", roster.artists())
    refused = imported(data, artists)
    assert refused.exit_code == 1
    assert refused.stderr == "Nothing was added. Correct these rows, or pass --leave-out-problems.\n"
    assert refused.stdout.splitlines() == [
        "Row 13: The address of a picture is missing.",
        "Row 25: “ask her sister” is not a name there. Write @name, or copy the whole address of the profile.",
        "Row 42: The same as row 2.",
        "Row 43: The same as row 3.",
        "Rows: 42 (38 ready, 2 already there, 2 with problems)",
    ]
    artists = sheet("artists.csv", roster.artists(corrected=True))
    assert imported(data, artists).stdout.endswith("Added: 40 artists\n")
    events = sheet("events.csv", roster.events())
    told = imported(data, events, "--dry-run")
    assert told.exit_code == 0
    words = "“Çelik”, “Ólafsdóttir”, “Tomáš”"
    assert told.stderr == f"Read as Windows-1252: {words}. If letters are wrong, save the file as “CSV UTF-8”.\n"
    assert told.stdout.splitlines() == [
        "Row 7: “31.11.2026” is not a date: November has 30 days.",
        "Row 14: The same as row 5.",
        "Row 28: “next Friday” is not a date. Write it like 2026-11-24 or November 24, 2026.",
        "Row 49: “25:00” is not a time: the day ends at 23:59.",
        "Row 64: The same as row 55.",
        "Row 70: “http://tickets.example/old” is not safe to buy at. A ticket link begins with https://.",
        "Row 91: No artist is called “Zoe Nowak”. Perhaps Zoë Novák (zoe-novak), Sølve Novák (solve-novak)?",
        "Row 111: The venue is missing.",
        "Row 114: The same as row 105.",
        "Row 132: “perhaps” is not a status. Write Scheduled, Cancelled, Postponed or Moved.",
        "Row 164: The same as row 155.",
        "Row 214: The same as row 205.",
        "Rows: 305 (293 ready, 5 already there, 7 with problems)",
    ]
    added = imported(data, events, "--leave-out-problems", "--artist", "Zoe Nowak=zoe-novak")
    assert added.stdout.endswith("Added: 294 events\n")
    assert imported(data, events, "--leave-out-problems").stdout.endswith("Added: 0 events\n")


def test_what_was_exported_can_be_imported_and_is_the_same(data, sheet, tmp_path):
    sheet_of_artists = b"name,genre,image,bio\n'=1+1,'@genre,https://pictures.example/a.jpg,\"two\nlines\"\n"
    assert imported(data, sheet("artists.csv", sheet_of_artists)).exit_code == 0
    events = (
        "artist,date,venue,city,time,doors,zone,tickets,availability,price,status,previous date,note,lineup\n"
        'Halve?,2030-01-01,"Roxy, big hall",Ghent,20:00,19:00,Europe/Berlin,https://t.example,free,\'+5 €,moved,'
        '2029-12-31,"a\nb","Tyler, The Creator;"\n'
    )
    assert imported(data, sheet("events.csv", events.encode()), "--artist", "Halve?=mara-voss").exit_code == 0
    first = exported(data, tmp_path / "first")
    assert {file.name for file in first.iterdir()} == {"artists.csv", "events.csv", "bandsintown.csv", "site.json"}
    new_site(other := tmp_path / "other")
    assert imported(other, first / "artists.csv").stdout.endswith("Added: 4 artists\n")
    assert imported(other, first / "events.csv").stdout.endswith("Added: 5 events\n")
    second = exported(other, tmp_path / "second")
    for name in ("artists.csv", "events.csv", "bandsintown.csv"):
        assert (second / name).read_bytes() == (first / name).read_bytes()
    everything = json.loads((first / "site.json").read_text(encoding="utf-8"))
    assert (len(everything["artists"]), len(everything["events"])) == (4, 5)
    assert everything["settings"]["id"] == "site"
    assert everything["events"][-1]["lineup"] == [{"name": "Tyler, The Creator", "artist_id": None}]
    assert "'=1+1" in (first / "artists.csv").read_text(encoding="utf-8")


def far_and_odd(connection):
    """Rows as the panel and programs may have saved them, which nobody would have typed into a table."""
    artist = {"name": "Odd", "genre": "Noise", "website": "https://odd?#", "image": "https://odd?#"}
    handles = {"social_instagram": "_.a", "social_twitter": "@b"}
    insert_rows(connection, music_artists, [artist | handles | {"followers": "about 5,000"}])
    insert_row(connection, music_artists, {**artist, "name": "Even", "followers": "1,2 Mio.", "website": None})
    event = {"venue": "Roxy", "location": "Ghent", "artist_id": "odd", "ticket_url": "https://odd?#"}
    former = {"previous_date": "2249-05-01", "status": "scheduled"}
    ids = insert_rows(
        connection, music_events, [event | {"date": "1850-05-01"}, event | {"date": "2250-05-01"} | former]
    )
    bill = [{"event_id": ids[0], "position": place, "name": f"Act {place}"} for place in range(55)]
    insert_rows(connection, music_lineup, bill)


def test_an_export_of_odd_rows_can_be_imported_and_is_the_same(data, tmp_path):
    with closing(SqliteDatabase(data / "marquee.sqlite3")) as site:
        site.write_now(far_and_odd)
    first = exported(data, tmp_path / "first")
    new_site(other := tmp_path / "other")
    for name, added in (("artists.csv", "5 artists"), ("events.csv", "6 events")):
        assert imported(other, first / name).stdout.endswith(f"Added: {added}\n")
    second = exported(other, tmp_path / "second")
    for name in ("artists.csv", "events.csv"):
        assert (second / name).read_bytes() == (first / name).read_bytes()


def test_what_is_typed_over_an_export_is_read_as_in_any_table(data, sheet, tmp_path):
    text = (exported(data, tmp_path / "out") / "events.csv").read_bytes()
    typed = {"artist": "Mara Voss", "date": "3.12.2026", "start_time": "8 pm", "venue": "Roxy", "location": "Ghent"}
    typed |= {"status": "abgesagt", "ticket_url": "www.tickets.example", "lineup": "Halve + Voss"}
    header = text.decode("utf-8-sig").splitlines()[0].split(",")
    assert typed.keys() <= set(header)
    row = ",".join(typed.get(column, "") for column in header) + "\r\n"
    far, past = (row.replace("3.12.2026", day) for day in ("3.12.2206", "3.12.2020"))
    told = imported(data, sheet("events.csv", text + f"{row}{far}{past}".encode()), "--dry-run").stdout
    assert "“3.12.2206” is in the year 2206. Is it right?" in told
    assert "Row 8: This date has passed." in told
    assert "(2 ready, 4 already there, 1 with problems)" in told


def test_the_files_of_an_export_are_of_one_state_and_the_site_goes_on_writing(data, tmp_path, monkeypatch):
    def fetch_and_write(connection, name):
        found = writing.fetch(connection, name)
        with closing(SqliteDatabase(data / "marquee.sqlite3")) as site:
            venue = {"date": "2030-01-01", "venue": f"After {name}", "location": "Ghent", "artist_id": "mara-voss"}
            site.write_now(insert_row, music_events, venue)
        return found

    monkeypatch.setattr("marquee.cli.export.fetch", fetch_and_write)
    folder = exported(data, tmp_path / "out")
    texts = [file.read_text(encoding="utf-8") for file in folder.iterdir()]
    assert len(texts) == 4
    assert not any("After" in text for text in texts)


def test_an_export_that_cannot_be_written_says_where(data, tmp_path):
    (tmp_path / "out").write_text("")
    refused = run("export", tmp_path / "out", "--data-dir", data)
    assert (refused.exit_code, refused.stderr) == (1, f"{tmp_path / 'out'} cannot be written to: File exists.\n")


def test_columns_without_names_are_asked_about(data, sheet):
    file = sheet("t.csv", b"2027-04-03;20:00;Roxy;mara voss;Ghent;?\n")
    asked = imported(data, file, "--dry-run")
    assert (asked.exit_code, asked.stderr) == (
        1,
        "Nothing was added. Say what each column is, perhaps with --columns date,start_time,venue,artist,location,-.\n",
    )
    columns = "date,start_time,venue,artist,location,-"
    assert imported(data, file, "--columns", columns).stdout.endswith("Added: 1 events\n")


def test_an_announcement_is_planned_in_the_zone_of_the_site(data, sheet, tmp_path):
    with closing(SqliteDatabase(data / "marquee.sqlite3")) as site:
        site.write_now(set_site_zone, "Europe/Berlin")
    table = b"artist,date,venue,city,announced\nmara voss,2027-04-03,Roxy,Ghent,1.12.2026 10:00\n"
    assert imported(data, sheet("t.csv", table)).stdout.endswith("Added: 1 events\n")
    events = json.loads((exported(data, tmp_path / "out") / "site.json").read_text(encoding="utf-8"))["events"]
    assert events[-1]["published_at"] == "2026-12-01T09:00:00+00:00"


def test_a_table_from_a_pipe_is_added(data):
    """It can be read only once."""
    end, start = os.pipe()
    os.write(start, b"artist,date,venue,city\nmara voss,2027-04-03,Roxy,Ghent\n")
    os.close(start)
    added = imported(data, f"/dev/fd/{end}")
    os.close(end)
    assert (added.exit_code, added.stdout.splitlines()[-1]) == (0, "Added: 1 events")


def test_open_dates_are_asked_about(data, sheet):
    file = sheet("t.csv", b"artist,date,venue,city\nmara voss,03/04/2027,Roxy,Ghent\n")
    asked = imported(data, file)
    assert (asked.exit_code, asked.stderr) == (
        1,
        "Nothing was added. Pass --dates day-first or --dates month-first.\n",
    )
    assert imported(data, file, "--dates", "day-first").stdout.endswith("Added: 1 events\n")


@pytest.mark.parametrize(
    ("table", "said"),
    [(None, "cannot be read: No such file"), (b"seated\n", "The first row must name the columns")],
)
def test_a_file_that_is_no_table_is_refused(data, tmp_path, sheet, table, said):
    file = tmp_path / "nothing.csv" if table is None else sheet("t.csv", table)
    result = imported(data, file)
    assert (result.exit_code, said in result.stderr) == (1, True)
