"""Dates of Mara Voss for tests of pages, and what the pages say."""

from tests.site.html import Read
from tests.site.test_pages import preloaded


async def add(site, **values):
    """The id of a new event of Mara Voss."""
    event = {"date": "2026-11-28", "venue": "Kesselhaus", "location": "Leipzig", "artist_id": "mara-voss", **values}
    answer = await site.rest("POST", "music_events", "admin", json=event, headers={"Prefer": "return=representation"})
    assert answer.status_code == 201, answer.text
    return answer.json()[0]["id"]


async def change(site, event_id, **values):
    answer = await site.rest("PATCH", f"music_events?id=eq.{event_id}", "admin", json=values)
    assert answer.status_code == 204, answer.text


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
