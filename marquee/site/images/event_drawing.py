"""Draws a date as a poster and as a share card: photograph, name, and a sheet of stock with the day."""

from datetime import date
from pathlib import Path

from PIL import Image, ImageDraw

from marquee.site.head import CARD_SIZE
from marquee.site.images.canvas import ON_STAGE, ON_STOCK, SCALE, STAGE, STOCK, baselines, draw_line, encode, height_of
from marquee.site.images.drawn import Drawn
from marquee.site.images.typesetting import can_set, fit_line, fit_name
from marquee.storage import resize
from marquee.storage.image_errors import BrokenPicture

POSTER_SIZE = (1080, 1350)
SHEET_TOP = 962
"""Of a poster: below it is the sheet with the day."""
STUB = 336
"""The width of a share card's sheet."""
MARGIN, HOLE, NOTCH = 56, 4, 12
FADE_FROM, FADE_TO = 0.35, 0.95
"""The photograph turns into the ground between these parts of its height."""
RULE = 10
"""Through the name of a cancelled date."""

Box = tuple[float, float, float, float]
"""Left, top, right, bottom, in pixels of the finished picture."""


def poster(photograph: Path | None, drawn: Drawn) -> bytes:
    """A JPEG of `POSTER_SIZE`."""
    image, draw = _ground(POSTER_SIZE, photograph, (0, 0, POSTER_SIZE[0], 760))
    _draw_name(draw, drawn, (MARGIN, 300, POSTER_SIZE[0] - MARGIN, SHEET_TOP - 72))
    width, height = POSTER_SIZE
    _rectangle(draw, (0, SHEET_TOP, width, height), STOCK)
    for x in range(24, width + 24, 43):
        _hole(draw, x, SHEET_TOP, NOTCH)
    for y in range(SHEET_TOP + 12, height, 19):
        _hole(draw, 374, y, HOLE)
    _draw_day(draw, drawn.day, (MARGIN, SHEET_TOP + 40, 326, height - 44))
    _fit(draw, drawn.venue, (420, SHEET_TOP + 44, width - MARGIN, SHEET_TOP + 116))
    small = (drawn.place, ", ".join(drawn.times), drawn.state, drawn.bill)
    _draw_lines(draw, small, (420, SHEET_TOP + 134, width - MARGIN, height - 110), 32, 44)
    _rectangle(draw, (420, height - 96, width - MARGIN, height - 93), ON_STOCK)
    _line(draw, drawn.site_name, 420, height - 48, 30, 330)
    _line(draw, drawn.host, width - MARGIN, height - 48, 24, 230, is_right=True)
    return encode(image.resize(POSTER_SIZE, Image.Resampling.LANCZOS))


def share_card(photograph: Path | None, drawn: Drawn) -> bytes:
    """A JPEG of `CARD_SIZE`."""
    width, height = CARD_SIZE
    image, draw = _ground(CARD_SIZE, photograph, (STUB, 0, width, height))
    _draw_name(draw, drawn, (STUB + 48, 230, width - 56, height - 130))
    where = ", ".join(filter(can_set, (drawn.venue, drawn.place)))
    _line(draw, where, STUB + 48, height - 56, 34, width - STUB - 104, ink=ON_STAGE)
    _rectangle(draw, (0, 0, STUB, height), STOCK)
    for y in (0, height):
        _hole(draw, STUB, y, 20)
    for y in range(36, height - 30, 19):
        _hole(draw, STUB, y, HOLE)
    _draw_day(draw, drawn.day, (40, 40, 292, 360))
    _draw_lines(draw, (*drawn.times, drawn.state), (40, 384, 304, height - 84), 28, 40)
    _line(draw, drawn.site_name, 40, height - 48, 28, 260)
    return encode(image.resize(CARD_SIZE, Image.Resampling.LANCZOS))


def _ground(size: tuple[int, int], photograph: Path | None, box: Box) -> tuple[Image.Image, ImageDraw.ImageDraw]:
    """The stage, and the photograph in its box, if there is one that can be decoded."""
    image = Image.new("RGB", size, STAGE)
    left, top, right, bottom = map(int, box)
    if photograph is not None:
        try:
            picture = resize.crop(photograph, (right - left, bottom - top))
        except BrokenPicture:
            pass
        else:
            image.paste(picture, (left, top), _fade(picture.size))
    image = image.resize((size[0] * SCALE, size[1] * SCALE), Image.Resampling.BICUBIC)
    return image, ImageDraw.Draw(image)


def _fade(size: tuple[int, int]) -> Image.Image:
    column = Image.new("L", (1, size[1]))
    begin, end = FADE_FROM * size[1], FADE_TO * size[1]
    column.putdata([int(255 * min(1, max(0, (end - y) / (end - begin)))) for y in range(size[1])])
    return column.resize(size)


def _draw_name(draw: ImageDraw.ImageDraw, drawn: Drawn, box: Box) -> None:
    """As large as the box allows, at its bottom; struck through if there is nothing to go to."""
    left, top, right, bottom = (side * SCALE for side in box)
    block = fit_name(drawn.name, right - left, bottom - top) or fit_name(drawn.site_name, right - left, bottom - top)
    if block is None:
        return
    for line, baseline in baselines(block, bottom):
        draw_line(draw, line, left, baseline, ON_STAGE)
        if drawn.is_struck:
            middle = baseline - line.ascent / 2
            draw.rectangle((left, middle, left + line.width, middle + RULE * SCALE), STOCK)


def _draw_day(draw: ImageDraw.ImageDraw, day: date | None, box: Box) -> None:
    """Weekday, number, and month with year, each as wide as the box; a question mark for a day to come."""
    left, top, right, bottom = box
    if day is None:
        _fit(draw, "?", (left, top, right, bottom - 80), is_low=True)
        return
    _line(draw, f"{day:%A}", left, top + 30, 36, right - left)
    _fit(draw, str(day.day), (left, top + 50, right, bottom - 72), is_low=True)
    _fit(draw, f"{day:%B} {day.year}", (left, bottom - 48, right, bottom), is_low=True)


def _draw_lines(draw: ImageDraw.ImageDraw, lines: tuple[str, ...], box: Box, size: int, step: float) -> None:
    """Lines of small type, nearer to each other where there are many."""
    left, top, right, bottom = box
    said = list(filter(None, lines))
    step = min(step, (bottom - top - size) / max(1, len(said) - 1))
    for index, text in enumerate(said):
        _line(draw, text, left, top + size + index * step, size, right - left)


def _fit(draw: ImageDraw.ImageDraw, text: str, box: Box, *, is_low: bool = False) -> None:
    """As large as the box allows, at its top, or at its bottom."""
    left, top, right, bottom = (side * SCALE for side in box)
    block = fit_name(text, right - left, bottom - top)
    if block:
        for line, baseline in baselines(block, bottom if is_low else top + height_of(block)):
            draw_line(draw, line, left, baseline, ON_STOCK)


def _line(
    draw: ImageDraw.ImageDraw,
    text: str,
    x: float,
    baseline: float,
    size: int,
    max_width: float,
    *,
    ink: str = ON_STOCK,
    is_right: bool = False,
) -> None:
    """One line of small type that begins at `x`, or ends there."""
    if text and (line := fit_line(text, size * SCALE, max_width * SCALE)):
        draw_line(draw, line, x * SCALE - (line.width if is_right else 0), baseline * SCALE, ink)


def _rectangle(draw: ImageDraw.ImageDraw, box: Box, ink: str) -> None:
    draw.rectangle([side * SCALE for side in box], ink)


def _hole(draw: ImageDraw.ImageDraw, x: float, y: float, radius: float) -> None:
    draw.ellipse([side * SCALE for side in (x - radius, y - radius, x + radius, y + radius)], STAGE)
