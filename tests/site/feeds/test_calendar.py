"""Calendars that people subscribe to. Source: RFC 5545."""

import re

import pytest
from sqlalchemy import update

from marquee.domain.tables import music_artists, music_events
from marquee.domain.times.event_times import set_site_zone
from marquee.site.feeds import feed_data
from tests.cast import BASE_URL
from tests.site.html import Read

pytestmark = pytest.mark.anyio

HOSTILE = [
    "a\r\nEND:VCALENDAR",
    "a\nATTACH:file:///etc/passwd",
    "a;b,c\\d",
    "a\u2028b\u0085c\x0bd",
    "ü" * 150,
    "東京" * 60,
    "x" * 190,
]


async def lines(site, path="/events.ics"):
    """Its lines, each put together again; the bytes are checked on the way."""
    answer = await site.client.get(path)
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "text/calendar; charset=utf-8"
    *physical, last = answer.content.split(b"\r\n")
    assert last == b""
    assert all(len(line) <= 75 and not re.search(rb"[\x00-\x08\x0a-\x1f]", line) for line in physical)
    [line.decode() for line in physical]  # no letter is torn apart
    return b"\r\n".join(physical).replace(b"\r\n ", b"").decode().split("\r\n")


async def events(site, path="/events.ics"):
    """Each event as what its properties say."""
    found: list[dict[str, str]] = []
    current: dict[str, str] | None = None
    for line in await lines(site, path):
        name, _, value = line.partition(":")
        if line == "BEGIN:VEVENT":
            current = {}
        elif line == "END:VEVENT":
            assert current is not None
            found.append(current)
            current = None
        elif current is not None:
            assert name not in current
            current[name] = value
    return found


async def test_calendar_lists_what_comes_and_what_was_lately(site, clock):
    found = await events(site)
    assert [event["DTSTART;VALUE=DATE"] for event in found] == ["20261001", "20261121", "20261224", "20270115"]
    assert found[1]["DTEND;VALUE=DATE"] == "20261122"
    assert found[1]["SUMMARY"] == "Mara Voss + Ines Brandt at Teatro Lanterna"
    assert found[1]["LOCATION"] == "Teatro Lanterna\\, Trieste"
    assert found[1]["URL"] == f"{BASE_URL}/event/{found[1]['UID'].partition('@')[0]}"
    assert found[1]["STATUS"] == "CONFIRMED"
    assert re.fullmatch(r"\d{8}T\d{6}Z", found[1]["LAST-MODIFIED"])


async def test_what_is_long_over_is_left_out(site, clock):
    clock.move(days=60)
    found = await events(site)
    assert [event["DTSTART;VALUE=DATE"] for event in found] == ["20261121", "20261224", "20270115"]


async def test_artists_have_calendars_of_their_own(site, clock):
    found = await events(site, "/artist/night-ferry/events.ics")
    assert [event["DTSTART;VALUE=DATE"] for event in found] == ["20261001", "20270115"]
    assert "X-WR-CALNAME:Night Ferry – Marquee" in await lines(site, "/artist/night-ferry/events.ics")


@pytest.mark.parametrize("artist", ["nobody", "%00", "%2e%2e", "a'b", "x" * 5000])
async def test_nobody_has_no_calendar(site, artist):
    assert (await site.client.get(f"/artist/{artist}/events.ics")).status_code == 404


async def test_event_stays_itself_when_it_changes(site, clock):
    before = {event["UID"]: event for event in await events(site)}
    assert all(uid.endswith("@stage.test") for uid in before)
    clock.move(hours=1)
    changed = {"venue": "Elsewhere", "date": "2027-01-16"}
    await site.rest("PATCH", "music_events?date=eq.2027-01-15", "admin", json=changed)
    after = {event["UID"]: event for event in await events(site)}
    assert after.keys() == before.keys()
    (uid,) = [uid for uid in after if after[uid] != before[uid]]
    assert after[uid]["SUMMARY"] == "Night Ferry at Elsewhere"
    assert after[uid]["LAST-MODIFIED"] == "20261121T110000Z"
    assert (before[uid]["SEQUENCE"], after[uid]["SEQUENCE"]) == ("0", "1000")


async def test_new_bill_is_a_change_of_its_event(site, clock):
    """However it becomes another: for calendars, for feeds, and for whoever saves an older version."""
    answers = await site.rest("GET", "music_events?order=date&date=gt.2026-11-21&select=id", "visitor")
    first, second = (event["id"] for event in answers.json())
    entry = {"event_id": first, "artist_id": "abel-quintero"}
    artist = "music_artists?id=eq.abel-quintero"
    writes = [
        ("POST", "music_lineup", {**entry, "artist_id": None, "name": "DJ Lumpen"}, {first}),
        ("PATCH", "music_lineup?name=eq.DJ Lumpen", {"name": "DJ L."}, {first}),
        ("PATCH", "music_lineup?name=eq.DJ L.", {"name": "DJ L."}, set()),
        ("PATCH", "music_lineup?name=eq.DJ L.", {"event_id": second}, {first, second}),
        ("DELETE", "music_lineup?name=eq.DJ L.", None, {second}),
        ("POST", "music_lineup", entry, {first}),
        ("PATCH", artist, {"genre": "Folk", "followers": "9"}, set()),
        ("PATCH", artist, {"name": "Abel Q."}, {first}),
        ("PATCH", artist, {"published_at": None}, {first}),
        ("PATCH", artist, {"published_at": "2026-11-21T10:00:00+00:00"}, {first}),
        ("PATCH", artist, {"name": "Abel Q."}, set()),
        ("PATCH", "music_artists?id=eq.mara-voss", {"name": "Mara V."}, {first}),
        ("DELETE", artist, None, {first}),
    ]
    for method, path, body, changed in writes:
        before = {id_: await state(site, id_) for id_ in (first, second)}
        clock.move(hours=1)
        answer = await site.rest(method, path, "admin", json=body)
        assert answer.status_code in (201, 204), answer.text
        for id_ in (first, second):
            sequence, modified, updated = await state(site, id_)
            is_changed = id_ in changed
            assert (sequence > before[id_][0], sequence < before[id_][0]) == (is_changed, False), (method, path, body)
            assert (modified != before[id_][1]) is is_changed
            assert (updated != before[id_][2]) is is_changed


async def test_names_that_appear_and_a_zone_that_is_corrected_are_changes_of_their_events(site, clock):
    """Nobody writes anything when an announcement is due."""
    mine = (await lanterna(site))["id"]
    announced = {"published_at": "2026-11-21T14:00:00+00:00"}
    await site.rest("PATCH", "music_artists?id=eq.abel-quintero", "admin", json=announced)
    await site.rest("POST", "music_lineup", "admin", json={"event_id": mine, "artist_id": "abel-quintero"})
    before = await state(site, mine)
    clock.move(hours=5)
    (event,) = await events(site, f"/event/{mine}.ics")
    assert "Abel Quintero" in event["SUMMARY"]
    named = await state(site, mine)
    assert all(now > then for now, then in zip(named, before, strict=True))
    clock.move(hours=1)
    site.service.database.write_now(set_site_zone, "Europe/Berlin")
    zoned = await state(site, mine)
    assert all(now > then for now, then in zip(zoned, named, strict=True))


async def test_undone_deletion_of_an_artist_lets_no_number_fall(site, clock):
    mine = (await lanterna(site))["id"]
    clock.move(hours=1)
    await site.rest("PATCH", "music_artists?id=eq.mara-voss", "admin", json={"name": "Mara V."})
    before = await state(site, mine)
    clock.move(hours=1)
    await site.rest("DELETE", "music_artists?id=eq.mara-voss", "admin")
    last = await site.rest("GET", "music_changes?select=id&action=eq.delete&part_of=is.null&limit=1", "admin")
    answer = await site.rest("POST", "music_changes", "admin", json={"undo": last.json()[0]["id"]})
    assert answer.status_code == 201, answer.text
    assert (await state(site, mine))[0] >= before[0]


async def state(site, event_id):
    """Its SEQUENCE, when its calendar says that it was changed, and when the feed says so."""
    (event,) = await events(site, f"/event/{event_id}.ics")
    feed = (await site.client.get("/feed.xml")).text
    (updated,) = re.findall(rf"{event_id}</id>.*?<updated>(.*?)</updated>", feed)
    return int(event["SEQUENCE"]), event["LAST-MODIFIED"], updated


@pytest.mark.parametrize(
    ("zone", "day", "start", "span"),
    [
        ("Pacific/Auckland", "2026-12-24", "20:30", ("20261224T073000Z", "20261224T103000Z")),
        ("America/Los_Angeles", "2026-12-24", "20:30", ("20261225T043000Z", "20261225T073000Z")),
        (
            "Europe/Berlin",
            "2027-03-27",
            "23:30",
            ("20270327T223000Z", "20270328T013000Z"),
        ),  # summer time begins at 02:00
        ("Europe/Berlin", "2027-03-28", "20:00", ("20270328T180000Z", "20270328T210000Z")),
        (None, "2026-12-24", "20:30", ("20261224T203000Z", "20261224T233000Z")),
    ],
)
async def test_time_at_the_venue_is_one_instant_everywhere(site, clock, zone, day, start, span):
    event = await changed(site, timezone=zone, date=day, start_time=start)
    assert (event["DTSTART"], event["DTEND"]) == span


SALE = {"ticket_status": "few_left", "ticket_url": "https://shop.example/1", "price": "180 kr.", "door_time": "19:00"}


@pytest.mark.parametrize(
    ("changes", "status", "summary", "said"),
    [
        (
            {"status": "cancelled", **SALE},
            "CANCELLED",
            "CANCELLED: Mara Voss + Ines Brandt at Teatro Lanterna",
            "Doors 19:00.",
        ),
        ({"status": "postponed"}, "TENTATIVE", "POSTPONED: Mara Voss + Ines Brandt at Teatro Lanterna", ""),
        (
            {"status": "moved", "date": "2026-12-01"},
            "CONFIRMED",
            "Mara Voss + Ines Brandt at Teatro Lanterna",
            "Moved from Saturday\\, November 21\\, 2026.",
        ),
        (
            SALE,
            "CONFIRMED",
            "Mara Voss + Ines Brandt at Teatro Lanterna",
            "Doors 19:00.\\nFew tickets left.\\nPrice: 180 kr.\\nTickets: https://shop.example/1",
        ),
    ],
)
async def test_what_becomes_of_a_date_is_told_to_subscribers(site, clock, changes, status, summary, said):
    event = await changed(site, **changes)
    told = "\\n".join(filter(None, (said, event["URL"])))
    assert (event["STATUS"], event["SUMMARY"], event["DESCRIPTION"]) == (status, summary, told)


async def test_whoever_is_on_the_bill_has_the_date_too(site, clock):
    mine = await lanterna(site)
    for position, who in enumerate(({"artist_id": "night-ferry"}, {"name": "DJ Lumpen"}), start=1):
        entry = {"event_id": mine["id"], "position": position, **who}
        answer = await site.rest("POST", "music_lineup", "admin", json=entry)
        assert answer.status_code == 201, answer.text
    found = await events(site, "/artist/night-ferry/events.ics")
    names = "Mara Voss + Ines Brandt + Night Ferry + DJ Lumpen"
    assert f"{names} at Teatro Lanterna" in {event["SUMMARY"] for event in found}


async def test_event_has_a_calendar_of_its_own(site, clock):
    mine = await lanterna(site)
    (event,) = await events(site, f"/event/{mine['id']}.ics")
    assert event["UID"] == f"{mine['id']}@stage.test"
    for unknown in ("00000000-0000-0000-0000-000000000000", "x", "%00"):
        assert (await site.client.get(f"/event/{unknown}.ics")).status_code == 404


LANTERNA = "music_events?venue=eq.Teatro Lanterna"


async def lanterna(site):
    (event,) = (await site.rest("GET", LANTERNA)).json()
    return event


async def changed(site, **values):
    """The event at the Teatro Lanterna, as its calendar has it after a change."""
    answer = await site.rest("PATCH", LANTERNA, "admin", json=values)
    assert answer.status_code == 204, answer.text
    (event,) = await events(site, f"/event/{(await lanterna(site))['id']}.ics")
    return event


@pytest.mark.parametrize("text", HOSTILE)
async def test_hostile_text_is_text(site, clock, text):
    """Also where it was planted in the database: no write takes all of it."""
    for planted in (update(music_artists).values(name=text), update(music_events).values(venue=text, location=text)):
        site.service.database.write_now(lambda connection, planted=planted: connection.execute(planted))
    await site.rest("PATCH", "music_events?artist_id=eq.mara-voss", "admin", json={"price": "18 €"})
    names = {line.partition(":")[0] for line in await lines(site)}
    assert not names & {"ATTACH", "b"}
    assert (await lines(site)).count("END:VCALENDAR") == 1
    said = {event["SUMMARY"] for event in await events(site, "/artist/mara-voss/events.ics")}
    line = "".join(c for c in " ".join(text.split()) if c.isprintable())
    for sign in ("\\", ";", ","):
        line = line.replace(sign, f"\\{sign}")
    assert said == {f"{line} at {line}", f"{line} + Ines Brandt at {line}"}


@pytest.mark.parametrize("sign", ["\x0b", "\x1b", "\x7f", "\x85", "\u2028", "\u202e"])
async def test_no_address_brings_control_characters(site, sign):
    """Also where they were planted in the database: no write takes most of them."""
    planted = update(music_events).values(ticket_url=f"https://tickets.example/{sign}a")
    site.service.database.write_now(lambda connection: connection.execute(planted))
    assert "tickets.example" in (await changed(site, price="18 €"))["DESCRIPTION"]
    assert not any(sign in line for line in await lines(site))


@pytest.mark.parametrize(
    ("day", "start", "zone"),
    [("9999-12-31", None, None), ("9999-12-31", "20:00", "America/Los_Angeles"), ("9999-12-30", "23:00", "Asia/Tokyo")],
)
async def test_days_without_a_next_one_make_no_program_refuse_the_rest(site, clock, day, start, zone):
    """Such as stand for a date that is not known."""
    event = {"date": day, "start_time": start, "timezone": zone}
    await site.rest("PATCH", "music_events?artist_id=eq.night-ferry", "admin", json=event)
    found = await events(site)
    assert [one["DTSTART;VALUE=DATE"] for one in found] == ["20261121", "20261224"]
    assert await events(site, "/artist/night-ferry/events.ics") == []


PERIODS = {
    "/events/2026.ics": ["20261001", "20261121", "20261224"],
    "/events/2026-12.ics": ["20261224"],
    "/events/2027-01-15.ics": ["20270115"],
    "/artist/night-ferry/events/2026.ics": ["20261001"],
}


@pytest.mark.parametrize(("path", "days"), PERIODS.items())
async def test_year_month_and_day_have_calendars_of_their_own(site, clock, path, days):
    assert [event["DTSTART;VALUE=DATE"] for event in await events(site, path)] == days


@pytest.mark.parametrize("period", ["2025", "2026-02", "2026-02-30", "2026-2", "26", "past", "2026-12-24-1", "%00"])
async def test_period_without_events_has_no_calendar(site, clock, period):
    for path in (f"/events/{period}.ics", f"/artist/mara-voss/events/{period}.ics"):
        assert (await site.client.get(path)).status_code == 404


async def test_past_dates_name_the_calendar_of_their_period(site, clock):
    link = Read((await site.client.get("/events/past/2026")).text).links["alternate"][-1]
    assert (link["type"], link["href"]) == ("text/calendar", "/events/2026.ics")


async def test_many_events_do_not_make_it_endless(site, clock, monkeypatch):
    monkeypatch.setattr(feed_data, "MAX_NEXT", 2)
    found = await events(site)
    assert [event["DTSTART;VALUE=DATE"] for event in found] == ["20261001", "20261121", "20261224"]


async def test_site_without_events_has_a_calendar_with_its_zone(site):
    """A calendar has at least one component: RFC 5545, section 3.4."""
    await site.rest("DELETE", "music_events?venue=neq.x", "admin")
    assert await events(site) == []
    assert "BEGIN:VTIMEZONE" in await lines(site)


@pytest.mark.parametrize("path", ["/events.ics", "/artist/mara-voss/events.ics"])
async def test_calendar_is_not_sent_again_and_not_listed(site, path):
    first = await site.client.get(path)
    assert first.headers["x-robots-tag"] == "noindex"
    assert first.headers["cache-control"] == "no-cache"
    again = await site.client.get(path, headers={"If-None-Match": first.headers["etag"]})
    assert again.status_code == 304


@pytest.mark.parametrize(
    ("page", "path"), [("/", "/events.ics"), ("/artist/mara-voss", "/artist/mara-voss/events.ics")]
)
async def test_page_names_its_calendar(site, page, path):
    link = Read((await site.client.get(page)).text).links["alternate"][0]
    assert (link["type"], link["href"]) == ("text/calendar", path)
