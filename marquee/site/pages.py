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
from marquee.site.document import document

HEADERS = (
    ("Content-Type", "text/html; charset=utf-8"),
    ("Cache-Control", "no-cache, no-transform"),
    # Pictures of other sites are fetched without their cookies.
    ("Cross-Origin-Embedder-Policy", "credentialless"),
)
# Its address holds a token: it is kept nowhere, and told to nobody, our own proxy's log included.
CONFIRM_HEADERS = {"Cache-Control": "no-store", "Referrer-Policy": "no-referrer", "X-Robots-Tag": "noindex"}
DESCRIPTION_LENGTH = 160
SECURITY_TXT = "/.well-known/security.txt"
# RFC 9116, 2.5.5: less than a year ahead is recommended; the day's beginning keeps it so.
CONTACT_HOLDS = timedelta(days=365)


async def home(request: Request) -> Response:
    """The featured artist, the popular ones and the upcoming events."""
    if kept := service(request).cache.get("/"):
        return finished_response(request, kept)
    version = service(request).cache.version()
    found = await service(request).database.read(content.home, service(request).settings.timezone)
    name = service(request).settings.site_name
    answer = _page(request, 200, "/", name, f"{name}: artists, releases and dates.", {"home": found})
    service(request).cache.put("/", answer, version)
    return finished_response(request, answer)


async def artist(request: Request) -> Response:
    """One artist; an unknown one is a 404 whose app leads the person to `/`."""
    artist_id = request.path_params["artist_id"]
    path = f"/artist/{artist_id}"
    if kept := service(request).cache.get(path):
        return finished_response(request, kept)
    version = service(request).cache.version()
    found = await service(request).database.read(content.profile, service(request).settings.timezone, artist_id)
    if found is None:
        return await not_found(request)
    name = found["artist"]["name"]
    title = f"{name} – {service(request).settings.site_name}"
    answer = _page(request, 200, path, title, _description(found), {"profile": found})
    service(request).cache.put(path, answer, version)
    return finished_response(request, answer)


async def confirm(request: Request) -> Response:
    """Where links in mail lead. Opening it does nothing with the token: mail scanners open links too."""
    kept = service(request).cache.get(CONFIRM_PATH)
    if kept is None:
        version, name = service(request).cache.version(), service(request).settings.site_name
        kept = _page(request, 200, CONFIRM_PATH, name, "A link from a mail.", {})
        service(request).cache.put(CONFIRM_PATH, kept, version)
    response = finished_response(request, kept)
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
    """Unknown addresses; not kept, since there is no end of them."""
    name = service(request).settings.site_name
    return finished_response(request, _page(request, 404, request.url.path, name, "This page does not exist.", {}))


async def built_file(request: Request) -> Response:
    """A file of the front end's build."""
    found = _bundle(request).files.get(request.url.path)
    return await not_found(request) if found is None else finished_response(request, found)


def _page(request: Request, status: int, path: str, title: str, description: str, found: Content) -> Finished:
    preloaded = {
        "site": {
            "name": service(request).settings.site_name,
            "key": service(request).keys.publishable,
            "today": clock.today(service(request).settings.timezone).isoformat(),
            "password_minimum": service(request).settings.password_minimum,
        },
        "path": path,
        "title": title,
        **found,
    }
    policy = ("Content-Security-Policy", page_policy(service(request).settings.base_url))
    return Finished.make(status, (*HEADERS, policy), document(_bundle(request), title, description, preloaded))


def _description(found: Content) -> str:
    artist_ = found["artist"]
    text = " ".join((artist_["bio"] or f"{artist_['name']}, {artist_['genre']}.").split())
    return text if len(text) <= DESCRIPTION_LENGTH else f"{text[: DESCRIPTION_LENGTH - 1].rstrip()}…"


def _bundle(request: Request) -> Bundle:
    found: Bundle = request.app.state.bundle
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
