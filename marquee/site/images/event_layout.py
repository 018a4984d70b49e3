"""Lays out a date as a poster and as a share card: photograph, name, and a sheet of stock with the day."""

from datetime import date

from marquee.domain.colours import ON_STOCK, STOCK
from marquee.site.images.canvas import HOLE, ON_STAGE, STUB, Box, Canvas
from marquee.site.images.facts import CARD_SIZE, POSTER_SIZE, EventWording
from marquee.site.images.typesetting import can_set
from marquee.storage.pixels.tasks import Photograph

SHEET_TOP = 962
"""Of a poster: below it is the sheet with the day."""
MARGIN = 56


def poster(photograph: Photograph | None, wording: EventWording, stock: str = STOCK) -> bytes:
    """A JPEG of `POSTER_SIZE`."""
    width, height = POSTER_SIZE
    canvas = Canvas(POSTER_SIZE, photograph, (0, 0, width, 760), stock)
    name_box = (MARGIN, 300, width - MARGIN, SHEET_TOP - 72)
    canvas.name(wording.name, wording.site_name, name_box, is_struck=wording.is_struck)
    canvas.sheet_from(SHEET_TOP)
    for y in range(SHEET_TOP + 12, height, 19):
        canvas.hole(374, y, HOLE)
    _draw_day(canvas, wording.day, (MARGIN, SHEET_TOP + 40, 326, height - 44))
    canvas.fit(wording.venue, (420, SHEET_TOP + 44, width - MARGIN, SHEET_TOP + 116))
    small = (wording.place, ", ".join(wording.times), wording.state, wording.bill)
    _draw_lines(canvas, small, (420, SHEET_TOP + 134, width - MARGIN, height - 110), 32, 44)
    canvas.rectangle((420, height - 96, width - MARGIN, height - 93), ON_STOCK)
    canvas.line(wording.site_name, 420, height - 48, 30, 330)
    canvas.line(wording.host, width - MARGIN, height - 48, 24, 230, is_right=True)
    return canvas.jpeg()


def share_card(photograph: Photograph | None, wording: EventWording, stock: str = STOCK) -> bytes:
    """A JPEG of `CARD_SIZE`."""
    width, height = CARD_SIZE
    canvas = Canvas(CARD_SIZE, photograph, (STUB, 0, width, height), stock)
    name_box = (STUB + 48, 230, width - 56, height - 130)
    canvas.name(wording.name, wording.site_name, name_box, is_struck=wording.is_struck)
    where = ", ".join(filter(can_set, (wording.venue, wording.place)))
    canvas.line(where, STUB + 48, height - 56, 34, width - STUB - 104, ink=ON_STAGE)
    canvas.stub(STUB)
    _draw_day(canvas, wording.day, (40, 40, 292, 360))
    _draw_lines(canvas, (*wording.times, wording.state), (40, 384, 304, height - 84), 28, 40)
    canvas.line(wording.site_name, 40, height - 48, 28, 260)
    return canvas.jpeg()


def _draw_day(canvas: Canvas, day: date | None, box: Box) -> None:
    """Weekday, number, and month with year, each as wide as the box; a question mark for a day to come."""
    left, top, right, bottom = box
    if day is None:
        canvas.fit("?", (left, top, right, bottom - 80), is_low=True)
        return
    canvas.line(f"{day:%A}", left, top + 30, 36, right - left)
    canvas.fit(str(day.day), (left, top + 50, right, bottom - 72), is_low=True)
    canvas.fit(f"{day:%B} {day.year}", (left, bottom - 48, right, bottom), is_low=True)


def _draw_lines(canvas: Canvas, lines: tuple[str, ...], box: Box, size: int, step: float) -> None:
    """Lines of small type, nearer to each other where there are many."""
    left, top, right, bottom = box
    said = list(filter(None, lines))
    step = min(step, (bottom - top - size) / max(1, len(said) - 1))
    for index, text in enumerate(said):
        canvas.line(text, left, top + size + index * step, size, right - left)
