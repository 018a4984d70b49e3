"""The URLs of all pages with the time of their last change, for search engines. See sitemaps.org.

It is made from ids and times alone, in parts: a part is some artists in a row, or the events whose ids begin alike.
Each is read by an index, so that no number of artists and events makes one of them slow.
"""

from collections.abc import Iterable, Sequence
from functools import cache
from html import escape
from typing import Any, Literal, NamedTuple
from urllib.parse import quote
from zoneinfo import ZoneInfo

from sqlalchemy import ColumnElement, Connection, Select, bindparam, func, literal_column, select

from marquee.db.column_types import INTEGER
from marquee.db.functions import latest
from marquee.db.statements import PreparedStatement
from marquee.domain.actor import VISITOR, actor_values
from marquee.domain.announcements import seen_since
from marquee.domain.policies.data import visible
from marquee.domain.tables import AnyColumn, music_artists, music_events, music_lineup
from marquee.domain.tables.columns import NOW
from marquee.site.event_queries import past_years
from marquee.site.reading import Reader
from marquee.site.site_facts import artist_url, event_url, past_url, press_url

PART_ARTISTS = 50
"""In one part, with their two pages each, and the events that say when these have changed."""
PART_EVENTS = 200
"""About as many are in one part, while 256 parts are enough."""
MAX_DIGITS = 2
"""Of an event's id, which are random: each more makes sixteen times as many parts."""
MAX_EVENTS = 50_000
"""The protocol's limit."""
WHOLE = 3
"""So many parts, one of each kind, are one file."""

_FIRST, _LAST, _MOST = "first", "last", "most"
_ARTIST_CHANGED = latest(music_artists.c.updated_at, music_artists.c.published_at)
_EVENT_CHANGED = latest(music_events.c.updated_at, seen_since(music_events, music_artists))
"""A page is changed with its row, and when it is there for the first time."""

_NAMESPACE = "http://www.sitemaps.org/schemas/sitemap/0.9"


class Entry(NamedTuple):
    """A page; `changed` is a W3C date and time, or None if it is not known."""

    url: str
    changed: str | None


class Part(NamedTuple):
    """Some artists from an id on, the events whose ids begin with `start`, or the pages that list them."""

    kind: Literal["lists", "artists", "events"]
    start: str = ""

    @property
    def name(self) -> str:
        """As its URL has it."""
        return f"{self.kind}-{self.start}" if self.start else self.kind


LISTS = Part("lists")


def parts(connection: Connection) -> list[Part]:
    """All parts of a site."""
    artists = [Part("artists", start) for start in _starts_of_artists(connection)]
    return [LISTS, *artists, *(Part("events", start) for start in _starts_of_events(connection))]


def part_named(name: str) -> Part | None:
    """The part that may have this name."""
    kind, _, start = name.partition("-")
    if kind == "artists" and start:
        return Part("artists", start)
    is_start = len(start) <= MAX_DIGITS and set(start) <= set("0123456789abcdef")
    if kind == "events" and is_start and not name.endswith("-"):
        return Part("events", start)
    return LISTS if name == LISTS.name else None


def pages(connection: Connection, zone: ZoneInfo, base_url: str, part: Part) -> list[Entry]:
    """The pages of one part: of artists two each, in the order of their ids."""
    match part.kind:
        case "lists":
            years = past_years(Reader(connection, zone))
            urls = [f"{base_url}/", *(past_url(base_url, f"{year:04}") for year in years)]
            return [Entry(url, None) for url in urls]
        case "artists":
            artists = _artists(connection, part.start)
            return [Entry(url(base_url, id_), changed) for id_, changed in artists for url in (artist_url, press_url)]
        case "events":
            return [Entry(event_url(base_url, id_), changed) for id_, changed in _events(connection, part.start)]


def _starts_of_artists(connection: Connection) -> list[str]:
    """The first artist of each part, in one walk through their ids."""
    return [row[0] for row in _rows(connection, _steps(), {_MOST: PART_ARTISTS - 1}) if row[0] is not None]


def _starts_of_events(connection: Connection) -> list[str]:
    """With as many digits as keep parts small; none for a site whose events are one part, or none at all."""
    most = PART_EVENTS * 16 ** (MAX_DIGITS - 1)
    (count,) = _rows(connection, _count_events(), {_MOST: most + 1})[0]
    digits = sum(count > PART_EVENTS * 16**power for power in range(MAX_DIGITS))
    return [f"{number:0{digits}x}" for number in range(16**digits)] if digits else [""] if count else []


@cache
def _steps() -> PreparedStatement:
    """From the first id to the one that is `_MOST` and one further, and so on; a null at the end.

    What a visitor sees is said of the row itself: PostgreSQL would join the policy's look-up anew for each step.
    """
    ids, published = music_artists.c.id, music_artists.c.published_at
    seen = published <= bindparam(NOW, type_=published.type)
    step = select(func.min(ids).label("id")).where(seen).cte("step", recursive=True)
    following = select(ids).where(seen, ids > step.c.id).order_by(ids).offset(_number(_MOST)).limit(1)
    step = step.union_all(select(following.scalar_subquery()).where(step.c.id.is_not(None)))
    return PreparedStatement(select(step.c.id))


@cache
def _count_events() -> PreparedStatement:
    """Up to `_MOST`."""
    rows: Select[Any] = select(literal_column("1")).select_from(music_events).where(visible(VISITOR, music_events))
    return PreparedStatement(select(func.count()).select_from(rows.limit(_number(_MOST)).subquery()))


def _artists(connection: Connection, start: str) -> list[tuple[str, str]]:
    """The ids of a part's artists, with the last change of themselves and of the events that they play.

    What is on their pages besides, their links and what was deleted, has no time.
    """
    rows = _rows(connection, _artists_from(), {_FIRST: start, _MOST: PART_ARTISTS})
    if not rows or rows[0][0] != start:  # a part has one name
        return []
    changed = {id_: [at] for id_, at in rows}
    for events in _events_of_artists():
        for id_, at in _rows(connection, events, {_FIRST: rows[0][0], _LAST: rows[-1][0]}):
            changed.get(id_, []).append(at)
    return [(id_, max(times)) for id_, times in changed.items()]


@cache
def _artists_from() -> PreparedStatement:
    ids = music_artists.c.id
    seen = select(ids, _ARTIST_CHANGED).where(visible(VISITOR, music_artists), ids >= _bound(_FIRST, ids))
    return PreparedStatement(seen.order_by(ids).limit(_number(_MOST)))


@cache
def _events_of_artists() -> tuple[PreparedStatement, PreparedStatement]:
    """The last change of the events that artists headline, and of those on whose bills they stand.

    Each is one pass for a whole part: PostgreSQL took seconds to look for those of one artist after the other.
    """
    headliner, act = music_events.c.artist_id, music_lineup.c.artist_id
    own = latest(music_events.c.updated_at, music_events.c.published_at)  # that the artist is there, is told above
    headlined = select(headliner, func.max(own)).where(visible(VISITOR, music_events))
    on_bills = _of_events(act, func.max(_EVENT_CHANGED)).join(
        music_lineup, music_lineup.c.event_id == music_events.c.id
    )
    return _grouped(headlined, headliner), _grouped(on_bills.where(visible(VISITOR, music_lineup)), act)


def _grouped(events: Select[Any], artist: AnyColumn) -> PreparedStatement:
    theirs = events.where(artist >= _bound(_FIRST, artist), artist <= _bound(_LAST, artist))
    return PreparedStatement(theirs.group_by(artist))


def _events(connection: Connection, start: str) -> list[tuple[str, str]]:
    """The ids of the events that begin so, with their last change."""
    bounds = (f"{start:{digit}<8}-" + "-".join([digit * 4] * 3) + "-" + digit * 12 for digit in "0f")
    first, last = bounds
    return [(row[0], row[1]) for row in _rows(connection, _events_between(), {_FIRST: first, _LAST: last})]


@cache
def _events_between() -> PreparedStatement:
    ids = music_events.c.id
    events = _of_events(ids, _EVENT_CHANGED).where(ids >= _bound(_FIRST, ids), ids <= _bound(_LAST, ids))
    return PreparedStatement(events.order_by(ids).limit(MAX_EVENTS))


def _of_events(*columns: ColumnElement[Any]) -> Select[Any]:
    """Something of the events that a visitor sees, whose artists are beside them."""
    artists = music_artists.c.id == music_events.c.artist_id
    return select(*columns).select_from(music_events).join(music_artists, artists).where(visible(VISITOR, music_events))


def _bound(name: str, column: AnyColumn) -> ColumnElement[Any]:
    return bindparam(name, type_=column.type)


def _number(name: str) -> ColumnElement[int]:
    return bindparam(name, type_=INTEGER)


def _rows(connection: Connection, statement: PreparedStatement, values: dict[str, Any]) -> Sequence[Any]:
    """What a visitor sees."""
    return statement.run(connection, {**actor_values(VISITOR), **values})


def page_list(entries: Iterable[Entry]) -> str:
    return _xml("urlset", "url", entries)


def part_list(base_url: str, found: Iterable[Part]) -> str:
    """The list of lists, for a site of many parts."""
    entries = (Entry(f"{base_url}/sitemap-{quote(part.name)}.xml", None) for part in found)
    return _xml("sitemapindex", "sitemap", entries)


def _xml(root: str, element: str, entries: Iterable[Entry]) -> str:
    lines = (
        f"<{element}><loc>{escape(url)}</loc>{f'<lastmod>{changed}</lastmod>' if changed else ''}</{element}>"
        for url, changed in entries
    )
    return "\n".join(
        ['<?xml version="1.0" encoding="UTF-8"?>', f'<{root} xmlns="{_NAMESPACE}">', *lines, f"</{root}>\n"]
    )
