"""Texts as plain words, which slugs are made of and the search compares, and texts on one line. Pure."""

import re
import unicodedata

LONGEST_TEXT = 200  # no column that is read as words holds a longer one

_WORD = re.compile(r"[^\W_]+")
_LETTERS = str.maketrans({"ß": "ss", "ø": "o", "æ": "ae", "œ": "oe", "ð": "d", "þ": "th", "ł": "l", "đ": "d", "ı": "i"})


def plain_words(text: str) -> list[str]:
    """`Beyoncé, AC/DC` -> `beyonce`, `ac`, `dc`. Letters of any script stay; case, accents and punctuation go."""
    letters = unicodedata.normalize("NFKD", text[:LONGEST_TEXT])  # its time grows with the square
    plain = "".join(letter for letter in letters if not unicodedata.combining(letter))
    return _WORD.findall(plain.casefold().translate(_LETTERS))


def one_line(text: str) -> str:
    """The text on one line and without control characters, as feeds show names and places."""
    return "".join(character for character in " ".join(text.split()) if character.isprintable())
