"""What the site's own addresses have in common: kept answers, and faults told in a plain sentence."""

from collections.abc import Awaitable, Callable

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from marquee.errors import MarqueeError, NotFound
from marquee.web.http import Endpoint, Speaking, finished_response, service
from marquee.web.response_cache import Finished


async def kept_answer(request: Request, key: str, make: Callable[[], Awaitable[Finished | None]]) -> Response:
    """The answer that is kept under this key until anything changes, or a new one. Raises NotFound where it is None."""
    answer = await service(request).cache.get_or_make(key, make)
    if answer is None:
        raise NotFound
    return finished_response(request, answer)


def route(path: str, endpoint: Endpoint) -> Route:
    return Route(path, Speaking(_render_error, endpoint, needs_key=False), methods=["GET"])


def _render_error(_request: Request, error: MarqueeError) -> Response:
    """A fault, told to the person who met it."""
    return PlainTextResponse(error.message, error.status, {"Cache-Control": "no-store"})
