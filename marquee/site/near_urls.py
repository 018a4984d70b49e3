"""URLs that nearly name a page, as people type them: with a slash at the end, in capitals, in letters taken apart."""

import re
import unicodedata
from functools import partial
from urllib.parse import quote

from starlette.responses import RedirectResponse, Response

from marquee.errors import NotFound
from marquee.site import page_data, past_dates
from marquee.site.context import Endpoint, Paths, SiteContext

_ARTIST = re.compile(r"/artist/([^/]+)(/press|/events\.ics|/feed\.xml|/poster\.jpg)?", re.IGNORECASE)
_EVENT = re.compile(r"/event/([^/.]+)(?:\.ics|/poster\.jpg)?")
_PAST = re.compile(r"/events/past/([0-9/]+)")
HEADERS = {"Cache-Control": "max-age=3600"}


async def redirect(context: SiteContext, known: frozenset[str]) -> RedirectResponse | None:
    """A redirect to the page that this URL nearly names, with its query; None if there is no such page.

    `known` are the paths that need no look into the data. A redirect leads to nothing but these and to pages of
    artists, events and past dates.
    """
    path = await _canonical_path(context, f"/{context.path.strip('/')}", known)
    if path is None or path == context.path:
        return None
    query = context.query_string.decode("latin-1")
    return RedirectResponse(quote(path) + (f"?{query}" if query else ""), 301, HEADERS)


def forgiving(paths: Paths) -> Paths:
    """The paths of files, which look for what their URL nearly names before they say that it is not there."""
    return [(path, partial(_serve, endpoint)) for path, endpoint in paths]


async def _serve(endpoint: Endpoint, context: SiteContext) -> Response:
    try:
        return await endpoint(context)
    except NotFound:
        if (moved := await redirect(context, frozenset())) is not None:
            return moved
        raise


async def _canonical_path(context: SiteContext, path: str, known: frozenset[str]) -> str | None:
    if path.lower() in known:
        return path.lower()
    if match := _ARTIST.fullmatch(path):
        return await _artist_path(context, match[1], match[2] or "")
    lower = path.lower()
    if lower == context.path:  # the page itself has been looked for
        return None
    read, zone = context.database.read, context.settings.timezone
    if match := _EVENT.fullmatch(lower):
        return lower if await read(page_data.has_event, zone, match[1]) else None
    if match := _PAST.fullmatch(lower):
        return lower if await read(past_dates.has_past, zone, match[1].replace("/", "-")) else None
    return None


async def _artist_path(context: SiteContext, typed: str, rest: str) -> str | None:
    # Some programs take letters apart (NFD) that people type as one, and old ids are of such letters.
    forms = (unicodedata.normalize(form, text) for text in (typed, typed.lower()) for form in ("NFC", "NFD"))
    for artist_id in dict.fromkeys((typed, *forms)):
        artist = await context.database.read(page_data.share_card, context.settings.timezone, artist_id)
        if artist is not None:
            return f"/artist/{artist.id}{rest.lower()}"
    return None
