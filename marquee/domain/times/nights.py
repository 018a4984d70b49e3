"""What times around midnight mean: on which day an event starts, which night it is in, and when that ends. Pure.

The date of an event is that of its doors. A start before them is the next morning; without doors it is of the date as
it is written. Times are 'HH:MM', None if they are not known. See docs/decisions/0098-the-date-is-that-of-the-doors.md.
"""

from datetime import date, timedelta

NIGHT_ENDS = "05:00"
NOON = "12:00"
LAST_DAY = date(9999, 12, 30)
"""The last day that has a next one, in every zone."""
FIRST_END = date(1, 1, 2)
"""The first day whose 05:00 every zone has."""

_DAY = timedelta(days=1)


def starts_next_morning(doors: str | None, start: str | None) -> bool:
    """Whether it starts on the day after its date: the doors open in the evening, and the start is before noon."""
    return bool(doors and start and start < NOON <= doors)


def are_in_order(doors: str | None, start: str | None) -> bool:
    """Whether the doors open before the start, on the same day or the evening before."""
    return not (doors and start and start < doors) or starts_next_morning(doors, start)


def is_late(doors: str | None, start: str | None) -> bool:
    """Whether all that is known is before 05:00 of the date: it is in the night that began on the evening before."""
    times = [time for time in (doors, start) if time]
    return bool(times) and max(times) < NIGHT_ENDS


def start_day(day: date, doors: str | None, start: str | None) -> date:
    """The day on which an event of this date starts."""
    return min(day, LAST_DAY) + _DAY if starts_next_morning(doors, start) else day


def end_day(day: date, doors: str | None, start: str | None) -> date:
    """The day on which an event of this date is past, from `ends_at` on."""
    return max(day, FIRST_END) if is_late(doors, start) else min(day, LAST_DAY) + _DAY


def ends_at(doors: str | None, start: str | None) -> str:
    """When on that day: at 05:00, or at noon where it starts only after that in the morning after its doors."""
    return NOON if starts_next_morning(doors, start) and (start or "") >= NIGHT_ENDS else NIGHT_ENDS


def in_words(day: date, doors: str | None, start: str | None, weekday: str = "%A") -> str:
    """`night from Thursday to Friday` where something of it is after midnight, which people put on either day.

    `weekday` says how days are written, as `strftime` does.
    """
    try:
        if is_late(doors, start):
            return night_before(day, weekday)
        return night_before(day + _DAY, weekday) if starts_next_morning(doors, start) else ""
    except OverflowError:  # at either end of Python's calendar
        return ""


def night_before(day: date, weekday: str = "%A") -> str:
    """`night from Thursday to Friday` of a Friday."""
    return f"night from {(day - _DAY).strftime(weekday)} to {day.strftime(weekday)}"
