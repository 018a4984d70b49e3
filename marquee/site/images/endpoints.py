"""`/share/{artist_id}-{hash}.jpg`: the share card of a page."""

import re

from starlette.responses import RedirectResponse, Response

from marquee.errors import NotFound
from marquee.site import page_data
from marquee.site.context import Paths, SiteContext

_CARD_NAME = re.compile(r"(.*)-([0-9a-f]{16})", re.DOTALL)


async def share(context: SiteContext) -> Response:
    """The card of this name. The URL of an older version leads to the current one. Raises NotFound."""
    match = _CARD_NAME.fullmatch(context.path_params["name"])
    if match is None:
        raise NotFound
    artist = None
    if artist_id := match[1]:
        artist = await context.database.read(page_data.share_card, context.settings.timezone, artist_id)
        if artist is None:
            raise NotFound
    cards = context.site.share_cards
    current = cards.of_artist(artist)
    if current.digest != match[2]:
        return RedirectResponse(current.picture.path, 302, {"Cache-Control": "no-store"})
    return await cards.respond(context, current)


PATHS: Paths = (("/share/{name}.jpg", share),)
