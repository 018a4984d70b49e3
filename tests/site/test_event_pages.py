"""The page of an event, the past events, and the moment from which an event is past."""

import re
from datetime import datetime, timedelta

import pytest

from marquee.domain.event_times import set_site_zone
from marquee.domain.records import insert_row, insert_rows
from marquee.domain.tables import music_events, music_lineup
from tests.cast import BASE_URL, Site
from tests.site.html import Read
from tests.site.test_pages import preloaded

pytestmark = pytest.mark.anyio

LISTED = (
    "select=id,date,venue,location,start_time,door_time,timezone,ticket_url,price,ticket_status,status,previous_date,"
    "upcoming_until,artist:music_artists(id,name),lineup:music_lineup(name,artist_id)"
)
UNKNOWN = "00000000-0000-4000-8000-000000000000"


async def add(site, **values):
    """The id of a new event of Mara Voss."""
    event = {"date": "2026-11-28", "venue": "Kesselhaus", "location": "Leipzig", "artist_id": "mara-voss", **values}
    answer = await site.rest("POST", "music_events", "admin", json=event, headers={"Prefer": "return=representation"})
    assert answer.status_code == 201, answer.text
    return answer.json()[0]["id"]


async def change(site, event_id, **values):
    answer = await site.rest("PATCH", f"music_events?id=eq.{event_id}", "admin", json=values)
    assert answer.status_code == 204, answer.text


async def play_along(site, event_id, position, **act):
    entry = {"event_id": event_id, "position": position, **act}
    answer = await site.rest("POST", "music_lineup", "admin", json=entry)
    assert answer.status_code == 201, answer.text


async def read(site, path):
    answer = await site.client.get(path)
    assert answer.status_code == 200, answer.text
    return Read(answer.text)


async def data_of(site, path):
    answer = await site.client.get(path)
    assert answer.status_code == 200, answer.text
    return preloaded(answer.text)


async def node_of(site, event_id):
    """The event as its own page tells it to crawlers."""
    (node,) = (await read(site, f"/event/{event_id}")).nodes("MusicEvent")
    return node


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
    await play_along(built, id_, 1, artist_id="night-ferry", name="Night Ferry (acoustic)")
    said = {
        "/": ["Night Ferry (acoustic), DJ Lumpen"],
        "/artist/mara-voss": ["Night Ferry (acoustic), DJ Lumpen"],
        "/artist/night-ferry": ["Mara Voss, DJ Lumpen"],
    }
    for path, names in said.items():
        answer = await built.client.get(path)
        assert re.findall(r'<i>with</i> <span translate="no">(.*?)</span>', answer.text)[-1:] == names, path
        if path == "/":
            continue  # to crawlers it says only where the event is told of
        nodes = Read(answer.text).nodes("MusicEvent")
        (performers,) = (node["performer"] for node in nodes if node["url"].endswith(id_))
        assert [who.get("name") for who in performers[1:]] == ["Night Ferry (acoustic)", "DJ Lumpen"]
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


async def test_event_page_has_a_head_of_its_own(site, clock):
    id_ = await add(site, ticket_status="sold_out")
    page = await read(site, f"/event/{id_}")
    assert page.title == "SOLD OUT: Mara Voss — Kesselhaus, Leipzig — Sat 28 Nov 2026"
    assert page.metas["og:title"] == [page.title]
    assert page.metas["og:type"] == ["website"]
    assert page.links["canonical"][0]["href"] == page.metas["og:url"][0] == f"{BASE_URL}/event/{id_}"
    assert [(link["href"], link["type"]) for link in page.links["alternate"]] == [
        (f"/event/{id_}.ics", "text/calendar")
    ]
    assert "Sold out." in page.metas["description"][0]
    await change(site, id_, status="cancelled")
    page = await read(site, f"/event/{id_}")
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
    assert feeds == {"/": whole, "/artist/mara-voss": theirs, "/events/past/2026": whole}


async def test_past_events_stand_in_pages_of_their_years(site, clock):
    """Past dates by year, the newest year first; a year without dates has no page."""
    old = await add(site, date="2024-05-04", venue="Old Mill")
    newest = await data_of(site, "/events/past")
    assert newest["page"]["year"] == 2026
    assert newest["page"]["years"] == [2026, 2024]
    assert [event["venue"] for event in newest["page"]["events"]] == ["Depot 23"]
    assert (await data_of(site, "/events/past/2026"))["page"] == newest["page"]
    earlier = await data_of(site, "/events/past/2024")
    assert [(event["id"], event["artist"]["name"]) for event in earlier["page"]["events"]] == [(old, "Mara Voss")]
    assert earlier["title"] == "Past dates 2024 – Marquee"
    page = await read(site, "/events/past")
    assert page.links["canonical"][0]["href"] == f"{BASE_URL}/events/past/2026"
    assert (await site.client.get("/events/past/2025")).status_code == 404


async def test_past_pages_are_bounded_and_say_how_many_there_are(site, clock):
    """At most a hundred of a year, the newest first."""
    rows = [
        {"date": f"2025-{n // 28 + 1:02}-{n % 28 + 1:02}", "venue": f"Hall {n}", "location": "Ghent"}
        for n in range(120)
    ]
    site.service.database.write_now(
        lambda connection: [insert_row(connection, music_events, {**row, "artist_id": "night-ferry"}) for row in rows]
    )
    past = (await data_of(site, "/events/past/2025"))["page"]
    assert (len(past["events"]), past["event_count"]) == (100, 120)
    assert [event["date"] for event in past["events"]] == sorted((row["date"] for row in rows), reverse=True)[:100]
    profile = (await data_of(site, "/artist/night-ferry"))["profile"]
    assert (len(profile["past"]), profile["past_count"]) == (20, 121)
    assert profile["past"][0]["venue"] == "Depot 23"
    assert (profile["event_count"], profile["past"][:20]) == (
        1,
        await site.rows(
            f"music_events?{LISTED}&artist_id=eq.night-ferry&upcoming_until=lte.now"
            "&order=date.desc,start_time.desc,id.desc&limit=20",
            "visitor",
        ),
    )


async def test_site_without_past_events_says_so_and_is_not_indexed(site, clock):
    await site.rest("DELETE", "music_events?date=lt.2026-11-01", "admin")
    page = await data_of(site, "/events/past")
    assert page["page"] == {"year": None, "years": [], "events": [], "event_count": 0}
    assert (await read(site, "/events/past")).metas["robots"] == ["noindex"]


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


LAST_MOMENTS = {
    # (zone, date): the first instant at which it is past. The nights around changes to and from summer time.
    ("America/Los_Angeles", "2027-03-13"): "2027-03-14T12:00+00:00",
    ("America/Los_Angeles", "2026-10-31"): "2026-11-01T13:00+00:00",
    ("Europe/Berlin", "2027-03-27"): "2027-03-28T03:00+00:00",
    ("Europe/Berlin", "2026-10-24"): "2026-10-25T04:00+00:00",
    ("Pacific/Auckland", "2026-09-26"): "2026-09-26T16:00+00:00",
    ("Pacific/Auckland", "2027-04-03"): "2027-04-03T17:00+00:00",
}


@pytest.mark.parametrize("zone", ["America/Los_Angeles", "Europe/Berlin", "Pacific/Auckland"])
async def test_event_is_upcoming_until_five_in_the_morning_where_it_is(template, tmp_path, clock, zone):
    """Upcoming until 05:00 of the next day in its own zone, whatever the site's."""
    site = Site.open(template, tmp_path / "x", MARQUEE_TIMEZONE=zone)
    site.service.database.write_now(set_site_zone, zone)
    clock.now = datetime.fromisoformat("2026-09-01T10:00+00:00")
    await site.rest("DELETE", "music_events?date=gt.2000-01-01", "admin")
    moments = {
        await add(site, date=date, timezone=None if own == zone else own, start_time="20:00"): moment
        for (own, date), moment in sorted(LAST_MOMENTS.items(), key=lambda item: item[1])
    }
    left = list(moments)
    for id_, moment in moments.items():
        last = datetime.fromisoformat(moment)
        for clock.now, is_over in ((last - timedelta(seconds=1), False), (last, True)):
            if is_over:
                left.remove(id_)
            home = await data_of(site, "/")
            assert [event["id"] for event in home["home"]["events"]] == left
            profile = (await data_of(site, "/artist/mara-voss"))["profile"]
            assert [event["id"] for event in profile["events"]] == left
            assert (id_ in [event["id"] for event in profile["past"]]) is is_over
            assert ("has taken place" in (await read(site, f"/event/{id_}")).metas["description"][0]) is is_over
            answer = await site.client.get(f"/events/past/{last.year}")
            assert (f'"{id_}"' in answer.text) is is_over
    await site.close()


@pytest.mark.parametrize(
    ("zone", "date", "start", "said"),
    [
        ("Europe/Berlin", "2027-03-27", "20:00", "2027-03-27T20:00:00+01:00"),
        ("Europe/Berlin", "2027-03-28", "20:00", "2027-03-28T20:00:00+02:00"),
        ("Pacific/Auckland", "2027-04-04", "01:30", "2027-04-04T01:30:00+13:00"),
        (None, "2027-07-01", "20:00", "2027-07-01T20:00:00-07:00"),
        ("Europe/Berlin", "2027-07-01", None, "2027-07-01"),
    ],
)
async def test_start_has_the_offset_of_its_zone_on_that_day(template, tmp_path, clock, zone, date, start, said):
    """Structured data names the moment, and no time where none is known: then the date is a day, which ends."""
    site = Site.open(template, tmp_path / "x", MARQUEE_TIMEZONE="America/Los_Angeles")
    id_ = await add(site, date=date, timezone=zone, start_time=start)
    times = [
        (node["startDate"], node.get("endDate"))
        for path in ("/artist/mara-voss", f"/event/{id_}")
        for node in (await read(site, path)).nodes("MusicEvent")
        if node["url"].endswith(id_)
    ]
    await site.close()
    assert times == [(said, None if start else said)] * 2


async def test_life_of_an_event(site, clock):
    """Home, profile, event page and structured data say the same at every step; that of home leads to the event."""
    id_ = await add(site, venue="Kesselhus")
    await change(site, id_, venue="Kesselhaus", start_time="20:00")
    await says(site, id_, venue="Kesselhaus", start_time="20:00", status="scheduled")
    await change(site, id_, ticket_status="sold_out", ticket_url="https://tickets.example/1")
    node = await says(site, id_, ticket_status="sold_out")
    assert node["offers"]["availability"] == "https://schema.org/SoldOut"
    await change(site, id_, status="moved", date="2026-12-05")
    node = await says(site, id_, status="moved", date="2026-12-05", previous_date="2026-11-28")
    assert (node["startDate"], node["previousStartDate"]) == ("2026-12-05T20:00:00+00:00", "2026-11-28")
    assert "Moved from Saturday, November 28, 2026." in node["description"]
    await change(site, id_, status="cancelled")
    node = await says(site, id_, status="cancelled")
    assert node["eventStatus"] == "https://schema.org/EventCancelled"
    assert (node["startDate"], "offers" in node) == ("2026-12-05T20:00:00+00:00", False)
    clock.now = datetime.fromisoformat("2026-12-06T05:00+00:00")
    await says(site, id_, is_over=True, status="cancelled")
    assert "This date was cancelled." in (await node_of(site, id_))["description"]
    await site.rest("DELETE", f"music_events?id=eq.{id_}", "admin")
    assert (await site.client.get(f"/event/{id_}")).status_code == 404


async def says(site, event_id, *, is_over=False, **expected):
    """What every page says of the event; the node that crawlers are told."""
    home, profile = (await data_of(site, "/"))["home"], (await data_of(site, "/artist/mara-voss"))["profile"]
    past = preloaded((await site.client.get("/events/past/2026")).text)["page"]
    lists = {"home": home["events"], "profile": profile["events"], "past": profile["past"], "year": past["events"]}
    found = {name: [event for event in events if event["id"] == event_id] for name, events in lists.items()}
    assert {name for name, events in found.items() if events} == ({"past", "year"} if is_over else {"home", "profile"})
    whole = (await data_of(site, f"/event/{event_id}"))["event"]["event"]
    for (event,) in filter(None, found.values()):
        assert {name: event[name] for name in expected} == expected
        assert {name: event[name] for name in event if name != "artist"}.items() <= whole.items()
    node = await node_of(site, event_id)
    if not is_over:
        led = [item["url"] for item in (await read(site, "/")).nodes("ListItem")]
        assert led.count(node["url"]) == 1
        told = (await read(site, "/artist/mara-voss")).nodes("MusicEvent")
        (same,) = (other for other in told if other["url"] == node["url"])
        facts = ("startDate", "eventStatus", "previousStartDate", "offers", "location")
        assert [same.get(fact) for fact in facts] == [node.get(fact) for fact in facts]
    return node
