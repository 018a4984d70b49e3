"""What the site's own URLs work with: finished responses, and faults in a plain sentence."""

from collections.abc import Awaitable, Callable, Hashable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from marquee import clock
from marquee.db.turns import CLIENT, Turns
from marquee.domain.brand import read_brand
from marquee.errors import MarqueeError, NotFound
from marquee.site.bundle import Bundle
from marquee.site.images.picture_cache import PictureCache
from marquee.site.renderer import Renderer
from marquee.site.site_facts import Site
from marquee.storage.media import Media
from marquee.web.context import Context, Services
from marquee.web.endpoint import ProtocolEndpoint
from marquee.web.response_cache import StoredResponse

R = TypeVar("R")


@dataclass
class SiteServices:
    """The front end's build, what renders it, and the pictures that it shows and draws; one for the process."""

    bundle: Bundle
    renderer: Renderer
    media: Media
    picture_cache: PictureCache
    making: Turns
    publishable_key: Callable[[], str]


class SiteContext(Context):
    """One request for a page or a file of the site."""

    def __init__(self, services: Services, site: SiteServices, request: Request) -> None:
        super().__init__(services, request)
        self.site = site

    async def facts(self) -> Site:
        """The site as it is now: whatever is kept, and made with it, goes when a setting changes."""
        brand = await self.database.read(read_brand, self.settings.site_name)
        return Site(brand, self.base_url, self.settings.timezone, clock.now())

    async def kept_or_made(self, key: Hashable, make: Callable[[], Awaitable[R]]) -> StoredResponse | R:
        """The response kept under this key, or a new one. A client makes one at a time: whoever wants many waits."""
        if kept := self.cache.get(key):
            return kept
        async with self.site.making.turn(CLIENT.get()):
            return await self.cache.get_or_make(key, make)

    async def respond_from_cache(self, key: str, make: Callable[[], Awaitable[StoredResponse | None]]) -> Response:
        """The response kept under this key until anything changes, or a new one. Raises NotFound where it is None."""
        stored = await self.kept_or_made(key, make)
        if stored is None:
            raise NotFound
        return self.respond(stored)


Endpoint = Callable[[SiteContext], Awaitable[Response]]
Paths = Sequence[tuple[str, Endpoint]]


def routes(services: Services, site: SiteServices, paths: Paths) -> list[Route]:
    """A GET route for each of the paths, in their order."""
    make_context = partial(SiteContext, services, site)
    return [
        Route(path, ProtocolEndpoint(make_context, endpoint, _render_error), methods=["GET"])
        for path, endpoint in paths
    ]


def _render_error(_context: Context, error: MarqueeError) -> Response:
    return PlainTextResponse(error.message, error.status, {"Cache-Control": "no-store"})
