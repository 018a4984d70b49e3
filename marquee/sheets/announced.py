"""Reads when something is announced: at an instant, at a time in the site's zone, or not yet. Pure."""

from collections.abc import Sequence
from datetime import date, datetime, time, timedelta, tzinfo

from marquee import clock
from marquee.sheets.headers import hides
from marquee.sheets.problems import NotUnderstood, quoted
from marquee.sheets.when import dates, times
from marquee.sheets.when.dates import WrittenDate
from marquee.text import plain_words

UNANNOUNCED = "draft"
"""In place of the time at which something is announced: it is not."""
_NO = frozenset({"no", "n", "false", "f", "0", "nein", "nicht"})
_YES = frozenset({"yes", "y", "true", "t", "1", "x", "ja"})
_UNANNOUNCED = _NO | {UNANNOUNCED, "entwurf", "hidden", "private", "privat", "not announced", "unannounced"}
_AT_ONCE = _YES | {"public", "published", "announced", "visible", "offentlich", "veroffentlicht", "angekundigt"}
_NOW = WrittenDate({})
_FURTHEST = timedelta(hours=14)
"""From UTC; in `18:00-20:00` it is no offset that stands behind."""


def parse(text: str, today: date) -> str | WrittenDate:
    """`UNANNOUNCED`, an instant in the wire's form, or a date with the rest that `instant` reads; none if at once.

    Raises NotUnderstood.
    """
    word = " ".join(plain_words(text))
    if word in _UNANNOUNCED:
        return UNANNOUNCED
    if word in _AT_ONCE:
        return _NOW
    if not any(map(str.isdigit, text)):
        raise NotUnderstood(f"{quoted(text)} is neither Draft nor a time. Write one like 2026-11-01 18:00.")
    try:
        # As programs and our own exports write it, in any year.
        written = datetime.fromisoformat(text)
        offset = written.utcoffset()
        if offset is not None and abs(offset) <= _FURTHEST:
            return clock.timestamp(written)
    except (ValueError, OverflowError):
        pass
    return dates.parse(text, today)


def parse_all(cells: Sequence[tuple[str, str]], today: date) -> str | WrittenDate:
    """What the cells of a row say together, each with the name of its column; a time counts before a mere yes.

    Raises NotUnderstood, too where one says otherwise than another.
    """
    said = [
        (parse(_turned(text) if hides(header) else text, today), header, text)
        for header, text in _joined(cells)
        if text
    ]
    telling = [each for each in said if each[0] != _NOW] or said
    if not telling:
        return _NOW
    first, *others = said if any(each[0] == UNANNOUNCED for each in said) else telling
    if other := next((each for each in others if each[0] != first[0]), None):
        both = " and ".join(quoted(f"{header or 'Announced'}: {text}") for _, header, text in (first, other))
        raise NotUnderstood(f"{both} say opposite things. Correct one of them.")
    return first[0]


def _joined(cells: Sequence[tuple[str, str]]) -> Sequence[tuple[str, str]]:
    """With a time of its own behind the day beside it: Bandsintown's template has a column for each."""
    day = next((cell for cell in cells if any(map(str.isdigit, cell[1])) and not times.is_time(cell[1])), None)
    time = next((cell for cell in cells if times.is_time(cell[1])), None)
    if day is None or time is None:
        return cells
    return [(day[0], f"{day[1]} {time[1]}") if cell is day else cell for cell in cells if cell is not time]


def _turned(text: str) -> str:
    """What stands under Private, as it would stand under Public: yes and no are the other way round."""
    word = " ".join(plain_words(text))
    return "no" if word in _YES else "yes" if word in _NO else text


def instant(typed: str, day: date, rest: str, zone: tzinfo) -> str:
    """The instant of a day and the time behind it, which is local in `zone` unless it says its offset.

    Raises NotUnderstood.
    """
    of_day = times.parse(rest)
    if of_day is None:
        raise NotUnderstood(f"{quoted(typed)} has no time. Write it like 2026-11-01 18:00.")
    if times.has_end(rest):
        raise NotUnderstood(f"{quoted(typed)} has two times. Write it like 2026-11-01 18:00.")
    if of_day == times.END_OF_DAY:
        raise NotUnderstood(f"{quoted(typed)} can be at either end of that day. Write it like 2026-11-01 00:00.")
    at = time.fromisoformat(of_day + (times.offset(rest) or "").upper())
    return clock.timestamp(datetime.combine(day, at, at.tzinfo or zone))
