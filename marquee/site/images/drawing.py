"""Draws share cards: the best part of a photograph, or a ticket with a name on it."""

from io import BytesIO
from pathlib import Path

from PIL import Image, ImageDraw

from marquee.site.head import CARD_SIZE
from marquee.site.images.typesetting import LINE_HEIGHT, Line, fit_line, fit_name
from marquee.storage import resize
from marquee.storage.image_errors import BrokenPicture

MAX_BYTES = 290_000
QUALITIES = (85, 75, 60, 45, 30, 15)

# The design tokens of frontend/src/styles/tokens.css.
STAGE, STOCK, ON_STOCK, ON_STOCK_MUTED = "#0a1211", "#ff8fa3", "#14090c", "#5a2430"

SCALE = 2  # a card is drawn larger, then scaled down, which smooths its edges
EDGE, MARGIN, STUB, NOTCH, DOT = 44, 48, 168, 22, 5
LABEL, NAME = 34, 44


def card(photograph: Path | None, name: str, label: str, site_name: str) -> bytes:
    """A JPEG of `CARD_SIZE`: the photograph if there is one and it can be decoded, else the words."""
    if photograph is not None:
        try:
            return _encode(resize.crop(photograph, CARD_SIZE))
        except BrokenPicture:
            pass
    return _encode(_ticket(name, label, site_name))


def _ticket(name: str, label: str, site_name: str) -> Image.Image:
    width, height = (side * SCALE for side in CARD_SIZE)
    image = Image.new("RGB", (width, height), STAGE)
    draw = ImageDraw.Draw(image)
    _draw_stock(draw, width, height)
    inner = (EDGE + MARGIN) * SCALE
    tear = width - (EDGE + STUB) * SCALE
    max_width = tear - MARGIN * SCALE - inner
    top = inner
    if line := fit_line(label, LABEL * SCALE, max_width):
        _draw_line(draw, line, inner, top + line.ascent, ON_STOCK_MUTED)
        top += 2 * LABEL * SCALE
    max_height = height - inner - top
    block = fit_name(name, max_width, max_height) or fit_name(site_name, max_width, max_height)
    if block:
        baseline = height - inner - block.lines[-1].descent - (len(block.lines) - 1) * LINE_HEIGHT * block.size
        for line in block.lines:
            _draw_line(draw, line, inner, baseline, ON_STOCK)
            baseline += LINE_HEIGHT * block.size
    _draw_stub(image, site_name, tear)
    return image.resize(CARD_SIZE, Image.Resampling.LANCZOS)


def _draw_stock(draw: ImageDraw.ImageDraw, width: int, height: int) -> None:
    """Draws the ticket: two notches where its stub is torn off, and the holes between them."""
    edge, notch, dot = EDGE * SCALE, NOTCH * SCALE, DOT * SCALE
    draw.rectangle((edge, edge, width - edge, height - edge), STOCK)
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
    _draw_line(ImageDraw.Draw(mask), line, left, (depth + line.ascent) / 2, 255)
    image.paste(ON_STOCK, (tear, (EDGE + MARGIN) * SCALE), mask.rotate(90, expand=True))


def _draw_line(draw: ImageDraw.ImageDraw, line: Line, x: float, baseline: float, ink: str | int) -> None:
    x -= line.left
    for text, font in line.pieces:
        draw.text((x, baseline), text, ink, font, anchor="ls")
        x += font.getlength(text)


def _encode(image: Image.Image) -> bytes:
    """Encodes a picture in the best quality that stays within the limit of bytes."""
    target = BytesIO()
    for quality in QUALITIES:
        target = BytesIO()
        image.save(target, "JPEG", quality=quality, optimize=True, progressive=True)
        if target.tell() <= MAX_BYTES:
            break
    return target.getvalue()
