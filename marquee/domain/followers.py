"""How many followers a text says, as people write it: for the order of artists and for imported tables. Pure."""

import re
from decimal import Decimal
from typing import NamedTuple

MAX_POPULARITY = 10**15

_LETTERS = {"k": "K", "tsd": "K", "thousand": "K", "b": "B", "bn": "B", "mrd": "B", "billion": "B"}
_LETTERS |= dict.fromkeys(("m", "mio", "mill", "mln", "million", "millions"), "M")
_UNITS: dict[str, int] = {"": 1, "K": 10**3, "M": 10**6, "B": 10**9}
# Groups of three are thousands, whatever divides them; what follows in one of two digits, or behind them, are decimals.
_NUMBER = re.compile(
    r"\s*(?P<whole>[1-9]\d{0,2}(?P<by>[.,'’\s])\d{3}(?:(?P=by)\d{3})*(?!\d)|\d{1,12})(?:[.,](?P<decimals>\d+))?"
    rf"\s*(?:(?P<unit>{'|'.join(sorted(_LETTERS, key=len, reverse=True))})(?![^\W\d_]))?(?P<rest>.*)",
    re.IGNORECASE | re.DOTALL,
)
_DECIMAL = re.compile(r"(\d+)[.,](\d{3})")


class Followers(NamedTuple):
    """`1.2M followers` is 1.2, `M` (or `K`, `B`, or nothing), and the rest behind it."""

    number: Decimal
    unit: str
    rest: str

    @property
    def total(self) -> int:
        """How many there are."""
        return min(int(self.number * _UNITS[self.unit]), MAX_POPULARITY)


def parse(text: str) -> Followers | None:
    """What a text that begins with a number says."""
    match = _NUMBER.fullmatch(text)
    if match is None:
        return None
    whole, unit = match["whole"], _LETTERS.get((match["unit"] or "").casefold(), "")
    # Nobody has a thousand million followers: of 1.234M these are decimals.
    if unit in ("M", "B") and match["decimals"] is None and (parts := _DECIMAL.fullmatch(whole)):
        return Followers(Decimal(f"{parts[1]}.{parts[2]}"), unit, match["rest"])
    plain = re.sub(r"\D", "", whole)
    return Followers(Decimal(f"{plain}.{match['decimals']}" if match["decimals"] else plain), unit, match["rest"])


def popularity(followers: str | None) -> int:
    """Followers as a number: '1.2M' is 1,200,000, '12.400' is 12,400; anything that is not a number is 0."""
    found = parse(followers or "")
    return found.total if found else 0
