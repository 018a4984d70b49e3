"""Texts as plain words, which slugs are made of and the search compares. Pure."""

import re
import unicodedata
from functools import cache
from itertools import groupby

from marquee.visible import UNSEEN

LONGEST_TEXT = 200  # no column that is read as words holds a longer one

_ASCII_WORD = re.compile(r"[a-z0-9]+")
# What letters are written as that have no decomposition, and apostrophes that are letters, as in Hawaii.
_LETTERS = str.maketrans({"ß": "ss", "ø": "o", "æ": "ae", "œ": "oe", "ð": "d", "þ": "th", "ł": "l", "đ": "d", "ı": "i"})
_APOSTROPHES = re.compile("[\u02b9-\u02bf\u02c8\u02ee\u0559\ua78b\ua78c]")
# Of these scripts people leave marks out as they type; in all others a mark is part of the letter, as in ハ and バ.
_SCRIPTS_WITH_ACCENTS = ("LATIN", "GREEK", "CYRILLIC", "ARABIC", "HEBREW")
_BREVE, _SHORT_I = "\u0306", frozenset("иИ")
# Decomposed for compatibility, they are two signs, which nothing composes again: the vowel am of Thai and of Lao.
_AM = (("\u0e4d\u0e32", "\u0e33"), ("\u0ecd\u0eb2", "\u0eb3"))


def plain_words(text: str) -> list[str]:
    """`Beyoncé, AC/DC` -> `beyonce`, `ac`, `dc`. Letters of any script stay; case, accents and punctuation go."""
    plain = _plain(text[:LONGEST_TEXT])
    if plain.isascii():
        return _ASCII_WORD.findall(plain)
    words = ("".join(letters) for is_of_word, letters in groupby(plain, _is_of_word) if is_of_word)
    return [word for word in words if is_word(word)]


def sort_key(text: str) -> str:
    """What people sort a name by, and what two names have in common that mean the same: its plain words.

    Names of mere punctuation are compared as they are.
    """
    return " ".join(plain_words(text)) or text.casefold()


def signs(text: str) -> list[str]:
    """What a text without words has instead, such as `!!!` or `🎤`."""
    return [part for part in _plain(text[:LONGEST_TEXT]).split() if not all(map(is_mark, part))]


def is_word(text: str) -> bool:
    """Whether a text is one word: letters, digits and marks of any script."""
    return bool(text) and not is_mark(text[0]) and all(map(_is_of_word, text))


def cut(text: str, length: int) -> str:
    """The beginning of a text, without the half of a letter at its end."""
    end = min(length, len(text))
    while 0 < end < len(text) and is_mark(text[end]):
        end -= 1
    return text[:end]


def _plain(text: str) -> str:
    """In lower case, composed, and without accents."""
    if text.isascii():
        return text.lower()
    base, kept = " ", []
    for letter in unicodedata.normalize("NFKD", _APOSTROPHES.sub("", UNSEEN.sub("", text))):
        if not is_mark(letter):
            base = letter
        elif _has_accents(base) and not (letter == _BREVE and base in _SHORT_I):
            continue
        kept.append(letter)
    plain = unicodedata.normalize("NFC", "".join(kept).casefold().translate(_LETTERS))
    for decomposed, composed in _AM:
        plain = plain.replace(decomposed, composed)
    return plain


def _is_of_word(letter: str) -> bool:
    return letter.isalnum() or is_mark(letter)


def is_mark(letter: str) -> bool:
    """Whether this is a mark, which stands on the letter before it."""
    return unicodedata.category(letter)[0] == "M"


@cache
def _has_accents(letter: str) -> bool:
    return unicodedata.name(letter, "").startswith(_SCRIPTS_WITH_ACCENTS)
