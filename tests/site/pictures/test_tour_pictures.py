"""The poster of an artist's next dates, and the share card of their profile."""

import re
from io import BytesIO

import pytest
from PIL import Image

from marquee.storage.pixels import process
from tests.cast import OTHER, WORKSHOP
from tests.conftest import on_sqlite
from tests.site.html import Read
from tests.site.pictures.test_tour_layout import spoken

pytestmark = [pytest.mark.anyio, on_sqlite]

POSTER = f"/artist/{OTHER}/poster.jpg"


async def picture(site, path, size):
    answer = await site.client.get(path)
    assert (answer.status_code, answer.headers["content-type"]) == (200, "image/jpeg")
    assert len(answer.content) < 300_000
    assert Image.open(BytesIO(answer.content)).size == size
    return answer


async def card_path(site, path=f"/artist/{OTHER}"):
    """As the page names it."""
    page = Read((await site.client.get(path)).text)
    return re.sub(r"^https?://[^/]+", "", page.metas["og:image"][0])


async def test_artist_has_a_poster_that_changes_with_the_dates(site):
    poster = await picture(site, POSTER, (1080, 1350))
    assert (poster.headers["cache-control"], poster.headers["cross-origin-resource-policy"]) == (
        "no-cache",
        "cross-origin",
    )
    again = await site.client.get(POSTER, headers={"If-None-Match": poster.headers["etag"]})
    assert again.status_code == 304
    await site.rest("PATCH", "music_events?venue=eq.Pier Fourteen Hall", "admin", json={"status": "cancelled"})
    assert (await picture(site, POSTER, (1080, 1350))).content != poster.content


async def test_card_of_a_profile_shows_the_dates_while_there_are_any(site):
    with_dates = await card_path(site)
    shown = await picture(site, with_dates, (1200, 630))
    await site.rest("DELETE", "music_events?venue=eq.Pier Fourteen Hall", "admin")
    without = await card_path(site)
    led = await site.client.get(with_dates)
    assert (led.status_code, led.headers["location"]) == (302, without)
    assert (await picture(site, without, (1200, 630))).content != shown.content


async def test_card_of_the_home_page_shows_no_dates_and_stays(site):
    home, profile = await card_path(site, "/"), await card_path(site, "/artist/mara-voss")
    assert home != profile
    assert (await picture(site, home, (1200, 630))).content != (await picture(site, profile, (1200, 630))).content


async def test_poster_of_an_artist_without_dates_says_so(site):
    await picture(site, "/artist/abel-quintero/poster.jpg", (1080, 1350))


@pytest.mark.parametrize("artist_id", ["nobody", "%00", "..%2f", "x" * 5000])
async def test_nobody_has_no_poster(site, artist_id):
    assert (await site.client.get(f"/artist/{artist_id}/poster.jpg")).status_code == 404


async def test_poster_counts_the_dates_that_it_does_not_list(site, monkeypatch):
    monkeypatch.setattr(WORKSHOP, "make", process.answer)  # here, where it can be seen what is drawn
    events = [
        {"date": f"2027-02-{day:02}", "venue": f"Hall {day}", "location": "Ghent", "artist_id": OTHER}
        for day in range(1, 20)
    ]
    assert (await site.rest("POST", "music_events", "admin", json=events)).status_code == 201
    said = spoken(monkeypatch)
    await site.client.get(POSTER)
    assert "and 6 more" in said
    assert [text for text in said if text.startswith("Hall")] == [f"Hall {day}" for day in range(1, 14)]


async def test_poster_has_the_address_in_letters(site, monkeypatch):
    """People read it, and type it: an address in percent codes is cut off before it says whose it is."""
    monkeypatch.setattr(WORKSHOP, "make", process.answer)
    artist = {"id": "fjære-bülow", "name": "Fjære Bülow", "genre": "Folk", "image": "https://pictures.example/1.jpg"}
    assert (await site.rest("POST", "music_artists", "admin", json=artist)).status_code == 201
    said = spoken(monkeypatch)
    await site.client.get("/artist/fj%C3%A6re-b%C3%BClow/poster.jpg")
    assert [text for text in said if text.endswith("/artist/fjære-bülow")]
