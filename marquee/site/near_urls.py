"""URLs that nearly name a page, as people type them: with a slash at the end, in capitals, in letters taken apart.

And those of artists that are misspelt, whose page can only be offered.
"""

import re
import unicodedata
from difflib import SequenceMatcher
from functools import partial
from urllib.parse import quote
from zoneinfo import ZoneInfo

from sqlalchemy import Connection
from starlette.responses import RedirectResponse, Response

from marquee.domain.records import slug
from marquee.domain.search import MAX_WORDS
from marquee.errors import NotFound
from marquee.site import page_data, past_dates
from marquee.site.context import Endpoint, Paths, SiteContext
from marquee.site.page_table import FIXED_PATHS, OF_ARTISTS, SITE_FEEDS
from marquee.site.queries.reading import Reader
from marquee.site.rows import ArtistName
from marquee.text import plain_words

_OF_ARTISTS = "|".join(map(re.escape, (*OF_ARTISTS, *SITE_FEEDS, "/poster.jpg")))
_ARTIST = re.compile(rf"/artist/([^/]+)({_OF_ARTISTS})?", re.IGNORECASE)
_EVENT = re.compile(r"/event/([^/.]+)(?:\.ics|/poster\.jpg)?")
_PAST = re.compile(r"/events/past/([0-9/]+)")
_FIXED = FIXED_PATHS | {*SITE_FEEDS}
"""These need no look into the data."""
HEADERS = {"Cache-Control": "max-age=3600"}

MOST_FOUND = 50
BEGINNING = 3
"""So many letters of a word are mostly typed right."""
RESEMBLES, RESEMBLES_BY_WORDS = 0.75, 0.5
"""How alike an id and what was typed have to be, from 0 to 1; less where all that was typed stands in the name."""


async def redirect(context: SiteContext) -> RedirectResponse | None:
    """A redirect to the page that this URL nearly names, with its query; None if there is no such page.

    A redirect leads to nothing but pages and the files that belong to them.
    """
    path = await _canonical_path(context, f"/{context.path.strip('/')}")
    if path is None or path == context.path:
        return None
    query = context.query_string.decode("latin-1")
    return RedirectResponse(quote(path) + (f"?{query}" if query else ""), 301, HEADERS)


async def near_artist(context: SiteContext) -> ArtistName | None:
    """The artist whom this URL may mean, if it is of an artist's page that is not there; None if it resembles none."""
    match = _ARTIST.fullmatch(context.path)
    words = plain_words(match[1]) if match else []
    return await context.database.read(_nearest, context.settings.timezone, words) if words else None


def _nearest(connection: Connection, zone: ZoneInfo, words: list[str]) -> ArtistName | None:
    """At most three searches: for all of the words, and for what begins as the two longest ones do."""
    typed = slug(" ".join(words))
    longest = sorted((word for word in words if len(word) >= BEGINNING), key=len, reverse=True)[:2]
    searches = [(words, RESEMBLES_BY_WORDS), *(([word[:BEGINNING]], RESEMBLES) for word in longest)]
    reader = Reader(connection, zone)
    for searched, enough in searches:
        terms = quote("&".join(f"'{word}':*" for word in searched[:MAX_WORDS]))
        found = reader.rows(ArtistName, f"&search=fts.{terms}&limit={MOST_FOUND}")
        nearest = max(found, key=lambda artist: _likeness(artist, typed), default=None)
        if nearest is not None and _likeness(nearest, typed) >= enough:
            return nearest
    return None


def _likeness(artist: ArtistName, typed: str) -> float:
    return max(SequenceMatcher(None, typed, known).ratio() for known in (artist.id, slug(artist.name)))


def forgiving(paths: Paths) -> Paths:
    """The paths of files, which look for what their URL nearly names before they say that it is not there."""
    return [(path, partial(_serve, endpoint)) for path, endpoint in paths]


async def _serve(endpoint: Endpoint, context: SiteContext) -> Response:
    try:
        return await endpoint(context)
    except NotFound:
        if (moved := await redirect(context)) is not None:
            return moved
        raise


async def _canonical_path(context: SiteContext, path: str) -> str | None:
    if path.lower() in _FIXED:
        return path.lower()
    if match := _ARTIST.fullmatch(path):
        return await _artist_path(context, match[1], match[2] or "")
    lower = path.lower()
    if lower == context.path:  # the page itself has been looked for
        return None
    read, zone = context.database.read, context.settings.timezone
    if match := _EVENT.fullmatch(lower):
        return lower if await read(page_data.event_record, zone, match[1]) else None
    if match := _PAST.fullmatch(lower):
        return lower if await read(past_dates.has_past, zone, match[1].replace("/", "-")) else None
    return None


async def _artist_path(context: SiteContext, typed: str, rest: str) -> str | None:
    # Some programs take letters apart (NFD) that people type as one, and old ids are of such letters.
    forms = (unicodedata.normalize(form, text) for text in (typed, typed.lower()) for form in ("NFC", "NFD"))
    for artist_id in dict.fromkeys((typed, *forms)):
        artist = await context.database.read(page_data.artist_summary, context.settings.timezone, artist_id)
        if artist is not None:
            return f"/artist/{artist.id}{rest.lower()}"
    return None
