"""Names, places and other texts on one line have something to see, and turn nothing around them."""

import pytest

from tests.cast import ARTIST, OWNED

pytestmark = pytest.mark.anyio

EVENT = {"date": "2027-05-05", "venue": "Hall", "location": "Oslo", "artist_id": OWNED}
ROWS = {
    ("music_artists", "name"): ARTIST,
    ("music_artists", "genre"): ARTIST,
    ("music_artists", "latest_song"): ARTIST,
    ("music_artists", "followers"): ARTIST,
    ("music_artists", "image_alt"): ARTIST,
    ("music_artists", "credit"): ARTIST,
    ("music_events", "venue"): EVENT,
    ("music_events", "location"): EVENT,
    ("music_events", "price"): EVENT,
    ("music_links", "label"): {"artist_id": OWNED, "url": "https://a.example/"},
}
UNSEEN = {
    "zero-width space": "\u200b",
    "soft hyphen": "\u00ad",
    "byte order mark": "\ufeff",
    "word joiner": "\u2060",
    "blank of Braille": "\u2800",
    "Hangul fillers": "\u3164\uffa0\u115f\u1160",
    "grapheme joiner": "\u034f",
    "joiners": "\u200d \u200c",
    "variation selectors": "\ufe0f\ufe0e\U000e0100",
    "marks of direction": "\u200e\u200f\u061c",
    "isolates": "\u2067\u2069",
    "tags": "\U000e0041\U000e007f",
    "Khmer vowels": "\u17b4\u17b5",
    "Mongolian vowel separator": "\u180e",
    "blank note": "\U0001d159",
    "no-break spaces": "\u00a0\u202f\u3000\u2003",
    "private use": "\ue000\uf8ff",
    "no characters": "\uffff\ufdd0",
    "what stands for an object": "\ufffc",
    "marks on nothing": "\u0301\u0308",
}
FAULTS = {
    "line break": ("a\nb", "line break"),
    "line break of Windows": ("a\r\nb", "line break"),
    "line separator": ("a\u2028b", "line break"),
    "next line": ("a\u0085b", "line break"),
    "control character": ("ctrl\x01one", "U+0001"),
    "tab": ("a\tb", "U+0009"),
    "delete": ("a\x7f", "U+007F"),
    "C1 control": ("a\x9fb", "U+009F"),
    "right-to-left override": ("\u202eabc", "U+202E"),
    "left-to-right embedding": ("\u202aabc\u202c", "U+202A"),
    "isolate without an end": ("\u2067abc", "isolate"),
    "end of an isolate before it": ("\u2069abc\u2067", "isolate"),
}
LEGIBLE = {
    "Arabic within isolates": "\u2067فيروز\u2069 & Band",
    "Hebrew with a mark of direction": "כוורת!\u200f",
    "Persian with a non-joiner": "می\u200cخواهم",
    "Sinhala with a joiner": "ක්\u200dර",
    "joined picture": "👨\u200d🎤",
    "heart": "❤\ufe0f",
    "flag": "\U0001f3f4\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f",
    "signs": "†††",
    "soft hyphen within": "Donau\u00addampf",
    "decomposed": "Bjo\u0308rk",
}


def refusal_of(answer, column):
    assert (answer.status_code, answer.json()["code"]) == (400, "23514"), answer.text
    refused = answer.json()
    assert refused["message"].endswith(f'_{column}_check"')
    assert f"({column})=" in refused["details"]
    assert refused["hint"].startswith(f"The {column.replace('_', ' ')} ")
    return refused


@pytest.mark.parametrize("name", UNSEEN)
async def test_name_of_which_nothing_is_seen_is_refused(shared, name):
    answer = await shared.rest("POST", "music_artists", "admin", json={**ARTIST, "name": UNSEEN[name]})
    assert "nothing that can be seen" in refusal_of(answer, "name")["hint"]
    shared.assert_unchanged()


@pytest.mark.parametrize("name", FAULTS)
async def test_break_or_turn_in_a_name_is_refused(shared, name):
    text, said = FAULTS[name]
    answer = await shared.rest("POST", "music_artists", "admin", json=[ARTIST, {**ARTIST, "name": text}])
    refused = refusal_of(answer, "name")
    assert said in refused["hint"]
    assert refused["details"] == f"Failing row 2 contains (name)=({text})."
    shared.assert_unchanged()


@pytest.mark.parametrize("text", ["\u200b", "a\nb", "\u202ea"])
@pytest.mark.parametrize(("table", "column"), ROWS, ids=str)
async def test_any_text_on_one_line_is_refused_alike(shared, table, column, text):
    refusal_of(await shared.rest("POST", table, "admin", json={**ROWS[table, column], column: text}), column)
    shared.assert_unchanged()


@pytest.mark.parametrize(
    ("path", "values"),
    [
        (f"music_artists?id=eq.{OWNED}", {"name": "\u200b"}),
        (f"music_artists?id=eq.{OWNED}", {"name": "a\u202eb"}),
        ("music_events?id=not.is.null", {"venue": "Hall\nBar"}),
        ("music_lineup?id=not.is.null", {"name": "\u2060"}),
        ("music_settings?id=eq.site", {"site_name": "\u3164"}),
        ("music_settings?id=eq.site", {"tagline": "a\u202eb"}),
        ("music_settings?id=eq.site", {"footer": "a\nb"}),
    ],
    ids=str,
)
async def test_a_change_to_one_is_refused(shared, path, values):
    refusal_of(await shared.rest("PATCH", path, "admin", json=values), *values)
    shared.assert_unchanged()


@pytest.mark.parametrize("name", LEGIBLE)
async def test_what_real_names_are_spelt_with_is_kept(restored, name):
    answer = await restored.rest("PATCH", f"music_artists?id=eq.{OWNED}", "admin", json={"name": LEGIBLE[name]})
    assert answer.status_code == 204, answer.text
    assert await restored.rows(f"music_artists?id=eq.{OWNED}&select=name") == [{"name": LEGIBLE[name]}]


async def test_biography_and_note_may_have_lines(restored):
    assert (
        await restored.rest("PATCH", f"music_artists?id=eq.{OWNED}", "admin", json={"bio": "a\n\nb\tc"})
    ).status_code == 204
    answer = await restored.rest("POST", "music_events", "admin", json={**EVENT, "note": "Doors\nopen"})
    assert answer.status_code == 201, answer.text


async def test_break_within_a_cell_of_a_table_is_a_space(shared):
    cells = 'Mara Voss,2027-06-03,"Hall\nBar","Ber\u202elin\r\nMitte","Dev\u2066\nRao; \u2060"\n'
    table = f"artist,date,venue,city,support\n{cells}"
    answer = await shared.rest("POST", "rpc/preview_import", "admin", json={"table_text": table})
    [row] = answer.json()["rows"]
    said = {name: row["values"][name] for name in ("venue", "location", "lineup")}
    assert said == {"venue": "Hall Bar", "location": "Berlin Mitte", "lineup": ["Dev Rao"]}


async def test_cell_of_which_nothing_is_seen_is_missing(shared):
    table = "name,genre,image\n\u200b,Pop,https://a.example/x\n"
    answer = await shared.rest("POST", "rpc/preview_import", "admin", json={"table_text": table})
    [row] = answer.json()["rows"]
    assert [problem["column"] for problem in row["problems"]] == ["name"]
