"""Pages as responses: those of the table, the front end's files, and 404 for the rest.

A page is rendered once for each version of the data.
"""

from functools import partial

from msgspec import Struct
from starlette.responses import Response

from marquee import clock
from marquee.site.brand_style import brand_css, said_of
from marquee.site.context import Paths, SiteContext
from marquee.site.data_block import encode
from marquee.site.head import head
from marquee.site.html import document
from marquee.site.near_urls import near_artist, redirect
from marquee.site.not_found import needs_script_markup, not_found_markup
from marquee.site.page_data import NotFound
from marquee.site.page_table import MISSING, PAGES, Page
from marquee.site.renderer import Markup
from marquee.site.site_facts import Site
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
PRIVATE_HEADERS = {"Cache-Control": "no-store", "Referrer-Policy": "no-referrer", "X-Robots-Tag": "noindex"}


async def show(page: Page, context: SiteContext) -> Response:
    """What the page of this path shows, kept; 404 for a path that names nothing, which is not kept."""
    stored = await context.kept_or_made(context.path, partial(_make, context, page))
    if stored is None:
        return await not_found(context)
    response = context.respond(stored)
    if page.read is None:
        response.headers.update(PRIVATE_HEADERS)
    return response


async def not_found(context: SiteContext) -> Response:
    """Any other URL: a redirect if it nearly names a page.

    There is no end of the rest. They share one response, and of artists' pages those that may mean the same artist.
    """
    if (moved := await redirect(context)) is not None:
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


async def _make(context: SiteContext, page: Page) -> StoredResponse | None:
    if page.read is None:
        site = await context.facts()
        return _response(context, site, page, None, _preloaded(context, site, context.path, page, None), None)
    data = await context.database.read(page.read, context.settings.timezone, *context.path_params.values())
    return None if data is None else await _make_rendered(context, page, data)


async def _make_rendered(context: SiteContext, page: Page, data: Struct) -> StoredResponse:
    site = await context.facts()
    preloaded = _preloaded(context, site, context.path, page, data)
    markup = await context.site.renderer.render(preloaded)
    # A page that could not be rendered is sent as it is, and rendered again for the next request.
    cache_control = REVALIDATE if markup else NO_STORE
    return _response(context, site, page, data, preloaded, markup, cache_control=cache_control)


async def _make_not_found(context: SiteContext, data: NotFound) -> StoredResponse:
    site = await context.facts()
    preloaded, markup = _preloaded(context, site, "", MISSING, data), not_found_markup(site.name, data.near)
    return _response(context, site, MISSING, data, preloaded, markup, status=404)


def _preloaded(context: SiteContext, site: Site, path: str, page: Page, data: Struct | None) -> str:
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
    return encode({"site": known | said_of(site.brand), "path": path, **({page.key: data} if data else {})})


def _response(
    context: SiteContext,
    site: Site,
    page: Page,
    data: Struct | None,
    preloaded: str,
    markup: Markup | None,
    *,
    status: int = 200,
    cache_control: tuple[str, str] = REVALIDATE,
) -> StoredResponse:
    shown = markup or needs_script_markup(site.name)
    said = head(site, shown.words, page.subject(site, data, shown.words), page.card(context.site.media, site, data))
    whole = document(context.site.bundle, said, preloaded, shown, brand_css(site.brand))
    policy = page_policy(context.settings.base_url, scripts=whole.scripts, styles=whole.styles)
    return StoredResponse.make(status, (*HEADERS, cache_control, ("Content-Security-Policy", policy)), whole.html)


PATHS: Paths = (*((page.path, partial(show, page)) for page in PAGES), ("/{path:path}", built_file))
