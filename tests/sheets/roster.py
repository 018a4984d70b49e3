"""A label's roster as a label keeps it: 40 artists and 300 dates in two sheets, with everything that people write."""

import csv
import io
from datetime import date, timedelta

FIRST = ["Inés", "Zoë", "Jörg", "Ayo", "Mara", "Sølve", "Lúcia", "Renée", "Tomáš", "Ana"]
LAST = ["Brandt", "Krähe", "Marchetti", "Quintero", "Ólafsdóttir", "Novák", "Dubois", "Voß", "Çelik", "Lindqvist"]
GENRES = ["Folk", "Art pop", "Techno", "Jazz", "Noise"]
VENUES = [
    ("Kesselhaus Nord", "Leipzig", "Germany"),
    ("Depot 23", "Ghent", "Belgium"),
    ("Café Zürich", "Genève", "Switzerland"),
    ("The Roxy", "Portland", "OR, United States"),
    ("Sala Sur", "Málaga", "España"),
]
DATE_FORMS = ["%d.%m.%Y", "%d.%m.%y", "%Y-%m-%d", "%m/%d/%Y", "%a %d %b %Y", "%B %d, %Y", "%Y%m%d"]
TIMES = ["20:30", "8:30 PM", "20h30", "20.30 Uhr", "8pm", "", "tba"]
FOLLOWERS = ["", "12,400", "12.400", "1.2M", "864K", "1,2 Mio.", "-", "950"]
INSTAGRAM = ["@{0}", "https://www.instagram.com/{0}/", "instagram.com/{0}?hl=de", "{0}", ""]
WEBSITES = ["www.{0}.example", "https://{0}.example/tour", "{0}.example", ""]
STATES = ["", "confirmed", "SOLD OUT", "ausverkauft", "cancelled", "few left"]
START = date(2026, 12, 1)


def names():
    """40 names, no two alike without their accents."""
    return [f"{FIRST[i % 10]} {LAST[(i * 3 + i // 10) % 10]}" for i in range(40)]


def artists(corrected=False):
    """UTF-8 with commas. Two of the 40 are there twice, one has no picture, one a sentence for an Instagram name."""
    rows = []
    for i, name in enumerate(names()):
        slug = f"artist{i}"
        rows.append(
            [
                name,
                GENRES[i % 5],
                f"www.pictures.example/{slug}.jpg",
                FOLLOWERS[i % 8],
                INSTAGRAM[i % 5].format(slug),
                f"https://twitter.com/{slug}" if i % 3 else "",
                WEBSITES[i % 4].format(slug),
            ]
        )
    if not corrected:
        rows[11][2], rows[23][4] = "", "ask her sister"
    rows += [[without_accents(row[0]).upper(), *row[1:]] for row in rows[:2]]
    return table(["Artist", "Genre", "Photo", "Followers", "Instagram", "Twitter", "Website"], rows, ",").encode()


def events(open_dates=False):
    """As Excel saves it in Germany, Windows-1252 with semicolons; blank lines, doubles and the usual slips between.

    `open_dates`: no date of the table shows whether 3/11/2026 has the day or the month first.
    """
    people, rows = names(), []
    for i in range(300):
        day, (venue, city, country) = START + timedelta(days=i), VENUES[i % 5]
        form = DATE_FORMS[i % 7]
        if open_dates and form == "%m/%d/%Y" and day.day > 12:
            form = "%Y-%m-%d"
        rows.append(
            [
                people[(i * 7) % 40] if i % 4 else without_accents(people[(i * 7) % 40]).lower(),
                day.strftime(form),
                TIMES[i * 3 % 7],
                venue,
                city,
                country,
                ["", f"www.tickets.example/{i}", f"https://tickets.example/{i}"][i % 3],
                ["", "22 €", "$18 / $20"][i // 2 % 3],
                STATES[i * 5 // 3 % 6],
                ["", "Halve, Night Ferry", "Mara Voss + Halve", "DJ Okapi"][i % 4],
            ]
        )
    for i, (place, typed) in enumerate(SLIPS):
        rows[20 * i + 5][place] = typed
    for i in range(10):
        rows.insert(25 * i + 12, [""] * 10 if i % 2 else list(rows[25 * i + 3]))
    header = ["Künstler", "Datum", "Beginn", "Location", "Ort", "Land", "Tickets", "Preis", "Status", "Support"]
    return table(header, rows, ";").encode("cp1252", "replace")


SLIPS = [
    (1, "31.11.2026"),
    (1, "next Friday"),
    (2, "25:00"),
    (6, "http://tickets.example/old"),
    (0, "Zoe Nowak"),
    (3, ""),
    (8, "perhaps"),
]
"""Seven rows that cannot be used as they are: the place of the cell, and what was typed."""


def without_accents(name):
    """`Zoë Krähe` as somebody in a hurry types it."""
    return name.translate(str.maketrans("éëöøúáščóäÓÇ", "eeoouascoaOC")).replace("ß", "ss")


def table(header, rows, delimiter):
    text = io.StringIO()
    csv.writer(text, delimiter=delimiter).writerows([header, *rows])
    return text.getvalue()
