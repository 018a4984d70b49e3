"""Heeds what is said of a show in another column than the one for it. Pure."""

import re
from collections.abc import Iterable, Sequence

from marquee.sheets.fields import STATUSES, TICKETS
from marquee.sheets.problems import quoted
from marquee.sheets.sheet import Column, Row
from marquee.text import plain_words

_NAMES = frozenset({"artist", "venue", "location", "city", "region", "country"})
"""Anything may be added to a name; in another cell only the beginning is about the show itself."""
_DIVIDED = re.compile(r"\s[-–—]\s?|[-–—]\s|[,;:()\[\]\n]")
_CALLED_OFF = {
    word: status for word, status in STATUSES.items() if status in ("cancelled", "postponed") and word != "off"
}
"""Off is a part of names, as of festivals."""
_PRICES = {word: state for word, state in TICKETS.items() if state in ("free", "sold_out") and word != "full"}
"""Full is a price as well, beside a reduced one."""


def heed(row: Row, columns: Sequence[Column], *, are_chosen: bool) -> None:
    """Heed what other cells of a row say of its status and its tickets; not those that somebody has left out."""
    others = [
        (column.means or "", text)
        for column, text in zip(columns, row.typed, strict=True)
        if column.means != "status" and (column.means or not are_chosen)
    ]
    _heed_status(row, others)
    state = _PRICES.get(" ".join(plain_words(row.values.get("price", ""))))
    if state and "ticket_status" not in row.values:
        row.values["ticket_status"] = state
        del row.values["price"]


def _heed_status(row: Row, cells: Iterable[tuple[str, str]]) -> None:
    """Refuse a row that takes place by its status, or has none, and of which another cell says that it does not."""
    if row.values.get("status", "scheduled") != "scheduled":
        return
    for means, text in cells:
        parts = _DIVIDED.split(text)
        words = (" ".join(plain_words(part)) for part in (parts if means in _NAMES else parts[:1]))
        if said := next((_CALLED_OFF[word] for word in words if word in _CALLED_OFF), None):
            to_do = f"Write {said.capitalize()} under Status, or leave the row out."
            row.refuse(means, text, f"{quoted(text)} may mean that this date is {said}. {to_do}")
