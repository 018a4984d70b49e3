"""Web addresses have no white space and no control characters: those end an attribute, a line or an entry of a list.

SQLite has no pattern to say so. The constraints of `tables/` refuse what is no address at all.
"""

import re
from collections.abc import Mapping
from typing import Any

from sqlalchemy import Table

from marquee.domain.constraint_errors import check_violation
from marquee.domain.tables import music_artists, music_events, music_links, music_settings

ADDRESSES: Mapping[Table, tuple[str, ...]] = {
    music_artists: ("image", "social_instagram", "social_twitter", "website"),
    music_events: ("ticket_url",),
    music_links: ("url",),
    music_settings: ("contact", "logo"),
}
"""The columns with an address, or with a name that becomes a part of one."""

_BLANK = re.compile(r"[\s\x00-\x1f\x7f-\x9f]")


def has_blank(text: str) -> bool:
    """Whether there is white space or a control character in a text."""
    return _BLANK.search(text) is not None


def require_plain(table: Table, row: Mapping[str, Any], number: int | None = None) -> None:
    """Raises CheckViolation for an address with a blank in it."""
    for name in ADDRESSES.get(table, ()):
        if isinstance(value := row.get(name), str) and has_blank(value):
            raise check_violation(table, f"{table.name}_{name}_check", row, number)
