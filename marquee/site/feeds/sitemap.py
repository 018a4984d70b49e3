"""The URLs of all pages with the time of their last change, for search engines. See sitemaps.org.

It is made from ids and times alone, in parts: a part is some artists in a row, or the events whose ids begin alike.
Each is read by an index, so that no number of artists and events makes one of them slow.
"""

from collections.abc import Iterable, Sequence
from functools import cache
from html import escape
from itertools import chain
from typing import Any, Literal, NamedTuple
from urllib.parse import quote
from uuid import UUID
from zoneinfo import ZoneInfo

from sqlalchemy import (
    ColumnElement,
    Connection,
    Select,
    Table,
    bindparam,
    cast,
    column,
    func,
    literal,
    literal_column,
    select,
    text,
)

from marquee.db.column_types import INTEGER, TEXT
from marquee.db.functions import latest
from marquee.db.statements import PreparedStatement
from marquee.domain.actor import VISITOR, actor_values
from marquee.domain.tables import AnyColumn, music_artists, music_events, music_lineup
from marquee.domain.tables.columns import NOW
from marquee.domain.times.announcements import seen_since
from marquee.site.page_table import LISTED_PATHS, OF_ARTISTS
from marquee.site.past_dates import past_years
from marquee.site.site_facts import artist_url, event_url, past_url

PART_ARTISTS = 40
"""In one part, with all pages of each, and the events that say when these have changed."""
PART_EVENTS = 200
"""About as many are in one part, while the most parts are enough."""
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
    """Some artists from an id on, the events whose ids are from `start` on, or the pages that list them."""

    kind: Literal["lists", "artists", "events"]
    start: str = ""

    @property
    def name(self) -> str:
        """As its URL has it."""
        return f"{self.kind}-{self.start}" if self.start else self.kind


LISTS = Part("lists")
EVENTS = tuple(
    tuple(Part("events", start) for start in starts)
    for starts in ([""], [f"{number:x}" for number in range(16)], [f"{number:03x}" for number in range(0, 4096, 10)])
)
"""The parts of few events, of more and of many: each ends where the next begins, and ids are random."""


def parts(connection: Connection) -> list[Part]:
    """All parts of a site that have a page."""
    artists = [Part("artists", start) for start in _starts_of_artists(connection)]
    return [LISTS, *artists, *_parts_with_events(connection)]


def part_named(name: str) -> Part | None:
    """The part that may have this name."""
    kind, _, start = name.partition("-")
    if kind == "artists" and start:
        return Part("artists", start)
    return next((part for part in (LISTS, *chain(*EVENTS)) if part.name == name), None)


def pages(connection: Connection, zone: ZoneInfo, base_url: str, part: Part) -> list[Entry]:
    """The pages of one part: of artists all of each, in the order of their ids."""
    match part.kind:
        case "lists":
            urls = [f"{base_url}{path}" for path in LISTED_PATHS]
            years = [past_url(base_url, year) for year in past_years(connection, zone)]
            return [Entry(url, None) for url in (*urls, *years)]
        case "artists":
            artists = [(artist_url(base_url, id_), changed) for id_, changed in _artists(connection, part.start)]
            return [Entry(f"{url}{rest}", changed) for url, changed in artists for rest in ("", *OF_ARTISTS)]
        case "events":
            events = _events(connection, part) if part in _parts_of_events(connection) else []
            return [Entry(event_url(base_url, id_), changed) for id_, changed in events]


def _starts_of_artists(connection: Connection) -> list[str]:
    """The first artist of each part, in one walk through their ids."""
    return [row[0] for row in _rows(connection, _steps(), {_MOST: PART_ARTISTS}) if row[0] is not None]


def _parts_of_events(connection: Connection) -> tuple[Part, ...]:
    """As many as keep each of them small."""
    (count,) = _rows(connection, _count_events(), {_MOST: PART_EVENTS * len(EVENTS[1]) + 1})[0]
    return next((parts for parts in EVENTS if count <= PART_EVENTS * len(parts)), EVENTS[-1])


def _parts_with_events(connection: Connection) -> list[Part]:
    """Those that are not empty: the ids of one write begin alike, and leave whole ranges without any."""
    beside = _parts_of_events(connection)
    found = {row[0] for row in _rows(connection, _starts_with_events(beside), {})}
    return [part for part in beside if part.start in found]


@cache
def _starts_with_events(beside: tuple[Part, ...]) -> PreparedStatement:
    """Where those of these parts begin that have an event which a visitor sees.

    Each is one look into the index of ids. As a join or an EXISTS, PostgreSQL would read all events and artists.
    """
    ids, artists = music_events.c.id, music_artists.alias()
    # As text, since SQLAlchemy would compile a list of values anew for each read.
    rows = ", ".join(str((part.start, *_ids_of(part).values())) for part in beside)
    named = "column1 AS start, column2 AS first, column3 AS last"
    of_parts = text(f"SELECT {named} FROM (VALUES {rows}) AS ranges")  # noqa: S608 - all of it is ours
    ranges = of_parts.columns(*(column(name, TEXT) for name in ("start", _FIRST, _LAST))).cte("ranges")
    first, last = (cast(ranges.c[name], ids.type) for name in (_FIRST, _LAST))
    announced = select(artists.c.published_at).where(artists.c.id == music_events.c.artist_id).scalar_subquery()
    is_seen = _is_seen(music_events) & (announced <= bindparam(NOW, type_=artists.c.published_at.type))
    one = select(ids).where(ids >= first, ids <= last, is_seen).limit(1)
    return PreparedStatement(select(ranges.c.start).where(one.correlate(ranges).scalar_subquery().is_not(None)))


@cache
def _steps() -> PreparedStatement:
    """From the first id that is seen to the first one after `_MOST` ids, and so on; a null at the end.

    What is unannounced is counted, so that the walk needs no more than the index of ids, and no part begins with one.
    """
    step = select(_first_seen(literal("", TEXT)).label("id")).cte("step", recursive=True)
    ids = music_artists.alias().c.id
    after = select(ids).where(ids >= step.c.id).order_by(ids).offset(_number(_MOST)).limit(1)
    following = _first_seen(after.correlate(step).scalar_subquery())
    step = step.union_all(select(following).where(step.c.id.is_not(None)))
    return PreparedStatement(select(step.c.id))


def _first_seen(since: ColumnElement[str]) -> ColumnElement[str]:
    """The first id from this one on that a visitor sees.

    PostgreSQL would join the policy's look-up anew for each step.
    """
    ids = music_artists.c.id
    return select(ids).where(ids >= since, _is_seen(music_artists)).order_by(ids).limit(1).scalar_subquery()


def _is_seen(table: Table) -> ColumnElement[bool]:
    """Whether an artist is announced, or an event, said of the row itself."""
    published = table.c.published_at
    return published <= bindparam(NOW, type_=published.type)


@cache
def _count_events() -> PreparedStatement:
    """Up to `_MOST`, with those that are not announced: to look for their artists took as long as a part."""
    rows: Select[Any] = select(literal_column("1")).select_from(music_events)
    return PreparedStatement(select(func.count()).select_from(rows.limit(_number(_MOST)).subquery()))


def _artists(connection: Connection, start: str) -> list[tuple[str, str]]:
    """The ids of a part's artists, with the last change of themselves and of the events that they play.

    What is on their pages besides, their links and what was deleted, has no time.
    """
    rows = _rows(connection, _artists_from(), {_FIRST: start, _MOST: PART_ARTISTS})
    changed = {id_: [at] for id_, at, is_seen in rows if is_seen}
    if start not in changed:  # a part has one name
        return []
    for events in _events_of_artists():
        for id_, at in _rows(connection, events, {_FIRST: start, _LAST: rows[-1][0]}):
            changed.get(id_, []).append(at)
    return [(id_, max(times)) for id_, times in changed.items()]


@cache
def _artists_from() -> PreparedStatement:
    """The artists of a part, each with whether a visitor sees it."""
    ids = music_artists.c.id
    rows = select(ids, _ARTIST_CHANGED, _is_seen(music_artists)).where(ids >= _bound(_FIRST, ids))
    return PreparedStatement(rows.order_by(ids).limit(_number(_MOST)))


@cache
def _events_of_artists() -> tuple[PreparedStatement, PreparedStatement]:
    """The last change of the events that artists headline, and of those on whose bills they stand.

    Each is one pass for a whole part: PostgreSQL took seconds to look for those of one artist after the other. That a
    visitor sees these artists, is known before.
    """
    headliner, act = music_events.c.artist_id, music_lineup.c.artist_id
    own = latest(music_events.c.updated_at, music_events.c.published_at)
    headlined = select(headliner, func.max(own)).where(_is_seen(music_events))
    on_bills = _of_events(act, func.max(_EVENT_CHANGED)).join(
        music_lineup, music_lineup.c.event_id == music_events.c.id
    )
    return _grouped(headlined, headliner), _grouped(on_bills, act)


def _grouped(events: Select[Any], artist: AnyColumn) -> PreparedStatement:
    theirs = events.where(artist >= _bound(_FIRST, artist), artist <= _bound(_LAST, artist))
    return PreparedStatement(theirs.group_by(artist))


def _events(connection: Connection, part: Part) -> Sequence[Any]:
    """The ids of a part's events, with their last change."""
    return _rows(connection, _events_between(), {**_ids_of(part), _MOST: MAX_EVENTS})


def _ids_of(part: Part) -> dict[str, str]:
    """The first id that a part may have, and the last."""
    beside = next(parts for parts in EVENTS if part in parts)
    place = beside.index(part) + 1
    after = _number_of(beside[place]) if place < len(beside) else 1 << 128
    return {_FIRST: str(UUID(int=_number_of(part))), _LAST: str(UUID(int=after - 1))}


def _number_of(part: Part) -> int:
    """The first id of a part, as a number of 128 bits."""
    return int(part.start.ljust(32, "0"), 16)


@cache
def _events_between() -> PreparedStatement:
    ids = music_events.c.id
    events = _of_events(ids, _EVENT_CHANGED).where(ids >= _bound(_FIRST, ids), ids <= _bound(_LAST, ids))
    return PreparedStatement(events.order_by(ids).limit(_number(_MOST)))


def _of_events(*columns: ColumnElement[Any]) -> Select[Any]:
    """Something of the events that a visitor sees, whose artists are beside them.

    Both are announced: said so, it is read from their indexes, where PostgreSQL would look at all artists instead.
    """
    seen = (music_artists.c.id == music_events.c.artist_id) & _is_seen(music_artists) & _is_seen(music_events)
    return select(*columns).select_from(music_events).join(music_artists, seen)


def _bound(name: str, column: AnyColumn) -> ColumnElement[Any]:
    return bindparam(name, type_=column.type)


def _number(name: str) -> ColumnElement[int]:
    return bindparam(name, type_=INTEGER)


def _rows(connection: Connection, statement: PreparedStatement, values: dict[str, Any]) -> Sequence[Any]:
    """What a visitor sees."""
    return statement.run(connection, {**actor_values(VISITOR), **values})


def page_list(entries: Iterable[Entry]) -> str:
    return _xml("urlset", "url", ((escape(url), changed) for url, changed in entries))


def part_list(base_url: str, found: Iterable[Part]) -> str:
    """The list of lists, for a site of many parts."""
    address = escape(f"{base_url}/sitemap-")
    return _xml("sitemapindex", "sitemap", ((f"{address}{quote(part.name)}.xml", None) for part in found))


def _xml(root: str, element: str, entries: Iterable[tuple[str, str | None]]) -> str:
    lines = (
        f"<{element}><loc>{url}</loc>{f'<lastmod>{changed}</lastmod>' if changed else ''}</{element}>"
        for url, changed in entries
    )
    return "\n".join(
        ['<?xml version="1.0" encoding="UTF-8"?>', f'<{root} xmlns="{_NAMESPACE}">', *lines, f"</{root}>\n"]
    )
