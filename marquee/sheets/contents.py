"""What stands in the columns of a table, so far as it tells what a vague name means. Pure."""

import re
from collections.abc import Callable, Sequence
from datetime import UTC
from functools import partial

from marquee import clock
from marquee.sheets.fields import status, ticket_status
from marquee.sheets.problems import NotUnderstood
from marquee.sheets.when import dates
from marquee.sheets.when.calendar_words import weekdays
from marquee.sheets.when.times import NONE_KNOWN

Rows = Sequence[Sequence[str]]
"""The cells of a table below its header."""

LOOKED_AT = 200
"""Rows that are looked at."""
LONGEST = 100
"""Characters of a cell that are."""

TICKET_KINDS = ("ticket_url", "ticket_status", "price")
"""What people tell of tickets under one name."""

# Two numbers, or a number and the name of a month, in either order, also without anything between.
_DATE = re.compile(r"\d\D+\d|\d\s*[^\W\d_]{3}|[^\W\d_]{3}.*\d|\d{6}")
_TIME = re.compile(r"\D{0,12}\d{1,2}(?:\D{0,12}|[:.h]\d.*)", re.IGNORECASE | re.DOTALL)
_DAY = re.compile(r"(?:0?[1-9]|[12]\d|3[01])(?:st|nd|rd|th|\.)?", re.IGNORECASE)
_SECURE = re.compile(r"(?!http:)(?:\w+://\S+|\S+\.[a-z]{2,24}(?:[/:?#]\S*)?)", re.IGNORECASE)
_PRICE = re.compile(r"(?!.*://)\D{0,12}\d[\d.,]*\D{0,12}(?:\d[\d.,]*\D{0,12})?")


def columns_of(rows: Rows, width: int) -> list[list[str]]:
    """What is told in each of the columns: the beginnings of the first cells that say anything."""
    looked_at = rows[:LOOKED_AT]
    return [
        [text[:LONGEST] for row in looked_at if (text := row[index]) and text.casefold() not in NONE_KNOWN]
        for index in range(width)
    ]


def fits(means: str, texts: Sequence[str]) -> bool:
    """Whether most of these cells can have this meaning; an empty column fits every one."""
    kind = _KINDS.get(means)
    return kind is None or not texts or _most(kind, texts)


def instead(means: str, texts: Sequence[str]) -> str | None:
    """What a column is whose vague name says `means` though something else stands in it; None if nobody knows."""
    if means == "date":
        return "weekday" if texts and _most(_KINDS["weekday"], texts) else None
    of_tickets = [_KINDS[kind] for kind in TICKET_KINDS]
    if means not in TICKET_KINDS or not _most(lambda text: any(is_one(text) for is_one in of_tickets), texts):
        return None
    return max(TICKET_KINDS, key=lambda kind: sum(map(_KINDS[kind], texts)))


def are_days(texts: Sequence[str]) -> bool:
    """Whether these are days of a month."""
    return _most(lambda text: _DAY.fullmatch(text) is not None, texts)


def _is_read_by(read: Callable[[str], object], text: str) -> bool:
    try:
        read(text)
    except NotUnderstood:
        return False
    return True


_KINDS: dict[str, Callable[[str], bool]] = {
    "start_time": lambda text: _TIME.fullmatch(text) is not None,
    "date": lambda text: _DATE.search(text) is not None,
    "last_day": partial(_is_read_by, lambda text: dates.parse(text, clock.today(UTC))),
    "weekday": lambda text: bool(weekdays(text)),
    "ticket_url": lambda text: _SECURE.fullmatch(text) is not None,
    "ticket_status": partial(_is_read_by, ticket_status),
    "status": partial(_is_read_by, status),
    "price": lambda text: _PRICE.fullmatch(text) is not None,
}


def _most(is_one: Callable[[str], bool], texts: Sequence[str]) -> bool:
    return sum(map(is_one, texts)) * 2 > len(texts)
