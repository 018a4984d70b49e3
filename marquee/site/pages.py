"""The pages: `/`, `/artist/{id}`, where links in mails lead, and 404 for any other path.

A page is rendered once for each version of the data.
"""

from functools import partial
from typing import Any

from starlette.responses import Response

from marquee import clock
from marquee.auth.mail.messages import CONFIRM_PATH
from marquee.site import page_data
from marquee.site.context import Paths, SiteContext
from marquee.site.data_block import encode
from marquee.site.head import Site, head, title
from marquee.site.html import document
from marquee.site.near_urls import redirect
from marquee.site.not_found import not_found_markup
from marquee.site.page_data import Confirm, Home, NotFound, PageData, Profile
from marquee.site.renderer import Markup
from marquee.web.response_cache import StoredResponse
from marquee.web.security_headers import page_policy

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
    return context.respond(await context.cache.get_or_make("/", partial(_make_home, context)))


async def artist(context: SiteContext) -> Response:
    """One artist. An unknown one is a 404, whose script leads the visitor to `/`."""
    path = f"/artist/{context.path_params['artist_id']}"
    stored = await context.cache.get_or_make(path, partial(_make_profile, context, path))
    return await not_found(context) if stored is None else context.respond(stored)


async def confirm(context: SiteContext) -> Response:
    """Where links in mails lead. Opening it does nothing with the token: mail scanners open links too."""
    stored = await context.cache.get_or_make(CONFIRM_PATH, partial(_make_confirm, context))
    response = context.respond(stored)
    response.headers.update(CONFIRM_HEADERS)
    return response


async def not_found(context: SiteContext) -> Response:
    """Any other URL: a redirect if it nearly names a page. There is no end of the rest, which share one response."""
    if (moved := await redirect(context, KNOWN)) is not None:
        return moved
    response = context.respond(await context.cache.get_or_make(not_found, partial(_make_not_found, context)))
    response.headers["Cache-Control"] = "no-store"  # tomorrow there may be a page
    return response


async def built_file(context: SiteContext) -> Response:
    """A file of the front end's build."""
    stored = context.site.bundle.files.get(context.path)
    return await not_found(context) if stored is None else context.respond(stored)


async def _make_home(context: SiteContext) -> StoredResponse:
    data = await context.database.read(page_data.home, context.settings.timezone)
    return await _make_rendered(context, "/", data)


async def _make_profile(context: SiteContext, path: str) -> StoredResponse | None:
    artist_id = context.path_params["artist_id"]
    data = await context.database.read(page_data.profile, context.settings.timezone, artist_id)
    return None if data is None else await _make_rendered(context, path, data)


async def _make_rendered(context: SiteContext, path: str, data: Home | Profile) -> StoredResponse:
    preloaded = _preloaded(context, path, data)
    markup = await context.site.renderer.render(preloaded)
    # A page that could not be rendered is sent as it is, and rendered again for the next request.
    return _response(context, 200, data, preloaded, markup, REVALIDATE if markup else NO_STORE)


async def _make_confirm(context: SiteContext) -> StoredResponse:
    return _response(context, 200, Confirm(), _preloaded(context, CONFIRM_PATH, Confirm()), None)


async def _make_not_found(context: SiteContext) -> StoredResponse:
    markup = not_found_markup(context.settings.site_name)
    return _response(context, 404, NotFound(), _preloaded(context, "", NotFound()), markup)


def _preloaded(context: SiteContext, path: str, data: PageData) -> str:
    """The JSON from which the front end renders the first view (frontend/src/app/page-data.ts)."""
    settings = context.settings
    site = {
        "name": settings.site_name,
        "key": context.site.publishable_key(),
        "today": clock.today(settings.timezone).isoformat(),
        "password_minimum": settings.password_minimum,
    }
    return encode({"site": site, "path": path, "title": title(settings.site_name, data), **_tagged(data)})


def _tagged(data: PageData) -> dict[str, Any]:
    match data:
        case Home():
            return {"home": data}
        case Profile():
            return {"profile": data}
        case NotFound():
            return {"not_found": True}
        case Confirm():
            return {}


def _response(
    context: SiteContext,
    status: int,
    data: PageData,
    preloaded: str,
    markup: Markup | None,
    cache_control: tuple[str, str] = REVALIDATE,
) -> StoredResponse:
    settings = context.settings
    picture = context.site.share_cards.of_page(data).picture
    page = document(
        context.site.bundle, head(Site(settings.site_name, context.base_url), data, picture), preloaded, markup
    )
    policy = page_policy(settings.base_url, scripts=page.scripts, styles=page.styles)
    return StoredResponse.make(status, (*HEADERS, cache_control, ("Content-Security-Policy", policy)), page.html)


PATHS: Paths = (
    ("/", home),
    ("/artist/{artist_id}", artist),
    (CONFIRM_PATH, confirm),
    ("/{path:path}", built_file),
)
KNOWN = frozenset({"/", CONFIRM_PATH, "/events.ics"})
