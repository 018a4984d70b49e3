"""The pages as the server sends them, before any script has run."""

import json
import re
from typing import Any

import pytest

from marquee.domain.records import insert_rows
from marquee.domain.tables import music_artists, music_events
from marquee.errors import DatabaseUnavailable
from marquee.rest import query
from tests.cast import ARTIST, BASE_URL

pytestmark = pytest.mark.anyio

LISTED = (
    "select=id,date,venue,location,start_time,door_time,timezone,ticket_url,price,ticket_status,status,previous_date,"
    "upcoming_until,artist:music_artists(id,name),lineup:music_lineup(name,artist_id)"
)
NAME = '</script><script>alert("x")</script>'


def preloaded(html):
    """The data that stands in the page."""
    (found,) = re.findall(r'<script type="application/json" id="preloaded">(.*?)</script>', html, re.DOTALL)
    return json.loads(found)


async def get(site, path, **headers):
    return await site.client.get(path, headers=headers)


async def rename(site, name):
    answer = await site.rest("PATCH", "music_artists?id=eq.mara-voss", "admin", json={"name": name})
    assert answer.status_code == 204


async def test_home_page_carries_the_data_of_its_first_view(site):
    answer = await get(site, "/")
    data = preloaded(answer.text)
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert [artist["name"] for artist in data["home"]["artists"]] == ["Mara Voss", "Night Ferry", "Abel Quintero"]
    assert data["site"]["key"] == site.service.keys.publishable
    assert data["site"]["url"] == BASE_URL
    assert data["path"] == "/"


async def test_events_in_the_page_are_those_from_today_on_with_their_artist(site, clock):
    events = preloaded((await get(site, "/")).text)["home"]["events"]
    assert [event["date"] for event in events] == ["2026-11-21", "2026-12-24", "2027-01-15"]
    assert events[0]["artist"] == {"id": "mara-voss", "name": "Mara Voss"}


async def test_page_gives_the_same_rows_as_the_data_service(site, clock):
    data = preloaded((await get(site, "/artist/mara-voss")).text)["profile"]
    artist = "select=*,links:music_links(id,position,url,label)&links.order=position,id&id=eq.mara-voss"
    (row,) = await site.rows(f"music_artists?{artist}", "visitor")
    del row["published_at"]  # what a visitor sees is announced: it is not said
    assert data["artist"] == row
    upcoming = f"{LISTED}&artist_id=eq.mara-voss&upcoming_until=gt.now&order=date.asc,start_time.asc,id.asc"
    assert data["events"] == await site.rows(f"music_events?{upcoming}", "visitor")
    assert (data["event_count"], data["past"], data["past_count"]) == (2, [], 0)


async def add_many(site, artists, events):
    """As many of each; the last artist is the featured one, and least popular. All events are Mara Voss's."""
    rows: list[dict[str, Any]]
    rows = [{**ARTIST, "name": f"Band {n}", "followers": f"{1000 - n}K", "bio": "x" * 1000} for n in range(artists)]
    rows += [{**ARTIST, "name": "Last", "followers": "0", "is_featured": True, "latest_song": "Encore"}]
    when = {"location": "Ghent", "artist_id": "mara-voss"}
    dates = [
        {**when, "date": f"2027-{n // 28 % 12 + 1:02}-{n % 28 + 1:02}", "venue": f"Hall {n}"} for n in range(events)
    ]

    def add(connection):
        insert_rows(connection, music_artists, rows)
        insert_rows(connection, music_events, dates)

    site.service.database.write_now(add)


async def test_home_page_carries_a_bounded_part_of_a_large_site(site, clock):
    """The cards of 24 artists, 20 events and the featured artist, who is none of the 24; and how many there are."""
    await add_many(site, 300, 300)
    html = (await get(site, "/")).text
    home = preloaded(html)["home"]
    assert (len(home["artists"]), home["artist_count"]) == (24, 304)
    assert (len(home["events"]), home["event_count"]) == (20, 303)
    assert (home["featured"]["name"], home["featured"]["latest_song"]) == ("Last", "Encore")
    assert "Last" not in [artist["name"] for artist in home["artists"]]
    assert "xxx" not in html
    assert home["artists"][0].keys() == {"id", "name", "genre", "image", "followers", "latest_song", "is_featured"}
    names = re.sub(r":\w+\(.*?\)", "", LISTED.removeprefix("select=")).split(",")
    assert home["events"][0].keys() == set(names)


async def test_page_counts_no_further_than_it_says(site, clock, monkeypatch):
    monkeypatch.setattr(query, "MAX_COUNTED", 100)
    await add_many(site, 300, 97)
    home = preloaded((await get(site, "/")).text)["home"]
    assert (home["artist_count"], home["event_count"]) == (101, 100)


async def test_profile_carries_a_bounded_part_of_many_events(site, clock):
    await add_many(site, 0, 100)
    profile = preloaded((await get(site, "/artist/mara-voss")).text)["profile"]
    assert (len(profile["events"]), profile["event_count"]) == (20, 102)
    assert [event["date"] for event in profile["events"]] == sorted(event["date"] for event in profile["events"])


@pytest.mark.parametrize(("artists", "count"), [(20, 24), (21, 25)])
async def test_just_as_many_as_are_shown_are_all(site, clock, artists, count):
    """With the three of the cast and the featured one."""
    await add_many(site, artists, 17)
    home = preloaded((await get(site, "/")).text)["home"]
    assert (len(home["artists"]), home["artist_count"]) == (24, count)
    assert (len(home["events"]), home["event_count"]) == (20, 20)


async def test_site_without_a_featured_artist_says_so(site):
    await site.rest("PATCH", "music_artists?is_featured=is.true", "admin", json={"is_featured": False})
    assert preloaded((await get(site, "/")).text)["home"]["featured"] is None


@pytest.mark.parametrize("path", ["/artist/nobody", "/artist/%00", "/artist/..%2f..%2fetc", "/no/such/page", "/data"])
async def test_unknown_page_is_404_with_the_app(site, path):
    answer = await get(site, path)
    data = preloaded(answer.text)
    assert answer.status_code == 404
    assert "home" not in data
    assert "profile" not in data


async def test_name_that_looks_like_markup_is_text_everywhere(site):
    await rename(site, NAME)
    for path in ("/", "/artist/mara-voss"):
        html = (await get(site, path)).text
        assert "<script>alert" not in html
        assert NAME in json.dumps(preloaded(html)).replace('\\"', '"')


async def test_change_is_in_the_next_page(built):
    await get(built, "/")
    await rename(built, "Mara Vos")
    assert "<title>Mara Vos –" in (await get(built, "/artist/mara-voss")).text
    assert preloaded((await get(built, "/")).text)["home"]["artists"][0]["name"] == "Mara Vos"


async def test_past_event_leaves_the_page_at_five_in_the_morning(site, clock):
    assert len(preloaded((await get(site, "/")).text)["home"]["events"]) == 3
    clock.move(hours=18, minutes=59)
    assert len(preloaded((await get(site, "/")).text)["home"]["events"]) == 3
    clock.move(minutes=1)
    assert len(preloaded((await get(site, "/")).text)["home"]["events"]) == 2


async def test_unchanged_page_is_not_sent_again(site):
    first = await get(site, "/")
    again = await get(site, "/", **{"if-none-match": first.headers["etag"]})
    assert again.status_code == 304
    assert again.content == b""
    assert again.headers["etag"] == first.headers["etag"]


@pytest.mark.parametrize(
    ("accepted", "sent"),
    [("gzip, br", "br"), ("br;q=0.5", "br"), ("br;q=0", None), ("br;q=0, gzip", "gzip"), ("gzip", "gzip"), ("", None)],
)
async def test_page_is_compressed_for_who_takes_it(site, accepted, sent):
    answer = await get(site, "/", **{"accept-encoding": accepted})
    assert answer.headers.get("content-encoding") == sent
    assert "Accept-Encoding" in answer.headers["vary"]


@pytest.mark.parametrize("path", ["/", "/artist/nobody", "/rest/v1/music_artists", "/auth/v1/health", "/health/live"])
async def test_every_answer_has_a_request_id(site, path):
    headers = (await get(site, path)).headers
    assert re.fullmatch(r"[0-9a-f]{16}", headers["x-request-id"])


async def test_fault_is_told_with_its_request_id_and_no_internals(site, monkeypatch):
    monkeypatch.setattr("marquee.site.page_data.Reader", lambda *_: 1 / 0)
    answer = await get(site, "/")
    assert answer.status_code == 500
    assert answer.headers["x-request-id"] in answer.text
    assert "Zero" not in answer.text


async def test_page_that_cannot_be_read_now_says_when_to_try_again(site, monkeypatch):
    def unavailable(*_):
        raise DatabaseUnavailable

    monkeypatch.setattr("marquee.site.page_data.Reader", unavailable)
    answer = await get(site, "/")
    assert (answer.status_code, answer.headers["retry-after"]) == (503, "1")


async def test_log_has_a_line_for_refusals_and_writes_and_none_for_reading(site, caplog):
    caplog.set_level("INFO", "marquee")
    await get(site, "/")
    refused = await get(site, "/artist/nobody")
    await rename(site, "Mara Vos")
    requests = [record for record in caplog.records if record.message == "request"]
    lines = [(record.method, record.status, record.request_id) for record in requests]
    assert [line[:2] for line in lines] == [("GET", 404), ("PATCH", 204)]
    assert lines[0][2] == refused.headers["x-request-id"]
