"""Share cards, `/share/{artist_id}-{hash}.jpg` and `/share/event/{id}-{hash}.jpg`, and posters of dates and tours."""

import re
from collections.abc import Callable
from zoneinfo import ZoneInfo

from sqlalchemy import Connection
from starlette.responses import RedirectResponse, Response

from marquee.errors import NotFound
from marquee.site import page_data
from marquee.site.context import Paths, R, SiteContext
from marquee.site.images import event_pictures, tour_pictures
from marquee.site.images.picture_cache import Card
from marquee.site.images.share_cards import share_card

_CARD_NAME = re.compile(r"(.*)-([0-9a-f]{16})", re.DOTALL)


async def share(context: SiteContext) -> Response:
    """The card of this name. The URL of an older version leads to the current one. Raises NotFound.

    An artist with upcoming dates has two cards: the profile's lists them, the home page's does not.
    """
    artist_id, digest = _parts(context)
    site = await context.facts()
    if not artist_id:
        return await _respond(context, digest, share_card(context.site.media, None, site.brand))
    tour = await _found(context, page_data.tour, artist_id)
    plain = share_card(context.site.media, tour.artist, site.brand)
    if not tour.events or digest == plain.file.digest:
        return await _respond(context, digest, plain)
    return await _respond(context, digest, tour_pictures.tour_card(context.site.media, tour, site))


async def event_card(context: SiteContext) -> Response:
    """The card of a date. The URL of an older version leads to the current one. Raises NotFound."""
    event_id, digest = _parts(context)
    event = await _found(context, page_data.event_record, event_id)
    return await _respond(context, digest, event_pictures.event_card(context.site.media, event, await context.facts()))


async def event_poster(context: SiteContext) -> Response:
    """The poster of a date. Raises NotFound."""
    event = await _found(context, page_data.event_record, context.path_params["event_id"])
    file = event_pictures.event_poster(context.site.media, event, await context.facts())
    return await context.site.picture_cache.respond(context, file)


async def tour_poster(context: SiteContext) -> Response:
    """The poster of an artist's next dates. Raises NotFound."""
    tour = await _found(context, page_data.tour, context.path_params["artist_id"])
    file = tour_pictures.tour_poster(context.site.media, tour, await context.facts())
    return await context.site.picture_cache.respond(context, file)


def _parts(context: SiteContext) -> tuple[str, str]:
    """Of a card's name: whose it is, and the digest. Raises NotFound."""
    match = _CARD_NAME.fullmatch(context.path_params["name"])
    if match is None:
        raise NotFound
    return match[1], match[2]


async def _respond(context: SiteContext, digest: str, card: Card) -> Response:
    if card.file.digest != digest:
        return RedirectResponse(card.picture.path, 302, {"Cache-Control": "no-store"})
    return await context.site.picture_cache.respond(context, card.file)


async def _found(context: SiteContext, read: Callable[[Connection, ZoneInfo, str], R | None], id_: str) -> R:
    """What a page reads of this id. Raises NotFound."""
    found = await context.database.read(read, context.settings.timezone, id_)
    if found is None:
        raise NotFound
    return found


PATHS: Paths = (
    ("/share/event/{name}.jpg", event_card),
    ("/share/{name}.jpg", share),
    ("/event/{event_id}/poster.jpg", event_poster),
    ("/artist/{artist_id}/poster.jpg", tour_poster),
)
