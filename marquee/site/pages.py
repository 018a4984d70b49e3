"""The pages: `/`, `/artist/{id}`, where links in mail lead, and 404 for any other path.

One finished document per path and data version.
"""

from starlette.responses import Response

from marquee import clock
from marquee.auth.mail.messages import CONFIRM_PATH
from marquee.site import page_data
from marquee.site.context import Paths, SiteContext
from marquee.site.data_block import encode
from marquee.site.head import NOT_FOUND, Site, head, title
from marquee.site.html import document
from marquee.site.not_found import not_found_markup
from marquee.site.page_data import Content
from marquee.site.renderer import Markup
from marquee.web.response_cache import StoredResponse
from marquee.web.security_headers import page_policy

KEPT = ("Cache-Control", "no-cache, no-transform")
PASSING = ("Cache-Control", "no-store")
HEADERS = (
    ("Content-Type", "text/html; charset=utf-8"),
    # Pictures of other sites are fetched without their cookies.
    ("Cross-Origin-Embedder-Policy", "credentialless"),
)
# Its address holds a token: it is kept nowhere, and told to nobody, our own proxy's log included.
CONFIRM_HEADERS = {"Cache-Control": "no-store", "Referrer-Policy": "no-referrer", "X-Robots-Tag": "noindex"}


async def home(context: SiteContext) -> Response:
    """The featured artist, the popular ones and the upcoming events."""

    async def make() -> StoredResponse:
        found = await context.database.read(page_data.home, context.settings.timezone)
        return await _page(context, "/", {"home": found})

    return context.respond(await context.cache.get_or_make("/", make))


async def artist(context: SiteContext) -> Response:
    """One artist; an unknown one is a 404 whose app leads the person to `/`."""
    artist_id = context.path_params["artist_id"]
    path = f"/artist/{artist_id}"

    async def make() -> StoredResponse | None:
        found = await context.database.read(page_data.profile, context.settings.timezone, artist_id)
        if found is None:
            return None
        return await _page(context, path, {"profile": found})

    answer = await context.cache.get_or_make(path, make)
    return await not_found(context) if answer is None else context.respond(answer)


async def confirm(context: SiteContext) -> Response:
    """Where links in mail lead. Opening it does nothing with the token: mail scanners open links too."""

    async def make() -> StoredResponse:
        return await _page(context, CONFIRM_PATH, {})

    response = context.respond(await context.cache.get_or_make(CONFIRM_PATH, make))
    response.headers.update(CONFIRM_HEADERS)
    return response


async def not_found(context: SiteContext) -> Response:
    """Unknown addresses: there is no end of them, so one answer is for all."""

    async def make() -> StoredResponse:
        markup = not_found_markup(context.settings.site_name)
        return _response(context, 404, NOT_FOUND, _preloaded(context, "", NOT_FOUND), markup)

    response = context.respond(await context.cache.get_or_make(not_found, make))
    response.headers["Cache-Control"] = "no-store"  # tomorrow it may lead somewhere
    return response


async def built_file(context: SiteContext) -> Response:
    """A file of the front end's build."""
    found = context.site.bundle.files.get(context.path)
    return await not_found(context) if found is None else context.respond(found)


async def _page(context: SiteContext, path: str, found: Content) -> StoredResponse:
    preloaded = _preloaded(context, path, found)
    return _response(context, 200, found, preloaded, await context.site.renderer.render(preloaded) if found else None)


def _preloaded(context: SiteContext, path: str, found: Content) -> str:
    """The JSON of what the first view shows, at `path`."""
    settings = context.settings
    site = {
        "name": settings.site_name,
        "key": context.site.publishable_key(),
        "today": clock.today(settings.timezone).isoformat(),
        "password_minimum": settings.password_minimum,
    }
    return encode({"site": site, "path": path, "title": title(settings.site_name, found), **found})


def _response(
    context: SiteContext, status: int, found: Content, preloaded: str, markup: Markup | None
) -> StoredResponse:
    settings = context.settings
    shares = context.site.share_cards
    said = head(Site(settings.site_name, context.base_url), found, shares.of_page(found).picture)
    page = document(context.site.bundle, said, preloaded, markup)
    policy = page_policy(settings.base_url, scripts=page.scripts, styles=page.styles)
    # A page that has markup to show but none was made is shown as it is until the next try.
    keeping = PASSING if found and markup is None else KEPT
    return StoredResponse.make(status, (*HEADERS, keeping, ("Content-Security-Policy", policy)), page.html)


PATHS: Paths = (
    ("/", home),
    ("/artist/{artist_id}", artist),
    (CONFIRM_PATH, confirm),
    ("/{path:path}", built_file),
)
