"""The life of an event, and the moment from which it is past, wherever it is."""

from datetime import datetime, timedelta

import pytest

from marquee.domain.times.event_times import set_site_zone
from tests.cast import Site
from tests.site.event_pages import add, change, data_of, node_of, read
from tests.site.test_pages import preloaded

pytestmark = pytest.mark.anyio

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
    ("zone", "date", "start", "said", "end"),
    [
        ("Europe/Berlin", "2027-03-27", "23:30", "2027-03-27T23:30:00+01:00", "2027-03-28T03:30:00+02:00"),
        ("Europe/Berlin", "2027-03-28", "20:00", "2027-03-28T20:00:00+02:00", "2027-03-28T23:00:00+02:00"),
        ("Pacific/Auckland", "2027-04-04", "01:30", "2027-04-04T01:30:00+13:00", "2027-04-04T03:30:00+12:00"),
        (None, "2027-07-01", "20:00", "2027-07-01T20:00:00-07:00", "2027-07-01T23:00:00-07:00"),
        ("Europe/Berlin", "2027-07-01", None, "2027-07-01", "2027-07-01"),
    ],
)
async def test_start_has_the_offset_of_its_zone_on_that_day(template, tmp_path, clock, zone, date, start, said, end):
    """Structured data names the moment and the end that calendars tell, and only the day where no time is known."""
    site = Site.open(template, tmp_path / "x", MARQUEE_TIMEZONE="America/Los_Angeles")
    id_ = await add(site, date=date, timezone=zone, start_time=start)
    times = [
        (node["startDate"], node.get("endDate"))
        for path in ("/artist/mara-voss", f"/event/{id_}")
        for node in (await read(site, path)).nodes("MusicEvent")
        if node["url"].endswith(id_)
    ]
    await site.close()
    assert times == [(said, end)] * 2


@pytest.mark.parametrize(
    ("zone", "date", "said", "end"),
    [
        ("Europe/Berlin", "1890-05-01", "1890-05-01T19:59:32+00:53", "1890-05-01T22:59:32+00:53"),
        ("Europe/Amsterdam", "1930-01-01", "1930-01-01T20:00:28+00:20", "1930-01-01T23:00:28+00:20"),
        ("America/New_York", "1880-01-01", "1880-01-01T20:00:02-04:56", "1880-01-01T23:00:02-04:56"),
    ],
)
async def test_offset_from_before_standard_time_has_no_seconds_and_the_moment_stays(site, clock, zone, date, said, end):
    id_ = await add(site, date=date, timezone=zone, start_time="20:00", door_time="20:00")
    node = await node_of(site, id_)
    assert (node["startDate"], node["doorTime"], node["endDate"]) == (said, said, end)


async def test_doors_on_the_first_day_of_the_calendar_are_told_if_they_can_be(site, clock):
    id_ = await add(site, date="0001-01-01", timezone="Pacific/Auckland", start_time=None, door_time="00:00")
    assert "doorTime" not in await node_of(site, id_)


@pytest.mark.parametrize(
    ("date", "start", "zone"),
    [("9999-12-31", "23:00", "America/Los_Angeles"), ("0001-01-01", "00:30", "Pacific/Auckland")],
)
async def test_evening_at_either_end_of_the_calendar_is_told_by_its_day(site, clock, date, start, zone):
    id_ = await add(site, date=date, start_time=start, timezone=zone)
    node = await node_of(site, id_)
    assert (node["startDate"], node["endDate"]) == (date, date)
    for path in (f"/event/{id_}.ics", "/events.ics", "/artist/mara-voss", "/feed.xml", "/events/past", "/sitemap.xml"):
        assert (await site.client.get(path)).status_code == 200


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
