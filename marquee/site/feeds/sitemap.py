"""The URLs of all pages with the time of their last change, for search engines. See sitemaps.org.

It is made from ids and times alone, in parts, so that no number of artists and events makes a response large or slow.
"""

from collections.abc import Iterable, Sequence
from html import escape
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from sqlalchemy import ColumnElement, Connection, Select, Table, cast, func, select

from marquee.db.column_types import TEXT
from marquee.db.functions import latest
from marquee.domain.actor import VISITOR, actor_values
from marquee.domain.announcements import seen_since
from marquee.domain.policies.data import visible
from marquee.domain.tables import AnyColumn, music_artists, music_events, music_lineup
from marquee.site.event_queries import past_years
from marquee.site.reading import Reader
from marquee.site.site_facts import artist_url, event_url, past_url, press_url

PART_SIZE = 5_000
"""The number of artists and events in one part; the protocol allows 50,000 URLs."""

_ARTIST_CHANGED = latest(music_artists.c.updated_at, music_artists.c.published_at)
_EVENT_CHANGED = latest(music_events.c.updated_at, seen_since(music_events, music_artists))
"""A page is changed with its row, and when it is there for the first time."""

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
    seen = select(func.max(_ARTIST_CHANGED)).where(visible(VISITOR, music_artists))
    artists = _rows(connection, seen)[0][0]
    years = past_years(Reader(connection, zone))
    return [
        Entry(f"{base_url}/", max(filter(None, (artists, *changed.values())), default=None)),
        *(Entry(past_url(base_url, f"{year:04}"), changed[year]) for year in years),
    ]


def _years_changed(connection: Connection) -> dict[int, str]:
    """The last change of an event of each year, found in one pass."""
    year = func.substr(cast(music_events.c.date, TEXT), 1, 4)
    seen = _of_events(year, func.max(_EVENT_CHANGED)).group_by(year)
    return {int(year): changed for year, changed in _rows(connection, seen)}


def _artists(connection: Connection, offset: int) -> list[tuple[str, str]]:
    """The ids of a part's artists, with the last change of themselves and of the events that they play.

    What is on their pages besides, their links and what was deleted, has no time.
    """
    seen = select(music_artists.c.id, _ARTIST_CHANGED).where(visible(VISITOR, music_artists))
    rows = _rows(connection, seen.order_by(music_artists.c.id).offset(offset).limit(PART_SIZE))
    if not rows:
        return []
    changed = {id_: [at] for id_, at in rows}
    for column, events in _events_of_artists():
        theirs = events.where(column >= rows[0][0], column <= rows[-1][0]).group_by(column)
        for id_, at in _rows(connection, theirs):
            changed.get(id_, []).append(at)
    return [(id_, max(times)) for id_, times in changed.items()]


def _events_of_artists() -> Iterable[tuple[AnyColumn, Select[Any]]]:
    """The last change of the events that artists headline, and of those on whose bills they stand.

    Each is one pass for a whole part: PostgreSQL took seconds to look for those of one artist after the other.
    """
    headliner, act = music_events.c.artist_id, music_lineup.c.artist_id
    own = latest(music_events.c.updated_at, music_events.c.published_at)  # that the artist is there, is told above
    yield headliner, select(headliner, func.max(own)).where(visible(VISITOR, music_events))
    on_bills = _of_events(act, func.max(_EVENT_CHANGED)).join(
        music_lineup, music_lineup.c.event_id == music_events.c.id
    )
    yield act, on_bills.where(visible(VISITOR, music_lineup))


def _events(connection: Connection, base_url: str, offset: int, limit: int) -> list[Entry]:
    events = _of_events(music_events.c.id, _EVENT_CHANGED)
    rows = _rows(connection, events.order_by(music_events.c.id).offset(offset).limit(limit))
    return [Entry(event_url(base_url, id_), changed) for id_, changed in rows]


def _of_events(*columns: ColumnElement[Any]) -> Select[Any]:
    """Something of the events that a visitor sees, whose artists are beside them."""
    artists = music_artists.c.id == music_events.c.artist_id
    return select(*columns).select_from(music_events).join(music_artists, artists).where(visible(VISITOR, music_events))


def _count(connection: Connection, table: Table) -> int:
    seen = select(func.count()).select_from(table).where(visible(VISITOR, table))
    return int(_rows(connection, seen)[0][0])


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
