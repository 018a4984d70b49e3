"""What all drawn pictures are made with: the colours, lines of type, perforations, and the JPEG at the end."""

from collections.abc import Iterator
from io import BytesIO

from PIL import Image, ImageDraw

from marquee.domain.colours import ON_STOCK, STAGE, STOCK
from marquee.site.images.typesetting import LINE_HEIGHT, TEXT_WEIGHT, Line, TextBlock, fit_line, fit_name
from marquee.storage.errors import BrokenPicture
from marquee.storage.pixels import resize
from marquee.storage.pixels.tasks import Photograph

MAX_BYTES = 290_000
QUALITIES = (85, 75, 60, 45, 30, 15)

# The design tokens of frontend/src/styles/tokens.css that nothing else needs.
ON_STAGE, ON_STOCK_MUTED = "#f4f1e8", "#5a2430"

STUB = 336
"""The width of a share card's sheet."""
SCALE = 2
"""A picture is drawn larger, then scaled down, which smooths its edges."""
FADE_FROM, FADE_TO = 0.35, 0.95
"""The photograph turns into the ground between these parts of its height."""
RULE = 10
"""Through the name of a cancelled date."""
HOLE, NOTCH = 4, 12
"""The radius of a perforation, and of a notch in the edge of a sheet."""

Box = tuple[float, float, float, float]
"""Left, top, right, bottom, in pixels of the finished picture."""


class Canvas:
    """The stage with a photograph on it, and what is drawn over both, measured in pixels of the finished picture."""

    def __init__(self, size: tuple[int, int], photograph: Photograph | None, box: Box, stock: str = STOCK) -> None:
        """The photograph fills its box, if there is one that can be decoded. `stock` is the colour of sheets.

        Raises PictureUnavailable for a photograph that cannot be read now.
        """
        self._size, self._stock = size, stock
        image = Image.new("RGB", size, STAGE)
        left, top, right, bottom = map(int, box)
        if photograph is not None:
            try:
                picture = resize.crop(photograph, (right - left, bottom - top))
            except BrokenPicture:
                pass
            else:
                image.paste(picture, (left, top), _fade(picture.size))
        # Each pixel four times, which are one again in the end: a photograph loses nothing.
        self._image = image.resize((size[0] * SCALE, size[1] * SCALE), Image.Resampling.NEAREST)
        self._draw = ImageDraw.Draw(self._image)

    def jpeg(self) -> bytes:
        """The finished picture."""
        return encode(self._image.reduce(SCALE))

    def name(self, name: str, otherwise: str, box: Box, *, is_struck: bool = False) -> None:
        """At the bottom of the box, over the photograph."""
        self.fit(name, box, otherwise, ink=ON_STAGE, is_low=True, is_struck=is_struck)

    def fit(
        self,
        text: str,
        box: Box,
        otherwise: str = "",
        *,
        ink: str = ON_STOCK,
        is_low: bool = False,
        is_struck: bool = False,
    ) -> None:
        """A text as large as the box allows, at its top, or at its bottom.

        Or the other text, where no typeface has the letters of the first.
        """
        left, top, right, bottom = (side * SCALE for side in box)
        block = fit_name(text, right - left, bottom - top) or fit_name(otherwise, right - left, bottom - top)
        if block is None:
            return
        for line, baseline in _baselines(block, bottom if is_low else top + _height_of(block)):
            draw_line(self._draw, line, left, baseline, ink)
            if is_struck:
                middle = baseline - line.ascent / 2
                self._draw.rectangle((left, middle, left + line.width, middle + RULE * SCALE), self._stock)

    def line(
        self,
        text: str,
        x: float,
        baseline: float,
        size: float,
        max_width: float,
        *,
        ink: str = ON_STOCK,
        weight: int = TEXT_WEIGHT,
        is_right: bool = False,
        is_below: bool = False,
    ) -> float:
        """One line of small type that begins at `x`, or ends there, or is all below that height; how wide it became."""
        line = fit_line(text, size * SCALE, max_width * SCALE, weight) if text else None
        if line is None:
            return 0
        down = baseline * SCALE + (line.ascent if is_below else 0)
        draw_line(self._draw, line, x * SCALE - (line.width if is_right else 0), down, ink)
        return line.width / SCALE

    def upwards(self, text: str, box: Box, size: float) -> None:
        """One line of small type in the middle of a box, turned so that it reads upwards."""
        left, top, right, bottom = (int(side * SCALE) for side in box)
        if line := fit_line(text, size * SCALE, bottom - top):
            mask = Image.new("L", (bottom - top, right - left))
            draw_line(ImageDraw.Draw(mask), line, (mask.width - line.width) / 2, (mask.height + line.ascent) / 2, 255)
            self._image.paste(ON_STOCK, (left, top), mask.rotate(90, expand=True))

    def rectangle(self, box: Box, ink: str) -> None:
        """A plain surface, or a rule."""
        self._draw.rectangle([side * SCALE for side in box], ink)

    def hole(self, x: float, y: float, radius: float) -> None:
        """A round hole through which the stage is seen."""
        self._draw.ellipse([side * SCALE for side in (x - radius, y - radius, x + radius, y + radius)], STAGE)

    def sheet_from(self, top: float) -> None:
        """A sheet of stock from there to the bottom, with a notched edge."""
        width, height = self._size
        self.rectangle((0, top, width, height), self._stock)
        for x in range(24, width + 24, 43):
            self.hole(x, top, NOTCH)

    def stub(self, stub_width: float) -> None:
        """A sheet of stock along the left side, perforated where it is torn off."""
        height = self._size[1]
        self.rectangle((0, 0, stub_width, height), self._stock)
        for y in (0, height):
            self.hole(stub_width, y, 20)
        for y in range(36, height - 30, 19):
            self.hole(stub_width, y, HOLE)


def _fade(size: tuple[int, int]) -> Image.Image:
    column = Image.new("L", (1, size[1]))
    begin, end = FADE_FROM * size[1], FADE_TO * size[1]
    column.putdata([int(255 * min(1, max(0, (end - y) / (end - begin)))) for y in range(size[1])])
    return column.resize(size)


def draw_line(draw: ImageDraw.ImageDraw, line: Line, x: float, baseline: float, ink: str | int) -> None:
    """A line of type whose ink begins at `x`."""
    x -= line.left
    for text, font in line.pieces:
        draw.text((x, baseline), text, ink, font, anchor="ls")
        x += font.getlength(text)


def _baselines(block: TextBlock, bottom: float) -> Iterator[tuple[Line, float]]:
    """The lines of a block whose ink ends at `bottom`, each with its baseline."""
    baseline = bottom - block.lines[-1].descent - (len(block.lines) - 1) * LINE_HEIGHT * block.size
    for line in block.lines:
        yield line, baseline
        baseline += LINE_HEIGHT * block.size


def _height_of(block: TextBlock) -> float:
    """From the top of the first line's ink to the bottom of the last one's."""
    return block.lines[0].ascent + block.lines[-1].descent + (len(block.lines) - 1) * LINE_HEIGHT * block.size


def encode(image: Image.Image) -> bytes:
    """A JPEG in the best quality that stays within the limit of bytes.

    It is not progressive: that takes ten times as long.
    """
    target = BytesIO()
    for quality in QUALITIES:
        target = BytesIO()
        image.save(target, "JPEG", quality=quality)
        if target.tell() <= MAX_BYTES:
            break
    return target.getvalue()
