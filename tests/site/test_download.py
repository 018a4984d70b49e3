"""What a visitor downloads, to the byte. Source of the budgets: the goals in docs/performance.md."""

import json
import re

import pytest

from marquee.cli.demo.content import ARTISTS, EVENTS
from marquee.site.bundle import DIST
from tests.conftest import on_sqlite

pytestmark = pytest.mark.anyio

MANIFEST = json.loads((DIST / ".vite" / "manifest.json").read_text())
ENTRY = "src/app/main.tsx"
DATA = "src/api/data-client.ts"
SESSION = "src/api/auth-client.ts"


def weight(source):
    """Bytes on the wire of the file that the build made of a source, or of a group of them."""
    file = MANIFEST[source]["file"] if source in MANIFEST else named(source)["file"]
    return (DIST / f"{file}.br").stat().st_size


def named(name):
    return next(chunk for chunk in MANIFEST.values() if chunk.get("name") == name)


def begins_with(source):
    """The files that run before the one of `source` does."""
    found, waiting = set(), [source]
    while waiting:
        source = waiting.pop()
        if source not in found:
            found.add(source)
            waiting += MANIFEST[source].get("imports", [])
    return found


def rows(site):
    ids = {artist.name: f"artist-{place}" for place, artist in enumerate(ARTISTS)}
    artists = [
        {
            "id": ids[artist.name],
            "name": artist.name,
            "genre": artist.genre,
            "followers": artist.followers,
            "image": f"/storage/v1/object/public/demo/{artist.image}",
            "latest_song": artist.latest_song,
            "bio": artist.bio,
            "website": f"https://{artist.handle}.example" if artist.handle else None,
            "social_instagram": artist.handle,
            "social_twitter": artist.handle,
            "is_featured": place == 0,
        }
        for place, artist in enumerate(ARTISTS)
    ]
    events = [
        {
            "artist_id": ids[event.artist],
            "date": f"20{27 + event.days // 84}-{event.days // 7 % 12 + 1:02}-{event.days % 28 + 1:02}",
            "venue": event.venue,
            "location": event.location,
        }
        for event in EVENTS
    ]
    return artists, events


@on_sqlite
async def test_home_page_with_8_artists_and_20_events_fits_its_budget(built, clock):
    artists, events = rows(built)
    assert (len(artists), len(events)) == (8, 20)
    await built.rest("DELETE", "music_artists?id=not.is.null", "admin")
    await built.rest("POST", "music_artists", "admin", json=artists)
    await built.rest("POST", "music_events", "admin", json=events)
    answer = await built.client.get("/", headers={"accept-encoding": "br"})
    assert answer.text.count('class="ticket"') == 20
    assert answer.headers["content-encoding"] == "br"
    assert int(answer.headers["content-length"]) <= 10_000


def test_script_that_every_visitor_runs_fits_its_budget():
    assert weight(ENTRY) <= 64_500


def test_script_of_somebody_who_is_signed_in_fits_its_budget():
    assert sum(map(weight, (ENTRY, "session", SESSION, "reads", DATA))) <= 90_000


def test_client_of_the_data_service_fits_its_budget():
    assert weight(DATA) <= 5_000


def test_script_that_stands_in_the_page_fits_its_budget():
    assert (DIST / "server" / "boot.js").stat().st_size <= 700


def test_no_page_begins_with_a_client_of_the_services():
    """They are where the names of what they send are."""
    assert begins_with(ENTRY) == {ENTRY}
    script = (DIST / MANIFEST[ENTRY]["file"]).read_text()
    assert "hydrateRoot" in script, "the words that are looked for stand in it as they are"
    for word in ("grant_type", "refresh_token", "Prefer", "PostgrestError"):
        assert word not in script


async def test_typeface_is_asked_for_early_and_holds_back_no_phone(built):
    """A browser waits with its first paint for a typeface that the head asks for."""
    head, _, body = (await built.client.get("/")).text.partition("<body>")
    asking = r'<link rel="preload" href="(\S+)" as="font" crossorigin media="(\S+)">'
    wide, any_ = re.search(asking, head), re.match(rf"\s*{asking}", body)
    assert wide is not None
    assert any_ is not None
    assert wide[1] == any_[1]
    assert (wide[2], any_[2]) == ("(min-width:768px)", "all")


def test_typeface_that_every_page_loads_fits_its_budget():
    font = DIST / MANIFEST["src/fonts/archivo-latin.woff2"]["file"]
    assert font.stat().st_size <= 75_000
