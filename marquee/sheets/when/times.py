"""Reads times of day in the forms that people write, as `HH:MM`, midnight at the end of a day as `24:00`. Pure."""

import re
from typing import Literal

from marquee.sheets.problems import NotUnderstood, quoted
from marquee.text import plain_words

NOTHING = frozenset({"", "-", "--", "–", "—", "?", "n/a", "na", "n.a.", "none", "nil", "keine", "./.", "...", "…"})
_NOT_YET = {
    *("tba", "tbc", "tbd", "t.b.a.", "t.b.c.", "t.b.d.", "to be announced", "to be confirmed", "to be decided"),
    *("unknown", "offen", "unbekannt", "folgt"),
}
NONE_KNOWN = NOTHING | _NOT_YET
"""What people write where there is nothing, or where they know nothing yet."""
MAX_LENGTH = 60

Half = Literal["am", "pm", "24", "open"]
"""Of the day: said by a letter, by a clock of 24 hours, or not at all, as `7:30` does."""

_HALF = r"[ap]\.?m?\.?(?![a-z])"
_UNIT = r"(?:uhr|h|o'?clock|hrs?)"
_OFFSET = r"(?:z|[+-](?:0\d|1[0-4]):?[0-5]\d)"
_ONE = re.compile(
    r"(?P<before>(?:t|at|um|ab|from|,|;|\||@|-|–)*)\s*"
    r"(?P<hour>\d{1,2})(?:\s?[:.h]\s?(?P<minute>\d\d)(?:[:.]\d\d(?:\.\d+)?)?)?"
    rf"\s?(?P<half>{_HALF})?\s?(?P<unit>{_UNIT})?\.?\s?(?P<offset>{_OFFSET})?"
    r"(?P<until>\s?(?:-|–|—|to|bis|until)\s?(?P<end>\d{1,2})(?:\s?[:.h]\s?(?P<end_minute>\d\d)(?:[:.]\d\d)?)?"
    rf"\s?(?P<half_of_both>{_HALF})?\s?{_UNIT}?\.?\s?{_OFFSET}?)?"
)
_FOUR = re.compile(r"(?P<hour>[01]\d|2[0-3])(?P<minute>[0-5]\d)(?:\s?(?:h|hrs?|uhr))?")
# Of the doors and the start: `doors 8 / show 9`, `19:00/20:00`, `8 PM (doors 7)`.
_HOUR = r"(?:[01]?\d|2[0-4])(?:[:.h][0-5]\d)?(?!\d)"
_TWO = re.compile(rf"\D*{_HOUR}(?!\D*(?:[-–—]|\b(?:to|bis|until)\b))\D*[^\d,;:.]\D*{_HOUR}\D*")
_OF_24 = frozenset({"uhr", "h"})
# People write `20:00-00:00` for until midnight; programs write seconds, or a T, before an offset.
_IN_UTC = re.compile(
    r".*\d\s?(?:z|\+00:?00|-0000)|(?:.*:\d\d[:.]\d\d(?:\.\d+)?|.*t\d\d:\d\d)\s?-00:00", re.IGNORECASE | re.DOTALL
)
END_OF_DAY = "24:00"
"""Midnight as people mean it who write a day beside it: it is the next day's 00:00."""
_WORDS = dict.fromkeys(("noon", "midday", "mittag"), "12:00") | dict.fromkeys(("midnight", "mitternacht"), END_OF_DAY)


def parse(text: str, half: Half | None = None) -> str | None:
    """The time as `20:30`, or None where none is known yet; of `20:00 to 23:00` the beginning.

    `half` is that of a time which does not say its own, such as `7:30` or `8`. Raises NotUnderstood.
    """
    body = " ".join(text.casefold().split())
    if body in NONE_KNOWN:
        return None
    if body in _WORDS:
        return _WORDS[body]
    if len(body) > MAX_LENGTH:
        raise NotUnderstood(f"{quoted(text)} is too long for a time.")
    if match := _FOUR.fullmatch(body):
        return f"{match['hour']}:{match['minute']}"
    if match := _ONE.fullmatch(body):
        return _of_parts(text, match, half)
    if _TWO.fullmatch(body):
        raise NotUnderstood(f"{quoted(text)} is two times. Write each into a column of its own, Doors and Start.")
    raise NotUnderstood(f"{quoted(text)} is not a time. Write it like 20:30 or 8:30 PM.")


def is_time(text: str) -> bool:
    """Whether it is a time of day and nothing else."""
    try:
        return parse(text) is not None
    except NotUnderstood:
        return False


def is_doubt(text: str) -> bool:
    """Whether it says of a date that it is not certain: `(TBC)`, `confirmed?`."""
    return text.rstrip(" )").endswith("?") or " ".join(plain_words(text)) in _DOUBTS


_DOUBTS = {" ".join(plain_words(words)) for words in _NOT_YET}


def half_of(text: str) -> Half | None:
    """How a time that `parse` understands says which half of the day it is in; None if it is no time, or 12."""
    body = " ".join(text.casefold().split())
    if body in _WORDS:
        return None
    if _FOUR.fullmatch(body):
        return "24"
    match = _ONE.fullmatch(body)
    if match is None:
        return None
    if half := match["half"] or match["half_of_both"]:
        return "am" if half[0] == "a" else "pm"
    hour = int(match["hour"])
    if match["offset"] or match["before"].startswith("t") or (match["unit"] or "") in _OF_24 or not 1 <= hour <= 12:
        return "24"
    return "open" if hour < 12 else None


def has_end(text: str) -> bool:
    """Whether a time that `parse` understands says until when, too."""
    match = _ONE.fullmatch(" ".join(text.casefold().split()))
    return match is not None and match["until"] is not None


def is_utc(text: str) -> bool:
    """Whether a time, perhaps behind a date, says that it is one in UTC: `20:00Z` or `20:00+00:00`."""
    return _IN_UTC.fullmatch(text) is not None


def offset(text: str) -> str | None:
    """The offset from UTC that a time has which `parse` understands: `z`, `+01:00` or `+0100`."""
    match = _ONE.fullmatch(" ".join(text.casefold().split()))
    return match and match["offset"]


def _half_of_range(text: str, match: re.Match[str]) -> str | None:
    """Of `8-11pm` both are in the evening; `11pm-1am` is written `11-1am`, over midnight, and `11-1pm` over noon.

    Raises NotUnderstood for `8-12pm`: by the clock it ends at noon, and most who write it mean midnight.
    """
    half: str | None = match["half_of_both"]
    if half is None or not 1 <= int(match["hour"]) <= 12:
        return None
    begin = int(match["hour"]) % 12, int(match["minute"] or 0)
    end = int(match["end"]) % 12, int(match["end_minute"] or 0)
    if begin == end or (half[0] == "p" and end[0] == 0 and begin[0] != 0):
        raise NotUnderstood(f"{quoted(text)} can be in the morning or in the evening. Write 20:00 or 8 PM.")
    is_same_half = begin < end
    return half if is_same_half else "a" if half[0] == "p" else "p"


def _of_parts(text: str, match: re.Match[str], meant: Half | None) -> str:
    hour, minute = int(match["hour"]), int(match["minute"] or 0)
    said = meant if meant in ("am", "pm") else None
    says_hour = match["half"] or match["minute"] or match["unit"] or match["until"]
    if not says_hour and hour < 24 and match["before"].startswith(("-", "–")):  # 13.11.2026 - 15
        raise NotUnderstood(f"{quoted(text)} can be a day or an hour. Write {hour}:00.")
    half = (match["half"] or _half_of_range(text, match) or said or "")[:1]
    if half and not 1 <= hour <= 12:
        raise NotUnderstood(f"{quoted(text)} is not a time: with AM or PM, hours go from 1 to 12.")
    is_bare = not (half or match["minute"] or match["unit"])
    if is_bare and hour <= 12:
        raise NotUnderstood(f"{quoted(text)} can be in the morning or in the evening. Write 20:00 or 8 PM.")
    if half:
        hour = hour % 12 + (12 if half == "p" else 0)
    if hour == 24 and minute == 0 and not is_bare:
        return END_OF_DAY
    if hour > 23 or minute > 59 or int(match["end"] or 0) > 24:
        raise NotUnderstood(f"{quoted(text)} is not a time: the day ends at 23:59.")
    return f"{hour:02}:{minute:02}"
