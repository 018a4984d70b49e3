"""A show after midnight is of one night in the data, on pages, in calendars, for crawlers and in feeds."""

import pytest

from marquee.domain.times.event_times import set_site_zone
from tests.cast import Site
from tests.site.event_pages import add, change, data_of, node_of, read
from tests.site.test_render import root

pytestmark = pytest.mark.anyio

NIGHTS = [
    # zone, date, doors, start: calendar, structured data, and from when on it is past
    (
        *("Europe/Berlin", "2026-11-26", "23:00", "00:30"),
        *("20261126T233000Z", "20261127T023000Z", "2026-11-27T00:30:00+01:00", "2026-11-27T03:30:00+01:00"),
        "2026-11-27T04:00:00+00:00",
    ),
    (
        *("Europe/Berlin", "2026-11-27", None, "00:30"),
        *("20261126T233000Z", "20261127T023000Z", "2026-11-27T00:30:00+01:00", "2026-11-27T03:30:00+01:00"),
        "2026-11-27T04:00:00+00:00",
    ),
    (
        *("Europe/Berlin", "2026-11-26", "23:00", "06:00"),
        *("20261127T050000Z", "20261127T080000Z", "2026-11-27T06:00:00+01:00", "2026-11-27T09:00:00+01:00"),
        "2026-11-27T11:00:00+00:00",
    ),
    (  # summer time begins in this night
        *("Europe/Berlin", "2027-03-27", "23:00", "01:30"),
        *("20270328T003000Z", "20270328T033000Z", "2027-03-28T01:30:00+01:00", "2027-03-28T05:30:00+02:00"),
        "2027-03-28T03:00:00+00:00",
    ),
    (  # and ends in this one
        *("America/Los_Angeles", "2026-10-31", "22:00", "00:15"),
        *("20261101T071500Z", "20261101T101500Z", "2026-11-01T00:15:00-07:00", "2026-11-01T02:15:00-08:00"),
        "2026-11-01T13:00:00+00:00",
    ),
    (
        *("Pacific/Auckland", "2027-04-04", None, "01:30"),
        *("20270403T123000Z", "20270403T153000Z", "2027-04-04T01:30:00+13:00", "2027-04-04T03:30:00+12:00"),
        "2027-04-03T17:00:00+00:00",
    ),
]


@pytest.mark.parametrize(("zone", "date", "doors", "start", "begins", "ends", "starts_at", "ends_at", "until"), NIGHTS)
async def test_night_is_the_same_wherever_it_is_told(
    site, clock, zone, date, doors, start, begins, ends, starts_at, ends_at, until
):
    """(E5, E10)"""
    id_ = await add(site, date=date, timezone=zone, door_time=doors, start_time=start)
    event = (await data_of(site, f"/event/{id_}"))["event"]["event"]
    assert (event["date"], event["upcoming_until"]) == (date, until)
    calendar = (await site.client.get(f"/event/{id_}.ics")).text
    assert (f"DTSTART:{begins}" in calendar, f"DTEND:{ends}" in calendar) == (True, True)
    node = await node_of(site, id_)
    assert (node["startDate"], node["endDate"]) == (starts_at, ends_at)
    if doors:
        assert node["doorTime"].startswith(f"{date}T{doors}")


async def test_night_is_told_in_words(built, clock):
    """(E6)"""
    site, id_ = built, await add(built, date="2026-11-26", door_time="23:00", start_time="00:30")
    words = "night from Thursday to Friday"
    page = await read(site, f"/event/{id_}")
    assert f"Doors 23:00, start 00:30, the {words}." in page.metas["description"][0]
    for path in (f"/event/{id_}", "/", "/artist/mara-voss", "/artist/mara-voss/press"):
        assert f"the {words}" in root((await site.client.get(path)).text).replace("The", "the"), path
    assert words in (await site.client.get("/feed.xml")).text
    assert f"It is the {words}." in (await site.client.get(f"/event/{id_}.ics")).text.replace("\r\n ", "")


async def test_night_follows_what_is_changed(site, clock):
    id_ = await add(site, date="2026-11-27", start_time="20:00")
    for changes, until in (
        ({"start_time": "00:30"}, "2026-11-27T05:00:00+00:00"),
        ({"door_time": "23:00"}, "2026-11-28T05:00:00+00:00"),
        ({"door_time": None}, "2026-11-27T05:00:00+00:00"),
        ({"start_time": None}, "2026-11-28T05:00:00+00:00"),
    ):
        await change(site, id_, **changes)
        event = (await data_of(site, f"/event/{id_}"))["event"]["event"]
        assert event["upcoming_until"] == until, changes


async def test_lists_have_what_is_after_midnight_last_of_its_evening(site, clock):
    """(E13)"""
    evening = {"date": "2026-12-05", "venue": "Evening"}
    times = [("23:00", "00:30"), ("19:00", "20:00"), (None, None), (None, "23:30"), (None, "00:15")]
    ids = {await add(site, **evening, door_time=doors, start_time=start): start for doors, start in times}
    order = ["00:15", "20:00", "23:30", "00:30", None]
    home = (await data_of(site, "/"))["home"]["events"]
    assert [ids[event["id"]] for event in home if event["id"] in ids] == order
    for query, expected in (("order=date", order), ("order=date.desc,start_time.desc,id.desc", order[::-1])):
        answer = await site.rest("GET", f"music_events?select=start_time&venue=eq.Evening&{query}", "visitor")
        assert [event["start_time"] for event in answer.json()] == expected


async def test_site_in_another_zone_has_its_own_nights(template, tmp_path, clock):
    site = Site.open(template, tmp_path / "x", MARQUEE_TIMEZONE="America/Los_Angeles")
    id_ = await add(site, date="2026-11-27", start_time="00:30")
    site.service.database.write_now(set_site_zone, "America/Los_Angeles")
    event = (await data_of(site, f"/event/{id_}"))["event"]["event"]
    calendar = (await site.client.get(f"/event/{id_}.ics")).text
    await site.close()
    assert event["upcoming_until"] == "2026-11-27T13:00:00+00:00"
    assert "DTSTART:20261127T083000Z" in calendar
