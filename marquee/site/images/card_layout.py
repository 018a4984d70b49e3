"""Lays out share cards without dates: the best part of a photograph, or a ticket with a name on it."""

from PIL import Image, ImageDraw

from marquee.domain.colours import ON_STOCK, STAGE, STOCK
from marquee.site.images.canvas import ON_STOCK_MUTED, SCALE, baselines, draw_line, encode
from marquee.site.images.facts import CARD_SIZE
from marquee.site.images.typesetting import fit_line, fit_name
from marquee.storage.errors import BrokenPicture
from marquee.storage.pixels import resize
from marquee.storage.pixels.tasks import Photograph

EDGE, MARGIN, STUB, NOTCH, DOT = 44, 48, 168, 22, 5
LABEL, NAME = 34, 44


def card(photograph: Photograph | None, name: str, label: str, site_name: str, stock: str = STOCK) -> bytes:
    """A JPEG of `CARD_SIZE`: the photograph if there is one and it can be decoded, else the words.

    Raises PictureUnavailable for a photograph that cannot be read now.
    """
    if photograph is not None:
        try:
            return encode(resize.crop(photograph, CARD_SIZE))
        except BrokenPicture:
            pass
    return encode(_ticket(name, label, site_name, stock))


def _ticket(name: str, label: str, site_name: str, stock: str) -> Image.Image:
    width, height = (side * SCALE for side in CARD_SIZE)
    image = Image.new("RGB", (width, height), STAGE)
    draw = ImageDraw.Draw(image)
    _draw_stock(draw, width, height, stock)
    inner = (EDGE + MARGIN) * SCALE
    tear = width - (EDGE + STUB) * SCALE
    max_width = tear - MARGIN * SCALE - inner
    top = inner
    if line := fit_line(label, LABEL * SCALE, max_width):
        draw_line(draw, line, inner, top + line.ascent, ON_STOCK_MUTED if stock == STOCK else ON_STOCK)
        top += 2 * LABEL * SCALE
    max_height = height - inner - top
    block = fit_name(name, max_width, max_height) or fit_name(site_name, max_width, max_height)
    if block:
        for line, baseline in baselines(block, height - inner):
            draw_line(draw, line, inner, baseline, ON_STOCK)
    _draw_stub(image, site_name, tear)
    return image.reduce(SCALE)


def _draw_stock(draw: ImageDraw.ImageDraw, width: int, height: int, stock: str) -> None:
    """Draws the ticket: two notches where its stub is torn off, and the holes between them."""
    edge, notch, dot = EDGE * SCALE, NOTCH * SCALE, DOT * SCALE
    draw.rectangle((edge, edge, width - edge, height - edge), stock)
    tear = width - (EDGE + STUB) * SCALE
    for y in (edge, height - edge):
        draw.ellipse((tear - notch, y - notch, tear + notch, y + notch), STAGE)
    for y in range(edge + 2 * notch, height - edge - notch, 4 * dot):
        draw.ellipse((tear - dot, y - dot, tear + dot, y + dot), STAGE)


def _draw_stub(image: Image.Image, site_name: str, tear: int) -> None:
    """Draws the site's name along the short side."""
    length, depth = image.height - 2 * (EDGE + MARGIN) * SCALE, STUB * SCALE
    line = fit_line(site_name, NAME * SCALE, length)
    if line is None:
        return
    mask = Image.new("L", (length, depth))
    left = (length - line.width) / 2
    draw_line(ImageDraw.Draw(mask), line, left, (depth + line.ascent) / 2, 255)
    image.paste(ON_STOCK, (tear, (EDGE + MARGIN) * SCALE), mask.rotate(90, expand=True))
