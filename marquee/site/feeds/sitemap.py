"""The URLs of all pages with the time of their last change, for search engines. See sitemaps.org.

It is made from ids and times alone, in parts, so that no number of artists makes a response large or slow.
"""

from collections.abc import Iterable
from html import escape
from typing import NamedTuple

from sqlalchemy import Connection, func, select

from marquee.domain.tables import music_artists, music_events
from marquee.site.structured_data import artist_url

PART_SIZE = 5_000
"""The number of artists in one part; the protocol allows 50,000 URLs."""

_NAMESPACE = "http://www.sitemaps.org/schemas/sitemap/0.9"


class Entry(NamedTuple):
    """A page; `changed` is a W3C date and time, or None if it is not known."""

    url: str
    changed: str | None


def count_parts(connection: Connection) -> int:
    """The number of parts: at least one, since there is always a home page."""
    artists = connection.execute(select(func.count()).select_from(music_artists)).scalar_one()
    return max(1, -(-artists // PART_SIZE))


def pages(connection: Connection, base_url: str, part: int) -> list[Entry]:
    """The pages of one part, counted from 1, in the order of their ids; the home page is in the first."""
    events_changed = (
        select(func.max(music_events.c.updated_at))
        .where(music_events.c.artist_id == music_artists.c.id)
        .scalar_subquery()
    )
    rows = connection.execute(
        select(music_artists.c.id, music_artists.c.updated_at, events_changed)
        .order_by(music_artists.c.id)
        .offset((part - 1) * PART_SIZE)
        .limit(PART_SIZE)
    )
    profiles = [Entry(artist_url(base_url, id_), max(filter(None, times))) for id_, *times in rows]
    return [Entry(f"{base_url}/", _home_changed(connection)), *profiles] if part == 1 else profiles


def _home_changed(connection: Connection) -> str | None:
    times = (
        connection.execute(select(func.max(table.c.updated_at))).scalar_one() for table in (music_artists, music_events)
    )
    return max(filter(None, times), default=None)


def page_list(entries: Iterable[Entry]) -> str:
    return _xml("urlset", "url", entries)


def part_list(base_url: str, parts: int) -> str:
    """The list of lists, for a site of more than one part."""
    return _xml("sitemapindex", "sitemap", (Entry(f"{base_url}/sitemap-{n}.xml", None) for n in range(1, parts + 1)))


def _xml(root: str, element: str, entries: Iterable[Entry]) -> str:
    lines = (
        f"<{element}><loc>{escape(url)}</loc>{f'<lastmod>{changed}</lastmod>' if changed else ''}</{element}>"
        for url, changed in entries
    )
    return "\n".join(
        ['<?xml version="1.0" encoding="UTF-8"?>', f'<{root} xmlns="{_NAMESPACE}">', *lines, f"</{root}>\n"]
    )
