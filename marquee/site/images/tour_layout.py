"""Lays out an artist's next dates as a poster and as a share card: photograph, name, and a sheet that lists them."""

from marquee.domain.colours import ON_STOCK, STOCK
from marquee.site.images.canvas import ON_STAGE, STUB, Canvas
from marquee.site.images.facts import CARD_SIZE, POSTER_SIZE, TourDate, TourWording
from marquee.storage.pixels.tasks import Photograph

MARGIN = 56
MAX_ROW, MAX_LIST = 84, 700
"""The height of a poster's line where there are few dates, and of all of them where there are many."""
FOOT = 84
"""The height of the poster's last line: the site's name, and the address of the profile."""
DAY_WEIGHT, PLACE_WEIGHT, SAID_WEIGHT = 850, 750, 560
CARD_LEFT, CARD_RIGHT, CARD_TOP, CARD_ROW = 40, STUB - 28, 100, 62
FEW, TALL_ROW = 3, 124
"""A share card with so few dates has lines of two storeys."""


def poster(photograph: Photograph | None, tour: TourWording, stock: str = STOCK) -> bytes:
    """A JPEG of `POSTER_SIZE`: the fewer dates there are, the larger they stand."""
    width, height = POSTER_SIZE
    count = len(tour.dates) + bool(tour.rest)
    row = min(MAX_ROW, MAX_LIST / count)
    first = height - FOOT - row * count
    top = first - row * 0.4
    canvas = Canvas(POSTER_SIZE, photograph, (0, 0, width, top), stock)
    name_top = top * 0.6 - 84 if photograph else MARGIN
    canvas.name(tour.name, tour.site_name, (MARGIN, name_top, width - MARGIN, top - 84))
    canvas.line(tour.years, MARGIN, top - 32, 30, width - 2 * MARGIN, ink=ON_STAGE)
    canvas.sheet_from(top)
    for index, date in enumerate(tour.dates):
        _draw_row(canvas, date, first + index * row, row)
    canvas.line(tour.rest, MARGIN, height - FOOT - row * 0.3, row * 0.55, width - 2 * MARGIN, weight=SAID_WEIGHT)
    used = canvas.line(tour.site_name, MARGIN, height - 40, 30, 420, weight=DAY_WEIGHT)
    canvas.line(tour.url, width - MARGIN, height - 40, 24, width - 2 * MARGIN - used - 40, is_right=True)
    return canvas.jpeg()


def share_card(photograph: Photograph | None, tour: TourWording, stock: str = STOCK) -> bytes:
    """A JPEG of `CARD_SIZE`: what became of a date is said on the page, here it is only struck through."""
    width, height = CARD_SIZE
    canvas = Canvas(CARD_SIZE, photograph, (STUB, 0, width, height), stock)
    canvas.name(tour.name, tour.site_name, (STUB + 48, 300, width - 56, height - 130))
    canvas.line(tour.years, STUB + 48, height - 56, 34, width - STUB - 104, ink=ON_STAGE)
    canvas.stub(STUB)
    canvas.line("Next dates", CARD_LEFT, 78, 38, CARD_RIGHT - CARD_LEFT, weight=PLACE_WEIGHT)
    is_tall = len(tour.dates) <= FEW and not tour.more
    bottom = CARD_TOP
    for date in tour.dates:
        bottom += TALL_ROW if is_tall else CARD_ROW
        (_draw_tall_card_row if is_tall else _draw_card_row)(canvas, date, bottom)
        canvas.rectangle((CARD_LEFT, bottom - 2, CARD_RIGHT, bottom), ON_STOCK)
    canvas.line(tour.rest, CARD_LEFT, bottom + CARD_ROW - 20, 28, CARD_RIGHT - CARD_LEFT)
    canvas.line(tour.site_name, CARD_LEFT, height - 44, 28, CARD_RIGHT - CARD_LEFT, weight=DAY_WEIGHT)
    return canvas.jpeg()


def _draw_row(canvas: Canvas, date: TourDate, top: float, height: float) -> None:
    """Day, place, and the venue or what became of the date, above a rule; letters grow with the line."""
    right = POSTER_SIZE[0] - MARGIN
    size, baseline = height * 0.6, top + height * 0.7
    place = MARGIN + size * 4.6
    _draw_day(canvas, date, MARGIN, baseline, size)
    said_width = (right - MARGIN) * 0.46
    used = canvas.line(date.said, right, baseline, size * 0.88, said_width, weight=SAID_WEIGHT, is_right=True)
    used = canvas.line(date.place, place, baseline, size * 0.94, right - used - size - place, weight=PLACE_WEIGHT)
    if date.is_cancelled:
        _strike(canvas, place, baseline, used, size)
    canvas.rectangle((MARGIN, top + height - 2, right, top + height), ON_STOCK)


def _draw_card_row(canvas: Canvas, date: TourDate, bottom: float) -> None:
    used = _draw_day(canvas, date, CARD_LEFT, bottom - 20, 30)
    max_width = CARD_RIGHT - CARD_LEFT - used - 16
    canvas.line(date.place, CARD_RIGHT, bottom - 20, 28, max_width, is_right=True)


def _draw_tall_card_row(canvas: Canvas, date: TourDate, bottom: float) -> None:
    _draw_day(canvas, date, CARD_LEFT, bottom - 66, 50)
    canvas.line(date.place, CARD_LEFT, bottom - 22, 32, CARD_RIGHT - CARD_LEFT)


def _draw_day(canvas: Canvas, date: TourDate, x: float, baseline: float, size: float) -> float:
    """How wide it became."""
    used = canvas.line(date.day, x, baseline, size, 5 * size, weight=DAY_WEIGHT)
    if date.is_off:
        _strike(canvas, x, baseline, used, size)
    return used


def _strike(canvas: Canvas, x: float, baseline: float, width: float, size: float) -> None:
    canvas.rectangle((x, baseline - size * 0.4, x + width, baseline - size * 0.29), ON_STOCK)
