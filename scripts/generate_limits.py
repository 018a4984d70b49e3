"""Writes frontend/src/limits.json: how long each text may be, which are on one line, and how long a mailed link works.

`python -m scripts.generate_limits` writes it; `tests/project/test_limits.py` fails when it is out of date.
"""

import json
import re
from datetime import timedelta
from pathlib import Path
from typing import Any

from sqlalchemy import CheckConstraint

from marquee.auth.link_lifetimes import LIFETIMES
from marquee.domain.lines import lines_of
from marquee.domain.tables import music_artists, music_events, music_links, music_settings

LIMITS = Path(__file__).parent.parent / "frontend" / "src" / "limits.json"
TABLES = (music_artists, music_events, music_links, music_settings)
LENGTH = re.compile(r"length\((\w+)\) <= (\d+)")


def generated() -> str:
    """The file: the maximum length of each column, by table; those on one line; and the minutes that a link works."""
    limits: dict[str, Any] = {}
    for table in TABLES:
        rules = [str(check.sqltext) for check in table.constraints if isinstance(check, CheckConstraint)]
        lengths = {column: int(limit) for rule in rules for column, limit in LENGTH.findall(rule) if column != "id"}
        limits[table.name] = dict(sorted(lengths.items()))
    limits["lines"] = sorted({column for table in TABLES for column in lines_of(table)})
    limits["link_minutes"] = {"recovery": LIFETIMES["recovery"] // timedelta(minutes=1)}
    return json.dumps(limits, indent=2) + "\n"


if __name__ == "__main__":
    LIMITS.write_text(generated())
