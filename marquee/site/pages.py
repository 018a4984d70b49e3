"""The pages: `/`, `/artist/{id}` and its `/press`, `/event/{id}`, past events, links in mails, and 404 for the rest.

A page is rendered once for each version of the data.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

from starlette.responses import Response

from marquee import clock
from marquee.auth.mail.messages import CONFIRM_PATH
from marquee.domain.invitations import PAGE as INVITATION_PATH
from marquee.site import page_data, past_dates
from marquee.site.brand_style import brand_css, said_of
from marquee.site.context import Paths, SiteContext
from marquee.site.data_block import encode
from marquee.site.head import Picture, head
from marquee.site.html import document
from marquee.site.near_urls import near_artist, redirect
from marquee.site.not_found import not_found_markup
from marquee.site.page_data import Confirm, Event, Home, NotFound, PageData, Press, Profile
from marquee.site.past_dates import Past
from marquee.site.renderer import Markup
from marquee.site.site_facts import Site
from marquee.web.response_cache import StoredResponse
from marquee.web.security_headers import page_policy

PAST_PATH = "/events/past"
WELCOME_PATH = "/welcome"
REVALIDATE = ("Cache-Control", "no-cache, no-transform")
NO_STORE = ("Cache-Control", "no-store")
HEADERS = (
    ("Content-Type", "text/html; charset=utf-8"),
    # Pictures from other sites are fetched without their cookies.
    ("Cross-Origin-Embedder-Policy", "credentialless"),
)
# The URL holds a token: no cache may keep it, and no other site or log may see it.
CONFIRM_HEADERS = {"Cache-Control": "no-store", "Referrer-Policy": "no-referrer", "X-Robots-Tag": "noindex"}


async def home(context: SiteContext) -> Response:
    """The featured artist, the most popular ones and the upcoming events."""
    return await _page(context, "/", page_data.home)


async def artist(context: SiteContext) -> Response:
    """One artist. An unknown one is a 404, whose script leads the visitor to `/`."""
    artist_id = context.path_params["artist_id"]
    return await _page(context, f"/artist/{artist_id}", page_data.profile, artist_id)


async def press(context: SiteContext) -> Response:
    """What the press may want of one artist."""
    artist_id = context.path_params["artist_id"]
    return await _page(context, f"/artist/{artist_id}/press", page_data.press, artist_id)


async def event(context: SiteContext) -> Response:
    """One event, also a past one: links to it last."""
    event_id = context.path_params["event_id"]
    return await _page(context, f"/event/{event_id}", page_data.event, event_id)


async def past(context: SiteContext) -> Response:
    """The past events of the newest year, or of the year, month or day that the path names."""
    period = context.path_params.get("period")
    if period is None:
        return await _page(context, PAST_PATH, past_dates.past, None)
    days = period.replace("/", "-")
    if "-" in period or not past_dates.is_period(days):
        return await not_found(context)
    return await _page(context, f"{PAST_PATH}/{period}", past_dates.past, days)


async def confirm(context: SiteContext) -> Response:
    """Where links of mails and invitations lead, and who accepted one is greeted.

    Opening it does nothing with the token: mail scanners do so too.
    """
    stored = await context.kept_or_made(context.path, partial(_make_confirm, context))
    response = context.respond(stored)
    response.headers.update(CONFIRM_HEADERS)
    return response


async def not_found(context: SiteContext) -> Response:
    """Any other URL: a redirect if it nearly names a page.

    There is no end of the rest. They share one response, and of artists' pages those that may mean the same artist.
    """
    if (moved := await redirect(context, KNOWN)) is not None:
        return moved
    near = await near_artist(context)
    make = partial(_make_not_found, context, NotFound(near))
    response = context.respond(await context.kept_or_made((not_found, near), make))
    response.headers["Cache-Control"] = "no-store"  # tomorrow there may be a page
    return response


async def built_file(context: SiteContext) -> Response:
    """A file of the front end's build."""
    stored = context.site.bundle.files.get(context.path)
    return await not_found(context) if stored is None else context.respond(stored)


async def _page(context: SiteContext, path: str, read: Callable[..., PageData | None], *args: object) -> Response:
    """The page that shows what `read` finds, kept under its path; 404 for a path that names nothing is not kept."""

    async def make() -> StoredResponse | None:
        data = await context.database.read(read, context.settings.timezone, *args)
        return None if data is None else await _make_rendered(context, path, data)

    stored = await context.kept_or_made(path, make)
    return await not_found(context) if stored is None else context.respond(stored)


async def _make_rendered(context: SiteContext, path: str, data: PageData) -> StoredResponse:
    site = await context.facts()
    preloaded = _preloaded(context, site, path, data)
    markup = await context.site.renderer.render(preloaded)
    # A page that could not be rendered is sent as it is, and rendered again for the next request.
    return _response(context, site, 200, data, preloaded, markup, REVALIDATE if markup else NO_STORE)


async def _make_confirm(context: SiteContext) -> StoredResponse:
    site = await context.facts()
    return _response(context, site, 200, Confirm(), _preloaded(context, site, context.path, Confirm()), None)


async def _make_not_found(context: SiteContext, data: NotFound) -> StoredResponse:
    site = await context.facts()
    markup = not_found_markup(site.name, data.near)
    return _response(context, site, 404, data, _preloaded(context, site, "", data), markup)


def _preloaded(context: SiteContext, site: Site, path: str, data: PageData) -> str:
    """The JSON from which the front end renders the first view (frontend/src/app/page-data.ts)."""
    settings = context.settings
    known = {
        "name": site.name,
        "url": site.base_url,
        "key": context.site.publishable_key(),
        "today": site.now.astimezone(site.zone).date().isoformat(),
        "now": clock.quarter_hour().isoformat(),
        "timezone": site.zone.key,
        "password_minimum": settings.password_minimum,
    }
    return encode({"site": known | said_of(site.brand), "path": path, **_tagged(data)})


def _tagged(data: PageData) -> dict[str, Any]:
    match data:
        case Home():
            return {"home": data}
        case Profile():
            return {"profile": data}
        case Event():
            return {"event": data}
        case Past() | Press():
            return {"page": data}
        case NotFound():
            return {"not_found": data}
        case Confirm():
            return {}


def _response(
    context: SiteContext,
    site: Site,
    status: int,
    data: PageData,
    preloaded: str,
    markup: Markup | None,
    cache_control: tuple[str, str] = REVALIDATE,
) -> StoredResponse:
    picture = _picture(context, site, data)
    page = document(context.site.bundle, head(site, data, picture), preloaded, markup, brand_css(site.brand))
    policy = page_policy(context.settings.base_url, scripts=page.scripts, styles=page.styles)
    return StoredResponse.make(status, (*HEADERS, cache_control, ("Content-Security-Policy", policy)), page.html)


def _picture(context: SiteContext, site: Site, data: PageData) -> Picture:
    """The share card: of the event, of the artist with their dates, or of the artist that the home page shows first."""
    cards = context.site.share_cards
    match data:
        case Event(event=event):
            return context.site.event_pictures.card(event, site).picture
        case Profile(events=[_, *_]):
            return context.site.tour_pictures.card(data, site).picture
        case Profile(artist=artist) | Press(artist=artist):
            return cards.of_artist(artist, site.brand).picture
        case Home(featured=featured, artists=artists):
            return cards.of_artist(featured or next(iter(artists), None), site.brand).picture
        case Past() | Confirm() | NotFound():
            return cards.of_artist(None, site.brand).picture


PATHS: Paths = (
    ("/", home),
    ("/artist/{artist_id}", artist),
    ("/artist/{artist_id}/press", press),
    ("/event/{event_id}", event),
    (PAST_PATH, past),
    (f"{PAST_PATH}/{{period:path}}", past),
    (CONFIRM_PATH, confirm),
    (INVITATION_PATH, confirm),
    (WELCOME_PATH, confirm),
    ("/{path:path}", built_file),
)
KNOWN = frozenset({"/", CONFIRM_PATH, INVITATION_PATH, WELCOME_PATH, PAST_PATH, "/events.ics", "/feed.xml"})
