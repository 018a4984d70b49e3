"""Draws an icon of the front end's build in another colour than the design's pink."""

from io import BytesIO

from PIL import Image

from marquee.domain.colours import ON_STOCK

INK_RED, PINK_RED = 0x14, 0xFF
"""What tells ink and pink apart in every pixel, and how they are mixed at an edge."""


def recolour(picture: bytes, accent: str) -> bytes:
    """A PNG of a PNG, or an ICO of an ICO, with its smaller sizes redrawn."""
    built = Image.open(BytesIO(picture))
    icon = built.convert("RGBA")
    share = icon.getchannel("R").point(lambda red: max(0, (red - INK_RED) * 255 // (PINK_RED - INK_RED)))
    mixed = Image.composite(Image.new("RGB", icon.size, accent), Image.new("RGB", icon.size, ON_STOCK), share)
    mixed.putalpha(icon.getchannel("A"))
    whole = Image.composite(mixed, icon, share.point(lambda value: 255 * (value > 0)))
    finished = BytesIO()
    options = {"sizes": built.info["sizes"]} if built.format == "ICO" else {"optimize": True}
    whole.save(finished, built.format, **options)
    return finished.getvalue()
