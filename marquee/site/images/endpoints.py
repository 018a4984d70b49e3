"""Share cards, `/share/{artist_id}-{hash}.jpg` and `/share/event/{id}-{hash}.jpg`, and posters of dates."""

import re

from starlette.responses import RedirectResponse, Response

from marquee.errors import NotFound
from marquee.site import page_data
from marquee.site.context import Paths, SiteContext
from marquee.site.images.event_pictures import EventPicture, Form

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


async def event_card(context: SiteContext) -> Response:
    """The card of a date. The URL of an older version leads to the current one. Raises NotFound."""
    match = _CARD_NAME.fullmatch(context.path_params["name"])
    if match is None:
        raise NotFound
    current = await _event_picture(context, match[1], "card")
    if current.digest != match[2]:
        return RedirectResponse(current.picture.path, 302, {"Cache-Control": "no-store"})
    return await context.site.event_pictures.respond(context, current)


async def poster(context: SiteContext) -> Response:
    """The poster of a date. Raises NotFound."""
    chosen = await _event_picture(context, context.path_params["event_id"], "poster")
    return await context.site.event_pictures.respond(context, chosen)


async def _event_picture(context: SiteContext, event_id: str, form: Form) -> EventPicture:
    event = await context.database.read(page_data.event_record, context.settings.timezone, event_id)
    if event is None:
        raise NotFound
    return context.site.event_pictures.of(event, form, context.base_url)


PATHS: Paths = (
    ("/share/event/{name}.jpg", event_card),
    ("/share/{name}.jpg", share),
    ("/event/{event_id}/poster.jpg", poster),
)
