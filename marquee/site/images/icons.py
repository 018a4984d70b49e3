"""The site's icons in its own accent: those of the front end's build, with another colour in the place of the pink."""

from asyncio import to_thread
from io import BytesIO

from starlette.responses import Response

from marquee.site.context import Paths, SiteContext
from marquee.web.response_cache import StoredResponse

PINK, INK = "#ff8fa3", "#14090c"
INK_RED, PINK_RED = 0x14, 0xFF
"""What tells the two apart in every pixel, and how they are mixed at an edge."""


async def icon(context: SiteContext) -> Response:
    """The icon of this path, as it was built where the accent is the pink."""

    async def make() -> StoredResponse | None:
        built, accent = context.site.bundle.files.get(context.path), (await context.facts()).brand.accent
        if built is None or accent is None:
            return built
        draw = _svg if context.path.endswith(".svg") else _png
        return StoredResponse.make(built.status, built.headers, await to_thread(draw, built.body, accent))

    return await context.respond_from_cache(context.path, make)


def _svg(drawing: bytes, accent: str) -> bytes:
    return drawing.replace(PINK.encode(), accent.encode())


def _png(picture: bytes, accent: str) -> bytes:
    from PIL import Image  # noqa: PLC0415 - Pillow is slow to load, and most sites are pink

    icon = Image.open(BytesIO(picture)).convert("RGBA")
    share = icon.getchannel("R").point(lambda red: max(0, (red - INK_RED) * 255 // (PINK_RED - INK_RED)))
    mixed = Image.composite(Image.new("RGB", icon.size, accent), Image.new("RGB", icon.size, INK), share)
    mixed.putalpha(icon.getchannel("A"))
    whole = Image.composite(mixed, icon, share.point(lambda value: 255 * (value > 0)))
    finished = BytesIO()
    whole.save(finished, "PNG", optimize=True)
    return finished.getvalue()


NAMES = ("favicon.svg", "apple-touch-icon.png", "icon-192.png", "icon-512.png", "icon-maskable-512.png")
PATHS: Paths = tuple((f"/{name}", icon) for name in NAMES)
