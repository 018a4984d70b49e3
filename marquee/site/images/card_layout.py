"""Lays out share cards without dates: the best part of a photograph, or a ticket with a name on it."""

from marquee.domain.colours import ON_STOCK, STOCK
from marquee.site.images.canvas import ON_STOCK_MUTED, Canvas, encode
from marquee.site.images.facts import CARD_SIZE
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
    return _ticket(name, label, site_name, stock)


def _ticket(name: str, label: str, site_name: str, stock: str) -> bytes:
    """With two notches where its stub is torn off, and holes between them; on the stub stands the site's name."""
    width, height = CARD_SIZE
    inner, tear = EDGE + MARGIN, width - EDGE - STUB
    canvas = Canvas(CARD_SIZE, None, (0, 0, 0, 0), stock)
    canvas.rectangle((EDGE, EDGE, width - EDGE, height - EDGE), stock)
    for y in (EDGE, height - EDGE):
        canvas.hole(tear, y, NOTCH)
    for y in range(EDGE + 2 * NOTCH, height - EDGE - NOTCH, 4 * DOT):
        canvas.hole(tear, y, DOT)
    ink = ON_STOCK_MUTED if stock == STOCK else ON_STOCK
    has_label = canvas.line(label, inner, inner, LABEL, tear - MARGIN - inner, ink=ink, is_below=True)
    top = inner + (2 * LABEL if has_label else 0)
    canvas.fit(name, (inner, top, tear - MARGIN, height - inner), site_name, is_low=True)
    canvas.upwards(site_name, (tear, inner, tear + STUB, height - inner), NAME)
    return canvas.jpeg()
