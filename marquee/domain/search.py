"""The search: rows by the beginnings of their words, the same on both databases and always through an index.

An artist is found by name and genre, an event by venue, location and its artist's name. The latter is looked up where
it stands, so that renaming an artist touches none of its events.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from sqlalchemy import (
    ColumnElement,
    Connection,
    Select,
    Table,
    and_,
    bindparam,
    delete,
    exists,
    false,
    func,
    insert,
    or_,
    select,
    union_all,
)

from marquee.db.column_types import INTEGER, TEXT
from marquee.db.statements import SQLITE, Prepared, Statements, Values, differs
from marquee.domain.tables import artist_words, event_words, music_artists, music_events
from marquee.text import plain_words

COLUMN = "search"
"""Its name in the data protocol: a computed field, which can be filtered by `fts` and nothing else."""

LONGEST_WORD = 40
MANY = 1000
"""As many events with a word are not looked up one by one."""
BATCH = 500
_AFTER_ALL_WORDS = "\U0010ffff"

SEARCHED: dict[Table, tuple[str, ...]] = {music_artists: ("name", "genre"), music_events: ("venue", "location")}


class Term(NamedTuple):
    """A word, or with `is_prefix` the beginning of one."""

    word: str
    is_prefix: bool


def terms(text: str, *, is_prefix: bool) -> list[Term]:
    """The words of what somebody looks for, as they are kept; none for mere punctuation."""
    return [Term(word[:LONGEST_WORD], is_prefix) for word in plain_words(text)]


class Searched(NamedTuple):
    """One term of a search of this table's rows."""

    table: Table
    term: Term


def matching(
    table: Table, rows: Any, wanted: Sequence[Term], common: frozenset[str] = frozenset()
) -> ColumnElement[bool]:
    """Whether a row of `rows` (the table or an alias of it) has every word; without a word none does.

    The terms have the names under which their words are bound; those in `common` are asked of each row in its turn.
    """
    ids = _artist_ids if table is music_artists else _event_ids
    found = (_has(rows, term) if term.word in common else rows.c.id.in_(ids(term)) for term in wanted)
    return and_(*found) if wanted else false()


def common(connection: Connection, searched: Iterable[Searched], values: Values) -> frozenset[str]:
    """The names of words that many events have: there, the first of a list are found sooner by going through it.

    On SQLite, whose planner cannot tell; PostgreSQL's can.
    """
    if connection.dialect.name != SQLITE:
        return frozenset()
    asked = {"most": MANY}
    return frozenset(
        term.word
        for table, term in searched
        if table is music_events
        and _how_many(term.is_prefix).run(connection, {**asked, "word": values[term.word]})[0][0] >= MANY
    )


def note(connection: Connection, table: Table, rows: Iterable[Mapping[Any, Any]]) -> None:
    """Keep the words of new rows, which have their `id`."""
    if table not in SEARCHED:
        return
    make = _artist_words if table is music_artists else _event_words
    if found := [word for row in rows for word in make(row)]:
        connection.execute(insert(_words(table)), found)


def ids_to_renew(
    connection: Connection,
    table: Table,
    rows: ColumnElement[bool],
    names: Sequence[str],
    bound: Values,
    statements: Statements,
) -> list[Any]:
    """The ids of those of `rows` whose words the new values of these columns would change."""
    changing = [table.c[name] for name in SEARCHED.get(table, ()) if name in names]
    if not changing:
        return []
    found = statements(
        ("renew", *names), lambda: select(table.c.id).where(rows, or_(*(differs(column) for column in changing)))
    )
    return [row[0] for row in found.run(connection, bound)]


def renew(connection: Connection, table: Table, ids: Sequence[Any]) -> None:
    """Make the words of these rows anew from what they say now."""
    for first in range(0, len(ids), BATCH):
        batch = ids[first : first + BATCH]
        row_id = _row_id(table)
        connection.execute(delete(_words(table)).where(row_id.in_(batch)))
        note(connection, table, connection.execute(_texts(table).where(table.c.id.in_(batch))).mappings())


def _texts(table: Table) -> Select[Any]:
    return select(table.c.id, *(table.c[name] for name in SEARCHED[table]))


def _words(table: Table) -> Table:
    return artist_words if table is music_artists else event_words


def _row_id(table: Table) -> ColumnElement[Any]:
    return artist_words.c.artist_id if table is music_artists else event_words.c.event_id


def _artist_words(row: Mapping[Any, Any]) -> Iterable[dict[str, Any]]:
    name, genre = _unique(row["name"]), _unique(row["genre"])
    return ({"word": word, "artist_id": row["id"], "in_name": word in name} for word in name | genre)


def _event_words(row: Mapping[Any, Any]) -> Iterable[dict[str, Any]]:
    return ({"word": word, "event_id": row["id"]} for word in _unique(row["venue"]) | _unique(row["location"]))


def _unique(text: str) -> dict[str, None]:
    return {word[:LONGEST_WORD]: None for word in plain_words(text)}


def _artist_ids(term: Term) -> Select[Any]:
    return select(artist_words.c.artist_id).where(_says(artist_words.c.word, term))


def _event_ids(term: Term) -> Any:
    own = select(event_words.c.event_id).where(_says(event_words.c.word, term))
    events = music_events.alias()
    of_artist = select(events.c.id).where(events.c.artist_id.in_(_artist_ids(term).where(artist_words.c.in_name)))
    return union_all(own, of_artist)


def _has(event: Any, term: Term) -> ColumnElement[bool]:
    own = exists().where(event_words.c.event_id == event.c.id, _says(event_words.c.word, term))
    of_artist = exists().where(
        artist_words.c.artist_id == event.c.artist_id, _says(artist_words.c.word, term), artist_words.c.in_name
    )
    return or_(own, of_artist)


@cache
def _how_many(is_prefix: bool) -> Prepared:
    found = _event_ids(Term("word", is_prefix)).limit(bindparam("most", type_=INTEGER)).subquery()
    return Prepared(select(func.count()).select_from(found))


def _says(word: ColumnElement[str], term: Term) -> ColumnElement[bool]:
    wanted = bindparam(term.word, type_=TEXT)
    if not term.is_prefix:
        return word == wanted
    # Text is compared by code point on both databases, and no word contains the last one.
    return and_(word >= wanted, word < wanted + _AFTER_ALL_WORDS)
