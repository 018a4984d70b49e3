"""Sets names in the site's typeface, each line as wide as it may be, as the hero of a page does.

The typeface comes from the front end's build. If it lacks a letter, a typeface of the system that has them all is used.
"""

import unicodedata
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from math import ceil
from pathlib import Path
from textwrap import wrap
from typing import NamedTuple

from PIL import ImageFont
from PIL.ImageFont import FreeTypeFont

from marquee.text import cut
from marquee.visible import UNSEEN, has_ink, one_line

FontFiles = tuple[str, ...]

FONTS = Path(__file__).parents[1] / "dist" / "assets"

MIN_WIDTH, MAX_WIDTH = 62, 125
NAME_WEIGHT, TEXT_WEIGHT = 850, 650
LINE_HEIGHT = 0.9
"""As a fraction of the font size."""
MAX_LINES = 6
MAX_WORD_LENGTH = 24
MAX_WIDE_WORD_LENGTH = 8
MAX_LINE_LENGTH = 1_000
"""Of small type: no line has room for a fifth of it."""
MAX_MARKS = 8
"""On one letter, one above the other."""
MEASURING_SIZE = 200
"""The font size at which widths are measured; they are proportional to it."""

# Typefaces that systems bring, for letters that the site's own lacks.
SYSTEM_FONTS = (
    *("DejaVuSans-Bold.ttf", "NotoSans-Bold.ttf", "NotoSansCJK-Bold.ttc", "NotoSansArabic-Bold.ttf"),
    *("NotoSansHebrew-Bold.ttf", "NotoSansDevanagari-Bold.ttf", "NotoSansThai-Bold.ttf", "Arial Unicode.ttf"),
)
_ELLIPSIS = "…"
_MISSING = "\U0010ffff"  # no font has it, so this is how a font draws the letters that it lacks


class Line(NamedTuple):
    """A line of text as pieces, each with its font, and the bounds of its ink around the baseline, in pixels."""

    pieces: list[tuple[str, FreeTypeFont]]
    left: float
    width: float
    ascent: float
    descent: float


class TextBlock(NamedTuple):
    """Lines of text in one font size."""

    lines: list[Line]
    size: float


def fit_name(name: str, width: float, height: float) -> TextBlock | None:
    """The name as large as it can be within these pixels, or None if no typeface has its letters."""
    typeface = _typeface_for(name)
    if typeface is None:
        return None
    text, files = typeface
    return max(
        (_set(lines, files, width, height) for lines in _line_breaks(text)),
        key=lambda block: block.size * sum(line.width for line in block.lines),
    )


def can_set(text: str) -> bool:
    """Whether there is a typeface that has the letters of this text."""
    return _typeface_for(text) is not None


def fit_line(text: str, size: float, max_width: float, weight: int = TEXT_WEIGHT) -> Line | None:
    """One line of small type, shortened to `max_width`, or None if no typeface has its letters or none has room."""
    typeface = _typeface_for(text[:MAX_LINE_LENGTH])
    if typeface is None:
        return None
    text, files = typeface
    whole = _line(text, files, size, 100, weight)
    if whole.width <= max_width:
        return whole
    end = _ELLIPSIS if any(_has(file, _ELLIPSIS) for file in files) else ""

    def shortened(length: int) -> Line:
        return _line(cut(text, length).rstrip() + end, files, size, 100, weight)

    length = bisect_left(range(1, len(text) - 1), True, key=lambda length: shortened(length).width > max_width)
    return shortened(length) if length else None


def _set(lines: Sequence[str], files: FontFiles, width: float, height: float) -> TextBlock:
    """Sets these lines in the largest size that fits, then stretches each as far as the typeface allows."""
    measured = [_line(line, files, MEASURING_SIZE, MIN_WIDTH) for line in lines]
    block_height = measured[0].ascent + measured[-1].descent + LINE_HEIGHT * MEASURING_SIZE * (len(lines) - 1)
    size = MEASURING_SIZE * min(height / block_height, width / max(line.width for line in measured))
    return TextBlock(
        [_line(line, files, size, _stretch(line, files, width / size * MEASURING_SIZE)) for line in lines], size
    )


def _stretch(text: str, files: FontFiles, max_width: float) -> float:
    """The greatest width axis at which the text is no wider than `max_width`, at the measuring size."""
    low, high = float(MIN_WIDTH), float(MAX_WIDTH)
    if _line(text, files, MEASURING_SIZE, high).width <= max_width:
        return high
    for _ in range(7):
        middle = (low + high) / 2
        low, high = (middle, high) if _line(text, files, MEASURING_SIZE, middle).width <= max_width else (low, middle)
    return low


def _line(text: str, files: FontFiles, size: float, width: float, weight: int = NAME_WEIGHT) -> Line:
    pieces = [(part, _font(file, size, width, weight)) for part, file in _pieces(text, files)]
    boxes = [font.getbbox(part, anchor="ls") for part, font in pieces]
    before_last = sum(font.getlength(part) for part, font in pieces[:-1])
    ascent, descent = max(-box[1] for box in boxes), max(0, *(box[3] for box in boxes))
    return Line(pieces, boxes[0][0], before_last + boxes[-1][2] - boxes[0][0], ascent, descent)


def _pieces(text: str, files: FontFiles) -> Iterator[tuple[str, str]]:
    """The text in pieces, each of letters that one font file has; a space belongs to the piece before it."""
    part, current = "", files[0]
    for character in text:
        file = current if character == " " else next(file for file in files if _has(file, character))
        if file != current and part:
            yield part, current
            part = ""
        part, current = part + character, file
    yield part, current


def _typeface_for(text: str) -> tuple[str, FontFiles] | None:
    """The font files that have all letters of a text, and what they show of it: all that is set begins here.

    It is composed and on one line, without the symbols that they lack and what would have no ink.
    """
    text = _without_towers(one_line(unicodedata.normalize("NFC", text)))
    for files in (_site_fonts(), *((name,) for name in SYSTEM_FONTS if _is_installed(name))):
        kept = "".join(c for c in text if c == " " or any(_has(file, c) for file in files))
        lost = UNSEEN.sub("", "".join(set(text) - set(kept)))
        if has_ink(kept) and not any(unicodedata.category(c)[0] in "LMN" for c in lost):
            return " ".join(word for word in kept.split() if has_ink(word)), files
    return None


def _without_towers(text: str) -> str:
    """The text with at most so many marks on a letter as one of any script has."""
    kept, height = [], 0
    for character in text:
        height = height + 1 if unicodedata.category(character)[0] == "M" else 0
        if height <= MAX_MARKS:
            kept.append(character)
    return "".join(kept)


@lru_cache(maxsize=1)
def _site_fonts() -> FontFiles:
    return tuple(str(path) for path in sorted(FONTS.glob("archivo-*.woff2"), reverse=True))


@cache
def _is_installed(name: str) -> bool:
    try:
        ImageFont.truetype(name, 10)
    except OSError:
        return False
    return True


@lru_cache(maxsize=4096)
def _has(file: str, character: str) -> bool:
    font = _font(file, 32, 100, NAME_WEIGHT)
    return bytes(font.getmask(character)) != bytes(font.getmask(_MISSING))


@lru_cache(maxsize=16)
def _font(file: str, size: float, width: float, weight: int) -> FreeTypeFont:
    font = ImageFont.truetype(file, size)
    if file.endswith(".woff2"):
        wanted = {b"Weight": weight, b"Width": width}
        font.set_variation_by_axes(
            [wanted.get(axis["name"], axis["default"] or 0) for axis in font.get_variation_axes()]
        )
    return font


def _line_breaks(text: str) -> Iterator[list[str]]:
    """The text on one line, on two and so on, each time with the longest line as short as possible."""
    words = " ".join(part for word in text.split() for part in _parts(word))
    longest = max(map(len, words.split()))
    divisions: dict[int, list[str]] = {}
    for limit in range(longest, len(words) + 1):
        lines = wrap(words, limit, break_long_words=False, break_on_hyphens=False)
        divisions.setdefault(len(lines), lines)
    max_lines = max(MAX_LINES, min(divisions))
    yield from (lines for count, lines in divisions.items() if count <= max_lines)


def _parts(word: str) -> list[str]:
    """The parts, of about the same length, of a word that is too long for a line."""
    is_wide = any(unicodedata.east_asian_width(character) in "WF" for character in word)
    count = ceil(len(word) / (MAX_WIDE_WORD_LENGTH if is_wide else MAX_WORD_LENGTH))
    length = ceil(len(word) / count)
    return [word[start : start + length] for start in range(0, len(word), length)]
