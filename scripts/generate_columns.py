"""Writes what the front end's forms and lists go by: columns.ts, limits.ts, admin/import/meanings.ts and profiles.json.

`python -m scripts.generate_columns` writes them; `tests/project/test_columns.py` fails when they are out of date.
"""

import json
from collections.abc import Mapping
from datetime import timedelta
from pathlib import Path
from typing import Any

from sqlalchemy import Table

from marquee.auth.link_lifetimes import LIFETIMES
from marquee.domain.history.changes import KEPT
from marquee.domain.search import MAX_WORDS
from marquee.domain.tables import music_artists, music_events, music_links, music_owners, music_settings
from marquee.domain.tables.columns import max_lengths
from marquee.domain.tables.people import MAX_NAME
from marquee.domain.texts.handles import SERVICES
from marquee.domain.texts.lines import lines_of
from marquee.rest.read_statements import MAX_ROWS
from marquee.sheets.cells import MAX_BYTES
from marquee.sheets.headers import MEANINGS
from marquee.storage.pixels.reencode import MAX_EDGE
from marquee.storage.pixels.resize import MAX_PIXELS_DECODED
from scripts.generate_types import writable

FOLDER = Path(__file__).parent.parent / "frontend" / "src"
TABLES = (music_artists, music_events, music_links, music_settings)


def labels(table: Table) -> dict[str, str]:
    """What people call the columns of a table; those that only programs know are left out."""
    return {str(column.name): column.info["label"] for column in table.columns if "label" in column.info}


def limits(table: Table) -> dict[str, int]:
    """The maximum length of each column of a table that has one."""
    return {column: limit for column, limit in sorted(max_lengths(table).items()) if column != "id"}


def columns() -> Mapping[str, tuple[str, Any]]:
    """What forms and the history know of columns: by the name of each, what it is, and the value."""
    labelled = (music_artists, music_events, music_owners, music_settings)
    return {
        "LABELS": ("What people call a column.", {table.name: labels(table) for table in labelled}),
        "EVENT_COLUMNS": (
            "The columns of an event that people write.",
            [column.name for column in writable(music_events, "insert")],
        ),
        "LIMITS": ("The most characters that a column has.", {table.name: limits(table) for table in TABLES}),
        "LINES": (
            "The columns whose texts are on one line.",
            sorted({column for table in TABLES for column in lines_of(table)}),
        ),
    }


def numbers() -> Mapping[str, tuple[str, int]]:
    """What the site takes, gives and keeps: by the name of each, what it is, and the value."""
    return {
        "KEPT_DAYS": ("How long what was changed can be undone.", KEPT // timedelta(days=1)),
        "MAX_NAME": ("The most characters of an account's own name that others read.", MAX_NAME),
        "MAX_PICTURE_EDGE": (
            "The most pixels of an edge of a picture that is kept: longer ones are made smaller.",
            MAX_EDGE,
        ),
        "MAX_PICTURE_PIXELS": ("The most pixels of a picture that is decoded whole.", MAX_PIXELS_DECODED),
        "MAX_ROWS": ("The most rows of an answer.", MAX_ROWS),
        "MAX_TABLE_MB": ("The most megabytes of a table of artists or events.", MAX_BYTES // 1024**2),
        "MAX_WORDS": ("The most words of a search.", MAX_WORDS),
        "RECOVERY_MINUTES": (
            "How long the link works that a forgotten password is set anew with.",
            LIFETIMES["recovery"] // timedelta(minutes=1),
        ),
    }


def profiles() -> dict[str, Any]:
    """Where the profiles are whose names artists have, by the columns of these."""
    return {
        column: {"name": service.name, "hosts": service.hosts, "pages": sorted(service.pages)}
        for column, service in SERVICES.items()
    }


def generated() -> Mapping[Path, str]:
    """Each file as it should be."""
    return {
        FOLDER / "columns.ts": _module(
            "from the tables: what is known of their columns wherever people write them", columns()
        ),
        FOLDER / "limits.ts": _module("from what the service goes by: what it takes, gives and keeps", numbers()),
        FOLDER / "admin" / "import" / "meanings.ts": _constant(
            "MEANINGS", "Written by `make docs`: what a column of people's own tables can be.", MEANINGS
        ),
        FOLDER / "profiles.json": json.dumps(profiles(), indent=2) + "\n",
    }


def _module(what: str, constants: Mapping[str, tuple[str, Any]]) -> str:
    written = (_constant(name, *constant) for name, constant in constants.items())
    return "\n".join([f"/** Written by `make docs` {what}. */\n", *written])


def _constant(name: str, words: str, value: Any) -> str:
    return f"/** {words} */\nexport const {name} = {json.dumps(value, indent=2)} as const;\n"


if __name__ == "__main__":
    for path, text in generated().items():
        path.write_text(text)
