"""Writes what the front end's forms go by: frontend/src/limits.json and frontend/src/profiles.json.

`python -m scripts.generate_limits` writes them; `tests/project/test_limits.py` fails when they are out of date.
"""

import json
from collections.abc import Mapping
from datetime import timedelta
from pathlib import Path
from typing import Any

from marquee.auth.link_lifetimes import LIFETIMES
from marquee.domain.tables import music_artists, music_events, music_links, music_settings
from marquee.domain.tables.columns import max_lengths
from marquee.domain.texts.handles import SERVICES
from marquee.domain.texts.lines import lines_of

FOLDER = Path(__file__).parent.parent / "frontend" / "src"
TABLES = (music_artists, music_events, music_links, music_settings)


def limits() -> dict[str, Any]:
    """The maximum length of each column, by table; those that are on one line; and the minutes that a link works."""
    found: dict[str, Any] = {}
    for table in TABLES:
        found[table.name] = {column: limit for column, limit in sorted(max_lengths(table).items()) if column != "id"}
    found["lines"] = sorted({column for table in TABLES for column in lines_of(table)})
    found["link_minutes"] = {"recovery": LIFETIMES["recovery"] // timedelta(minutes=1)}
    return found


def profiles() -> dict[str, Any]:
    """Where the profiles are whose names artists have, by the columns of these."""
    return {
        column: {"name": service.name, "hosts": service.hosts, "pages": sorted(service.pages)}
        for column, service in SERVICES.items()
    }


def generated() -> Mapping[Path, str]:
    """Each file as it should be."""
    contents = {"limits.json": limits(), "profiles.json": profiles()}
    return {FOLDER / name: json.dumps(content, indent=2) + "\n" for name, content in contents.items()}


if __name__ == "__main__":
    for path, text in generated().items():
        path.write_text(text)
