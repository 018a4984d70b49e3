"""The words by which a name is found, and those of what somebody types to find it. Pure.

Both are the plain words of `text.py`, further alike: people leave signs out or put them in, write words together or
apart, and have keyboards without some letters. Addresses and the order of lists keep these apart.
"""

import re
import unicodedata
from functools import cache
from itertools import islice

from marquee.text import LONGEST_TEXT, is_mark, plain_words, signs

MAX_TAILS = 40

_APOSTROPHES = re.compile("['`\u00b4\u2018\u2019\u201b\u2032\u02b9-\u02bf\uff07\u05f3\u05f4]")
_LETTER = r"[^\W\d_]"
_SIGNS = {"$": "s", "€": "e", "!": "i", "@": "a"}
_SIGNS_AS_LETTERS = re.compile(f"[$€]+(?={_LETTER})|(?<={_LETTER})(?:[$€]+|[!@](?={_LETTER}))")
# As keyboards without these letters write them, where it is not by leaving the accent out.
_SPELT_OUT = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ø": "oe", "å": "aa", "đ": "dj"})
# Letters that people take for one another: of Arabic, as keyboards of its languages have them; hiragana and katakana.
_SAME = str.maketrans(
    {"ة": "ه", "ى": "ي", "ی": "ي", "ک": "ك", "ـ": None}
    | {chr(code): chr(code - 0x60) for code in (*range(0x30A1, 0x30F7), 0x30FD, 0x30FE)}
)
_LATIN = re.compile("LATIN (?:SMALL LETTER|LETTER SMALL CAPITAL) (?:OPEN |DOTLESS )?([A-Z])(?: WITH .+)?")
_OTHER_NAMES = {"ə": "e", "ŋ": "n"}
_CONNECTING = frozenset({"and", "und", "et", "y", "og", "och", "n"})
_ARTICLES = frozenset(["the", "der", "die", "das", "le", "la", "les", "el", "los", "las", "il", "gli", "de", "het"])
_ENOUGH = 3
"""Letters of other words without which a connecting word or an article is looked for."""
# Scripts in which a name may be one long word: of Thailand, Laos, Myanmar, Cambodia, Korea, Japan and China.
_WITHOUT_SPACES = re.compile(
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3041-\u30ff\u3400-\u9fff\uac00-\ud7a3\U00020000-\U0003ffff]"
)


def stored_words(text: str) -> dict[str, None]:
    """The words by which a name is found: its own, and these as people write them without signs (`acdc`, `pink`),
    or with the letters they have (`motoerhead`); where words are not set apart (`事変` in `東京事変`),
    from within. Signs that stand alone are words.
    """
    text = text[:LONGEST_TEXT]
    own = words(text)
    parts = text.split()
    without_signs = ["".join(words(part)) for part in parts]
    joined = [together(part) for part in parts]
    spelt = unicodedata.normalize("NFC", text).lower()
    others = stored_words(changed) if (changed := spelt.translate(_SPELT_OUT)) != spelt else ()
    inside = (word[start:] for word in own for start in _letters_without_spaces(word))
    return dict.fromkeys(word for word in (*own, *without_signs, *joined, *others, *inside) if word)


def joined_words(name: str) -> list[str]:
    """A name as one word, as people write it: `blink182`, and without its article (`rollingstones`)."""
    parts = name.split()
    names = [name, " ".join(parts[1:])] if parts and parts[0].lower() in _ARTICLES else [name]
    return [word for word in map(together, names) if word]


def searched_words(text: str) -> list[str]:
    """The words of a typed text."""
    return words(_APOSTROPHES.sub("", text))


def together(text: str) -> str:
    """A text as one word, as people write it: `P!nk` and `pink`, `R.E.M.` and `rem`, `Jay Z` and `JAY-Z`."""
    plain = _SIGNS_AS_LETTERS.sub(_as_letters, _APOSTROPHES.sub("", text))
    return "".join(words(plain) or signs(text))


def telling(typed: list[str]) -> list[int]:
    """Which of the typed words have to be there: a name may lack an article, and have a sign for `and`."""
    every, first = [*range(len(typed))], int(typed[0] in _ARTICLES)
    rest = [place for place in every[first:] if typed[place] not in _CONNECTING]
    return rest if sum(len(typed[place]) for place in rest) >= _ENOUGH else every


def words(text: str) -> list[str]:
    """The plain words of a text as they are stored."""
    return [word for plain in plain_words(text) if (word := _folded(plain))]


def _folded(word: str) -> str:
    return word if word.isascii() else "".join(map(_letter, word)).translate(_SAME)


@cache
def _letter(letter: str) -> str:
    """A digit of any script as ours, a Latin letter of any form as that of the alphabet."""
    if letter.isdecimal():
        return str(unicodedata.decimal(letter))
    plain = _LATIN.fullmatch(unicodedata.name(letter, ""))
    return plain[1].lower() if plain else _OTHER_NAMES.get(letter, letter)


def _as_letters(signs: re.Match[str]) -> str:
    return "".join(_SIGNS[sign] for sign in signs[0])


def _letters_without_spaces(word: str) -> list[int]:
    """Where in a word another may begin."""
    places = (match.start() for match in _WITHOUT_SPACES.finditer(word))
    return [place for place in islice(places, MAX_TAILS) if place and not is_mark(word[place])]
