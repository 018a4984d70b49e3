"""Texts as plain words, which slugs are made of and the search compares, and texts on one line. Pure."""

import re
import unicodedata

LONGEST_TEXT = 200  # no column that is read as words holds a longer one

_WORD = re.compile(r"[^\W_]+")
_JOINERS = "\u200c\u200d"  # the zero-width non-joiner and joiner
_LETTERS = str.maketrans({"ß": "ss", "ø": "o", "æ": "ae", "œ": "oe", "ð": "d", "þ": "th", "ł": "l", "đ": "d", "ı": "i"})


def plain_words(text: str) -> list[str]:
    """`Beyoncé, AC/DC` -> `beyonce`, `ac`, `dc`. Letters of any script stay; case, accents and punctuation go."""
    letters = unicodedata.normalize("NFKD", text[:LONGEST_TEXT])  # its time grows with the square
    plain = "".join(letter for letter in letters if not unicodedata.combining(letter))
    return _WORD.findall(plain.casefold().translate(_LETTERS))


def one_line(text: str) -> str:
    """The text on one line, as feeds show names and places: each run of spaces and breaks is a space.

    Removed is what nobody sees: control characters, those that turn the direction of what follows, soft hyphens, and
    what is no character. The two joiners stay within a text: Persian words and families of emoji are spelt with them.
    """
    seen = "".join(sign for sign in " ".join(text.split()) if sign.isprintable() or sign in _JOINERS)
    return seen.strip(f" {_JOINERS}")
