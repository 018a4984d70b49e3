"""URLs that nearly name a page, as people type them: with a slash at the end, or an artist's id in capitals."""

import re
from urllib.parse import quote

from starlette.responses import RedirectResponse

from marquee.site import page_data
from marquee.site.context import SiteContext

_ARTIST = re.compile(r"/artist/([^/]+)(/events\.ics)?", re.IGNORECASE)
HEADERS = {"Cache-Control": "max-age=3600"}


async def redirect(context: SiteContext, known: frozenset[str]) -> RedirectResponse | None:
    """A redirect to the page that this URL nearly names, with its query; None if there is no such page.

    `known` are the paths that need no look into the data. A redirect leads to nothing but these and an artist's page.
    """
    path = await _canonical_path(context, f"/{context.path.strip('/')}", known)
    if path is None or path == context.path:
        return None
    query = context.query_string.decode("latin-1")
    return RedirectResponse(quote(path) + (f"?{query}" if query else ""), 301, HEADERS)


async def _canonical_path(context: SiteContext, path: str, known: frozenset[str]) -> str | None:
    if path in known:
        return path
    match = _ARTIST.fullmatch(path)
    for artist_id in (match[1], match[1].lower()) if match else ():
        artist = await context.database.read(page_data.share_card, context.settings.timezone, artist_id)
        if match and artist is not None:
            return f"/artist/{artist.id}{(match[2] or '').lower()}"
    return None
