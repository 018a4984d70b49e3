"""Web addresses that people save: the links of the site, the pictures of artists, and handles that become part of one.

They have no blanks and no characters that nobody sees: those end a line of a feed, are dropped by browsers, or show
another address than the one that is opened. Nor do they name a host that is none, as `https://bank.example@evil.example`.
Neither database has patterns for that, so every write is checked here; the constraints of `tables/` refuse what is no
address at all.
"""

import re
import unicodedata
from collections.abc import Mapping
from typing import Any

from sqlalchemy import Table

from marquee.domain.constraint_errors import unfit
from marquee.domain.tables import music_artists, music_events, music_links, music_settings

ADDRESSES: Mapping[Table, tuple[str, ...]] = {
    music_artists: ("image", "social_instagram", "social_twitter", "website"),
    music_events: ("ticket_url",),
    music_links: ("url",),
    music_settings: ("contact", "logo"),
}
"""The columns with an address, or with a name that becomes a part of one."""

_BLANK = re.compile(r"[\s\x00-\x1f\x7f-\x9f]")
_WEB = re.compile(r"https?://", re.IGNORECASE)
# Browsers take \\ for /, and what stands before an @ for a name: only a host may stand there.
# Nor one that is the beginning of an address, as in `https://https://a.example`.
_WITH_HOST = re.compile(
    r"https?://(?!https?(?:[:/?#]|$))(?:\[[0-9a-f:.]+\]|[^/?#\\@:\[\]]+)(?::\d{1,5})?(?:/[^?#\\]*)?(?:[?#].*)?",
    re.IGNORECASE | re.DOTALL,
)
_UNSEEN = frozenset({"\u115f", "\u1160", "\u2800", "\u3164", "\uffa0"})
"""Letters and a symbol that have no shape; other characters that nobody sees are of the category Cf."""


def has_blank(text: str) -> bool:
    """Whether there is white space, a control character, or one that nobody sees in a text."""
    if _BLANK.search(text) is not None:
        return True
    return not text.isascii() and any(one in _UNSEEN or unicodedata.category(one) == "Cf" for one in text)


def is_web_address(text: str) -> bool:
    """Whether this is an `http:` or `https:` address whose host is plain to see."""
    return _WITH_HOST.fullmatch(text) is not None and not has_blank(text)


def is_plain(text: str) -> bool:
    """Whether a web address, or a name that becomes a part of one, is what it seems."""
    return is_web_address(text) if _WEB.match(text) else not has_blank(text)


def require_plain(table: Table, row: Mapping[str, Any], number: int | None = None) -> None:
    """Raises CHECK_VIOLATION for an address that is not what it seems."""
    for name in ADDRESSES.get(table, ()):
        if isinstance(value := row.get(name), str) and not is_plain(value):
            raise unfit(table, name, row, number, besides=_PLAIN)


_PLAIN = (
    "Nor may it have characters that cannot be seen, or a name and password, a backslash or nothing where its host is."
)
