"""`/share/{artist_id}-{hash}.jpg`: the picture that is shown where a page is shared."""

import re

from starlette.responses import RedirectResponse, Response

from marquee.errors import NotFound
from marquee.site import page_data
from marquee.site.context import Paths, SiteContext

_NAMED = re.compile(r"(.*)-([0-9a-f]{16})", re.DOTALL)


async def share(context: SiteContext) -> Response:
    """The card of this name; that of a former state leads to the present one. Raises NotFound."""
    named = _NAMED.fullmatch(context.path_params["name"])
    if named is None:
        raise NotFound
    artist = None
    if artist_id := named[1]:
        artist = await context.database.read(page_data.share_card, context.settings.timezone, artist_id)
        if artist is None:
            raise NotFound
    cards = context.site.share_cards
    current = cards.of_artist(artist)
    if current.mark != named[2]:
        return RedirectResponse(current.picture.path, 302, {"Cache-Control": "no-store"})
    return await cards.sent(context, current)


PATHS: Paths = (("/share/{name}.jpg", share),)
