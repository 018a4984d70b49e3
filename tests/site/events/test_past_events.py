"""The pages of past events, a year each."""

import pytest

from marquee.domain.records import insert_rows
from marquee.domain.tables import music_events
from tests.cast import BASE_URL
from tests.site.event_pages import add, data_of, read
from tests.site.test_pages import LISTED

pytestmark = [pytest.mark.anyio, pytest.mark.usefixtures("built")]


async def test_past_events_stand_in_pages_of_their_years(site, clock):
    """Past dates by year, the newest year first; a year without dates has no page."""
    old = await add(site, date="2024-05-04", venue="Old Mill")
    newest = await data_of(site, "/events/past")
    assert newest["page"]["period"] == newest["page"]["shown"] == "2026"
    assert newest["page"]["years"] == ["2026", "2024"]
    assert [event["venue"] for event in newest["page"]["events"]] == ["Depot 23"]
    assert (await data_of(site, "/events/past/2026"))["page"] == newest["page"]
    earlier = await data_of(site, "/events/past/2024")
    assert [(event["id"], event["artist"]["name"]) for event in earlier["page"]["events"]] == [(old, "Mara Voss")]
    assert (await read(site, "/events/past/2024")).title == "Past dates 2024 – Marquee"
    page = await read(site, "/events/past")
    assert page.links["canonical"][0]["href"] == f"{BASE_URL}/events/past/2026"
    assert (await site.client.get("/events/past/2025")).status_code == 404


@pytest.fixture
async def long(site, clock):
    """A site with 120 dates in the first five months of 2025, of which February has 28; in 2024 one day has 103."""
    rows = [{"date": f"2025-{n // 28 + 1:02}-{n % 28 + 1:02}", "venue": f"Hall {n}"} for n in range(120)]
    rows += [{"date": "2024-03-09", "venue": f"Room {n}"} for n in range(103)]
    rows.append({"date": "2024-03-08", "venue": "Room"})
    place = {"location": "Ghent", "artist_id": "night-ferry"}
    site.service.database.write_now(
        lambda connection: insert_rows(connection, music_events, [{**row, **place} for row in rows])
    )
    return site


async def test_long_year_is_told_by_month(long):
    """The newest of them is listed; its dates have further pages, earlier and later ones."""
    year = (await data_of(long, "/events/past/2025"))["page"]
    assert year["months"] == ["2025-05", "2025-04", "2025-03", "2025-02", "2025-01"]
    assert (year["shown"], year["days"], year["event_count"]) == ("2025-05", [], 8)
    assert [event["date"] for event in year["events"]] == [f"2025-05-{day:02}" for day in range(8, 0, -1)]
    assert (year["newer"], year["older"]) == ("2026-10", "2025-04")
    february = (await data_of(long, "/events/past/2025/02"))["page"]
    assert (february["shown"], len(february["events"]), february["event_count"]) == ("2025-02", 28, 28)
    assert (february["newer"], february["older"]) == ("2025-03", "2025-01")
    assert (await data_of(long, "/events/past/2026"))["page"]["months"] == []
    page = await read(long, "/events/past/2025/02")
    assert page.title == "Past dates February 2025 – Marquee"
    assert page.links["canonical"][0]["href"] == f"{BASE_URL}/events/past/2025/02"


async def test_long_month_is_told_by_day_and_a_page_lists_all_of_a_day(long):
    month = (await data_of(long, "/events/past/2024/03"))["page"]
    assert (month["months"], month["days"]) == (["2024-03"], ["2024-03-09", "2024-03-08"])
    assert (month["shown"], len(month["events"]), month["event_count"]) == ("2024-03-09", 103, 103)
    day = (await data_of(long, "/events/past/2024/03/08"))["page"]
    assert (day["event_count"], day["newer"], day["older"]) == (1, "2024-03-09", None)
    assert (await read(long, "/events/past/2024/03/08")).title == "Past dates March 8, 2024 – Marquee"


@pytest.mark.parametrize("period", ["2025/06", "2025/2", "2025/13", "2025/02/30", "2025/02/1", "2025/02/01/x", "0000"])
async def test_period_without_dates_has_no_page(long, period):
    assert (await long.client.get(f"/events/past/{period}")).status_code == 404


async def test_profile_tells_of_the_last_past_dates(long):
    site = long
    profile = (await data_of(site, "/artist/night-ferry"))["profile"]
    assert (len(profile["past"]), profile["past_count"]) == (20, 225)
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
    assert (page["page"]["period"], page["page"]["years"], page["page"]["events"]) == (None, [], [])
    assert (await read(site, "/events/past")).metas["robots"] == ["noindex"]
