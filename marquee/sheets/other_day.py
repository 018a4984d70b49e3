"""Heeds a second column that is called like the date of a show, such as Show date beside Date. Pure."""

from collections.abc import Sequence
from datetime import UTC, date

from marquee import clock
from marquee.sheets.headers import is_named
from marquee.sheets.problems import NotUnderstood, Problem, quoted
from marquee.sheets.sheet import Column, Row
from marquee.sheets.when import dates


def other_day_of(row: Row, columns: Sequence[Column]) -> Problem | None:
    """That such a column has another day than the one that was taken for the date: nobody knows which is the show's."""
    if "date" not in row.values:
        return None
    day = date.fromisoformat(row.values["date"])
    for column, text in zip(columns, row.typed, strict=True):
        if not column.means and is_named(column.header, "date") and _is_other(text, day):
            told = f"{column.header}: {text}"
            to_do = "Say which column is the date, and leave the other one out."
            return Problem.of(
                "date", told, f"{quoted(told)} is another day than {day:%B} {day.day}, {day.year}. {to_do}"
            )
    return None


def _is_other(text: str, day: date) -> bool:
    try:
        readings = dates.parse(text, clock.today(UTC)).readings
    except NotUnderstood:
        return False
    return bool(readings) and day not in readings.values()
