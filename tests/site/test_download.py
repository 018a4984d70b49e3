"""What a visitor downloads, to the byte: what there is and a little room, so that no change makes it larger unseen.

A budget that a page or a promise is worth is raised with it. The goals are in docs/performance.md.
"""

import json
import re

import pytest

from marquee.cli.demo import tables
from marquee.site.bundle import DIST
from tests.conftest import on_sqlite

pytestmark = pytest.mark.anyio

MANIFEST = json.loads((DIST / ".vite" / "manifest.json").read_text())
SCRIPTS = {
    chunk["file"]
    for chunk in MANIFEST.values()
    if chunk["file"].endswith(".js") and not chunk["file"].startswith("assets/rolldown-runtime")
}
(VISITOR,) = {chunk["file"] for chunk in MANIFEST.values() if chunk.get("isEntry")}


def weight(script):
    """Bytes on the wire."""
    return (DIST / f"{script}.br").stat().st_size


def part(name):
    (found,) = (script for script in SCRIPTS if script.startswith(f"assets/{name}-"))
    return found


def rows():
    written = {name: list(tables.rows(name)) for name in ("artists", "events")}
    ids = {artist["name"]: f"artist-{place}" for place, artist in enumerate(written["artists"])}
    left_out = "links", "published_at", "image_alt", "credit"
    artists = [
        {
            "id": ids[artist["name"]],
            "is_featured": place == 0,
            **{name: text or None for name, text in artist.items() if name not in left_out},
        }
        for place, artist in enumerate(written["artists"])
    ]
    events = [
        {
            "artist_id": ids[event["artist"]],
            "date": f"2027-{place % 12 + 1:02}-{place + 1:02}",
            "venue": event["venue"],
            "location": event["location"],
        }
        for place, event in enumerate(written["events"][:20])
    ]
    return artists, events


@on_sqlite
async def test_home_page_with_8_artists_and_20_events_fits_its_budget(built, clock):
    artists, events = rows()
    assert (len(artists), len(events)) == (8, 20)
    await built.rest("DELETE", "music_artists?id=not.is.null", "admin")
    await built.rest("POST", "music_artists", "admin", json=artists)
    await built.rest("POST", "music_events", "admin", json=events)
    answer = await built.client.get("/", headers={"accept-encoding": "br"})
    assert answer.text.count('<li class="ticket') == 20
    assert answer.headers["content-encoding"] == "br"
    # Of it 50 bytes keep long titles in other scripts large enough to read, and 480 tell phones the next dates first.
    assert int(answer.headers["content-length"]) <= 15_500


def test_script_of_visitors_fits_its_budget():
    # The names that the minifier picks make it 200 bytes larger or smaller from one build to the next. Of it 2,000 keep
    # a page whole that is translated, set in a reader's own type, or whose scripts do not come, and 300 what is saved,
    # or is there for whoever has signed in, on the page that is open; 400 tell phones the next dates first.
    # The row of a new page in the tables of routes and paths takes 100 bytes: there is room for two.
    assert weight(VISITOR) <= 80_000


def test_what_few_visitors_need_comes_later_and_fits_its_budget():
    """The client of the data service, the pages of artists and about dates, the search, and the press page."""
    assert weight(part("data")) <= 5_700
    # 400 bytes are for artists of whom there is nothing to tell yet: since when, and who else is here.
    assert weight(part("profile")) <= 3_600
    assert weight(part("dates")) <= 7_000
    assert weight(part("search")) <= 3_000
    assert weight(part("press-kit")) <= 4_500


def test_there_is_one_more_script_for_people_who_work_and_it_fits_its_budget():
    later = {part(name) for name in ("data", "profile", "dates", "search", "press-kit", "further", "storage")}
    (work,) = SCRIPTS - {VISITOR} - later
    # Of it 1,200 bytes say when a date is announced, which people who add dates see in every form, row and profile,
    # 4,000 are the picture of a form, 400 say what a page is missing, 1,200 explain refusals, 100 undo saves,
    # 100 call the columns of every table by their names, which History shows as well, 400 merge what was typed into
    # what others have saved since, 300 ask what a time means, 700 tell how a change ended whose form was left,
    # 300 change an email address, and 200 take an artist off a bill.
    assert weight(work) <= 68_100


def test_sections_of_the_panel_that_few_open_come_later_and_fit_their_budget():
    """They are people, history, the site, the import of tables, and who accepted an invitation."""
    # Of it 200 bytes keep the focus and say what was found, shown and removed, for people who do not see it.
    assert weight(part("further")) <= 25_700


def test_what_sends_pictures_comes_with_the_first_of_them_and_fits_its_budget():
    storage = part("storage")
    assert weight(storage) <= 7_400
    (key,) = (key for key, chunk in MANIFEST.items() if chunk["file"] == storage)
    assert [chunk["file"] for chunk in MANIFEST.values() if key in chunk.get("imports", ())] == []


def test_visitors_load_no_session_client_and_no_forms():
    script = (DIST / VISITOR).read_text()
    assert "hydrateRoot" in script, "the words that are looked for are in it as they are"
    for word in ("grant_type", "refresh_token", "Save Changes"):
        assert word not in script


def test_script_in_the_page_fits_its_budget():
    assert (DIST / "server" / "boot.js").stat().st_size <= 720


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
    assert font.stat().st_size <= 62_000
