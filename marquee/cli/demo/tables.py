"""The demonstration's tables, in the form that `marquee import` reads. Every person, place and price is invented.

A day in them is so many days from the day on which the demonstration is made: {-12}, {0}, {+31}.
"""

import csv
import re
from collections.abc import Iterator
from datetime import date, timedelta, tzinfo
from pathlib import Path

from sqlalchemy import Connection

from marquee.domain.writer import AS_THE_SITE
from marquee.sheets.reading import read
from marquee.sheets.saving import Saved, save
from marquee.sheets.sheet import Choices

FOLDER = Path(__file__).parent / "tables"
TAKING_OVER = Choices(update="all")

_DAY = re.compile(r"\{([+-]?\d+)\}")


def rows(name: str) -> Iterator[dict[str, str]]:
    """The rows of a table as they are written."""
    with (FOLDER / f"{name}.csv").open(encoding="utf-8", newline="") as lines:
        yield from csv.DictReader(lines)


def import_table(connection: Connection, name: str, today: date, zone: tzinfo) -> Saved:
    """Import a table as `marquee import --update` does; `zone` is the site's. Raises TableRefused."""
    written = (FOLDER / f"{name}.csv").read_text(encoding="utf-8")
    text = _DAY.sub(lambda day: (today + timedelta(days=int(day[1]))).isoformat(), written)
    return save(connection, read(text, TAKING_OVER, zone), TAKING_OVER, AS_THE_SITE)
