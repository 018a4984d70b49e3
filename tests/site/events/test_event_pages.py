"""The page of an event, what crawlers are told of it, and the next date."""

import re

import pytest

from marquee.domain.records import insert_rows
from marquee.domain.tables import music_events, music_lineup
from tests.cast import BASE_URL
from tests.site.event_pages import add, change, data_of, node_of, read
from tests.site.html import Read
from tests.site.test_render import root

pytestmark = pytest.mark.anyio

UNKNOWN = "00000000-0000-4000-8000-000000000000"


async def play_along(site, event_id, position, **act):
    entry = {"event_id": event_id, "position": position, **act}
    answer = await site.rest("POST", "music_lineup", "admin", json=entry)
    assert answer.status_code == 201, answer.text


async def test_event_page_carries_the_event_its_bill_and_the_next_dates(site, clock):
    """The page of an event gives the rows that the data service gives."""
    id_ = await add(site, note="Bring a coat.")
    await play_along(site, id_, 2, name="DJ Lumpen")
    await play_along(site, id_, 1, artist_id="night-ferry")
    page = await data_of(site, f"/event/{id_}")
    select = "select=*,artist:music_artists(id,name,genre,image)"
    bill = "lineup:music_lineup(id,position,name,artist_id,artist:music_artists(id,name))&lineup.order=position,id"
    (row,) = await site.rows(f"music_events?{select},{bill}&id=eq.{id_}", "visitor")
    del row["published_at"]  # what a visitor sees is announced: it is not said
    assert page["event"]["event"] == row
    assert [(act["name"], act["artist"]) for act in page["event"]["event"]["lineup"]] == [
        ("Night Ferry", {"id": "night-ferry", "name": "Night Ferry"}),
        ("DJ Lumpen", None),
    ]
    assert [other["venue"] for other in page["event"]["more"]] == ["Teatro Lanterna", "Silver Oar"]
    assert page["site"]["now"] == "2026-11-21T10:00:00+00:00"
    assert page["site"]["timezone"] == "UTC"


async def test_events_where_an_artist_only_supports_are_theirs_too(site, clock):
    id_ = await add(site)
    await play_along(site, id_, 1, artist_id="night-ferry")
    page = await data_of(site, "/artist/night-ferry")
    assert [(event["venue"], event["artist"]["id"]) for event in page["profile"]["events"]] == [
        ("Kesselhaus", "mara-voss"),
        ("Pier Fourteen Hall", "night-ferry"),
    ]
    assert page["profile"]["event_count"] == 2


async def test_any_number_of_bills_is_listed_whole(site, clock):
    """With their own events, each once: upcoming and past, in the page and from the data service."""
    days = [f"{year}-{n % 12 + 1:02}-{n % 28 + 1:02}" for year in (2025, 2027) for n in range(150)]
    when = {"venue": "Kesselhaus", "location": "Leipzig", "artist_id": "mara-voss"}

    def play(connection):
        ids = insert_rows(connection, music_events, [{**when, "date": day} for day in days])
        twice = [*ids, ids[0], ids[-1]]
        insert_rows(connection, music_lineup, [{"event_id": id_, "artist_id": "night-ferry"} for id_ in twice])

    site.service.database.write_now(play)
    profile = (await data_of(site, "/artist/night-ferry"))["profile"]
    assert (profile["event_count"], profile["past_count"]) == (151, 151)
    theirs = "music_events?select=id&performer_id=eq.night-ferry"
    found = await site.rows(f"{theirs}&upcoming_until=gt.now", "visitor")
    assert len({event["id"] for event in found}) == len(found) == 151
    assert len(await site.rows("music_events?select=id&performer_id=not.eq.night-ferry", "visitor")) == 2
    for refused in ("performer_id=like.night*", "performer_id=is.null", "select=performer_id"):
        answer = await site.rest("GET", f"music_events?{refused}", "visitor")
        assert answer.json()["code"] == "42703", refused


async def test_lists_say_who_else_plays(built, clock):
    """In the order of the bill, with the same names for eyes, screen readers and crawlers; nobody twice."""
    id_ = await add(built)
    await play_along(built, id_, 2, name="DJ Lumpen")
    await play_along(built, id_, 1, artist_id="night-ferry")
    said = {
        "/": ["Night Ferry, DJ Lumpen"],
        "/artist/mara-voss": ["Night Ferry, DJ Lumpen"],
        "/artist/night-ferry": ["Mara Voss, DJ Lumpen"],
    }
    for path, names in said.items():
        answer = await built.client.get(path)
        assert re.findall(r'<i>with</i> <span translate="no">(.*?)</span>', answer.text)[-1:] == names, path
        if path == "/":
            continue  # to crawlers it says only where the event is told of
        nodes = Read(answer.text).nodes("MusicEvent")
        (performers,) = (node["performer"] for node in nodes if node["url"].endswith(id_))
        assert [who.get("name") for who in performers[1:]] == ["Night Ferry", "DJ Lumpen"]
        assert performers[1]["@id"] == f"{BASE_URL}/artist/night-ferry#artist"


@pytest.mark.parametrize("path", [f"/event/{UNKNOWN}", "/event/x", "/event/%00", "/events/past/2025", "/events/past/x"])
async def test_event_or_year_that_is_none_is_a_page_that_is_not_there(site, path):
    answer = await site.client.get(path)
    assert answer.status_code == 404
    assert "There is no page here." in answer.text


async def test_unknown_events_leave_nothing_in_the_cache(site):
    await site.client.get(f"/event/{UNKNOWN}")
    kept = len(site.service.cache._entries)
    for n in range(20):
        assert (await site.client.get(f"/event/{UNKNOWN[:-2]}{n:02}")).status_code == 404
        assert (await site.client.get(f"/events/past/19{n:02}")).status_code == 404
    assert len(site.service.cache._entries) == kept


@pytest.mark.parametrize(
    ("values", "said", "offer"),
    [
        ({}, "EventScheduled", None),
        ({"ticket_url": "https://tickets.example/1"}, "EventScheduled", {}),
        ({"ticket_url": "https://tickets.example/1", "ticket_status": "on_sale"}, "EventScheduled", "InStock"),
        (
            {"ticket_url": "https://tickets.example/1", "ticket_status": "few_left"},
            "EventScheduled",
            "LimitedAvailability",
        ),
        ({"ticket_url": "https://tickets.example/1", "ticket_status": "not_yet"}, "EventScheduled", "PreOrder"),
        ({"ticket_url": "https://tickets.example/1", "ticket_status": "sold_out"}, "EventScheduled", "SoldOut"),
        ({"ticket_url": "https://tickets.example/1", "status": "cancelled"}, "EventCancelled", None),
        ({"ticket_url": "https://tickets.example/1", "status": "postponed"}, "EventPostponed", None),
        ({"ticket_status": "sold_out"}, "EventScheduled", None),
    ],
)
async def test_crawlers_are_told_the_state_and_a_shop_only_where_there_is_one(site, clock, values, said, offer):
    node = await node_of(site, await add(site, **values))
    assert node["eventStatus"] == f"https://schema.org/{said}"
    if offer is None:
        assert "offers" not in node
    else:
        state = {"availability": f"https://schema.org/{offer}"} if offer else {}
        assert node["offers"] == {"@type": "Offer", "url": "https://tickets.example/1", **state}


async def test_event_page_tells_crawlers_all_that_is_known(site, clock):
    """JSON-LD has what an event listing needs, with times in the event's zone."""
    id_ = await add(site, start_time="20:30", door_time="19:00", timezone="America/Los_Angeles", price="€18 / €15")
    await play_along(site, id_, 1, artist_id="night-ferry")
    await play_along(site, id_, 2, name="DJ Lumpen")
    page = await read(site, f"/event/{id_}")
    url, described = f"{BASE_URL}/event/{id_}", page.metas["description"][0]
    (node,) = page.nodes("MusicEvent")
    assert node.pop("performer") == [
        {
            "@id": f"{BASE_URL}/artist/mara-voss#artist",
            "url": f"{BASE_URL}/artist/mara-voss",
            "@type": "MusicGroup",
            "name": "Mara Voss",
            "image": "https://pictures.example/halve.webp",
            "genre": "Art pop",
        },
        {
            "@id": f"{BASE_URL}/artist/night-ferry#artist",
            "url": f"{BASE_URL}/artist/night-ferry",
            "@type": "MusicGroup",
            "name": "Night Ferry",
        },
        {"@type": "MusicGroup", "name": "DJ Lumpen"},
    ]
    assert node == {
        "@type": "MusicEvent",
        "name": "Mara Voss at Kesselhaus",
        "startDate": "2026-11-28T20:30:00-08:00",
        "endDate": "2026-11-28T23:30:00-08:00",
        "doorTime": "2026-11-28T19:00:00-08:00",
        "eventStatus": "https://schema.org/EventScheduled",
        "eventAttendanceMode": "https://schema.org/OfflineEventAttendanceMode",
        "location": {
            "@type": "Place",
            "name": "Kesselhaus",
            "address": {"@type": "PostalAddress", "addressLocality": "Leipzig"},
        },
        "organizer": {"@id": f"{BASE_URL}/#organization"},
        "image": "https://pictures.example/halve.webp",
        "description": described,
        "url": url,
    }
    assert described == (
        "Mara Voss at Kesselhaus, Leipzig, on Saturday, November 28, 2026. Doors 19:00, start 20:30. "
        "With Night Ferry, DJ Lumpen. Tickets: €18 / €15."
    )
    (trail,) = page.nodes("BreadcrumbList")
    assert [step["item"] for step in trail["itemListElement"]] == [f"{BASE_URL}/", f"{BASE_URL}/artist/mara-voss", url]


async def test_event_page_has_a_head_of_its_own(built, clock):
    id_ = await add(built, ticket_status="sold_out")
    page = await read(built, f"/event/{id_}")
    assert page.title == "SOLD OUT: Mara Voss — Kesselhaus, Leipzig — Sat 28 Nov 2026"
    assert page.metas["og:title"] == [page.title]
    assert page.metas["og:type"] == ["website"]
    assert page.links["canonical"][0]["href"] == page.metas["og:url"][0] == f"{BASE_URL}/event/{id_}"
    assert [(link["href"], link["type"]) for link in page.links["alternate"]] == [
        (f"/event/{id_}.ics", "text/calendar")
    ]
    assert "Sold out." in page.metas["description"][0]
    await change(built, id_, status="cancelled")
    page = await read(built, f"/event/{id_}")
    assert page.title.startswith("CANCELLED: Mara Voss — ")
    assert "This date is cancelled." in page.metas["description"][0]


async def test_crawlers_and_readers_are_told_where_feeds_are(site):
    feeds = {
        path: [(link["href"], link["type"]) for link in (await read(site, path)).links["alternate"]]
        for path in ("/", "/artist/mara-voss", "/events/past/2026")
    }
    kinds = ("text/calendar", "application/atom+xml")
    whole = list(zip(("/events.ics", "/feed.xml"), kinds, strict=True))
    theirs = list(zip(("/artist/mara-voss/events.ics", "/artist/mara-voss/feed.xml"), kinds, strict=True))
    assert feeds == {
        "/": whole,
        "/artist/mara-voss": theirs,
        "/events/past/2026": [*whole, ("/events/2026.ics", kinds[0])],
    }


async def test_next_date_of_the_hero_is_one_that_takes_place(site, clock):
    """The hero's next date skips what is cancelled or postponed."""
    (today,) = await site.rows("music_events?venue=eq.Teatro%20Lanterna&select=id")
    for status in ("cancelled", "postponed"):
        await change(site, today["id"], status=status)
        home = (await data_of(site, "/"))["home"]
        assert home["next"]["venue"] == "Silver Oar"
        assert home["events"][0]["status"] == status
    await site.rest("PATCH", "music_artists?is_featured=is.true", "admin", json={"is_featured": False})
    home = (await data_of(site, "/"))["home"]
    assert (home["featured"], home["next"]["venue"]) == (None, "Silver Oar")


async def test_postponed_date_offers_no_calendar_its_old_day(built, clock):
    """(E10)"""
    id_ = await add(built)
    assert "action=TEMPLATE" in root((await built.client.get(f"/event/{id_}")).text)
    await change(built, id_, status="postponed")
    assert "action=TEMPLATE" not in root((await built.client.get(f"/event/{id_}")).text)
