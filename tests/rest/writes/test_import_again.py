"""A table that is imported again: what differs from what is there is said, and taken over where somebody chooses it."""

import pytest

from tests.rest.writes.test_import import call, previewed

pytestmark = pytest.mark.anyio

HEADER = "Artist,Date,Time,Venue,City,Status,Previous date,Ticket status,Ticket link,Price,Support\n"
FIRST = HEADER + "".join(f"Mara Voss,2030-03-0{day},20:00,Hall {day},Leeds,,,,,,\n" for day in range(1, 7))
AGAIN = (
    f"{HEADER}"
    "Mara Voss,2030-03-01,20:00,hall 1,LEEDS,Cancelled,,,,,\n"
    "Mara Voss,2030-03-02,,Hall 2,Leeds,,,Sold out,,,\n"
    "Mara Voss,2030-05-09,20:00,Hall 3,Leeds,Moved,2030-03-03,,,,\n"
    "Mara Voss,2030-03-04,20:00,Hall 4,Leeds,,,,https://shop.example/4,18 EUR,Night Ferry; DJ Okapi\n"
    "Mara Voss,2030-03-05,21:00,Hall 5,Leeds,,,,,,\n"
    "Mara Voss,2030-03-06,20:00,Hall 6,Leeds,,,,,,\n"
)
CHANGES = [
    {"status": ("scheduled", "cancelled")},
    {"ticket_status": (None, "sold_out")},
    {"date": ("2030-03-03", "2030-05-09"), "status": ("scheduled", "moved"), "previous_date": (None, "2030-03-03")},
    {
        "ticket_url": (None, "https://shop.example/4"),
        "price": (None, "18 EUR"),
        "lineup": ([], ["Night Ferry", "DJ Okapi"]),
    },
    {"start_time": ("20:00", "21:00")},
    {},
]


async def test_what_differs_is_said_and_changes_nothing_by_itself(site):
    assert (await call(site, "contact", "run_import", FIRST)).json()["added"] == 6
    rows = (await previewed(site, AGAIN, "contact"))["rows"]
    assert [row["state"] for row in rows] == ["differs"] * 5 + ["exists"]
    assert [{each["column"]: (each["here"], each["yours"]) for each in row["changes"]} for row in rows] == CHANGES
    before = await events(site)
    answer = await call(site, "contact", "run_import", AGAIN)
    assert answer.json() == {"kind": "events", "added": 0, "updated": 0, "ids": [], "transaction": None}
    assert await events(site) == before


@pytest.mark.parametrize(
    ("row", "there"),
    [
        ("2030-03-09,20:00,Hall 6,LS", "Hall 6, Leeds, on March 6, 2030"),
        ("2030-03-03,20:00,Hall 6,LS", "Hall 6, Leeds, on March 6, 2030"),
        ("2030-03-06,20:00,Roxy,Hull", "Hall 6, Leeds, on March 6, 2030"),
        ("2030-03-07,20:00,Roxy,“Leeds, UK”", "Hall 6, Leeds, on March 6, 2030"),
        ("2030-03-10,20:00,Hall 6,Leeds", None),
        ("2030-03-07,20:00,Roxy,Hull", None),
    ],
)
async def test_a_row_that_is_added_beside_what_looks_like_it_says_so(site, row, there):
    """Whoever types over a date or a venue of an exported sheet means one show, and gets two."""
    await call(site, "contact", "run_import", FIRST)
    *others, _ = FIRST.splitlines()
    changed = "\n".join([*others, "Mara Voss," + row.replace("“", '"').replace("”", '"')])
    *_, told = (await previewed(site, changed, "contact"))["rows"]
    said = [f"The site has Mara Voss at {there}. This is added beside it."] if there else []
    assert (told["state"], [each["reason"] for each in told["problems"]]) == ("ready", said)
    assert (await call(site, "contact", "run_import", changed)).json()["added"] == 1


async def test_what_somebody_takes_over_is_changed_where_it_is(site):
    await call(site, "contact", "run_import", FIRST)
    before = await events(site)
    assert (await call(site, "contact", "run_import", AGAIN, update=[2, 4])).json()["updated"] == 2
    assert (await call(site, "contact", "run_import", AGAIN, update="all")).json()["updated"] == 3
    after = await events(site)
    assert {row["venue"]: row["id"] for row in after} == {row["venue"]: row["id"] for row in before}
    told = {
        row["venue"]: {name: value for name, value in row.items() if value and name not in ("id", "venue")}
        for row in after
    }
    as_it_was = {"date": "2030-03-06", "start_time": "20:00", "status": "scheduled"}
    assert told == {
        "Hall 1": as_it_was | {"date": "2030-03-01", "status": "cancelled"},
        "Hall 2": as_it_was | {"date": "2030-03-02", "ticket_status": "sold_out"},
        "Hall 3": as_it_was | {"date": "2030-05-09", "status": "moved", "previous_date": "2030-03-03"},
        "Hall 4": as_it_was
        | {"date": "2030-03-04", "ticket_url": "https://shop.example/4", "price": "18 EUR"}
        | {"lineup": [{"name": "Night Ferry", "artist_id": "night-ferry"}, {"name": "DJ Okapi", "artist_id": None}]},
        "Hall 5": as_it_was | {"date": "2030-03-05", "start_time": "21:00"},
        "Hall 6": as_it_was,
    }
    assert [row["state"] for row in (await previewed(site, AGAIN))["rows"]] == ["exists"] * 6


async def events(site):
    columns = "id,venue,date,start_time,status,previous_date,ticket_status,ticket_url,price"
    columns += ",lineup:music_lineup(name,artist_id)"
    return await site.rows(f"music_events?venue=like.Hall*&select={columns}&order=venue")


@pytest.mark.parametrize(
    ("there", "sheet", "states"),
    [
        (["15:00"], ["15:00", "20:00"], ["exists", "ready"]),
        (["15:00"], ["20:00", "15:00"], ["ready", "exists"]),
        (["15:00"], ["20:00"], ["differs"]),
        (["15:00", "20:00"], ["20:00"], ["exists"]),
        (["15:00", "20:00"], [""], ["exists"]),
        ([""], ["15:00", "20:00"], ["differs", "ready"]),
    ],
)
async def test_a_second_show_is_one_if_the_table_has_both(site, there, sheet, states):
    def table(starts):
        return "artist,date,start,venue,city\n" + "".join(
            f"Mara Voss,2030-04-01,{start},Palace,Leeds\n" for start in starts
        )

    await call(site, "admin", "run_import", table(there))
    rows = (await previewed(site, table(sheet)))["rows"]
    assert [row["state"] for row in rows] == states
    again = [row["line"] for row in rows if row["state"] == "differs"]
    added = await call(site, "admin", "run_import", table(sheet), add_again=again)
    assert added.json()["added"] == states.count("ready") + len(again)


@pytest.mark.parametrize(
    ("row", "state"),
    [
        ("2030-06-01,Other Hall,Moved,2030-05-01", "differs"),  # the only one of that day, in another hall
        ("2030-06-01,Depot,Moved,2030-05-02", "ready"),  # two of that day, in other halls
        ("2030-06-01,Hall B,Moved,2030-05-02", "differs"),
        ("2030-06-01,Hall A,Moved,2030-05-09", "ready"),
    ],
)
async def test_a_moved_event_is_found_by_its_former_date(site, row, state):
    first = "artist,date,venue,city\n" + "".join(
        f"Mara Voss,{day},{venue},Leeds\n"
        for day, venue in (("2030-05-01", "Hall A"), ("2030-05-02", "Hall B"), ("2030-05-02", "Hall C"))
    )
    await call(site, "admin", "run_import", first)
    again = f"artist,city,date,venue,status,previous date\nMara Voss,Leeds,{row}\n"
    assert [row["state"] for row in (await previewed(site, again))["rows"]] == [state]


async def test_a_moved_event_whose_new_date_is_corrected_is_found_by_its_former_date_too(site):
    """Whoever keeps the sheet types over the new date, and leaves the one that people have tickets for."""
    row = "Mara Voss,{},20:00,Hall 3,Leeds,Moved,2030-03-03,,,,\n"
    await call(site, "contact", "run_import", FIRST)
    await call(site, "contact", "run_import", HEADER + row.format("2030-05-09"), update="all")
    again = HEADER + row.format("2030-05-10")
    [told] = (await previewed(site, again, "contact"))["rows"]
    assert (told["state"], told["changes"]) == (
        "differs",
        [{"column": "date", "here": "2030-05-09", "yours": "2030-05-10"}],
    )
    await call(site, "contact", "run_import", again, update="all")
    assert [(each["date"], each["previous_date"]) for each in await events(site) if each["venue"] == "Hall 3"] == [
        ("2030-05-10", "2030-03-03")
    ]
    assert [each["state"] for each in (await previewed(site, again, "contact"))["rows"]] == ["exists"]


async def test_artists_are_changed_by_their_names_or_ids(site):
    table = "Name,Genre,Image,Followers,Links\nMara Voss,Dub,https://pictures.example/m.webp,12M,https://mara.example\n"
    [row] = (await previewed(site, table))["rows"]
    assert {each["column"] for each in row["changes"]} == {"genre", "image", "followers", "links"}
    assert (await call(site, "admin", "run_import", table, update=[2])).json()["updated"] == 1
    [artist] = await site.rows("music_artists?id=eq.mara-voss&select=genre,followers,links:music_links(url)")
    assert artist == {"genre": "Dub", "followers": "12M", "links": [{"url": "https://mara.example"}]}


async def test_more_changes_than_one_write_may_make_are_refused(site, monkeypatch):
    monkeypatch.setattr("marquee.sheets.saving.MAX_UPDATED", 2)
    await call(site, "admin", "run_import", FIRST)
    refused = await call(site, "admin", "run_import", AGAIN, update="all")
    assert (refused.status_code, refused.json()["message"]) == (
        400,
        "At most 2 rows can be updated at once. Leave some of the rows out.",
    )
    assert [row["status"] for row in await events(site)] == ["scheduled"] * 6


async def test_names_that_stay_on_a_bill_keep_their_artist_and_their_entry(site):
    """Also an act that is not announced, which visitors would read of, and one of two namesakes."""
    for id_ in ("secret-act", "halve", "halve-2"):
        row = {"id": id_, "name": id_.partition("-")[0].title(), "genre": "Dub", "image": "https://a.example/a.webp"}
        hidden = {"published_at": None} if id_ == "secret-act" else {}
        assert (await site.rest("POST", "music_artists", "admin", json={**row, **hidden})).status_code == 201
    [event] = await site.rows("music_events?location=eq.Gothenburg&select=id")
    acts = [{"name": name, "artist_id": id_} for name, id_ in (("Secret", "secret-act"), ("Halve", "halve-2"))]
    for position, act in enumerate(acts):
        row = {**act, "event_id": event["id"], "position": str(position)}
        assert (await site.rest("POST", "music_lineup", "admin", json=row)).status_code == 201
    before = await site.rows(f"music_lineup?event_id=eq.{event['id']}&order=position")
    table = "artist,date,venue,city,lineup\nNight Ferry,2027-01-15,Pier Fourteen Hall,Gothenburg,Other; Halve; Secret\n"
    assert (await call(site, "contact", "run_import", table, update="all")).json()["updated"] == 1
    after = await site.rows(f"music_lineup?event_id=eq.{event['id']}&order=position")
    assert [(act["name"], act["artist_id"]) for act in after] == [
        ("Other", None),
        ("Halve", "halve-2"),
        ("Secret", "secret-act"),
    ]
    assert {act["id"] for act in after} > {act["id"] for act in before}
    seen = await site.rows(f"music_lineup?event_id=eq.{event['id']}&order=position", "visitor")
    assert [act["name"] for act in seen] == ["Other", "Halve"]
