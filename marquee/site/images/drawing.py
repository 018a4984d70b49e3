"""The picture that stands for a page where it is shared: a photograph's best part, or a ticket with the name on it."""

from io import BytesIO
from pathlib import Path

from PIL import Image, ImageDraw

from marquee.site.head import CARD_SIZE
from marquee.site.images.typesetting import LINE_HEIGHT, Line, letter, small
from marquee.storage import resize
from marquee.storage.image_errors import BrokenPicture

MAX_BYTES = 290_000
QUALITIES = (85, 75, 60, 45, 30, 15)

# The tokens of the look: frontend/src/styles/tokens.css.
STAGE, STOCK, ON_STOCK, ON_STOCK_MUTED = "#0a1211", "#ff8fa3", "#14090c", "#5a2430"

DETAIL = 2  # drawn larger, then reduced: edges are smooth
EDGE, MARGIN, STUB, NOTCH, DOT = 44, 48, 168, 22, 5
LABEL, NAME = 34, 44


def card(original: Path | None, name: str, label: str, site_name: str) -> bytes:
    """A JPEG of `CARD_SIZE`: of the picture if there is one and it can be shown, else of the words."""
    if original is not None:
        try:
            return _jpeg(resize.cut(original, CARD_SIZE))
        except BrokenPicture:
            pass
    return _jpeg(_ticket(name, label, site_name))


def _ticket(name: str, label: str, site_name: str) -> Image.Image:
    width, height = (side * DETAIL for side in CARD_SIZE)
    image = Image.new("RGB", (width, height), STAGE)
    draw = ImageDraw.Draw(image)
    _draw_stock(draw, width, height)
    inner = (EDGE + MARGIN) * DETAIL
    tear = width - (EDGE + STUB) * DETAIL
    most = tear - MARGIN * DETAIL - inner
    top = inner
    if line := small(label, LABEL * DETAIL, most):
        _draw_line(draw, line, inner, top + line.rise, ON_STOCK_MUTED)
        top += 2 * LABEL * DETAIL
    setting = letter(name, most, height - inner - top) or letter(site_name, most, height - inner - top)
    if setting:
        baseline = height - inner - setting.lines[-1].drop - (len(setting.lines) - 1) * LINE_HEIGHT * setting.size
        for line in setting.lines:
            _draw_line(draw, line, inner, baseline, ON_STOCK)
            baseline += LINE_HEIGHT * setting.size
    _draw_stub(image, site_name, tear)
    return image.resize(CARD_SIZE, Image.Resampling.LANCZOS)


def _draw_stock(draw: ImageDraw.ImageDraw, width: int, height: int) -> None:
    """The ticket: two notches where it is torn, and the holes between them."""
    edge, notch, dot = EDGE * DETAIL, NOTCH * DETAIL, DOT * DETAIL
    draw.rectangle((edge, edge, width - edge, height - edge), STOCK)
    tear = width - (EDGE + STUB) * DETAIL
    for y in (edge, height - edge):
        draw.ellipse((tear - notch, y - notch, tear + notch, y + notch), STAGE)
    for y in range(edge + 2 * notch, height - edge - notch, 4 * dot):
        draw.ellipse((tear - dot, y - dot, tear + dot, y + dot), STAGE)


def _draw_stub(image: Image.Image, site_name: str, tear: int) -> None:
    """The site's name, along the short side."""
    length, depth = image.height - 2 * (EDGE + MARGIN) * DETAIL, STUB * DETAIL
    line = small(site_name, NAME * DETAIL, length)
    if line is None:
        return
    mask = Image.new("L", (length, depth))
    left = (length - line.length) / 2
    _draw_line(ImageDraw.Draw(mask), line, left, (depth + line.rise) / 2, 255)
    image.paste(ON_STOCK, (tear, (EDGE + MARGIN) * DETAIL), mask.rotate(90, expand=True))


def _draw_line(draw: ImageDraw.ImageDraw, line: Line, x: float, baseline: float, ink: str | int) -> None:
    x -= line.left
    for text, font in line.pieces:
        draw.text((x, baseline), text, ink, font, anchor="ls")
        x += font.getlength(text)


def _jpeg(image: Image.Image) -> bytes:
    """As good as fits."""
    target = BytesIO()
    for quality in QUALITIES:
        target = BytesIO()
        image.save(target, "JPEG", quality=quality, optimize=True, progressive=True)
        if target.tell() <= MAX_BYTES:
            break
    return target.getvalue()
