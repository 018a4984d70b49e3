"""Names in the site's typeface, each line as wide as it may be: the look of the hero, for pictures.

The typeface is the one that the front end's build left; where it lacks letters, one of the system's that has them all.
"""

import unicodedata
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from math import ceil
from textwrap import wrap
from typing import NamedTuple

from PIL import ImageFont
from PIL.ImageFont import FreeTypeFont

from marquee.site.bundle import DIST

Files = tuple[str, ...]

NARROWEST, WIDEST = 62, 125
BILL = 850
LINE_HEIGHT = 0.9
"""Of the size of the type."""
MOST_LINES = 6
LONGEST_WORD = 24
LONGEST_WIDE_WORD = 8
MEASURE = 200
"""The size at which lengths are measured; they grow evenly with it."""

# Where the site's own lacks letters: what systems bring, looked for by name.
SYSTEM = (
    *("DejaVuSans-Bold.ttf", "NotoSans-Bold.ttf", "NotoSansCJK-Bold.ttc", "NotoSansArabic-Bold.ttf"),
    *("NotoSansHebrew-Bold.ttf", "NotoSansDevanagari-Bold.ttf", "NotoSansThai-Bold.ttf", "Arial Unicode.ttf"),
)
_MISSING = "\U0010ffff"  # no font has it, so it shows what a font shows for letters that it has not


class Line(NamedTuple):
    """Pieces of text with the font of each. The rest is where its ink is, in pixels: from the left, above, below."""

    pieces: list[tuple[str, FreeTypeFont]]
    left: float
    length: float
    rise: float
    drop: float


class Lettering(NamedTuple):
    lines: list[Line]
    size: float


def letter(name: str, width: float, height: float) -> Lettering | None:
    """The name as large as it can be within these pixels; None where no typeface has its letters."""
    found = _typeface_of(" ".join(unicodedata.normalize("NFC", name).split()))
    if found is None:
        return None
    text, files = found
    return max(
        (_set(lines, files, width, height) for lines in _divisions(text)),
        key=lambda setting: setting.size * sum(line.length for line in setting.lines),
    )


def small(text: str, size: float, most: float) -> Line | None:
    """One line of small type, cut where it would be longer than `most`; None where no typeface has its letters."""
    found = _typeface_of(" ".join(unicodedata.normalize("NFC", text).split()))
    if found is None:
        return None
    text, files = found
    line = _line(text, files, size, 100, 650)
    while line.length > most:
        text = text[:-2].rstrip() + "…"
        line = _line(text, files, size, 100, 650)
    return line


def _set(lines: Sequence[str], files: Files, width: float, height: float) -> Lettering:
    """These lines at the largest size that fits, then each as wide as the typeface can be made."""
    measured = [_line(line, files, MEASURE, NARROWEST) for line in lines]
    depth = measured[0].rise + measured[-1].drop + LINE_HEIGHT * MEASURE * (len(lines) - 1)
    size = MEASURE * min(height / depth, width / max(line.length for line in measured))
    return Lettering([_line(line, files, size, _widest(line, files, width / size * MEASURE)) for line in lines], size)


def _widest(text: str, files: Files, most: float) -> float:
    """The widest that the typeface may be for a text to be no longer than `most` at the size of measuring."""
    low, high = float(NARROWEST), float(WIDEST)
    if _line(text, files, MEASURE, high).length <= most:
        return high
    for _ in range(7):
        middle = (low + high) / 2
        low, high = (middle, high) if _line(text, files, MEASURE, middle).length <= most else (low, middle)
    return low


def _line(text: str, files: Files, size: float, width: float, weight: int = BILL) -> Line:
    fonts = {file: _font(file, size, width, weight) for file in files}
    pieces = [(part, fonts[file]) for part, file in _pieces(text, files)]
    boxes = [font.getbbox(part, anchor="ls") for part, font in pieces]
    before_last = sum(font.getlength(part) for part, font in pieces[:-1])
    rise, drop = max(-box[1] for box in boxes), max(0, *(box[3] for box in boxes))
    return Line(pieces, boxes[0][0], before_last + boxes[-1][2] - boxes[0][0], rise, drop)


def _pieces(text: str, files: Files) -> Iterator[tuple[str, str]]:
    """The text in pieces that one file has; a space goes with what is before it."""
    part, current = "", files[0]
    for character in text:
        file = current if character == " " else next(file for file in files if _has(file, character))
        if file != current and part:
            yield part, current
            part = ""
        part, current = part + character, file
    yield part, current


def _typeface_of(text: str) -> tuple[str, Files] | None:
    """The files that have all letters of a text; signs and pictographs that they lack are left out."""
    for files in (_own(), *((name,) for name in SYSTEM if _is_there(name))):
        kept = "".join(c for c in text if c == " " or any(_has(file, c) for file in files))
        lost = set(text) - set(kept)
        if kept.strip() and not any(unicodedata.category(c)[0] in "LMN" for c in lost):
            return " ".join(kept.split()), files
    return None


@lru_cache(maxsize=1)
def _own() -> Files:
    return tuple(str(path) for path in sorted((DIST / "assets").glob("archivo-*.woff2"), reverse=True))


@cache
def _is_there(name: str) -> bool:
    try:
        ImageFont.truetype(name, 10)
    except OSError:
        return False
    return True


@lru_cache(maxsize=4096)
def _has(file: str, character: str) -> bool:
    font = _font(file, 32, 100, BILL)
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


def _divisions(text: str) -> Iterator[list[str]]:
    """The text on one line, on two and so on, each division with its longest line as short as can be."""
    words = " ".join(part for word in text.split() for part in _parts(word))
    longest = max(map(len, words.split()))
    divisions: dict[int, list[str]] = {}
    for limit in range(longest, len(words) + 1):
        lines = wrap(words, limit, break_long_words=False, break_on_hyphens=False)
        divisions.setdefault(len(lines), lines)
    most = max(MOST_LINES, min(divisions))
    yield from (lines for count, lines in divisions.items() if count <= most)


def _parts(word: str) -> list[str]:
    """A word that no line could hold, in parts of much the same length."""
    is_wide = any(unicodedata.east_asian_width(character) in "WF" for character in word)
    count = ceil(len(word) / (LONGEST_WIDE_WORD if is_wide else LONGEST_WORD))
    length = ceil(len(word) / count)
    return [word[start : start + length] for start in range(0, len(word), length)]
