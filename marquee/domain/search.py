"""Searches rows by the beginnings of their words, the same on both databases and always through an index.

An artist is found by name and genre, an event by venue, location, its artist's name and those on its bill. The names
of artists and of the bill have words of their own, so that changing one changes none of the events' words. An artist's
whole name is stored as a word too, by which it comes first where it is what was searched for.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache, lru_cache
from typing import Any, NamedTuple

from sqlalchemy import (
    Column,
    ColumnElement,
    Connection,
    Select,
    Table,
    and_,
    bindparam,
    case,
    delete,
    false,
    func,
    literal,
    literal_column,
    or_,
    select,
    true,
    union_all,
)

from marquee.db.bulk_insert import insert_alike
from marquee.db.column_types import INTEGER, TEXT
from marquee.db.functions import among
from marquee.db.statements import PreparedStatement, Values
from marquee.domain.actor import Actor
from marquee.domain.policies.data import visible
from marquee.domain.tables import (
    artist_words,
    event_words,
    lineup_words,
    music_artists,
    music_events,
    music_lineup,
)
from marquee.domain.texts.search_words import joined_words, searched_words, stored_words, telling, together
from marquee.text import signs

COLUMN = "search"
"""The search's name in the data protocol: a computed column that can only be filtered, by `fts`."""

MAX_WORD_LENGTH = 40
MAX_WORDS = 20
"""That a search looks for."""
COMMON_FROM = 1000
"""From this many rows on, a word is common: they are no longer looked up by the word."""
BATCH = 500
_LATER = "rows whose words are stored later"
MAX_TEXTS = 32_768
"""Of the largest table, whose words are found before it is written."""
AFTER_EVERY_WORD = "\U0010ffff"
NAME = " "
"""Before a whole name among the words, none of which has a space."""
MAX_NAMED = 100
"""Artists of one name that come first."""

SEARCHED_COLUMNS: dict[Table, tuple[str, ...]] = {music_artists: ("name", "genre"), music_events: ("venue", "location")}
RANKED = frozenset({music_artists})
"""Of which those come first whose name was searched for, see `name_rank`."""
STORED_COLUMNS = {**SEARCHED_COLUMNS, music_lineup: ("name",)}
"""Those of which words are stored; the bill's are for finding its event."""


class Term(NamedTuple):
    """A word, or with `is_prefix` the beginning of one."""

    word: str
    is_prefix: bool


class Search(NamedTuple):
    """The terms that rows must have, and all that was typed as one word, which may be a whole name."""

    terms: tuple[Term, ...]
    together: Term


class TableSearch(NamedTuple):
    """A search of this table's rows."""

    table: Table
    search: Search


def search_for(texts: Iterable[tuple[str, bool]]) -> Search | None:
    """The search for texts, of each of which may be known the beginning only, normalized as the stored words are.

    None without anything to search for. Signs count where there are no words.
    """
    given = [*texts]
    one = together(" ".join(text for text, _ in given))
    for parts in (searched_words, signs):
        if terms := [Term(part[:MAX_WORD_LENGTH], is_prefix) for text, is_prefix in given for part in parts(text)]:
            needed = telling([term.word for term in terms])[:MAX_WORDS]
            return Search(tuple(terms[place] for place in needed), Term(one[:MAX_WORD_LENGTH], terms[-1].is_prefix))
    return None


def matching(
    table: Table,
    rows: Any,
    search: Search | None,
    actor: Actor,
    common: frozenset[str] = frozenset(),
) -> ColumnElement[bool]:
    """Whether a row of `rows` (the table or an alias of it) has every term; none without a search.

    The words of the terms are the names under which they are bound. Those in `common` are checked row by row. Of
    bills, the entries are searched that the actor sees.
    """
    if search is None:
        return false()
    acts = visible(actor, music_lineup)

    def has(term: Term) -> ColumnElement[bool]:
        if term.word in common:
            return _artist_has(rows, term) if table is music_artists else _event_has(rows, term, acts)
        is_one: ColumnElement[bool] = rows.c.id.in_(
            _artist_ids(term) if table is music_artists else _event_ids(term, acts)
        )
        return is_one

    return and_(*map(has, search.terms))


def name_rank(artist: Any, search: Search) -> ColumnElement[int]:
    """What artists are ordered by before all else: those whose name was searched for, then those that begin so."""
    name = literal(NAME, TEXT) + bindparam(search.together.word, type_=TEXT)
    mine, word = artist_words.c.artist_id == artist.c.id, artist_words.c.word
    return case(
        (_is_any(mine, word == name), 0), (_is_any(mine, word > name, word < name + AFTER_EVERY_WORD), 1), else_=2
    )


def named(connection: Connection, search: Search, values: Values) -> list[str]:
    """The ids of artists whose whole name is what was typed."""
    return [row[0] for row in _NAMED.run(connection, {"name": NAME + values[search.together.word]})]


def common_words(connection: Connection, searches: Iterable[TableSearch], values: Values) -> frozenset[str]:
    """The names of words that many rows have: there, going through a list finds its first rows sooner.

    Neither database's planner knows it: the word is bound, and may be the beginning of many.
    """
    limit = {"max": COMMON_FROM}
    return frozenset(
        term.word
        for table, search in searches
        for term in search.terms
        if _count_up_to(table, term.is_prefix).run(connection, {**limit, "word": values[term.word]})[0][0]
        >= COMMON_FROM
    )


def add_words(connection: Connection, table: Table, rows: Iterable[Mapping[Any, Any]]) -> None:
    """Store the words of new rows, which have their `id`."""
    if table not in STORED_COLUMNS:
        return
    row_id, make = _STORED[table]
    if words := [word for row in rows for word in make(row)]:
        insert_alike(connection, row_id.table, words)


def find_words(table: Table, rows: Iterable[Mapping[Any, Any]]) -> None:
    """Find the words of rows to come: `add_words` need not then, while nobody else can write."""
    for row in rows:
        for name in STORED_COLUMNS.get(table, ()):
            if isinstance(text := row.get(name), str):
                (_name_words if name == "name" else _unique)(text)


def replace_words(connection: Connection, table: Table, ids: Sequence[Any]) -> None:
    """Store the words of these rows again, from their current values; within `words_later` at the end of that."""
    if (later := connection.info.get(_LATER)) is not None:
        later[table].update(ids)
        return
    for first in range(0, len(ids), BATCH):
        batch = {"ids": [*ids[first : first + BATCH]]}
        remove, read = _replacing(table)
        remove.run(connection, batch)
        names = ("id", *STORED_COLUMNS[table])
        add_words(connection, table, [dict(zip(names, row, strict=True)) for row in read.run(connection, batch)])


@contextmanager
def words_later(connection: Connection) -> Iterator[None]:
    """Store the words of all rows that are changed in the block at once: one by one they take most of its time."""
    changed: dict[Table, set[Any]] = defaultdict(set)
    connection.info[_LATER] = changed
    try:
        yield
    finally:
        del connection.info[_LATER]
    for table, ids in changed.items():
        replace_words(connection, table, sorted(ids))


@cache
def _replacing(table: Table) -> tuple[PreparedStatement, PreparedStatement]:
    """What removes the words of the rows of some ids, and what reads that of which they are made."""
    row_id, _ = _STORED[table]
    texts = select(table.c.id, *(table.c[name] for name in STORED_COLUMNS[table])).where(among(table.c.id, "ids"))
    return PreparedStatement(delete(row_id.table).where(among(row_id, "ids"))), PreparedStatement(texts)


def _artist_words(row: Mapping[Any, Any]) -> Iterable[dict[str, Any]]:
    name, genre = {**_name_words(row["name"]), _whole(row["name"]): None}, _unique(row["genre"])
    return ({"word": word, "artist_id": row["id"], "in_name": word in name} for word in {**name, **genre})


def _event_words(row: Mapping[Any, Any]) -> Iterable[dict[str, Any]]:
    return ({"word": word, "event_id": row["id"]} for word in {**_unique(row["venue"]), **_unique(row["location"])})


def _lineup_words(row: Mapping[Any, Any]) -> Iterable[dict[str, Any]]:
    return ({"word": word, "lineup_id": row["id"]} for word in _name_words(row["name"]))


_STORED: Mapping[Table, tuple[Column[Any], Callable[[Mapping[Any, Any]], Iterable[dict[str, Any]]]]] = {
    music_artists: (artist_words.c.artist_id, _artist_words),
    music_events: (event_words.c.event_id, _event_words),
    music_lineup: (lineup_words.c.lineup_id, _lineup_words),
}
"""What each row's words are stored under, and how they are found."""


@lru_cache(MAX_TEXTS)
def _unique(text: str) -> Mapping[str, None]:
    return {word[:MAX_WORD_LENGTH]: None for word in stored_words(text)}


@lru_cache(MAX_TEXTS)
def _name_words(name: str) -> Mapping[str, None]:
    return {**_unique(name), **{word[:MAX_WORD_LENGTH]: None for word in joined_words(name)}}


def _whole(name: str) -> str:
    """A name as a word of its own: what a search for it is as one word."""
    return NAME + together(name)[:MAX_WORD_LENGTH]


_NAMED = PreparedStatement(
    select(artist_words.c.artist_id).where(artist_words.c.word == bindparam("name", type_=TEXT)).limit(MAX_NAMED)
)


def _artist_ids(term: Term) -> Select[Any]:
    return select(artist_words.c.artist_id).where(_matches(artist_words.c.word, term))


def _event_ids(term: Term, acts: ColumnElement[bool]) -> Any:
    own = select(event_words.c.event_id).where(_matches(event_words.c.word, term))
    events = music_events.alias()
    of_artist = select(events.c.id).where(events.c.artist_id.in_(_artist_ids(term).where(artist_words.c.in_name)))
    entries = select(lineup_words.c.lineup_id).where(_matches(lineup_words.c.word, term))
    on_bill = select(music_lineup.c.event_id).where(music_lineup.c.id.in_(entries), acts)
    return union_all(own, of_artist, on_bill)


def _is_any(*conditions: ColumnElement[bool]) -> ColumnElement[bool]:
    """Whether there is a row, looked for from the one outside: with a limit PostgreSQL never collects all first."""
    return select(literal_column("1")).where(*conditions).limit(1).scalar_subquery().is_not(None)


def _artist_has(artist: Any, term: Term) -> ColumnElement[bool]:
    return _is_any(artist_words.c.artist_id == artist.c.id, _matches(artist_words.c.word, term))


def _event_has(event: Any, term: Term, acts: ColumnElement[bool]) -> ColumnElement[bool]:
    own = _is_any(event_words.c.event_id == event.c.id, _matches(event_words.c.word, term))
    of_artist = _is_any(
        artist_words.c.artist_id == event.c.artist_id, _matches(artist_words.c.word, term), artist_words.c.in_name
    )
    on_bill = _is_any(
        music_lineup.c.event_id == event.c.id,
        lineup_words.c.lineup_id == music_lineup.c.id,
        _matches(lineup_words.c.word, term),
        acts,
    )
    return or_(own, of_artist, on_bill)


@cache
def _count_up_to(table: Table, is_prefix: bool) -> PreparedStatement:
    term = Term("word", is_prefix)
    found = _artist_ids(term) if table is music_artists else _event_ids(term, true())
    rows = found.limit(bindparam("max", type_=INTEGER)).subquery()
    return PreparedStatement(select(func.count()).select_from(rows))


def _matches(word: ColumnElement[str], term: Term) -> ColumnElement[bool]:
    bound = bindparam(term.word, type_=TEXT)
    if not term.is_prefix:
        return word == bound
    # Text is compared by code point on both databases, and no word contains the last one.
    return and_(word >= bound, word < bound + AFTER_EVERY_WORD)
