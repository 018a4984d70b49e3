"""The pages: `/`, `/artist/{id}`, where links in mail lead, and 404 for any other path.

One finished document per path and data version.
"""

from datetime import timedelta

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from marquee import clock
from marquee.cache import Finished
from marquee.errors import MarqueeError
from marquee.http import Endpoint, finished_response, service, speaking
from marquee.mail.messages import CONFIRM_PATH
from marquee.security_headers import page_policy
from marquee.site import content
from marquee.site.bundle import Bundle
from marquee.site.content import Content
from marquee.site.data_block import encode
from marquee.site.document import document
from marquee.site.head import Site, head, title
from marquee.site.render import Renderer

HEADERS = (
    ("Content-Type", "text/html; charset=utf-8"),
    ("Cache-Control", "no-cache, no-transform"),
    # Pictures of other sites are fetched without their cookies.
    ("Cross-Origin-Embedder-Policy", "credentialless"),
)
# Its address holds a token: it is kept nowhere, and told to nobody, our own proxy's log included.
CONFIRM_HEADERS = {"Cache-Control": "no-store", "Referrer-Policy": "no-referrer", "X-Robots-Tag": "noindex"}
SECURITY_TXT = "/.well-known/security.txt"
# RFC 9116, 2.5.5: less than a year ahead is recommended; the day's beginning keeps it so.
CONTACT_HOLDS = timedelta(days=365)


async def home(request: Request) -> Response:
    """The featured artist, the popular ones and the upcoming events."""

    async def make() -> Finished:
        found = await service(request).database.read(content.home, service(request).settings.timezone)
        return await _page(request, 200, "/", {"home": found})

    return finished_response(request, await service(request).cache.get_or_make("/", make))


async def artist(request: Request) -> Response:
    """One artist; an unknown one is a 404 whose app leads the person to `/`."""
    artist_id = request.path_params["artist_id"]
    path = f"/artist/{artist_id}"

    async def make() -> Finished | None:
        found = await service(request).database.read(content.profile, service(request).settings.timezone, artist_id)
        if found is None:
            return None
        return await _page(request, 200, path, {"profile": found})

    answer = await service(request).cache.get_or_make(path, make)
    return await not_found(request) if answer is None else finished_response(request, answer)


async def confirm(request: Request) -> Response:
    """Where links in mail lead. Opening it does nothing with the token: mail scanners open links too."""

    async def make() -> Finished:
        return await _page(request, 200, CONFIRM_PATH, {})

    response = finished_response(request, await service(request).cache.get_or_make(CONFIRM_PATH, make))
    response.headers.update(CONFIRM_HEADERS)
    return response


async def security_txt(request: Request) -> Response:
    """Whom to tell about a flaw, where the operator has said so. Source: RFC 9116."""
    settings = service(request).settings
    if not settings.security_contact:
        return await not_found(request)
    expires = (clock.now() + CONTACT_HOLDS).date().isoformat()
    text = f"Contact: {settings.security_contact}\nExpires: {expires}T00:00:00Z\n"
    if settings.base_url:
        text += f"Canonical: {settings.base_url}{SECURITY_TXT}\n"
    return PlainTextResponse(text)


async def not_found(request: Request) -> Response:
    """Unknown addresses; neither rendered nor kept, since there is no end of them."""
    answer = await _page(request, 404, request.scope["path"], {})
    return finished_response(request, answer)


async def built_file(request: Request) -> Response:
    """A file of the front end's build."""
    found = _bundle(request).files.get(request.url.path)
    return await not_found(request) if found is None else finished_response(request, found)


async def _page(request: Request, status: int, path: str, found: Content) -> Finished:
    settings = service(request).settings
    preloaded = encode(
        {
            "site": {
                "name": settings.site_name,
                "key": service(request).keys.publishable,
                "today": clock.today(settings.timezone).isoformat(),
                "password_minimum": settings.password_minimum,
            },
            "path": path,
            "title": title(settings.site_name, found),
            **found,
        }
    )
    markup = await _renderer(request).render(preloaded) if found else None
    said = head(Site(settings.site_name, service(request).base_url), found)
    page = document(_bundle(request), said, preloaded, markup)
    policy = page_policy(settings.base_url, scripts=page.scripts, styles=page.styles)
    return Finished.make(status, (*HEADERS, ("Content-Security-Policy", policy)), page.html)


def _bundle(request: Request) -> Bundle:
    found: Bundle = request.app.state.bundle
    return found


def _renderer(request: Request) -> Renderer:
    found: Renderer = request.app.state.renderer
    return found


def render_error(_request: Request, error: MarqueeError) -> Response:
    """A fault, told to the person who met it."""
    return PlainTextResponse(error.message, error.status, {"Cache-Control": "no-store"})


def _route(path: str, endpoint: Endpoint) -> Route:
    return Route(path, speaking(render_error, endpoint, needs_key=False))


routes = [
    _route("/", home),
    _route("/artist/{artist_id}", artist),
    _route(CONFIRM_PATH, confirm),
    _route(SECURITY_TXT, security_txt),
    _route("/{path:path}", built_file),
]
