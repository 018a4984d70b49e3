"""The pages: `/`, `/artist/{id}`, where links in mail lead, and 404 for any other path.

One finished document per path and data version.
"""

from starlette.requests import Request
from starlette.responses import Response

from marquee import clock
from marquee.auth.mail.messages import CONFIRM_PATH
from marquee.site import page_data
from marquee.site.bundle import Bundle
from marquee.site.data_block import encode
from marquee.site.head import NOT_FOUND, Site, head, title
from marquee.site.html import document
from marquee.site.images.endpoints import Shares
from marquee.site.not_found import not_found_markup
from marquee.site.page_data import Content
from marquee.site.renderer import Markup, Renderer
from marquee.site.responses import route
from marquee.web.http import finished_response, service
from marquee.web.response_cache import Finished
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


async def home(request: Request) -> Response:
    """The featured artist, the popular ones and the upcoming events."""

    async def make() -> Finished:
        found = await service(request).database.read(page_data.home, service(request).settings.timezone)
        return await _page(request, "/", {"home": found})

    return finished_response(request, await service(request).cache.get_or_make("/", make))


async def artist(request: Request) -> Response:
    """One artist; an unknown one is a 404 whose app leads the person to `/`."""
    artist_id = request.path_params["artist_id"]
    path = f"/artist/{artist_id}"

    async def make() -> Finished | None:
        found = await service(request).database.read(page_data.profile, service(request).settings.timezone, artist_id)
        if found is None:
            return None
        return await _page(request, path, {"profile": found})

    answer = await service(request).cache.get_or_make(path, make)
    return await not_found(request) if answer is None else finished_response(request, answer)


async def confirm(request: Request) -> Response:
    """Where links in mail lead. Opening it does nothing with the token: mail scanners open links too."""

    async def make() -> Finished:
        return await _page(request, CONFIRM_PATH, {})

    response = finished_response(request, await service(request).cache.get_or_make(CONFIRM_PATH, make))
    response.headers.update(CONFIRM_HEADERS)
    return response


async def not_found(request: Request) -> Response:
    """Unknown addresses: there is no end of them, so one answer is for all."""

    async def make() -> Finished:
        markup = not_found_markup(service(request).settings.site_name)
        return _finished(request, 404, NOT_FOUND, _preloaded(request, "", NOT_FOUND), markup)

    response = finished_response(request, await service(request).cache.get_or_make(not_found, make))
    response.headers["Cache-Control"] = "no-store"  # tomorrow it may lead somewhere
    return response


async def built_file(request: Request) -> Response:
    """A file of the front end's build."""
    found = _bundle(request).files.get(request.url.path)
    return await not_found(request) if found is None else finished_response(request, found)


async def _page(request: Request, path: str, found: Content) -> Finished:
    preloaded = _preloaded(request, path, found)
    return _finished(request, 200, found, preloaded, await _renderer(request).render(preloaded) if found else None)


def _preloaded(request: Request, path: str, found: Content) -> str:
    """The JSON of what the first view shows, at `path`."""
    settings = service(request).settings
    site = {
        "name": settings.site_name,
        "key": service(request).keys.publishable,
        "today": clock.today(settings.timezone).isoformat(),
        "password_minimum": settings.password_minimum,
    }
    return encode({"site": site, "path": path, "title": title(settings.site_name, found), **found})


def _finished(request: Request, status: int, found: Content, preloaded: str, markup: Markup | None) -> Finished:
    settings = service(request).settings
    shares: Shares = request.app.state.shares
    said = head(Site(settings.site_name, service(request).base_url), found, shares.of_page(found).picture)
    page = document(_bundle(request), said, preloaded, markup)
    policy = page_policy(settings.base_url, scripts=page.scripts, styles=page.styles)
    # A page that has markup to show but none was made is shown as it is until the next try.
    keeping = PASSING if found and markup is None else KEPT
    return Finished.make(status, (*HEADERS, keeping, ("Content-Security-Policy", policy)), page.html)


def _bundle(request: Request) -> Bundle:
    found: Bundle = request.app.state.bundle
    return found


def _renderer(request: Request) -> Renderer:
    found: Renderer = request.app.state.renderer
    return found


routes = [
    route("/", home),
    route("/artist/{artist_id}", artist),
    route(CONFIRM_PATH, confirm),
    route("/{path:path}", built_file),
]
