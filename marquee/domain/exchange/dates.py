"""Reads dates in the forms that people write. Pure.

Whether 3/11/2026 is in November or in March is not in the cell: the column as a whole says it, or a person does.
"""

import re
from calendar import month_name, monthrange
from collections.abc import Iterable
from datetime import date
from typing import NamedTuple

from marquee.domain.exchange.problems import NotUnderstood, quoted
from marquee.text import plain_words

EARLIEST, LATEST = 1900, 2199
"""A date of another year is a slip, unless the site itself has it."""
MAX_LENGTH = 80

_MONTHS = (
    ("january", "januar", "janner", "jan"),
    ("february", "februar", "feber", "feb"),
    ("march", "marz", "maerz", "mar", "mrz"),
    ("april", "apr"),
    ("may", "mai"),
    ("june", "juni", "jun"),
    ("july", "juli", "jul"),
    ("august", "aug"),
    ("september", "sept", "sep"),
    ("october", "oktober", "oct", "okt"),
    ("november", "nov"),
    ("december", "dezember", "dec", "dez"),
)
MONTHS = {word: number for number, words in enumerate(_MONTHS, 1) for word in words}
_WEEKDAYS = (
    ("monday", "mon", "montag", "mo"),
    ("tuesday", "tue", "tues", "dienstag", "di", "tu"),
    ("wednesday", "wed", "weds", "mittwoch", "mi", "we"),
    ("thursday", "thu", "thur", "thurs", "donnerstag", "do", "th"),
    ("friday", "fri", "freitag", "fr"),
    ("saturday", "sat", "samstag", "sonnabend", "sa"),
    ("sunday", "sun", "sonntag", "so", "su"),
)
WEEKDAYS = {word: number for number, words in enumerate(_WEEKDAYS) for word in words}

# Of `24.11. 20:00`, `24 Nov 20 Uhr` and `24 Nov 20-23 Uhr` the two digits are an hour: nobody said a year.
_OF_HOURS = r"(?i:uhr|hrs?|h|o'?clock|[ap]\.?m)\b"
_HOURS = r"(?<=\s)(?:[01]\d|2[0-4])\s?(?:-|–|—|to|bis|until)\s?\d"
_YEAR = rf"(?P<y>\d{{4}}|(?!{_HOURS})\d\d(?=\.?$|[\s,;])(?!\s*(?:[-–—]\s*\d{{1,2}}\s*)?{_OF_HOURS}))"
_BEHIND = r"(?![\d])(?P<rest>.*)"
_WEEKDAY = re.compile(r"(?P<weekday>[^\W\d_]+)\.?\s*,?\s*(?=\S)(?P<rest>.*)")
_WEEKDAY_BEHIND = re.compile(r"[\s,]+\(?(?P<weekday>[^\W\d_]+)\.?\)?(?![^\W_])(?P<rest>.*)")
# Of `1.12.2026 - 3.12.` it is no time, although 3.12 alone may be one.
_OTHER_DAY = re.compile(
    r"\s*(?:-|–|—|/|\+|&|to|bis|until|und|and)\s*\d{1,2}\.\s?(?:0?[1-9]|1[0-2])(?:\.\s?(?:\d\d|\d{4})?)?\s*",
    re.IGNORECASE,
)
_YEAR_FIRST = re.compile(rf"(?P<y>\d{{4}})(?P<by>[-/.])(?P<m>\d{{1,2}})(?P=by)(?P<d>\d{{1,2}}){_BEHIND}")
_COMPACT = re.compile(rf"(?P<y>\d{{4}})(?P<m>\d\d)(?P<d>\d\d){_BEHIND}")
# A year of two digits stands as far from the month as the month from the day: in `24.11. 20` there is none.
_NUMBERS = re.compile(
    r"(?P<a>\d{1,2})\s?(?P<by>[-/.])(?P<gap>\s?)(?P<b>\d{1,2})\s?(?P=by)(?:\s?(?=\d{4}(?!\d))|(?P=gap))"
    rf"{_YEAR}{_BEHIND}"
)
_DAY_MONTH = re.compile(
    rf"(?P<d>\d{{1,2}})(?:st|nd|rd|th)?\.?[\s-]*(?:of\s)?(?P<month>[^\W\d_]+)\.?,?[\s-]*'?{_YEAR}{_BEHIND}"
)
_MONTH_DAY = re.compile(
    rf"(?P<month>[^\W\d_]+)\.?[\s-]*(?P<d>\d{{1,2}})(?:st|nd|rd|th)?\.?,?[\s-]+'?(?P<y>\d{{4}}){_BEHIND}"
)
_WITHOUT_YEAR = re.compile(
    r"(?:\d{1,2}[./]\s?\d{1,2}\.?|\d{1,2}\.?\s*[^\W\d_]+\.?|[^\W\d_]+\.?\s*\d{1,2}(?:st|nd|rd|th)?)(?:[\s,].*)?"
)


class WrittenDate(NamedTuple):
    """What a cell can mean: the two are the same unless it is read differently with the day or the month first.

    None: it is no date in that order. `rest` is what stands behind the date, usually a time.
    """

    day_first: date | None
    month_first: date | None
    rest: str = ""

    @property
    def is_open(self) -> bool:
        """Whether it takes a decision to read it."""
        return self.day_first is not None and self.month_first is not None and self.day_first != self.month_first

    def read(self, day_first: bool | None) -> date | None:
        """The date; None if nobody said how an open one is meant."""
        if self.is_open and day_first is None:
            return None
        return (self.day_first or self.month_first) if day_first else (self.month_first or self.day_first)


def settled(dates: Iterable[WrittenDate]) -> bool | None:
    """Whether the day comes first in a column: what its unmistakable dates show, if they agree; else None."""
    shown = {found.month_first is None for found in dates if (found.day_first is None) != (found.month_first is None)}
    return shown.pop() if len(shown) == 1 else None


def parse(text: str) -> WrittenDate:
    """What a cell means as a date. Raises NotUnderstood."""
    body, weekday = _without_weekday(" ".join(text.split()))
    if len(body) > MAX_LENGTH:
        raise NotUnderstood(f"{quoted(text)} is not a date.")
    found = _parsed(text, body)
    if _OTHER_DAY.fullmatch(found.rest):
        raise NotUnderstood(f"{quoted(text)} can be two days. Write a row for each of them, and times like 20:30.")
    if weekday is None:
        weekday, rest = _weekday_behind(found.rest)
        found = found._replace(rest=rest)
    if weekday is None:
        return found
    fitting = [day if day is not None and day.weekday() == weekday else None for day in found[:2]]
    if fitting == [None, None]:
        day = found.day_first or found.month_first
        raise NotUnderstood(f"{quoted(text)} does not fit: that day is a {day:%A}.")
    return WrittenDate(fitting[0] or fitting[1], fitting[1] or fitting[0], found.rest)


def stored(text: str) -> WrittenDate:
    """What a cell of our own export means: a date of any year, or what somebody typed over it. Raises NotUnderstood."""
    try:
        day = date.fromisoformat(text)
    except ValueError:
        return parse(text)
    return WrittenDate(day, day)


def _without_weekday(text: str) -> tuple[str, int | None]:
    match = _WEEKDAY.fullmatch(text[: MAX_LENGTH * 2])
    weekday = None if match is None else WEEKDAYS.get(_plain(match["weekday"]))
    return (text, None) if match is None or weekday is None else (match["rest"], weekday)


def _weekday_behind(rest: str) -> tuple[int | None, str]:
    match = _WEEKDAY_BEHIND.fullmatch(rest)
    weekday = None if match is None else WEEKDAYS.get(_plain(match["weekday"]))
    return (None, rest) if match is None or weekday is None else (weekday, match["rest"])


def _parsed(text: str, body: str) -> WrittenDate:
    if match := _YEAR_FIRST.fullmatch(body) or _COMPACT.fullmatch(body):
        day = _date(text, match["y"], match["m"], match["d"])
        return WrittenDate(day, day, match["rest"])
    if match := _NUMBERS.fullmatch(body):
        return _of_numbers(text, match)
    if match := _DAY_MONTH.fullmatch(body) or _MONTH_DAY.fullmatch(body):
        month = MONTHS.get(_plain(match["month"]))
        if month is not None:
            day = _date(text, match["y"], month, match["d"])
            return WrittenDate(day, day, match["rest"])
    if _WITHOUT_YEAR.fullmatch(body):
        raise NotUnderstood(f"{quoted(text)} has no year.")
    raise NotUnderstood(f"{quoted(text)} is not a date. Write it like 2026-11-24 or November 24, 2026.")


def _of_numbers(text: str, match: re.Match[str]) -> WrittenDate:
    """24.11.2026 has the day first, as dots do everywhere; slashes and dashes leave it open."""
    first, second, year = int(match["a"]), int(match["b"]), match["y"]
    is_month_first = match["by"] != "." and first <= 12
    if second > 12 and not is_month_first:
        raise NotUnderstood(f"{quoted(text)} is not a date: there is no month {second}.")
    if match["by"] == ".":
        day = _date(text, year, second, first)
        return WrittenDate(day, day, match["rest"])
    day_first = _date(text, year, second, first) if second <= 12 else None
    month_first = _date(text, year, first, second) if is_month_first else None
    return WrittenDate(day_first, month_first, match["rest"])


def _date(text: str, year: str, month: str | int, day: str | int) -> date:
    """Raises NotUnderstood, with the reason why there is no such day."""
    y, m, d = int(year) + (2000 if len(year) == 2 else 0), int(month), int(day)
    if not EARLIEST <= y <= LATEST:
        raise NotUnderstood(f"{quoted(text)} is in the year {y}. Is it right?")
    if not 1 <= m <= 12:
        raise NotUnderstood(f"{quoted(text)} is not a date: there is no month {m}.")
    last = monthrange(y, m)[1]
    if not 1 <= d <= last:
        in_year = f" {y}" if m == 2 else ""
        raise NotUnderstood(f"{quoted(text)} is not a date: {month_name[m]}{in_year} has {last} days.")
    return date(y, m, d)


def _plain(word: str) -> str:
    return "".join(plain_words(word))
