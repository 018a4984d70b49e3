"""Feeds that people follow dates in. Source: RFC 4287."""

from xml.etree import ElementTree

import pytest

from tests.cast import BASE_URL

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


async def test_change_is_told_in_title_and_time(site, clock):
    added = await add(site)
    clock.move(hours=1)
    await site.rest("PATCH", f"music_events?id=eq.{added['id']}", "admin", json={"status": "cancelled"})
    found = await feed(site, "/artist/mara-voss/feed.xml")
    (entry,) = (entry for entry in found.iter(f"{ATOM}entry") if added["id"] in entry.findtext(f"{ATOM}id"))
    assert entry.findtext(f"{ATOM}title") == "CANCELLED: Mara Voss — Late, Ghent — Thu 31 Dec 2026"
    assert entry.findtext(f"{ATOM}updated") > entry.findtext(f"{ATOM}published")
    assert found.findtext(f"{ATOM}title") == "Mara Voss – Marquee"


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
    await add(site, venue=f"{text}!", price=text, note=text)
    line = "".join(c for c in " ".join(f"{text}!".split()) if c.isprintable())
    assert any(line in title for title in titles(await feed(site)))
