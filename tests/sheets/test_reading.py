"""Tables as spreadsheets save and copy them: what each row becomes, and what is said of one that cannot be used."""

from datetime import UTC

import pytest
from hypothesis import given
from hypothesis import strategies as st

from marquee.data_errors import TableRefused
from marquee.sheets.cells import MAX_BYTES, MAX_ROWS, escaped, restored
from marquee.sheets.encodings import decoded
from marquee.sheets.reading import read
from marquee.sheets.sheet import Choices
from tests.fuzzing import fuzzed
from tests.sheets.tables import reasons, rows, values

EVENT = {"artist": "Björk", "date": "2026-11-24", "venue": "Zürich “Halle”", "location": "Zürich"}
LINES = 'Artist,Date,Venue,City\r\nBjörk,2026-11-24,"Zürich “Halle”",Zürich\r\n'


@pytest.mark.parametrize(
    "table",
    [
        LINES.encode(),
        LINES.encode("utf-8-sig"),
        LINES.encode("utf-16"),
        LINES.encode("utf-16-le"),
        LINES.encode("utf-16-be"),
        LINES.encode("cp1252"),
        LINES.replace(",", ";").encode(),
        LINES.replace(",", "\t").encode(),
        LINES.replace("\r\n", "\r").encode(),
        b"sep=,\r\n" + LINES.encode(),
        b"Dates of the autumn,,,\n\n" + LINES.encode() + b",,,\n\n",
    ],
    ids=["utf-8", "bom", "utf-16", "le", "be", "excel", "semicolon", "tab", "old mac", "sep", "title"],
)
def test_every_way_to_save_a_table(table):
    assert values(decoded(table).text) == [EVENT]


def test_a_row_is_numbered_as_a_spreadsheet_shows_it():
    assert [row.line for row in rows('\nArtist,Date,Venue\n,,\n"a\nb",x,y\n\nc,,')] == [4, 6]


BANDSINTOWN = (
    "Artist Name,Venue*,Country*,Address,City*,Region*,Postal Code,Timezone*,Start Date* (yyyy-mm-dd),"
    "Start Time* (HH:MM),End Date,End Time,Streaming Link,Ticket Link,Ticket Type,Ticket Link 2,Ticket Type 2,"
    "On-Sale Date,On-Sale Time,Lineup,Event Name,Event Display Format,Description,Schedule Date,Schedule Time,"
    "Do Not Announce,Setlist,Event Image"
)


@pytest.mark.parametrize(
    ("table", "read_as"),
    [
        (
            f"{BANDSINTOWN}\nHalve,Kesselhaus,Germany,Werk 1,Leipzig,,04109,europe/berlin,2026-12-03,20:00,,,,"
            'www.tickets.example/1,Tickets,,,,,"Mara Voss, Night Ferry",,,Bring a friend,,,,,',
            {
                "artist": "Halve",
                "date": "2026-12-03",
                "start_time": "20:00",
                "timezone": "Europe/Berlin",
                "venue": "Kesselhaus",
                "location": "Leipzig, Germany",
                "ticket_url": "https://www.tickets.example/1",
                "lineup": ["Mara Voss", "Night Ferry"],
                "note": "Bring a friend",
            },
        ),
        (
            "Wer;Datum;Location;Ort;Einlass;Beginn;Tickets;Status;Preis;Vorband\n"
            "Halve;Do, 3.12.2026;Kesselhaus;Leipzig;19 Uhr;20 Uhr;ausverkauft;abgesagt;22 €;Voss + Ferry",
            {
                "artist": "Halve",
                "date": "2026-12-03",
                "door_time": "19:00",
                "start_time": "20:00",
                "venue": "Kesselhaus",
                "location": "Leipzig",
                "ticket_status": "sold_out",
                "status": "cancelled",
                "price": "22 €",
                "lineup": ["Voss", "Ferry"],
            },
        ),
        (
            "Date\tWho\tWhere\tTown\tState\tStatus\n12/24/2026 8:30 PM\tHalve\tThe Roxy\tPortland\tOR\tSold out!",
            {
                "artist": "Halve",
                "date": "2026-12-24",
                "start_time": "20:30",
                "venue": "The Roxy",
                "location": "Portland, OR",
                "ticket_status": "sold_out",
            },
        ),
        (
            "Ensemble,Data,Sala,Comune\nHalve,24/12/2026,Teatro Nuovo,Bari",
            {"artist": "Halve", "date": "2026-12-24", "venue": "Teatro Nuovo", "location": "Bari"},
        ),
        (
            "artist_id,date,venue,location,ticket_status,lineup\n"
            'halve,2026-12-24,Roxy,Leipzig,At the door,"Tyler, The Creator; ""A; B"""',
            {
                "artist_id": "halve",
                "date": "2026-12-24",
                "venue": "Roxy",
                "location": "Leipzig",
                "ticket_status": "at_door",
                "lineup": ["Tyler, The Creator", "A; B"],
            },
        ),
        (
            "Name;Genre;Bild;Follower;Instagram;Twitter;Web;Featured\n"
            "Beyoncé;Pop;www.pictures.example/b.jpg;1,2 Mio.;https://www.instagram.com/bey/?hl=en;@bey;bey.example;ja",
            {
                "name": "Beyoncé",
                "genre": "Pop",
                "image": "https://www.pictures.example/b.jpg",
                "followers": "1.2M",
                "social_instagram": "bey",
                "social_twitter": "@bey",
                "website": "https://bey.example",
                "is_featured": True,
            },
        ),
        (
            "artist,genre,image,followers,links\nBey,Pop,/storage/v1/object/public/a/b.webp,,"
            '"Bandcamp: https://bey.example/a\nhttps://bey.example/b"',
            {
                "name": "Bey",
                "genre": "Pop",
                "image": "/storage/v1/object/public/a/b.webp",
                "links": [
                    {"url": "https://bey.example/a", "label": "Bandcamp"},
                    {"url": "https://bey.example/b", "label": None},
                ],
            },
        ),
    ],
    ids=["Bandsintown", "German", "American", "Italian", "ours", "artists", "artists of ours"],
)
def test_columns_by_the_names_that_people_give_them(table, read_as):
    assert values(table) == [read_as]


HEADER = "artist,date,venue,city,start_time,door_time,ticket_url,status,timezone,previous date\n"


@pytest.mark.parametrize(
    ("table", "said"),
    [
        (f"{HEADER}Halve,,,Ghent", ["The date is missing.", "The venue is missing."]),
        (f"{HEADER}Halve,2026-11-24,{'v' * 201},Ghent", [f"“{'v' * 59}…” is longer than 200 characters."]),
        (
            f"{HEADER}Halve,2026-11-24,Roxy,Ghent,20:00,21:00",
            ["The doors open at 21:00, after the start at 20:00."],
        ),
        (
            f"{HEADER}Halve,2026-11-24,Roxy,Ghent,,,http://shop.example",
            ["“http://shop.example” is not safe to buy at. A ticket link begins with https://."],
        ),
        (
            f"{HEADER}Halve,2026-11-24,Roxy,Ghent,,,,perhaps",
            ["“perhaps” is not a status. Write Scheduled, Cancelled, Postponed or Moved."],
        ),
        (
            f"{HEADER}Halve,2026-11-24,Roxy,Ghent,,,,moved,,2026-11-24",
            ["A moved event needs the date that it had before, in a column named Previous date."],
        ),
        (
            f"{HEADER}Halve,2026-11-24,Roxy,Ghent,,,,,Berlin time",
            ["“Berlin time” is not a time zone. Write it like Europe/Berlin or America/New_York."],
        ),
        (
            f"{HEADER}Halve,2026-11-24,Roxy,Ghent,,,,,Factory",
            ["“Factory” is not a time zone. Write it like Europe/Berlin or America/New_York."],
        ),
        (
            f"{HEADER}Halve,2026-11-24,Roxy,Ghent,,,,,,,, more",
            ["There are more cells than columns. Put a text with commas in quotation marks."],
        ),
        (
            "name,genre,image,followers,instagram,website\nBey,Pop,x y,many,a b,not an address",
            [
                "“x y” is not a web address. Copy it from the browser; it begins with https://.",
                "“many” is not a number of followers. Write it like 12,400 or 1.2M.",
                "“a b” is not a name there. Write @name, or copy the whole address of the profile.",
                "“not an address” is not a web address. Copy it from the browser; it begins with https://.",
            ],
        ),
    ],
)
def test_a_row_that_cannot_be_used_says_why(table, said):
    assert reasons(table) == said


def test_a_person_may_say_what_a_column_means():
    table = "artist,date,venue,city,Remark\nHalve,2026-11-24,Roxy,Ghent,seated"
    assert read(table, Choices(), UTC).columns[-1] == ("Remark", None, False)
    said = rows(table, columns=["artist", "date", "venue", "location", "note"])
    assert said[0].values == {**EVENT, "artist": "Halve", "venue": "Roxy", "location": "Ghent", "note": "seated"}
    assert rows(table, columns=["artist", None])[0].values == {"artist": "Halve"}


@pytest.mark.parametrize(
    ("columns", "said"),
    [
        (["revision"], "There is no column “revision”"),
        (["artist"] * 6, "The table has 5 columns, and you named 6"),
        (["artist", "genre"], "Some of these columns belong to events and some to artists"),
    ],
)
def test_what_columns_cannot_mean_is_refused(columns, said):
    with pytest.raises(TableRefused, match=said):
        read("artist,date,venue,city,Remark\nHalve,2026-11-24,Roxy,Ghent,seated", Choices(columns=columns), UTC)


LIKELY = ["date", "artist", "venue", "location"]


@pytest.mark.parametrize(
    ("table", "likely"),
    [
        ("2026-11-24\tHalve\tRoxy\tGhent, BE", ["date", "artist", "venue", "location"]),
        ("24.11.2026 20:00;Halve;Club;Tickets", ["date", "artist", "venue", "location"]),
        (
            "Halve,tba,Club\nHalve,tomorrow,Roxy\nHalve,24.11.2026,Roxy\nx,25.11.2026,y\nx,26.11.2026,",
            ["artist", "date", "venue"],
        ),
        (
            "Fr 27.11.2026\t19:30\tHalve\twww.tickets.example/1\t\tHalle",
            ["date", "start_time", "artist", "ticket_url", None, "venue"],
        ),
        ("Artist,Päivä,Paikka,Kaupunki\nHalve,2026-11-24,Roxy,Ghent", ["artist", "date", "venue", "location"]),
        ("Päivä;Esiintyjä;Paikka;Kaupunki\n2027-03-06;Halve;Apolo;Barcelona", ["date", "artist", "venue", "location"]),
        ("24.11.2026\tHalve\tRoxy\tGhent\tTBA\n25.11.2026\tHalve\tRoxy\tGhent\t19:30", [*LIKELY, "start_time"]),
        ("Halve\tTechno\thttps://pictures.example/a.jpg\n\n", ["name", "genre", "image"]),
    ],
)
def test_a_table_that_does_not_name_its_columns_is_guessed_at(table, likely):
    sheet = read(table, Choices(), UTC)
    assert ([column.means for column in sheet.columns], sheet.is_guessed) == (likely, True)
    said = read(table, Choices(columns=likely), UTC)
    assert ([row.values for row in said.rows], said.is_guessed) == ([row.values for row in sheet.rows], False)


def test_a_date_above_the_names_of_the_columns_is_no_row():
    assert values(f"As of,24.11.2026\n{LINES}") == [EVENT]


FORMULAS = [
    "=1+1",
    "+49 30",
    "-",
    "@bey",
    "'=x",
    "''@x",
    "\n=1+1",
    " \t=x",
    "\x0b@x",
    "\nx",
    "＝1+1",
    "＋1",
    "－1",
    "＠x",
]


@pytest.mark.parametrize("text", FORMULAS)
def test_cell_that_a_spreadsheet_may_take_for_a_formula_is_quoted(text):
    assert escaped(text) == f"'{text}"


@pytest.mark.parametrize("text", [*FORMULAS, "'quoted'", "plain", ""])
def test_formulas_are_harmless_and_read_back_the_same(text):
    assert escaped(text)[:1] not in "=+-@\t\r" or text == ""
    assert restored(escaped(text)) == text


@pytest.mark.parametrize(
    ("table", "said"),
    [
        ("", "The first row must name the columns"),
        ("\0\0\0", "The first row must name the columns"),
        ("Halve,Techno", "The first row must name the columns"),
        ("artist,price\nHalve,22", "The first row must name the columns"),
        ("2026-11-24" + ",x" * 200, "at most 100 columns"),
        ("x" * (MAX_BYTES + 1), "2 MB"),
        ("ä" * (MAX_BYTES // 2 + 1), "2 MB"),
        ("artist,date" + ",x" * 200, "at most 100 columns"),
        ("artist,date\n" + "a,b\n" * (MAX_ROWS + 1), "at most 5,000 rows"),
        ("date,lineup,published_at\n" + f",{';'.join(map(str, range(500)))},\n" * 501, "at most 10,000 names"),
        ('artist,date\nHalve,"' + "x\n" * 100_000, "Row 2 cannot be read"),
        ("," * MAX_BYTES, "The first row must name the columns"),
        ('"' * MAX_BYTES, "Row 1 cannot be read"),
        ('"' + ("x" * 30_000 + "\n") * 50, "Row 1 cannot be read"),
        ("\n" * MAX_BYTES, "The first row must name the columns"),
    ],
    ids=range(15),
)
def test_what_is_no_table_is_refused_whole(table, said):
    with pytest.raises(TableRefused, match=said):
        read(table, Choices(), UTC)


@pytest.mark.parametrize(
    "cell", ["9" * 400, "1." * 200, "a" * 400, " ," * 200, "1 - " * 100, "www." * 100, "'" * 400, "é" * 400]
)
def test_every_cell_of_a_hostile_table_is_answered(cell):
    header = "artist,date,start_time,door_time,venue,city,ticket_url,status,lineup,timezone,price"
    line = ",".join(f'"{cell}"' for _ in header.split(","))
    read_rows = rows(f"{header}\n" + f"{line}\n" * 200)
    assert len(read_rows) == 200
    assert all(row.problems for row in read_rows)


CELLS = st.text(max_size=30) | st.from_regex(r"[0-9./: -]{1,14}( [a-zA-Z]{1,5})?", fullmatch=True)


@fuzzed()
@given(st.binary(max_size=200) | st.lists(st.lists(CELLS, max_size=6), max_size=5), st.booleans())
def test_no_table_causes_a_fault(table, has_header):
    """It is read, or refused with a sentence; and what is read is told of every row."""
    try:
        if isinstance(table, bytes):
            text = decoded(table).text
        else:
            header = [["artist", "date", "start", "venue", "city", "support"]] if has_header else []
            text = "\n".join(";".join(row) for row in [*header, *table])
        sheet = read(text, Choices(), UTC)
    except TableRefused:
        return
    assert all(row.problems or row.values for row in sheet.rows)


def test_a_calendar_is_no_table():
    with pytest.raises(TableRefused, match=r"This is a calendar\. Write its dates into a table"):
        rows("BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VEVENT\r\nDTSTART:20280301T200000\r\nEND:VEVENT\r\n")
