"""What all drawn pictures are made with: the colours, lines of type, perforations, and the JPEG at the end."""

from collections.abc import Iterator
from io import BytesIO

from PIL import Image, ImageDraw

from marquee.site.images.typesetting import LINE_HEIGHT, Line, TextBlock

MAX_BYTES = 290_000
QUALITIES = (85, 75, 60, 45, 30, 15)

# The design tokens of frontend/src/styles/tokens.css.
STAGE, ON_STAGE, STOCK, ON_STOCK, ON_STOCK_MUTED = "#0a1211", "#f4f1e8", "#ff8fa3", "#14090c", "#5a2430"

SCALE = 2
"""A picture is drawn larger, then scaled down, which smooths its edges."""


def draw_line(draw: ImageDraw.ImageDraw, line: Line, x: float, baseline: float, ink: str | int) -> None:
    """A line of type whose ink begins at `x`."""
    x -= line.left
    for text, font in line.pieces:
        draw.text((x, baseline), text, ink, font, anchor="ls")
        x += font.getlength(text)


def baselines(block: TextBlock, bottom: float) -> Iterator[tuple[Line, float]]:
    """The lines of a block whose ink ends at `bottom`, each with its baseline."""
    baseline = bottom - block.lines[-1].descent - (len(block.lines) - 1) * LINE_HEIGHT * block.size
    for line in block.lines:
        yield line, baseline
        baseline += LINE_HEIGHT * block.size


def height_of(block: TextBlock) -> float:
    """From the top of the first line's ink to the bottom of the last one's."""
    return block.lines[0].ascent + block.lines[-1].descent + (len(block.lines) - 1) * LINE_HEIGHT * block.size


def encode(image: Image.Image) -> bytes:
    """A JPEG in the best quality that stays within the limit of bytes."""
    target = BytesIO()
    for quality in QUALITIES:
        target = BytesIO()
        image.save(target, "JPEG", quality=quality, optimize=True, progressive=True)
        if target.tell() <= MAX_BYTES:
            break
    return target.getvalue()
