"""The pages of past events, a year each."""

import pytest

from marquee.domain.records import insert_row
from marquee.domain.tables import music_events
from tests.cast import BASE_URL
from tests.site.event_pages import LISTED, add, data_of, read

pytestmark = pytest.mark.anyio


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
    assert (await read(site, "/events/past/2024")).title == "Past dates 2024 – Marquee"
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
