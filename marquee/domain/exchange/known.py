"""What the database knows of the artists that a table names, and of its rows."""

from collections.abc import Iterable
from typing import Any, NamedTuple

from sqlalchemy import Connection, select

from marquee.db.functions import among
from marquee.db.statements import PreparedStatement
from marquee.domain.actor import SECRET_KEY_HOLDER, Actor, actor_values
from marquee.domain.exchange.fields import MAX_NAME
from marquee.domain.exchange.guessing import LOOKED_AT
from marquee.domain.exchange.sheet import Choices, Row, Sheet
from marquee.domain.policies.data import visible
from marquee.domain.search import MAX_WORD_LENGTH
from marquee.domain.tables import artist_words, music_artists, music_events
from marquee.text import plain_words


class Artist(NamedTuple):
    """An artist who may be meant."""

    id: str
    name: str


class Event(NamedTuple):
    """An event that is there already."""

    id: str
    start_time: str | None


class Known(NamedTuple):
    """What the database knows of a table's rows.

    `artists`: by names without case, accents and punctuation; `by_id`; `events`: by artist, date and venue.
    """

    artists: dict[str, list[Artist]]
    by_id: dict[str, Artist]
    events: dict[tuple[str, ...], list[Event]]

    def of_row(self, row: Row, choices: Choices) -> list[Artist]:
        """The artists that a row can mean: the one who was chosen for it, the one of its id, or those of its name."""
        typed, id_ = row.values.get("artist", ""), row.values.get("artist_id")
        chosen = choices.artists.get(typed)
        for given in (chosen, id_):
            if given in self.by_id:
                return [self.by_id[given]]
        return self.meant(typed) if typed and chosen is None else []

    def meant(self, typed: str) -> list[Artist]:
        """The artists of a name, or of an id; of several alike the one who is written just so."""
        found = self.artists.get(key_of(typed), [])
        exact = [artist for artist in found if artist.name == typed]
        if len(exact) == 1:
            return exact
        return found or ([self.by_id[typed]] if typed in self.by_id else [])


def key_of(text: str) -> str:
    """What two names have in common that mean the same; names of mere punctuation are compared as they are."""
    return " ".join(plain_words(text)) or text.casefold()


def look_up(connection: Connection, sheet: Sheet, choices: Choices, actor: Actor = SECRET_KEY_HOLDER) -> Known:
    """What there is, and the actor sees, of the artists that the table names, and of its events."""
    names = {row.values[name] for row in sheet.rows for name in ("artist", "name") if name in row.values}
    names |= {name for row in sheet.rows for name in row.values.get("lineup", ())}
    ids = {row.values[name] for row in sheet.rows for name in ("artist_id", "id") if name in row.values}
    known = Known({}, {}, {})
    for artist in _artists(connection, actor, names, names | ids | {*choices.artists.values()}):
        known.artists.setdefault(key_of(artist.name), []).append(artist)
        known.by_id[artist.id] = artist
    if sheet.kind == "events":
        for key, event in _events(connection, sheet, known, choices):
            known.events.setdefault(key, []).append(event)
    return known


def artist_column(connection: Connection, sheet: Sheet, actor: Actor = SECRET_KEY_HOLDER) -> int | None:
    """Which of the columns of a table names the most artists that there are; None if none does."""
    columns = [{row.typed[index] for row in sheet.rows[:LOOKED_AT]} for index in range(len(sheet.columns))]
    names = {text for column in columns for text in column if len(text) <= MAX_NAME}
    there = {key_of(artist.name) for artist in _artists(connection, actor, names, ())}
    counts = [sum(key_of(text) in there for text in column) for column in columns]
    return counts.index(max(counts)) if any(counts) else None


_BY_WORD = PreparedStatement(
    select(music_artists.c.id, music_artists.c.name).where(
        music_artists.c.id.in_(
            select(artist_words.c.artist_id).where(artist_words.c.in_name, among(artist_words.c.word, "words"))
        )
    )
)
_BY_ID = PreparedStatement(select(music_artists.c.id, music_artists.c.name).where(among(music_artists.c.id, "ids")))
_BY_NAME = PreparedStatement(
    select(music_artists.c.id, music_artists.c.name).where(among(music_artists.c.name, "names"))
)


def _artists(connection: Connection, actor: Actor, names: Iterable[str], ids: Iterable[str]) -> set[Artist]:
    """The artists whose names have the longest word of one of these, or who have one of these ids."""
    words, bare = set(), []
    for name in names:
        if plain := plain_words(name):
            words.add(max(plain, key=len)[:MAX_WORD_LENGTH])
        else:
            bare.append(name)
    rows = [*_BY_WORD.run(connection, {"words": [*words]}), *_BY_ID.run(connection, {"ids": [*ids]})]
    if bare:
        rows += _BY_NAME.run(connection, {"names": bare})
    return {*_seen(connection, actor, rows)}


def _seen(connection: Connection, actor: Actor, rows: Iterable[Any]) -> list[Artist]:
    """Those of the artists whom the actor sees."""
    found = [Artist(*row) for row in rows]
    among_them = select(music_artists.c.id).where(among(music_artists.c.id, "ids"), visible(actor, music_artists))
    bound = {"ids": [artist.id for artist in found], **actor_values(actor)}
    seen = {row[0] for row in PreparedStatement(among_them).run(connection, bound)}
    return [artist for artist in found if artist.id in seen]


def _events(
    connection: Connection, sheet: Sheet, known: Known, choices: Choices
) -> Iterable[tuple[tuple[str, ...], Event]]:
    meant = [(known.of_row(row, choices), row.values.get("date")) for row in sheet.rows]
    bound = {
        "ids": [*{found[0].id for found, _ in meant if len(found) == 1}],
        "dates": [*{day for _, day in meant if day is not None}],
    }
    for id_, artist_id, day, venue, start in _EVENTS.run(connection, bound):
        yield (artist_id, day, key_of(venue)), Event(id_, start)


_EVENT_COLUMNS = [music_events.c[name] for name in ("id", "artist_id", "date", "venue", "start_time")]
_EVENTS = PreparedStatement(
    select(*_EVENT_COLUMNS).where(among(music_events.c.artist_id, "ids"), among(music_events.c.date, "dates"))
)
