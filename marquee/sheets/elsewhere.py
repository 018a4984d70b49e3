"""Heeds what is said of a show in another column than the one for it. Pure."""

import re

from marquee.sheets.fields import STATUSES, TICKETS
from marquee.sheets.problems import quoted
from marquee.sheets.sheet import Row
from marquee.text import plain_words

_NAMES, _TEXTS = ("artist", "venue", "location"), ("note", "price", "lineup")
"""Anything may be added to a name; in a text only the beginning is about the show itself."""
_DIVIDED = re.compile(r"\s[-–—]\s?|[-–—]\s|[,;:()\[\]\n]")
_CALLED_OFF = {
    word: status for word, status in STATUSES.items() if status in ("cancelled", "postponed") and word != "off"
}
"""Off is a part of names, as of festivals."""
_PRICES = {word: state for word, state in TICKETS.items() if state in ("free", "sold_out") and word != "full"}
"""Full is a price as well, beside a reduced one."""


def heed(row: Row) -> None:
    """Heed what other cells of a row say of its status and its tickets."""
    _heed_status(row)
    state = _PRICES.get(" ".join(plain_words(row.values.get("price", ""))))
    if state and "ticket_status" not in row.values:
        row.values["ticket_status"] = state
        del row.values["price"]


def _heed_status(row: Row) -> None:
    """Refuse a row that takes place by its status, or has none, and of which another cell says that it does not."""
    if row.values.get("status", "scheduled") != "scheduled":
        return
    for name in (*_NAMES, *_TEXTS):
        text = row.values.get(name, "")
        text = text if isinstance(text, str) else "\n".join(text)
        parts = _DIVIDED.split(text)
        words = (" ".join(plain_words(part)) for part in (parts if name in _NAMES else parts[:1]))
        if said := next((_CALLED_OFF[word] for word in words if word in _CALLED_OFF), None):
            to_do = f"Write {said.capitalize()} under Status, or leave the row out."
            row.refuse(name, text, f"{quoted(text)} may mean that this date is {said}. {to_do}")
