"""Tables through the data service: `rpc('preview_import')` and `rpc('run_import')`."""

import csv
import io

import pytest

from tests.cast import Site
from tests.conftest import on_sqlite

pytestmark = pytest.mark.anyio


async def call(site, who, function, table, **arguments):
    return await site.rest("POST", f"rpc/{function}", who, json={"table_text": table, **arguments})


async def previewed(site, table, who="admin", **arguments):
    answer = await call(site, who, "preview_import", table, **arguments)
    assert answer.status_code == 200, answer.text
    return answer.json()


EVENTS = """Artist,Date,Venue,City
MARA VOSS,24.12.2026,Silver oar,Glasgow
Nightferry,31.11.2026,Depot 23,Ghent
Night Fery,2026-12-01,Depot 23,Ghent
Abel Quintero,1 Dec 2026,Depot 23,Ghent
Abel Quintero,2026-12-01,DEPOT 23,Ghent
"""


async def test_a_preview_says_what_becomes_of_each_row(site):
    answer = await previewed(site, EVENTS)
    assert answer["columns"][0] == {"header": "Artist", "means": "artist", "guessed": False}
    told = [(row["line"], row["state"], [problem["reason"] for problem in row["problems"]]) for row in answer["rows"]]
    assert told == [
        (2, "exists", ["Already there."]),
        (
            3,
            "problem",
            ["“31.11.2026” is not a date: November has 30 days.", "No artist is called “Nightferry”."],
        ),
        (4, "needs_artist", ["No artist is called “Night Fery”."]),
        (5, "ready", []),
        (6, "exists", ["The same as row 5."]),
    ]
    assert answer["rows"][2]["artists"] == [{"id": "night-ferry", "name": "Night Ferry"}]
    assert answer["rows"][3]["values"] == {
        "artist": "Abel Quintero",
        "artist_id": "abel-quintero",
        "date": "2026-12-01",
        "venue": "Depot 23",
        "location": "Ghent",
    }
    assert len(await site.rows("music_events")) == 4


MARA_VOSS = {"id": "mara-voss", "name": "Mara Voss"}


async def test_an_artist_who_was_chosen_is_told_and_can_be_chosen_anew(site):
    table = "artist,date,venue,city\nNight Fery,2026-12-01,Depot 23,Ghent\nMara Voss,2026-12-02,Depot 23,Ghent\n"
    (asked, known) = (await previewed(site, table))["rows"]
    assert (asked["artist"], known["artist"], known["artists"]) == (None, MARA_VOSS, [])
    (chosen, _) = (await previewed(site, table, artists={"Night Fery": "mara-voss"}))["rows"]
    assert (chosen["state"], chosen["artist"]) == ("ready", MARA_VOSS)
    assert chosen["artists"] == asked["artists"] == [{"id": "night-ferry", "name": "Night Ferry"}]


UNNAMED = """2026-12-02\tHalle\tnight ferry\tGhent
2026-12-03\tDepot 23\tNobody\tGhent
"""


async def test_columns_without_names_are_guessed_and_saved_once_somebody_said_what_they_are(site):
    answer = await previewed(site, UNNAMED)
    likely = [column["means"] for column in answer["columns"]]
    assert likely == ["date", "venue", "artist", "location"]
    assert answer["columns"][2] == {"header": "", "means": "artist", "guessed": True}
    assert [row["state"] for row in answer["rows"]] == ["ready", "needs_artist"]
    refused = await call(site, "admin", "run_import", UNNAMED, leave_out=[2])
    assert (refused.status_code, refused.json()["message"]) == (
        400,
        "The first row does not name the columns. Say what each of them is.",
    )
    added = await call(site, "admin", "run_import", UNNAMED, leave_out=[2], columns=likely)
    assert added.json()["added"] == 1


async def test_nothing_is_saved_while_a_row_has_a_problem(site):
    answer = await call(site, "admin", "run_import", EVENTS)
    assert answer.status_code == 400
    refusal = answer.json()
    assert refusal["code"] == "22023"
    assert refusal["message"].startswith("2 of the rows cannot be saved. Row 3: “31.11.2026” is not a date")
    assert '"line":3' in refusal["details"]
    assert len(await site.rows("music_events")) == 4


async def test_what_is_ready_is_saved_at_once_and_once(site):
    decisions = {"leave_out": [3], "artists": {"Night Fery": "night-ferry"}}
    answer = await call(site, "contact", "run_import", EVENTS, **decisions)
    assert answer.status_code == 200, answer.text
    told = {"kind": "events", "added": 2, "updated": 0}
    assert {name: answer.json()[name] for name in told} == told
    added = await site.rows("music_events?date=eq.2026-12-01&select=id,venue,artist_id&order=artist_id")
    assert [row["id"] for row in added] == sorted(answer.json()["ids"], key=[row["id"] for row in added].index)
    assert [(row["artist_id"], row["venue"]) for row in added] == [
        ("abel-quintero", "Depot 23"),
        ("night-ferry", "Depot 23"),
    ]
    again = await call(site, "contact", "run_import", EVENTS, **decisions)
    assert again.json() == {"kind": "events", "added": 0, "updated": 0, "ids": [], "transaction": None}
    forced = await call(site, "contact", "run_import", EVENTS, **decisions, add_again=[2])
    assert forced.json()["added"] == 1


ARTISTS = """Name,Genre,Image URL,Followers,Instagram,Website
Mara Voss,Pop,https://pictures.example/a.webp,,,
Inés Brandt,Folk,https://pictures.example/b.webp,,https://www.instagram.com/inesbrandt/,www.ines.example
Ines Brandt,Folk,https://pictures.example/c.webp,12.400,,
"""


async def test_artists(site):
    answer = await previewed(site, ARTISTS)
    assert (answer["kind"], [row["state"] for row in answer["rows"]]) == ("artists", ["differs", "ready", "exists"])
    added = await call(site, "admin", "run_import", ARTISTS)
    assert (added.json()["added"], added.json()["updated"], added.json()["ids"]) == (1, 0, ["ines-brandt"])
    [row] = await site.rows("music_artists?id=eq.ines-brandt&select=name,followers,social_instagram,website")
    assert row == {
        "name": "Inés Brandt",
        "followers": "0",
        "social_instagram": "inesbrandt",
        "website": "https://www.ines.example",
    }


async def test_two_sets_of_one_evening_are_two_events(site):
    table = (
        "artist,date,start,venue,city\nMara Voss,2030-01-01,15:00,Roxy,Ghent\nMara Voss,2030-01-01,20:00,Roxy,Ghent\n"
        "Mara Voss,2030-01-01,,Roxy,Ghent"
    )
    assert (await call(site, "admin", "run_import", table)).json()["added"] == 2
    told = [
        (row["state"], [problem["reason"] for problem in row["problems"]])
        for row in (await previewed(site, table))["rows"]
    ]
    assert told == [("exists", ["Already there."]), ("exists", ["Already there."]), ("exists", ["The same as row 2."])]


async def test_artists_of_one_name_are_told_by_their_ids(site):
    table = "id,name,genre,image\na,Twin,Folk,https://a.example\nb,Twin,Folk,https://a.example\nb,Twin,Folk,https://a.example"
    assert (await call(site, "admin", "run_import", table)).json()["ids"] == ["a", "b"]


async def test_several_artists_of_one_name_are_asked_about(site):
    for genre in ("Folk", "Noise"):
        row = {"name": "Ines Brandt", "genre": genre, "image": "https://pictures.example/b.webp"}
        assert (await site.rest("POST", "music_artists", "admin", json=row)).status_code == 201
    table = "artist,date,venue,city\nInés Brandt,2026-12-01,Roxy,Ghent\nines-brandt-2,2026-12-02,Roxy,Ghent"
    rows = (await previewed(site, table))["rows"]
    assert [row["state"] for row in rows] == ["needs_artist", "ready"]
    assert rows[0]["problems"][0]["reason"] == "2 artists are called “Inés Brandt”."
    assert {artist["id"] for artist in rows[0]["artists"]} == {"ines-brandt", "ines-brandt-2"}
    chosen = (await previewed(site, table, artists={"Inés Brandt": "ines-brandt"}))["rows"]
    assert [row["values"]["artist_id"] for row in chosen] == ["ines-brandt", "ines-brandt-2"]


@pytest.mark.parametrize(
    ("who", "table", "status"),
    [
        ("visitor", EVENTS, 401),
        ("stranger", EVENTS, 403),
        ("owner", EVENTS, 403),
        ("contact", ARTISTS, 403),
    ],
)
@pytest.mark.parametrize("function", ["preview_import", "run_import"])
@on_sqlite
async def test_it_takes_the_rights_of_an_insert(shared, function, who, table, status):
    answer = await call(shared, who, function, table)
    assert (answer.status_code, answer.json()["code"]) == (status, "42501")


@pytest.mark.parametrize(
    ("method", "path", "sent", "status", "code"),
    [
        ("POST", "rpc/nothing", {}, 404, "PGRST202"),
        ("GET", "rpc/nothing", None, 404, "PGRST202"),
        ("GET", "rpc/run_import", None, 405, "PGRST101"),
        ("HEAD", "rpc/run_import", None, 405, None),
        ("PATCH", "rpc/run_import", {}, 405, "PGRST101"),
        ("POST", "rpc/run_import", {}, 404, "PGRST202"),
        ("POST", "rpc/run_import", {"table_text": "", "sheet": 1}, 404, "PGRST202"),
        ("POST", "rpc/run_import", [], 400, "PGRST102"),
        ("POST", "rpc/run_import", {"table_text": 5}, 400, "PGRST102"),
        ("POST", "rpc/run_import", {"table_text": "a", "leave_out": ["x"]}, 400, "PGRST102"),
        ("POST", "rpc/run_import", {"table_text": "a"}, 400, "22023"),
        ("POST", "rpc/run_import", {"table_text": "x" * 2_500_000}, 400, "22023"),
        ("POST", "rpc/run_import", {"table_text": "x" * 3_500_000}, 413, "PGRST102"),
    ],
)
@on_sqlite
async def test_what_is_no_call_is_refused(shared, method, path, sent, status, code):
    answer = await shared.rest(method, path, "admin", json=sent)
    assert answer.status_code == status
    if code is not None:
        assert answer.json()["code"] == code


async def sent(site, table, body, who="admin", query="?select=id,venue"):
    headers = {"Content-Type": "text/csv", "Prefer": "return=representation"}
    return await site.rest("POST", f"{table}{query}", who, content=body, headers=headers)


async def test_csv_with_our_names_is_a_plain_insert(site):
    body = "date,venue,location,artist_id\n2026-12-01,Roxy,Ghent,mara-voss\n2026-12-01,Roxy,Ghent,mara-voss\n"
    answer = await sent(site, "music_events", body, "contact")
    assert (answer.status_code, [row["venue"] for row in answer.json()]) == (201, ["Roxy", "Roxy"])
    refused = await sent(site, "music_events", "date,venue,location,artist_id\n1.12.2026,Roxy,Ghent,mara-voss")
    assert (refused.status_code, refused.json()["code"]) == (400, "22007")


async def test_csv_with_the_names_that_people_give_is_read_as_a_table(site):
    body = "Künstler;Datum;Location;Ort\nmara voss;1.12.2026;Café Zürich;Genf\n"
    answer = await sent(site, "music_events", body, "contact", "?select=date,venue,artist_id")
    assert (answer.status_code, answer.json()) == (
        201,
        [{"date": "2026-12-01", "venue": "Café Zürich", "artist_id": "mara-voss"}],
    )
    assert (await sent(site, "music_events", body)).json() == []


@pytest.mark.parametrize(
    "body", ["Künstler;Datum;Ort\nHalve;1.12.2026;Genf", "date,venue,location\n2026-12-01,Künstler,x"]
)
async def test_csv_in_another_encoding_is_refused_with_a_word_of_it(site, body):
    answer = await sent(site, "music_events", body.encode("cp1252"))
    assert (answer.status_code, answer.json()) == (
        400,
        {
            "code": "PGRST102",
            "message": "The body is not in UTF-8",
            "details": "In Windows-1252 one of its words would be “Künstler”.",
            "hint": "Send it as UTF-8.",
        },
    )
    assert len(await site.rows("music_events")) == 4


@pytest.mark.parametrize(
    ("who", "table", "body", "status", "code"),
    [
        ("owner", "music_events", "x", 403, "42501"),
        ("contact", "music_artists", ARTISTS, 403, "42501"),
        ("admin", "music_events", ARTISTS, 400, "22023"),
        ("admin", "music_events", EVENTS, 400, "22023"),
        ("admin", "music_events", "Remark\nseated", 400, "22023"),
        ("admin", "music_contacts", "Remark\nseated", 400, "PGRST204"),
        ("admin", "music_nothing", "a\nb", 404, "PGRST205"),
        ("admin", "music_events", "venue\n" + "x" * 200_000, 400, "PGRST102"),
        ("admin", "music_events", 'venue,note\nRoxy,"bring ID\nDepot,"x"', 400, "PGRST102"),
        ("admin", "music_events", 'venue,note\nRoxy,"bring ID\nDepot,x', 400, "PGRST102"),
    ],
)
@on_sqlite
async def test_csv_that_is_refused(shared, who, table, body, status, code):
    answer = await sent(shared, table, body, who, "")
    assert (answer.status_code, answer.json()["code"]) == (status, code)


MOVED = """artist,date,doors,start,zone,venue,city,status,previous date,tickets,lineup,note
Mara Voss,2030-01-02,19:00,20:00,Europe/Berlin,Roxy,"Ghent, Belgium",moved,2030-01-01,full,NIGHT FERRY + DJ Okapi,=1+1
Night Ferry,2030-01-03,,,,Roxy,Ghent,,,,Night Ferry,
"""


async def test_everything_that_a_table_says_is_saved_and_exported(site):
    added = await call(site, "contact", "run_import", MOVED)
    assert added.status_code == 200, added.text
    columns = "date,door_time,start_time,timezone,location,status,previous_date,ticket_status,note"
    lineup = "lineup:music_lineup(position,name,artist_id)"
    first, second = await site.rows(f"music_events?date=gte.2030-01-01&select={columns},{lineup}&order=date")
    assert first == {
        "date": "2030-01-02",
        "door_time": "19:00",
        "start_time": "20:00",
        "timezone": "Europe/Berlin",
        "location": "Ghent, Belgium",
        "status": "moved",
        "previous_date": "2030-01-01",
        "ticket_status": "sold_out",
        "note": "=1+1",
        "lineup": [
            {"position": 0, "name": "Night Ferry", "artist_id": "night-ferry"},
            {"position": 1, "name": "DJ Okapi", "artist_id": None},
        ],
    }
    assert (second["status"], second["lineup"]) == ("scheduled", [])
    exported = await site.rest("POST", "rpc/export_table", "contact", json={"name": "events"})
    (row,) = (row for row in csv.DictReader(io.StringIO(exported.json())) if row["date"] == "2030-01-02")
    assert (row["location"], row["note"], row["lineup"]) == ("Ghent, Belgium", "'=1+1", "Night Ferry;DJ Okapi")
    assert (row["status"], row["previous_date"], row["ticket_status"]) == ("moved", "2030-01-01", "sold_out")
    template = (await site.rest("POST", "rpc/export_table", "admin", json={"name": "bandsintown"})).json()
    assert (
        '\r\nMara Voss,Roxy,Belgium,,Ghent,,,Europe/Berlin,2030-01-02,20:00,,,,,,,,,,"Night Ferry, DJ Okapi",,,\'=1+1,'
        in template
    )
    assert "Depot 23,,,Ghent" not in template  # over


@pytest.mark.parametrize("way", ["rpc", "csv"])
async def test_an_announcement_is_planned_in_the_zone_of_the_site(template, tmp_path, way):
    site = Site.open(template, tmp_path / "data", MARQUEE_TIMEZONE="Europe/Berlin")
    table = "Artist,Date,Venue,City,Announced\nMara Voss,2030-01-02,Roxy,Ghent,1.12.2029 10:00\n"
    answer = await (call(site, "admin", "run_import", table) if way == "rpc" else sent(site, "music_events", table))
    [row] = await site.rows("music_events?date=eq.2030-01-02&select=published_at", "admin")
    await site.close()
    assert answer.status_code in (200, 201)
    assert row == {"published_at": "2029-12-01T09:00:00+00:00"}


async def test_links_of_artists(site):
    table = 'name,genre,image,links\nBey,Pop,https://a.example,"Bandcamp: https://b.example\nhttps://c.example"'
    assert (await call(site, "admin", "run_import", table)).json()["ids"] == ["bey"]
    [row] = await site.rows("music_artists?id=eq.bey&select=links:music_links(position,url,label)")
    assert row["links"] == [
        {"position": 0, "url": "https://b.example", "label": "Bandcamp"},
        {"position": 1, "url": "https://c.example", "label": None},
    ]
