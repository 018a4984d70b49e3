"""The URLs of all pages with the time of their last change, for search engines. See sitemaps.org.

It is made from ids and times alone, in parts, so that no number of artists and events makes a response large or slow.
"""

from collections.abc import Iterable, Sequence
from html import escape
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from sqlalchemy import ColumnElement, Connection, Select, Table, case, cast, func, select

from marquee.db.column_types import TEXT
from marquee.domain.actor import VISITOR, actor_values
from marquee.domain.policies.data import visible
from marquee.domain.tables import music_artists, music_events
from marquee.site.event_queries import past_years
from marquee.site.reading import Reader
from marquee.site.site_facts import artist_url, event_url, past_url, press_url

PART_SIZE = 5_000
"""The number of artists and events in one part; the protocol allows 50,000 URLs."""

_NAMESPACE = "http://www.sitemaps.org/schemas/sitemap/0.9"


class Entry(NamedTuple):
    """A page; `changed` is a W3C date and time, or None if it is not known."""

    url: str
    changed: str | None


def count_parts(connection: Connection) -> int:
    """The number of parts: at least one, since there is always a home page."""
    rows = sum(_count(connection, table) for table in (music_artists, music_events))
    return max(1, -(-rows // PART_SIZE))


def pages(connection: Connection, zone: ZoneInfo, base_url: str, part: int) -> list[Entry]:
    """The pages of one part, counted from 1: artists, each with two pages, and then events in the order of their ids.

    The home page and the years of past events, of which there are few, are in the first.
    """
    offset = (part - 1) * PART_SIZE
    artists = _artists(connection, offset)
    before = max(0, offset - _count(connection, music_artists))
    of_artists = [Entry(url(base_url, id_), changed) for id_, changed in artists for url in (artist_url, press_url)]
    entries = [*of_artists, *_events(connection, base_url, before, PART_SIZE - len(artists))]
    return [*_first_pages(connection, zone, base_url), *entries] if part == 1 else entries


def _first_pages(connection: Connection, zone: ZoneInfo, base_url: str) -> list[Entry]:
    """The last change of a year is that of one of its events, which in the current one may be an upcoming one."""
    changed = _years_changed(connection)
    seen = select(func.max(_changed(music_artists))).where(visible(VISITOR, music_artists))
    artists = _rows(connection, seen)[0][0]
    years = past_years(Reader(connection, zone))
    return [
        Entry(f"{base_url}/", max(filter(None, (artists, *changed.values())), default=None)),
        *(Entry(past_url(base_url, year), changed[year]) for year in years),
    ]


def _years_changed(connection: Connection) -> dict[int, str]:
    """The last change of an event of each year, found in one pass."""
    year = func.substr(cast(music_events.c.date, TEXT), 1, 4)
    seen = select(year, func.max(_changed(music_events))).where(visible(VISITOR, music_events)).group_by(year)
    return {int(year): changed for year, changed in _rows(connection, seen)}


def _artists(connection: Connection, offset: int) -> list[tuple[str, str]]:
    """The ids of a part's artists, with the last change of what their pages show."""
    events_changed = (
        select(func.max(_changed(music_events)))
        .where(music_events.c.artist_id == music_artists.c.id, visible(VISITOR, music_events))
        .scalar_subquery()
    )
    profiles = select(music_artists.c.id, _changed(music_artists), events_changed).where(
        visible(VISITOR, music_artists)
    )
    rows = _rows(connection, profiles.order_by(music_artists.c.id).offset(offset).limit(PART_SIZE))
    return [(id_, max(filter(None, times))) for id_, *times in rows]


def _events(connection: Connection, base_url: str, offset: int, limit: int) -> list[Entry]:
    events = select(music_events.c.id, _changed(music_events)).where(visible(VISITOR, music_events))
    rows = _rows(connection, events.order_by(music_events.c.id).offset(offset).limit(limit))
    return [Entry(event_url(base_url, id_), changed) for id_, changed in rows]


def _count(connection: Connection, table: Table) -> int:
    seen = select(func.count()).select_from(table).where(visible(VISITOR, table))
    return int(_rows(connection, seen)[0][0])


def _changed(table: Table) -> ColumnElement[str]:
    """When a page was changed last: with its row, or when it was announced."""
    row = table.c
    return case((row.published_at > row.updated_at, row.published_at), else_=row.updated_at)


def _rows(connection: Connection, statement: Select[Any]) -> Sequence[Any]:
    """What a visitor sees."""
    return connection.execute(statement, actor_values(VISITOR)).all()


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
