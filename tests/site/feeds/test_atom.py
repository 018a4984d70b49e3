"""Feeds that people follow dates in. Source: RFC 4287."""

from datetime import timedelta
from random import Random
from xml.etree import ElementTree

import pytest
from sqlalchemy import update

from marquee import clock as the_clock
from marquee.domain.records import insert_rows
from marquee.domain.tables import music_artists, music_events
from marquee.site.feeds import news
from tests.cast import ARTIST, BASE_URL, insert_row
from tests.site.html import Read

pytestmark = pytest.mark.anyio

ATOM = "{http://www.w3.org/2005/Atom}"


async def feed(site, path="/feed.xml"):
    answer = await site.client.get(path)
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "application/atom+xml; charset=utf-8"
    return ElementTree.fromstring(answer.content)  # noqa: S314 - our own


def titles(found):
    return [entry.findtext(f"{ATOM}title") for entry in found.iter(f"{ATOM}entry")]


async def add(site, **values):
    event = {"date": "2026-12-31", "venue": "Late", "location": "Ghent", "artist_id": "mara-voss", **values}
    answer = await site.rest("POST", "music_events", "admin", json=event, headers={"Prefer": "return=representation"})
    assert answer.status_code == 201, answer.text
    return answer.json()[0]


async def test_what_was_announced_last_comes_first(site, clock):
    clock.move(days=3650)
    added = await add(site)
    found = await feed(site)
    assert titles(found)[0] == "Mara Voss — Late, Ghent — Thu 31 Dec 2026"
    newest = next(found.iter(f"{ATOM}entry"))
    assert newest.findtext(f"{ATOM}id") == f"urn:uuid:{added['id']}"
    assert newest.find(f"{ATOM}link").get("href") == f"{BASE_URL}/event/{added['id']}"
    assert found.findtext(f"{ATOM}updated") == newest.findtext(f"{ATOM}updated")
    assert found.findtext(f"{ATOM}author/{ATOM}name") == "Marquee"
    assert {link.get("rel"): link.get("href") for link in found.findall(f"{ATOM}link")} == {
        "self": f"{BASE_URL}/feed.xml",
        "alternate": f"{BASE_URL}/",
    }


@pytest.mark.parametrize(
    "event",
    [
        {"venue": "A & B <i>"},
        {"date": "2027-09-04", "ticket_status": "few_left", "start_time": "23:30"},
        {"ticket_status": "sold_out"},
        {"date": "2026-11-21", "ticket_status": "sold_out"},
        {"date": "2026-11-20", "ticket_status": "sold_out"},
        {"status": "cancelled", "ticket_status": "sold_out"},
        {"status": "postponed"},
    ],
)
async def test_entry_has_the_title_of_its_page(built, event):
    """The page writes its own: in a browser it has no server to ask."""
    added = await add(built, **event)
    page = Read((await built.client.get(f"/event/{added['id']}")).text)
    entries = (await feed(built)).iter(f"{ATOM}entry")
    assert [entry.findtext(f"{ATOM}title") for entry in entries if added["id"] in entry.findtext(f"{ATOM}id")] == [
        page.title
    ]


async def test_change_is_told_in_title_and_time(site, clock):
    added = await add(site)
    clock.move(hours=1)
    await site.rest("PATCH", f"music_events?id=eq.{added['id']}", "admin", json={"status": "cancelled"})
    found = await feed(site, "/artist/mara-voss/feed.xml")
    (entry,) = (entry for entry in found.iter(f"{ATOM}entry") if added["id"] in entry.findtext(f"{ATOM}id"))
    assert entry.findtext(f"{ATOM}title") == "CANCELLED: Mara Voss — Late, Ghent — Thu 31 Dec 2026"
    assert entry.findtext(f"{ATOM}updated") > entry.findtext(f"{ATOM}published")
    assert found.findtext(f"{ATOM}title") == "Mara Voss – Marquee"


@pytest.mark.parametrize("path", ["/feed.xml", "/artist/halve/feed.xml"])
async def test_date_is_as_new_as_its_artist(site, clock, path):
    """Nobody could see it before, and of sixty dates that were announced in the meantime ten are in no feed."""
    unannounced = await site.rest(
        "POST", "music_artists", "admin", json={**ARTIST, "id": "halve", "published_at": None}
    )
    assert unannounced.status_code == 201, unannounced.text
    await add(site, artist_id="halve", venue="Early")
    clock.move(days=1)
    other = {"date": "2027-03-01", "venue": "Hall", "location": "Bergen", "artist_id": "mara-voss"}
    assert (await site.rest("POST", "music_events", "admin", json=[other] * 60)).status_code == 201
    clock.move(days=30)
    announced = the_clock.timestamp()
    await site.rest("PATCH", "music_artists?id=eq.halve", "admin", json={"published_at": announced})
    found = await feed(site, path)
    newest = next(found.iter(f"{ATOM}entry"))
    assert "Early" in newest.findtext(f"{ATOM}title")
    assert newest.findtext(f"{ATOM}published") == newest.findtext(f"{ATOM}updated") == announced
    assert found.findtext(f"{ATOM}updated") == announced


def fill(connection, instants):
    """Artists and events that were announced at random; each instant with the ids that are there since then."""
    artists = {}
    for number, instant in enumerate(instants[:30]):
        id_ = f"act-{number}"
        insert_row(connection, music_artists, {**ARTIST, "id": id_, "published_at": instant})
        artists[id_] = instant
    owners = sorted(artists) * 3
    event = {"date": "2027-03-01", "venue": "V", "location": "Bergen"}
    rows = [{**event, "artist_id": owner, "published_at": at} for owner, at in zip(owners, instants[30:], strict=False)]
    ids = insert_rows(connection, music_events, rows)
    return {id_: max(row["published_at"], artists[row["artist_id"]]) for id_, row in zip(ids, rows, strict=True)}


@pytest.mark.parametrize("seed", range(3))
async def test_newest_are_those_of_all_dates(site, clock, seed):
    now, random = the_clock.now(), Random(seed)  # noqa: S311 - a fixed one
    instants = [the_clock.timestamp(now - timedelta(minutes=random.randrange(10**5))) for _ in range(120)]

    def look(connection):
        return fill(connection, instants), news.of_all(connection)

    since, found = site.service.database.write_now(look)
    assert [*found.values()] == sorted(since.values(), reverse=True)[: news.MAX_NEWS]
    assert found.items() <= since.items()


async def test_nobody_has_no_feed(site):
    for path in ("/artist/nobody/feed.xml", "/artist/%00/feed.xml"):
        assert (await site.client.get(path)).status_code == 404


async def test_feed_without_entries_is_whole(site):
    await site.rest("DELETE", "music_events?venue=neq.x", "admin")
    found = await feed(site)
    assert titles(found) == []
    assert found.findtext(f"{ATOM}updated")


@pytest.mark.parametrize("text", ["<b>&amp;]]>", "a\u0001\x0b\ufffe b", "a\r\n\tb"])
async def test_hostile_text_is_text(site, text):
    """Also where it was planted in the database: no write takes most of it."""
    planted = update(music_events).values(venue=f"{text}!", price=text)
    site.service.database.write_now(lambda connection: connection.execute(planted))
    await add(site, note=text)
    line = " ".join("".join(c for c in " ".join(f"{text}!".split()) if c.isprintable()).split())
    assert any(line in title for title in titles(await feed(site)))
