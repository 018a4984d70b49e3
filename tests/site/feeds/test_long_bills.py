"""Calendars and feeds are there for everybody, however long the bills that they would tell are."""

import pytest

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize("path", ["/events.ics", "/artist/mara-voss/events.ics", "/events/2026.ics", "/feed.xml"])
async def test_bills_that_are_too_long_to_be_told_are_left_out(site, monkeypatch, path):
    """However many names an owner adds, everybody else has their calendar."""
    monkeypatch.setattr("marquee.rest.encoding.MAX_BYTES", 20_000)
    (event,) = await site.rows("music_events?venue=eq.Silver Oar&select=id")
    names = [{"event_id": event["id"], "name": f"{number} {'x' * 190}"} for number in range(200)]
    assert (await site.rest("POST", "music_lineup", "owner", json=names)).status_code == 201
    answer = await site.client.get(path)
    assert answer.status_code == 200, answer.text
    assert "Silver Oar" in answer.text
    assert "xxx" not in answer.text
