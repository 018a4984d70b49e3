"""The site's icons in its own accent: those of the front end's build, with another colour in the place of the pink."""

from starlette.responses import Response

from marquee.domain.colours import STOCK
from marquee.site.context import Paths, SiteContext
from marquee.storage.pixels.tasks import Task
from marquee.web.response_cache import StoredResponse


async def icon(context: SiteContext) -> Response:
    """The icon of this path, as it was built where the accent is the pink."""

    async def make() -> StoredResponse | None:
        built, accent = context.site.bundle.files.get(context.path), (await context.facts()).brand.accent
        if built is None or accent is None:
            return built
        if context.path.endswith(".svg"):
            body = built.body.replace(STOCK.encode(), accent.encode())
        else:
            body = await context.site.picture_cache.draw(Task(_RECOLOUR, (built.body, accent)))
        return StoredResponse.make(built.status, built.headers, body)

    return await context.respond_from_cache(context.path, make)


_RECOLOUR = "marquee.site.images.recolouring:recolour"
NAMES = ("favicon.ico", "favicon.svg", "apple-touch-icon.png", "icon-192.png", "icon-512.png", "icon-maskable-512.png")
PATHS: Paths = tuple((f"/{name}", icon) for name in NAMES)
