"""URLs that people print and type a little differently lead to their page, and nowhere else."""

import unicodedata
from urllib.parse import quote, urljoin

import pytest
from sqlalchemy import insert

from marquee import clock
from marquee.domain.tables import music_artists, music_events
from tests.cast import ARTIST, BASE_URL, insert_row

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize(
    ("typed", "page"),
    [
        ("/artist/mara-voss/", "/artist/mara-voss"),
        ("/artist/mara-voss//", "/artist/mara-voss"),
        ("/artist/MARA-Voss", "/artist/mara-voss"),
        ("/Artist/Mara-Voss/", "/artist/mara-voss"),
        ("/artist/mara-voss/?from=poster&a=%2Fb", "/artist/mara-voss?from=poster&a=%2Fb"),
        ("/artist/Mara-Voss/Press/", "/artist/mara-voss/press"),
        ("/artist/mara-voss/events.ics/", "/artist/mara-voss/events.ics"),
        ("/artist/Mara-Voss/Poster.jpg", "/artist/mara-voss/poster.jpg"),
        ("/events.ics/", "/events.ics"),
        ("/Events/Past/", "/events/past"),
        ("/Events/past/2026/", "/events/past/2026"),
        ("/auth/confirm/?token_hash=t&type=recovery", "/auth/confirm?token_hash=t&type=recovery"),
        ("//artist/mara-voss/", "/artist/mara-voss"),
        ("//", "/"),
    ],
)
@pytest.mark.parametrize("method", ["GET", "HEAD"])
async def test_url_leads_to_its_page_with_its_query(site, method, typed, page):
    answer = await site.client.request(method, f"{BASE_URL}{typed}")
    assert (answer.status_code, answer.headers["location"]) == (301, page)
    assert (await site.client.get(page)).status_code == 200


async def test_id_of_an_event_in_capitals(site):
    (event,) = await site.rows("music_events?venue=eq.Silver%20Oar&select=id")
    for typed in (f"/Event/{event['id'].upper()}", f"/event/{event['id']}/"):
        answer = await site.client.get(typed)
        assert (answer.status_code, answer.headers["location"]) == (301, f"/event/{event['id']}")


async def test_id_in_any_script(site):
    site.service.database.write_now(
        lambda connection: insert_row(connection, music_artists, {**ARTIST, "id": "björk-ø"})
    )
    for typed in ("/artist/bj%C3%B6rk-%C3%B8/", "/artist/BJ%C3%96RK-%C3%98"):
        answer = await site.client.get(typed)
        assert (answer.status_code, answer.headers["location"]) == (301, "/artist/bj%C3%B6rk-%C3%B8")


@pytest.mark.parametrize("stored", ["NFC", "NFD"])
async def test_letters_may_be_composed_or_not_in_the_id_and_as_it_is_typed(site, stored):
    """Until the ids of new artists were composed, those of Korean ones were not."""
    id_, typed = (unicodedata.normalize(form, "소녀시대") for form in (stored, "NFD" if stored == "NFC" else "NFC"))
    now = clock.timestamp()
    row = {**ARTIST, "id": id_, "created_at": now, "updated_at": now, "published_at": now}
    event = {"artist_id": id_, "date": "2099-01-01", "venue": "Roxy", "location": "Seoul"}
    site.service.database.write_now(lambda connection: connection.execute(insert(music_artists).values(row)))
    site.service.database.write_now(insert_row, music_events, event)
    for rest in ("", "/press", "/events.ics", "/feed.xml", "/poster.jpg"):
        answer = await site.client.get(f"/artist/{quote(typed)}{rest}")
        assert (answer.status_code, answer.headers.get("location"), rest) == (301, f"/artist/{quote(id_)}{rest}", rest)
        assert (await site.client.get(f"/artist/{quote(id_)}{rest}")).status_code == 200


@pytest.mark.parametrize(
    "path",
    [
        "/artist/nobody/",
        "/event/00000000-0000-4000-8000-000000000000/",
        "/events/past/2025/",
        "/events/past/26",
        "/artist/NOBODY",
        "/artist/",
        "/no/such/page/",
        "//evil.example/",
        "//evil.example/artist/mara-voss/",
        "/%2F%2Fevil.example/",
        "/\\evil.example/",
        "/artist/mara-voss%2F..%2F/",
        "/artist/%0d%0aLocation:%20x/",
        "/https://evil.example/",
    ],
)
async def test_anything_else_is_a_page_that_is_not_there(site, path):
    answer = await site.client.get(f"{BASE_URL}{path}")
    assert answer.status_code == 404
    assert "location" not in answer.headers


@pytest.mark.parametrize(
    "query", ["//evil.example", "https://evil.example", "a=%0d%0aSet-Cookie: x=y", "@evil.example"]
)
async def test_query_leads_to_no_other_site(site, query):
    answer = await site.client.get(f"{BASE_URL}/artist/mara-voss/?{query}")
    assert urljoin(BASE_URL, answer.headers["location"]).startswith(f"{BASE_URL}/artist/mara-voss?")
    assert "set-cookie" not in answer.headers
