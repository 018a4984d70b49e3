"""How many followers a text says, as people write it: for the order of artists and for imported tables. Pure."""

import re
from decimal import Decimal
from typing import NamedTuple

MAX_POPULARITY = 10**15

_LETTERS = {"k": "K", "tsd": "K", "thousand": "K", "b": "B", "bn": "B", "mrd": "B", "billion": "B"}
_LETTERS |= dict.fromkeys(("m", "mio", "mill", "mln", "million", "millions"), "M")
_UNITS: dict[str, int] = {"": 1, "K": 10**3, "M": 10**6, "B": 10**9}
_WORDS = dict.fromkeys(("тыс", "тысяч", "тис"), 10**3) | dict.fromkeys(("lakh", "lakhs", "lac", "lacs"), 10**5)
_WORDS |= dict.fromkeys(("млн", "millionen", "millones", "milhões", "milioni"), 10**6)
_WORDS |= dict.fromkeys(("crore", "crores", "cr"), 10**7) | dict.fromkeys(("млрд", "milliarden"), 10**9)
_SIGNS = dict.fromkeys("千천", 10**3) | dict.fromkeys("万萬만", 10**4) | dict.fromkeys("億亿억", 10**8)
"""Units that have no letter which everybody reads; signs may have another right behind."""
# Groups of three are thousands, whatever divides them, and in India groups of two before one of three; what follows in
# one of two digits, or behind them, are decimals.
_NUMBER = re.compile(
    r"\s*(?:(?:[~≈∼〜≥>±+約约약]|ca?\.|circa|about|around|approx\.?|over|more than|rund|etwa|über|около)\s*)?"
    r"(?P<whole>[1-9]\d{0,2}(?P<by>[.,'’\s])\d{3}(?:(?P=by)\d{3})*(?!\d)|[1-9]\d?(?:,\d\d)+,\d{3}(?!\d)|\d{1,12})"
    r"(?:[.,](?P<decimals>\d+))?"
    rf"\s*(?:(?P<unit>{'|'.join(sorted({*_LETTERS, *_WORDS}, key=len, reverse=True))})(?![^\W\d_])"
    rf"|(?P<sign>[{''.join(_SIGNS)}]))?(?P<rest>.*)",
    re.IGNORECASE | re.DOTALL,
)
_DECIMAL = re.compile(r"(\d+)[.,](\d{3})")


class Followers(NamedTuple):
    """`1.2M followers` is 1.2, `M` (or `K`, `B`, or nothing), and the rest behind it; `5 lakh` is 500,000."""

    number: Decimal
    unit: str
    rest: str

    @property
    def total(self) -> int:
        """How many there are."""
        return min(int(self.number * _UNITS[self.unit]), MAX_POPULARITY)


def parse(text: str) -> Followers | None:
    """What a text that begins with a number says, or with a word for about so many."""
    match = _NUMBER.fullmatch(text)
    if match is None:
        return None
    whole, word = match["whole"], (match["unit"] or "").casefold()
    unit = _LETTERS.get(word, "")
    times = _WORDS.get(word, 1) * _SIGNS.get(match["sign"] or "", 1)
    # Nobody has a thousand million followers: of 1.234M these are decimals.
    is_many = _UNITS[unit] * times >= 10**6
    if is_many and match["decimals"] is None and (parts := _DECIMAL.fullmatch(whole)):
        return Followers(Decimal(f"{parts[1]}.{parts[2]}") * times, unit, match["rest"])
    plain = re.sub(r"\D", "", whole)
    number = Decimal(f"{plain}.{match['decimals']}" if match["decimals"] else plain)
    return Followers(number * times, unit, match["rest"])


def popularity(followers: str | None) -> int:
    """Followers as a number: '1.2M' is 1,200,000, '12.400' is 12,400; anything that is not a number is 0."""
    found = parse(followers or "")
    return found.total if found else 0
