"""The poster and the share card of a date."""

import re
from datetime import date
from io import BytesIO

import pytest
from PIL import Image

from marquee.site.images import canvas, event_layout, typesetting
from marquee.site.images.facts import EventWording
from tests.conftest import on_sqlite
from tests.site.html import Read

pytestmark = [pytest.mark.anyio, on_sqlite]

UNKNOWN = "00000000-0000-0000-0000-000000000000"
STOCK = (255, 143, 163)


async def lanterna(site):
    (event,) = (await site.rest("GET", "music_events?venue=eq.Teatro Lanterna&select=id")).json()
    return event["id"]


async def change(site, **values):
    answer = await site.rest("PATCH", "music_events?venue=eq.Teatro Lanterna", "admin", json=values)
    assert answer.status_code == 204, answer.text


async def picture(site, path):
    answer = await site.client.get(path)
    assert (answer.status_code, answer.headers["content-type"]) == (200, "image/jpeg")
    assert len(answer.content) < 300_000
    return Image.open(BytesIO(answer.content))


async def card_path(site):
    """As the page names it."""
    page = Read((await site.client.get(f"/event/{await lanterna(site)}")).text)
    return re.sub(r"^https?://[^/]+", "", page.metas["og:image"][0])


def looks_like(color, other):
    return max(abs(one - two) for one, two in zip(color, other, strict=True)) < 12


async def test_poster_has_the_sheet_with_the_day_below(site):
    poster = await picture(site, f"/event/{await lanterna(site)}/poster.jpg")
    assert poster.size == (1080, 1350)
    assert looks_like(poster.getpixel((20, 1340)), STOCK)
    assert not looks_like(poster.getpixel((20, 20)), STOCK)


async def test_page_names_a_card_of_its_own_date(site):
    path = await card_path(site)
    card = await picture(site, path)
    assert card.size == (1200, 630)
    assert looks_like(card.getpixel((10, 620)), STOCK)


@pytest.mark.parametrize(
    "changes",
    [
        {"status": "cancelled"},
        {"status": "postponed"},
        {"status": "moved", "date": "2026-12-01"},
        {"venue": "東京 بيروت"},
    ],
)
async def test_change_gives_new_pictures(site, changes):
    event_id, card = await lanterna(site), await card_path(site)
    poster = (await site.client.get(f"/event/{event_id}/poster.jpg")).content
    await change(site, **changes)
    moved = await site.client.get(card)
    assert moved.status_code == 302
    assert (await picture(site, moved.headers["location"])).size == (1200, 630)
    assert (await site.client.get(f"/event/{event_id}/poster.jpg")).content != poster


async def test_bill_of_a_festival_is_cut_at_the_end_of_its_line(site):
    """Not letter by letter, each time with the rest measured anew: that took longer than a picture may take."""
    event_id = await lanterna(site)
    names = [{"event_id": event_id, "name": f"Somebody with a long name {number}"} for number in range(249)]
    assert (await site.rest("POST", "music_lineup", "admin", json=names)).status_code == 201
    assert (await picture(site, f"/event/{event_id}/poster.jpg")).size == (1080, 1350)


ALTS = [
    ({}, "Saturday, November 21, 2026"),
    ({"status": "cancelled"}, "Saturday, November 21, 2026, Cancelled"),
    ({"status": "postponed"}, "New date to come"),
    ({"status": "moved", "date": "2026-12-01"}, "Tuesday, December 1, 2026, Moved from Nov 21"),
    ({"ticket_status": "sold_out"}, "Saturday, November 21, 2026, Sold out"),
]


@pytest.mark.parametrize(("changes", "said"), ALTS)
async def test_who_does_not_see_the_card_is_told_the_same(site, changes, said):
    if changes:
        await change(site, **changes)
    page = Read((await site.client.get(f"/event/{await lanterna(site)}")).text)
    assert page.metas["og:image:alt"] == [f"Mara Voss, Teatro Lanterna, Trieste, {said}"]


async def test_poster_is_not_sent_again(site):
    path = f"/event/{await lanterna(site)}/poster.jpg"
    first = await site.client.get(path)
    again = await site.client.get(path, headers={"If-None-Match": first.headers["etag"]})
    assert again.status_code == 304


@pytest.mark.parametrize(
    "path",
    [
        f"/event/{UNKNOWN}/poster.jpg",
        "/event/x/poster.jpg",
        "/event/%00/poster.jpg",
        f"/share/event/{UNKNOWN}-{'0' * 16}.jpg",
    ],
)
async def test_no_date_has_no_picture(site, path):
    assert (await site.client.get(path)).status_code == 404


SAID = EventWording(
    name="Halve",
    day=date(2026, 11, 28),
    venue="Depot 23",
    place="Ghent",
    times=("20:30", "doors 19:30"),
    state="",
    bill="with Night Ferry",
    is_struck=False,
    site_name="Marquee",
    host="stage.test",
)


def lines_of(monkeypatch, draw, wording):
    """The lines of type in a picture."""
    pieces = []
    monkeypatch.setattr(canvas, "draw_line", lambda _draw, line, *_: pieces.append(line.pieces))
    draw(None, wording)
    return ["".join(text for text, _ in line) for line in pieces]


@pytest.mark.parametrize("state", ["Cancelled", "New date to come", "Moved from Nov 28", "Sold out"])
async def test_what_became_of_a_date_is_said_in_full_beside_the_rest(site, monkeypatch, state):
    wording = SAID._replace(state=state)
    poster = lines_of(monkeypatch, event_layout.poster, wording)
    assert {state, "Ghent", "20:30, doors 19:30", "with Night Ferry"} <= set(poster)
    assert {state, *wording.times} <= set(lines_of(monkeypatch, event_layout.share_card, wording))


async def test_night_is_said_in_full_beside_its_times(site, monkeypatch):
    wording = SAID._replace(times=("00:30", "doors 23:00", "night Wed to Thu"))
    assert "00:30, doors 23:00, night Wed to Thu" in lines_of(monkeypatch, event_layout.poster, wording)
    assert {*wording.times} <= {*lines_of(monkeypatch, event_layout.share_card, wording)}


async def test_venue_in_letters_that_no_typeface_has_leaves_the_city(site, monkeypatch):
    monkeypatch.setattr(typesetting, "SYSTEM_FONTS", ())
    assert "Ghent" in lines_of(monkeypatch, event_layout.share_card, SAID._replace(venue="東京事変"))
