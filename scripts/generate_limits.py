"""Writes frontend/src/limits.json: how long each text may be, and how long a mailed link works.

`python -m scripts.generate_limits` writes it; `tests/project/test_limits.py` fails when it is out of date.
"""

import json
import re
from datetime import timedelta
from pathlib import Path

from sqlalchemy import CheckConstraint

from marquee.auth.link_lifetimes import LIFETIMES
from marquee.domain.tables import music_artists, music_events, music_links, music_settings

LIMITS = Path(__file__).parent.parent / "frontend" / "src" / "limits.json"
LENGTH = re.compile(r"length\((\w+)\) <= (\d+)")


def generated() -> str:
    """The file as it should be: the maximum length of each column, by table, and the minutes that a link works."""
    limits = {}
    for table in (music_artists, music_events, music_links, music_settings):
        rules = [str(check.sqltext) for check in table.constraints if isinstance(check, CheckConstraint)]
        lengths = {column: int(limit) for rule in rules for column, limit in LENGTH.findall(rule) if column != "id"}
        limits[table.name] = dict(sorted(lengths.items()))
    limits["link_minutes"] = {"recovery": LIFETIMES["recovery"] // timedelta(minutes=1)}
    return json.dumps(limits, indent=2) + "\n"


if __name__ == "__main__":
    LIMITS.write_text(generated())
