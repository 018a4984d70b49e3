"""Reads the bytes of a file as text, and says so where its letters may be others. Pure."""

import re
from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE
from typing import NamedTuple

from marquee.data_errors import TableRefused
from marquee.sheets.cells import require_size
from marquee.sheets.problems import quoted

MAX_TOLD = 3

# What no text in Windows-1252 has: bytes without a letter, a sign or a capital within a word, and three of its upper
# half in a row with a letter among them. The browser knows it too (frontend/src/admin/import/read-file.ts).
_ODD = re.compile(
    "[\x80-\x9f\ufffd¤¦¯]|[Ÿƒˆ†‡‰](?=[a-z])|Œ(?=[bghjklmnprtvwxyz])|(?<=[a-zà-ÿ])[A-Za-z]?[ŽŠŸŒÀ-ÖØ-Þƒˆ†‡‰]"
    "|(?<=[a-zà-ÿ])[^\x00-\x7fÀ-ÖØ-öø-ÿœšž’‘´·•–—…\u00ad\u00a0°ºª®™](?=[a-zà-ÿ])"
    "|(?=[^\x00-\x7f]{0,2}[À-ÖØ-öø-ÿŒœŠšŽž])[^\x00-\x7f\u00a0]{3}"
)
# What names seldom have, and what other letters often become: ñ, í and ë of a Mac, Ż, ř and ě.
_RARE = re.compile(
    "[^\x00-\x7fäöüÄÖÜßéèêëÉáàâíîïóôúùûñçåæøÅÆØ°€£’“”„…–—·]|(?<=[a-z])[–—’](?=[a-z])|^[–—]|ø(?=.*[áíý])|[áíý](?=.*ø)"
)
# What the files of spreadsheet programs begin with, the newer ones and the older: the browser knows it too.
_WORKBOOKS = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")
_WORD_BESIDE = re.compile(r"[^\s,;\t|\"]+")


class Decoded(NamedTuple):
    """A text; `told` are words of it whose letters depend on how it was saved, none where that is known.

    Those that look odd come first: a wrong name among many right ones is seen.
    """

    text: str
    told: tuple[str, ...] = ()


def decoded(table: bytes) -> Decoded:
    """A file's text: UTF-8, UTF-16, or else Windows-1252, as Excel saves CSV. Raises TableRefused for other letters.

    And for a workbook, which is no text.
    """
    if table.startswith(_WORKBOOKS):
        raise TableRefused("This is a workbook. Save its sheet as “CSV UTF-8”, or copy its rows and paste them.")
    require_size(table)
    if table.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        return Decoded(table.decode("utf-16", "replace"))
    start = table[:400]
    if b"\0" in start:  # UTF-16 without its mark: every other byte of Latin letters is zero
        little = start[1::2].count(0) > start[::2].count(0)
        return Decoded(table.decode("utf-16-le" if little else "utf-16-be", "replace"))
    try:
        return Decoded(table.removeprefix(BOM_UTF8).decode())
    except UnicodeDecodeError:
        return _western(table.decode("cp1252", "replace"))


def _western(text: str) -> Decoded:
    words = dict.fromkeys(word for word in _WORD_BESIDE.findall(text) if not word.isascii())
    if odd := next((word for word in words if _ODD.search(word)), None):
        raise TableRefused(
            f"The letters of this file cannot be made out: one word would be {quoted(odd)}. Save it as UTF-8, which "
            "Excel calls “CSV UTF-8”, or copy its rows and paste them."
        )
    return Decoded(text, tuple(sorted(words, key=lambda word: not _RARE.search(word)))[:MAX_TOLD])
