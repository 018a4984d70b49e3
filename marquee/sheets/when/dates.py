"""Reads dates in the forms that people write. Pure.

Whether 3/11/2026 is in November or in March is not in the cell: the column as a whole says it, or a person does.
"""

import re
from calendar import month_name, monthrange
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from functools import reduce
from typing import Literal, NamedTuple, get_args

from marquee.sheets.problems import NotUnderstood, quoted
from marquee.sheets.when.calendar_words import ARTICLE, OF, ORDINAL, WEEKDAY, months, weekdays

EARLIEST, LATEST = 1900, 2199
"""A date of another year is a slip, unless the site itself has it."""
FURTHEST_AHEAD = 3
"""Years: of a date with two digits for its year that would be later, nobody knows which century is meant."""
MAX_LENGTH = 80

Order = Literal["day", "month", "year"]
"""Which number of a date comes first."""
ORDERS: tuple[Order, ...] = get_args(Order)

# Of `24.11. 20:00`, `24 Nov 20 Uhr` and `24 Nov 20-23 Uhr` the two digits are an hour: nobody said a year.
_OF_HOURS = r"(?i:uhr|hrs?|h|o'?clock|[ap]\.?m)\b"
_HOURS = r"(?<=\s)(?:[01]\d|2[0-4])\s?(?:-|–|—|to|bis|until)\s?\d"
_YEAR = rf"(?P<y>\d{{4}}|(?!{_HOURS})\d\d(?=\.?$|[\s,;])(?!\s*(?:[-–—]\s*\d{{1,2}}\s*)?{_OF_HOURS}))"
_BEHIND = r"(?![\d])(?P<rest>.*)"
_WEEKDAY = re.compile(rf"{WEEKDAY}\s*,?\s*(?=\S)(?P<rest>.*)")
_WEEKDAY_BEHIND = re.compile(rf"(?:[\s,]+[(（]?|[(（]){WEEKDAY}(?:[)）]|(?![^\W_]))(?P<rest>.*)")
_ARTICLE = re.compile(f"^{ARTICLE}")
_TO = r"\s?(?:-|–|—|/|\+|&|(?i:to|bis|until|und|and|et|y|au)\s)\s?"
# Of a festival: `5-7 July 2028`, `July 14-16, 2028`, `30 June - 2 July 2028`.
_SEVERAL = re.compile(
    rf"(?:[^\W\d_]+\.?\s)?\d{{1,2}}{ORDINAL}(?:\s?[^\W\d_]+\.?)?{_TO}(?:[^\W\d_]+\.?\s)?\d{{1,2}}(?!\d|[-/]\d{{4}})[^:]*\d{{4}}"
)
_WHOLE_DAY = re.compile(
    rf"{_TO}(?:\d{{4}}([-/.])\d{{1,2}}\1\d{{1,2}}"
    rf"|(?:[^\W\d_]+\.?,?\s)?\d{{1,2}}{ORDINAL}[\s/.-]?(?:\d{{1,2}}|[^\W\d_]+)\.?,?[\s/.-]\d{{4}})"
)
# Of `1.12.2026 - 3.12.` it is no time, although 3.12 alone may be one.
_OTHER_DAY = re.compile(
    r"\s*(?:-|–|—|/|\+|&|to|bis|until|und|and)\s*\d{1,2}\.\s?(?:0?[1-9]|1[0-2])(?:\.\s?(?:\d\d|\d{4})?)?\s*",
    re.IGNORECASE,
)
_YEAR_FIRST = re.compile(
    rf"(?P<y>\d{{4}})(?P<by>[-/.])\s?(?P<m>\d{{1,2}})(?P=by)\s?(?P<d>\d{{1,2}})(?:\.(?!\d))?{_BEHIND}"
)
_EAST_ASIAN = re.compile(
    rf"(?P<y>\d{{4}})\s?[年년]\s?(?P<m>\d{{1,2}})\s?[月월]\s?(?P<d>\d{{1,2}})\s?[日号號일]{_BEHIND}"
)
_COMPACT = re.compile(rf"(?P<y>\d{{4}})(?P<m>\d\d)(?P<d>\d\d){_BEHIND}")
# A year of two digits stands as far from the month as the month from the day: in `24.11. 20` there is none.
_NUMBERS = re.compile(
    r"(?P<a>\d{1,2})\s?(?P<by>[-/.])(?P<gap>\s?)(?P<b>\d{1,2})\s?(?P=by)(?:\s?(?=\d{4}(?!\d))|(?P=gap))"
    rf"{_YEAR}{_BEHIND}"
)
_MONTH = r"(?P<month>[^\W\d_]+)\.?"
# The same here: `17 July - 19` are two days.
_DAY_MONTH = re.compile(
    rf"(?P<d>\d{{1,2}}){ORDINAL}(?P<gap>[\s-]*){OF}{_MONTH},?(?:\sdel?\b)?"
    rf"(?:[\s-]*(?=\d{{4}}(?!\d))|(?P=gap)|\s?)['’]?{_YEAR}{_BEHIND}"
)
# And of `Nov 24 20` nobody knows whether it is in the evening.
_MONTH_DAY = re.compile(
    rf"{_MONTH}(?P<gap>[\s-]*)(?P<d>\d{{1,2}}){ORDINAL}"
    rf"(?:,?[\s-]+(?=\d{{4}}(?!\d))|,?\s?['’]|,\s?|(?P=gap)(?<=-)|\s(?=2[5-9]|[3-9]\d)){_YEAR}{_BEHIND}"
)
_YEAR_MONTH_DAY = re.compile(rf"(?P<y>\d{{4}})[.,]?[\s-]+{_MONTH}[\s-]+(?P<d>\d{{1,2}}){ORDINAL}{_BEHIND}")
_NUMBERS_WITHOUT_YEAR = re.compile(r"\d{1,2}[-./]\s?\d{1,2}\.?(?:[\s,].*)?")
_DAY_MONTH_ALONE = re.compile(rf"\d{{1,2}}{ORDINAL}[\s-]*{OF}{_MONTH}(?:[\s,].*)?")
_WITHOUT_YEAR = (
    _DAY_MONTH_ALONE,
    re.compile(rf"{_MONTH}[\s-]*\d{{1,2}}{ORDINAL}(?:[\s,].*)?"),
)
_WITH_YEAR = re.compile(r"(?<!\d)(?:19|2[01])\d\d(?!\d)")
# Days since 1899, of the years 1954 to 2119.
_SERIAL = re.compile(r"[2-7]\d{4}(?:[.,]\d+)?")


class WrittenDate(NamedTuple):
    """What a cell can mean.

    `readings`: the day by each order in which its numbers make sense; all the same where they leave no doubt, empty for
    no date. `rest` is what stands behind the date, usually a time. `usual` is the order of those who write it so.
    `refusals`: why it is none of some readings, by the day of the week beside it.
    """

    readings: Mapping[Order, date]
    rest: str = ""
    usual: Order | None = None
    refusals: Mapping[Order, NotUnderstood] = {}

    @property
    def is_open(self) -> bool:
        """Whether it takes a decision to read it."""
        return len({*self.readings.values()}) > 1

    def read(self, order: Order | None) -> date | None:
        """The date; None if nobody said how an open one is meant. Raises NotUnderstood for another day of the week."""
        if not self.is_open:
            return next(iter(self.readings.values()), None)
        said = order or self.usual
        if said and said in self.refusals:
            raise self.refusals[said]
        return self.readings.get(said) if said else None


def settled(dates: Iterable[WrittenDate]) -> Order | None:
    """The only order by which each date of a column makes sense; else None."""
    telling = [{*found.readings} for found in dates if found.is_open or len(found.readings) == 1]
    possible = reduce(set.intersection, telling) if telling else set()
    return possible.pop() if len(possible) == 1 else None


def settled_by_weekdays(dates: Iterable[WrittenDate]) -> Order | None:
    """The only order by which each date falls on the day of the week beside it; else None."""
    fitting = [found.readings.keys() - found.refusals.keys() for found in dates if found.refusals]
    possible = reduce(set.intersection, map(set, fitting)) if fitting else set()
    return possible.pop() if len(possible) == 1 else None


def is_far(day: date, text: str, today: date) -> bool:
    """Whether a day is years ahead, and the text with it does not say the century."""
    return day.year > today.year + FURTHEST_AHEAD and str(day.year) not in text


def parse(text: str, today: date) -> WrittenDate:
    """What a cell means as a date; of a year with two digits the one nearest to today's. Raises NotUnderstood."""
    body, days = _without_weekday(" ".join(text.split()))
    if len(body) > MAX_LENGTH:
        raise NotUnderstood(f"{quoted(text)} is not a date.")
    found = _parsed(text, body, today)
    if _OTHER_DAY.fullmatch(found.rest):
        raise NotUnderstood(f"{quoted(text)} can be two days. Write a row for each of them, and times like 20:30.")
    if _WHOLE_DAY.match(found.rest):
        raise NotUnderstood(f"{quoted(text)} is more than one day. Write a row for each of them.")
    if not days:
        days, rest = _weekdays_behind(found.rest)
        found = found._replace(rest=rest)
    return on_weekday(text, found, days) if days else found


def stored(text: str, today: date) -> WrittenDate:
    """What a cell of our own export means: a date of any year, or what somebody typed over it. Raises NotUnderstood."""
    try:
        return _certain(date.fromisoformat(text))
    except ValueError:
        return parse(text, today)


def _certain(day: date, rest: str = "") -> WrittenDate:
    return WrittenDate(dict.fromkeys(ORDERS, day), rest)


def _without_weekday(text: str) -> tuple[str, list[int]]:
    match = _WEEKDAY.fullmatch(text[: MAX_LENGTH * 2])
    days = weekdays(match["weekday"]) if match else []
    body = _ARTICLE.sub("", match["rest"] if match and days else text)
    if match and months(match["weekday"]) and not _has_month(body):
        return text, []
    return body, days


def _has_month(rest: str) -> bool:
    """Whether a text names a day and its month: `mar.` before it is Tuesday, and March before `5, 2027`."""
    if _YEAR_FIRST.fullmatch(rest) or _NUMBERS.fullmatch(rest):
        return True
    found = _DAY_MONTH.fullmatch(rest) or _DAY_MONTH_ALONE.fullmatch(rest)
    return found is not None and bool(months(found["month"]))


def _weekdays_behind(rest: str) -> tuple[list[int], str]:
    match = _WEEKDAY_BEHIND.fullmatch(rest)
    days = weekdays(match["weekday"]) if match else []
    return (days, match["rest"]) if match and days else ([], rest)


def on_weekday(text: str, found: WrittenDate, days_of_week: Sequence[int]) -> WrittenDate:
    """A date that falls on one of these days of the week. Raises NotUnderstood where no reading does."""
    refusals = {
        order: NotUnderstood(f"{quoted(text)} does not fit: that day is a {day:%A}.")
        for order, day in found.readings.items()
        if day.weekday() not in days_of_week
    }
    if len(refusals) == len(found.readings):
        raise next(iter(refusals.values()))
    return found._replace(refusals=refusals)


def _parsed(text: str, body: str, today: date) -> WrittenDate:
    if match := _YEAR_FIRST.fullmatch(body) or _COMPACT.fullmatch(body) or _EAST_ASIAN.fullmatch(body):
        return _certain(_date(text, match["y"], match["m"], match["d"], today), match["rest"])
    if match := _NUMBERS.fullmatch(body):
        return _of_numbers(text, match, today)
    if match := _DAY_MONTH.fullmatch(body) or _MONTH_DAY.fullmatch(body) or _YEAR_MONTH_DAY.fullmatch(body):
        named = months(match["month"])
        if len(named) > 1:
            either = " or in ".join(month_name[number] for number in named)
            raise NotUnderstood(f"{quoted(text)} can be in {either}. Write the month as a number.")
        if named:
            return _certain(_date(text, match["y"], named[0], match["d"], today), match["rest"])
    if _SERIAL.fullmatch(body):
        raise NotUnderstood(
            f"{quoted(text)} is how a spreadsheet keeps a date. Show the column as dates there, and copy it again."
        )
    if _SEVERAL.match(body):
        raise NotUnderstood(f"{quoted(text)} is more than one day. Write a row for each of them.")
    if _lacks_year(body):
        raise NotUnderstood(f"{quoted(text)} has no year.")
    raise NotUnderstood(f"{quoted(text)} is not a date. Write it like 2026-11-24 or November 24, 2026.")


def _lacks_year(body: str) -> bool:
    if _WITH_YEAR.search(body):
        return False
    in_words = (match for pattern in _WITHOUT_YEAR if (match := pattern.fullmatch(body)))
    return _NUMBERS_WITHOUT_YEAR.fullmatch(body) is not None or any(months(match["month"]) for match in in_words)


def _of_numbers(text: str, match: re.Match[str], today: date) -> WrittenDate:
    """Three numbers, the year at the end, or of two digits and at the beginning. With dots the day is usually first."""
    first, second, third = match["a"], match["b"], match["y"]
    ways: dict[Order, tuple[str, str, str]] = {"day": (third, second, first), "month": (third, first, second)}
    if int(second) > 12 >= int(first):
        ways = {"month": ways["month"], "day": ways["day"]}  # what is wrong with it is told of the likelier one
    if len(first) == len(third) == 2:
        ways["year"] = (first, second, third)
    readings, refusals = {}, []
    for order, written in ways.items():
        try:
            readings[order] = _date(text, *written, today)
        except NotUnderstood as refusal:
            refusals.append(refusal)
    if "year" in readings and int(first) <= 31 and is_far(readings["year"], text, today):
        del readings["year"]  # `31.02.27` is a slip in February, and nobody's 2031
    if not readings:
        raise refusals[0]
    return WrittenDate(readings, match["rest"], "day" if match["by"] == "." else None)


def _date(text: str, year: str, month: str | int, day: str | int, today: date) -> date:
    """Raises NotUnderstood, with the reason why there is no such day."""
    y, m, d = _year(year, today), int(month), int(day)
    if not EARLIEST <= y <= LATEST:
        raise NotUnderstood(f"{quoted(text)} is in the year {y}. Is it right?")
    if not 1 <= m <= 12:
        raise NotUnderstood(f"{quoted(text)} is not a date: there is no month {m}.")
    last = monthrange(y, m)[1]
    if not 1 <= d <= last:
        in_year = f" {y}" if m == 2 else ""
        raise NotUnderstood(f"{quoted(text)} is not a date: {month_name[m]}{in_year} has {last} days.")
    return date(y, m, d)


def _year(digits: str, today: date) -> int:
    """Of two digits the nearest year, the past one if two are as near."""
    if len(digits) != 2:
        return int(digits)
    this = today.year - today.year % 100 + int(digits)
    return min((this - 100, this, this + 100), key=lambda year: (abs(year - today.year), year))
