"""What programs fetch: robots.txt, sitemap, web manifest, icons."""

from xml.etree import ElementTree as Xml

import pytest

from marquee import clock as the_clock
from marquee.site import bundle
from marquee.site.feeds import sitemap
from tests.cast import ARTIST, BASE_URL, Site
from tests.site.html import Read

pytestmark = pytest.mark.anyio

KEPT = ["/robots.txt", "/sitemap.xml", "/sitemap-events.xml", "/manifest.webmanifest"]
NAMESPACE = "{http://www.sitemaps.org/schemas/sitemap/0.9}"


async def get(site, path):
    answer = await site.client.get(path)
    assert answer.status_code == 200, answer.text
    return answer


async def listed(site, path, element="url"):
    """Addresses with the time of their last change."""
    root = Xml.fromstring((await get(site, path)).content)  # noqa: S314 - our own
    return {
        entry.findtext(f"{NAMESPACE}loc"): entry.findtext(f"{NAMESPACE}lastmod")
        for entry in root.iter(f"{NAMESPACE}{element}")
    }


@pytest.mark.parametrize("path", KEPT)
async def test_answer_is_kept_and_not_sent_again(site, path):
    first = await get(site, path)
    assert first.headers["cache-control"] == "no-cache"
    again = await site.client.get(path, headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    head = await site.client.head(path)
    assert (head.status_code, head.content) == (200, b"")


async def test_robots_may_read_all_but_the_services(site):
    answer = await get(site, "/robots.txt")
    assert answer.headers["content-type"] == "text/plain; charset=utf-8"
    assert answer.text.splitlines() == [
        "User-agent: *",
        "Disallow: /rest/",
        "Disallow: /auth/",
        "",
        f"Sitemap: {BASE_URL}/sitemap.xml",
    ]


async def test_sitemap_lists_every_page(site, clock):
    answer = await get(site, "/sitemap.xml")
    assert answer.headers["content-type"] == "application/xml; charset=utf-8"
    found = await listed(site, "/sitemap.xml")
    ids = ("abel-quintero", "mara-voss", "night-ferry")
    events = await site.rows("music_events?select=id,updated_at&order=id")
    years = f"{BASE_URL}/events/past/2026"
    of_artists = [f"artist/{id_}{page}" for id_ in ids for page in ("", "/press")]
    paths = [*of_artists, *(f"event/{event['id']}" for event in events)]
    assert list(found) == [f"{BASE_URL}/", years, *(f"{BASE_URL}/{path}" for path in paths)]
    assert [found[f"{BASE_URL}/event/{event['id']}"] for event in events] == [event["updated_at"] for event in events]
    assert found[years] is found[f"{BASE_URL}/"] is None


async def test_sitemap_addresses_are_the_canonical_ones(site):
    artist = {"id": "вечер", "name": "Вечер", "genre": "Folk", "image": "https://pictures.example/x.webp"}
    assert (await site.rest("POST", "music_artists", "admin", json=artist)).status_code == 201
    for address in await listed(site, "/sitemap.xml"):
        page = Read((await get(site, address)).text)
        assert page.links["canonical"][0]["href"] == address


async def test_change_of_an_artist_or_an_event_is_the_change_of_its_page(site, clock):
    clock.move(days=1000)
    before = await listed(site, "/sitemap.xml")
    await site.rest("PATCH", "music_artists?id=eq.mara-voss", "admin", json={"bio": "Sings on."})
    await site.rest("PATCH", "music_events?artist_id=eq.night-ferry", "admin", json={"venue": "Elsewhere"})
    after = await listed(site, "/sitemap.xml")
    changed = {address for address in after if after[address] != before[address]}
    events = await site.rows("music_events?artist_id=eq.night-ferry&select=id")
    artists = {f"/artist/{id_}{page}" for id_ in ("mara-voss", "night-ferry") for page in ("", "/press")}
    paths = {*artists, *(f"/event/{event['id']}" for event in events)}
    assert changed == {f"{BASE_URL}{path}" for path in paths}
    assert after[f"{BASE_URL}/artist/night-ferry"] == "2029-08-17T10:00:00.12+00:00"


async def changed_pages(site, change):
    """The paths whose times another request changes, or that are new with it."""
    before = await listed(site, "/sitemap.xml")
    await change
    after = await listed(site, "/sitemap.xml")
    return {address.removeprefix(BASE_URL): at for address, at in after.items() if before.get(address) != at}


async def test_change_of_an_event_is_one_of_the_pages_of_who_is_on_its_bill(site, clock):
    clock.move(days=1000)
    (event, *_) = await site.rows("music_events?artist_id=eq.mara-voss&select=id,date&order=date")
    act = {"event_id": event["id"], "artist_id": "abel-quintero"}
    assert (await site.rest("POST", "music_lineup", "admin", json=act)).status_code == 201
    clock.move(hours=1)
    change = site.rest("PATCH", f"music_events?id=eq.{event['id']}", "admin", json={"venue": "Elsewhere"})
    changed = await changed_pages(site, change)
    artists = {f"/artist/{id_}{page}" for id_ in ("mara-voss", "abel-quintero") for page in ("", "/press")}
    assert {*changed} == {f"/event/{event['id']}", *artists}


async def test_dates_of_an_artist_are_as_new_as_the_artist(site, clock):
    """Nobody could see them before, nor on the page of who stands on their bill."""
    clock.move(days=1000)
    unannounced = {**ARTIST, "id": "halve", "published_at": None}
    assert (await site.rest("POST", "music_artists", "admin", json=unannounced)).status_code == 201
    event = {"date": "2026-11-01", "venue": "Early", "location": "Ghent", "artist_id": "halve"}
    kept = {"Prefer": "return=representation"}
    (added,) = (await site.rest("POST", "music_events", "admin", json=event, headers=kept)).json()
    act = {"event_id": added["id"], "artist_id": "abel-quintero"}
    assert (await site.rest("POST", "music_lineup", "admin", json=act)).status_code == 201
    clock.move(days=3)
    now = the_clock.timestamp()
    changed = await changed_pages(
        site, site.rest("PATCH", "music_artists?id=eq.halve", "admin", json={"published_at": now})
    )
    artists = {f"/artist/{id_}{page}" for id_ in ("halve", "abel-quintero") for page in ("", "/press")}
    assert changed == dict.fromkeys({f"/event/{added['id']}", *artists}, now)


async def test_many_artists_and_events_are_listed_in_parts(site, clock, monkeypatch):
    """Three artists, two in a part, and four events: those of two parts whose ids begin alike."""
    monkeypatch.setattr(sitemap, "PART_ARTISTS", 2)
    monkeypatch.setattr(sitemap, "PART_EVENTS", 3)
    artist = {**ARTIST, "id": "вечер"}
    assert (await site.rest("POST", "music_artists", "admin", json=artist)).status_code == 201
    parts = await listed(site, "/sitemap.xml", "sitemap")
    events = await site.rows("music_events?select=id&order=id")
    of_events = dict.fromkeys(f"events-{event['id'][0]}" for event in events)
    names = ["lists", "artists-abel-quintero", "artists-night-ferry", *of_events]
    assert list(parts) == [f"{BASE_URL}/sitemap-{name}.xml" for name in names]
    found = [address for name in names for address in await listed(site, f"/sitemap-{name}.xml")]
    assert len(found) == len(set(found)) == 1 + 1 + 4 * 2 + len(events)
    assert found[2:6] == [
        f"{BASE_URL}/artist/{id_}{page}" for id_ in ("abel-quintero", "mara-voss") for page in ("", "/press")
    ]
    assert [address.rpartition("/")[2] for address in found[-len(events) :]] == [event["id"] for event in events]


async def test_every_part_that_is_listed_is_there(site, monkeypatch):
    """Ids of one write begin alike; some dates, or their artists, are not announced."""
    monkeypatch.setattr(sitemap, "PART_EVENTS", 3)
    unannounced = {**ARTIST, "id": "later", "published_at": None}
    assert (await site.rest("POST", "music_artists", "admin", json=unannounced)).status_code == 201
    date = {"date": "2027-05-01", "venue": "Hall", "location": "Ghent", "artist_id": "mara-voss"}
    for hidden in [{"published_at": None}] * 9 + [{"artist_id": "later"}] * 9:
        assert (await site.rest("POST", "music_events", "admin", json={**date, **hidden})).status_code == 201
    parts = [part for part in await listed(site, "/sitemap.xml", "sitemap") if "/sitemap-events-" in part]
    pages = [page for part in parts for page in await listed(site, part.removeprefix(BASE_URL))]
    announced = await site.rows("music_events?select=id&order=id", "visitor")
    assert pages == [f"{BASE_URL}/event/{event['id']}" for event in announced]


async def test_part_does_not_begin_with_an_unannounced_artist(site, monkeypatch):
    """Its name would tell that there is one."""
    monkeypatch.setattr(sitemap, "PART_ARTISTS", 1)
    unannounced = {**ARTIST, "id": "aaa", "published_at": None}
    assert (await site.rest("POST", "music_artists", "admin", json=unannounced)).status_code == 201
    parts = await listed(site, "/sitemap.xml", "sitemap")
    ids = ("abel-quintero", "mara-voss", "night-ferry")
    assert {f"{BASE_URL}/sitemap-artists-{id_}.xml" for id_ in ids} == {part for part in parts if "artists-" in part}
    assert (await site.client.get("/sitemap-artists-aaa.xml")).status_code == 404


async def test_unannounced_artists_between_others_are_in_no_part(site, monkeypatch):
    """They are counted with the rest: parts begin where they began, and none says that there is one."""
    monkeypatch.setattr(sitemap, "PART_ARTISTS", 2)
    for id_ in ("aaa", "mmm"):
        unannounced = {**ARTIST, "id": id_, "published_at": None}
        assert (await site.rest("POST", "music_artists", "admin", json=unannounced)).status_code == 201
    parts = [part for part in await listed(site, "/sitemap.xml", "sitemap") if "artists-" in part]
    assert parts == [f"{BASE_URL}/sitemap-artists-{id_}.xml" for id_ in ("abel-quintero", "night-ferry")]
    found = [address for part in parts for address in await listed(site, part.removeprefix(BASE_URL))]
    ids = ("abel-quintero", "mara-voss", "night-ferry")
    assert found == [f"{BASE_URL}/artist/{id_}{page}" for id_ in ids for page in ("", "/press")]


async def test_save_leaves_the_parts_of_others_as_they_were(site):
    """Whoever asks again is not sent them again."""
    part = "/sitemap-artists-night-ferry.xml"
    before = await get(site, part)
    await site.rest("PATCH", "music_artists?id=eq.mara-voss", "admin", json={"bio": "Sings on."})
    again = await site.client.get(part, headers={"If-None-Match": before.headers["etag"]})
    assert again.status_code == 304


NO_PARTS = [
    *("0", "1", "lists-", "lists-x", "artists", "artists-", "artists-a", "artists-zzz", "events-", "events-g", "x", ""),
    *("events-000", "events-" + "f" * 5000, "artists-" + "z" * 5000, "٣", "%00"),
]


@pytest.mark.parametrize("part", NO_PARTS)
async def test_part_that_is_none_is_not_found(site, part):
    assert (await site.client.get(f"/sitemap-{part}.xml")).status_code == 404


async def test_site_without_artists_has_its_home_page(site):
    await site.rest("DELETE", "music_artists?id=neq.x", "admin")
    assert await listed(site, "/sitemap.xml") == {f"{BASE_URL}/": None}


async def test_manifest_carries_the_sites_name(template, tmp_path):
    site = Site.open(template, tmp_path / "x", MARQUEE_SITE_NAME='Under "card" </script>')
    answer = await get(site, "/manifest.webmanifest")
    await site.close()
    assert answer.headers["content-type"] == "application/manifest+json"
    assert answer.json()["name"] == 'Under "card" </script>'
    assert answer.json()["start_url"] == "/"


async def test_every_icon_that_is_named_is_there(built):
    named = {icon["src"]: icon["type"] for icon in (await get(built, "/manifest.webmanifest")).json()["icons"]}
    links = Read((await get(built, "/")).text).links
    for link in [*links["icon"], *links["apple-touch-icon"]]:
        named[link["href"]] = link.get("type", "image/")
    assert len(named) == 6
    for path, kind in named.items():
        answer = await get(built, path)
        assert answer.headers["content-type"].startswith(kind)
        assert 0 < len(answer.content) < 5000


async def test_browser_may_fetch_the_manifest(site):
    policy = (await get(site, "/")).headers["content-security-policy"]
    assert "manifest-src 'self'" in policy.split("; ")


def test_icons_are_part_of_the_build():
    assert "/favicon.ico" in bundle.load().files
