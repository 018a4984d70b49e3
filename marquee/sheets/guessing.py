"""Guesses what columns mean that have no known names, from what stands in them.

A guess is shown and never saved: people, or the programs that ask for them, say what each column is.
"""

import re
from collections import Counter
from collections.abc import Sequence
from datetime import UTC
from typing import Literal

from marquee import clock
from marquee.sheets.contents import LOOKED_AT, Rows
from marquee.sheets.headers import Kind, named
from marquee.sheets.problems import NotUnderstood
from marquee.sheets.when import dates, times

Content = Literal["date", "time", "address", "text"]

_ADDRESS = re.compile(r"https?://\S+|www\.\S+", re.IGNORECASE)
_LIKELY: dict[Kind, dict[Content, list[str]]] = {
    "events": {
        "date": ["date"],
        "time": ["start_time"],
        "address": ["ticket_url"],
        "text": ["artist", "venue", "location"],
    },
    "artists": {"address": ["image", "website"], "text": ["name", "genre"]},
}
"""What columns of a content are, in the order in which people keep them."""


def is_content(texts: Sequence[str]) -> bool:
    """Whether a row has a date, a web address or “tba”, which no name of a column is."""
    return any(
        _content(text) in ("date", "address") or (text and text.casefold() in times.NONE_KNOWN) for text in texts[:200]
    )


def guess(
    header: Sequence[str], rows: Sequence[Sequence[str]], artist_column: int | None = None
) -> tuple[Kind, list[str | None]] | None:
    """What a table may have, and its columns may mean; None if it has neither dates nor web addresses.

    `artist_column` is where names of known artists stand.
    """
    contents = _contents(len(header), rows)
    kind: Kind = "events" if "date" in contents else "artists"
    if not {"date", "address"} & {*contents}:
        return None
    meanings = named(header, kind, rows)
    if artist_column is not None and kind == "events" and "artist" not in meanings:
        meanings[artist_column] = "artist"
    for index, content in enumerate(contents):
        if meanings[index] is None and content is not None:
            likely = _LIKELY[kind].get(content, [])
            meanings[index] = next((means for means in likely if means not in meanings), None)
    return kind, meanings


def _contents(width: int, rows: Rows) -> list[Content | None]:
    """What stands in most cells of each column that are not empty; None if all are."""
    found: list[Content | None] = []
    for index in range(width):
        texts = [row[index] for row in rows[:LOOKED_AT] if row[index] and row[index].casefold() not in times.NONE_KNOWN]
        # Above a single row stands a name that nobody knows: what is more than text says what the column is.
        counts = sorted(Counter(map(_content, texts)).items(), key=lambda item: (item[1], item[0] != "text"))
        found.append(counts[-1][0] if counts else None)
    return found


def _content(text: str) -> Content:
    if _ADDRESS.fullmatch(text):
        return "address"
    if ":" in text and times.is_time(text):
        return "time"
    try:
        rest = dates.parse(text, clock.today(UTC)).rest.strip()
    except NotUnderstood:
        return "text"
    return "date" if not rest or times.is_time(rest) else "text"
