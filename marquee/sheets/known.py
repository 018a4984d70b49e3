"""What the database knows of the artists that a table names, and of its rows."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from sqlalchemy import Connection, select

from marquee.db.functions import among
from marquee.db.statements import PreparedStatement
from marquee.domain.actor import SECRET_KEY_HOLDER, Actor, actor_values
from marquee.domain.history.changes import newest
from marquee.domain.policies.data import visible
from marquee.domain.search import MAX_WORD_LENGTH
from marquee.domain.tables import artist_words, music_artists
from marquee.domain.texts.search_words import words as stored_as
from marquee.sheets.contents import LOOKED_AT
from marquee.sheets.fields import MAX_NAME
from marquee.sheets.sheet import Choices, Row, Sheet
from marquee.sheets.there import There, artists_there, days_around, events_there, key_of


class Artist(NamedTuple):
    """An artist who may be meant."""

    id: str
    name: str


class Known(NamedTuple):
    """What the database knows of a table's rows.

    `artists`: by names without case, accents and punctuation; `by_id`. `events`: by artist and date; `there`: what
    there is of artists whom the table is about, by their ids. All of it as of the change `as_of`.
    """

    artists: dict[str, list[Artist]]
    by_id: dict[str, Artist]
    events: dict[tuple[str, str], list[There]]
    there: dict[str, There]
    as_of: int = 0

    def of_row(self, row: Row, choices: Choices) -> list[Artist]:
        """The artists that a row can mean: the one who was chosen for it, the one of its id, or those of its name.

        Both the one and the others where somebody has typed another's name over that of the id.
        """
        typed, id_ = row.values.get("artist", ""), row.values.get("artist_id")
        chosen = choices.artists.get(typed)
        if chosen in self.by_id:
            return [self.by_id[chosen]]
        if id_ in self.by_id:
            others = self.artists.get(key_of(typed), [])
            return [self.by_id[id_]] if self.by_id[id_] in others else [self.by_id[id_], *others]
        if not typed and id_ is None and choices.artist_id in self.by_id:
            return [self.by_id[choices.artist_id]]
        return self.meant(typed) if typed and chosen is None else []

    def with_whole(self, names: Sequence[str]) -> list[str]:
        """The names of a bill, of which two that a comma divides may be one artist's: Oh, Sleeper."""
        whole: list[str] = []
        for name in names:
            both = f"{whole[-1]}, {name}" if whole else ""
            is_one = key_of(both) in self.artists and key_of(name) not in self.artists
            whole[-1:] = [both] if is_one else [*whole[-1:], name]
        return whole

    def called(self, name: str) -> list[Artist]:
        """The artists of a name; of several alike the one who is written just so."""
        found = self.artists.get(key_of(name), [])
        exact = [artist for artist in found if artist.name == name]
        return exact if len(exact) == 1 else found

    def meant(self, typed: str) -> list[Artist]:
        """The artists of a name, or of an id."""
        return self.called(typed) or ([self.by_id[typed]] if typed in self.by_id else [])


def look_up(
    connection: Connection,
    sheet: Sheet,
    choices: Choices,
    actor: Actor = SECRET_KEY_HOLDER,
    *,
    with_alike: bool = False,
) -> Known:
    """What there is, and the actor sees, of the artists that the table names, and of its events.

    `with_alike`: of those that are like them as well, of which only a preview tells.
    """
    names = {row.values[name] for row in sheet.rows for name in ("artist", "name") if name in row.values}
    names |= {name for row in sheet.rows for name in row.values.get("lineup", ())}
    ids = {row.values[name] for row in sheet.rows for name in ("artist_id", "id") if name in row.values}
    ids |= {choices.artist_id} if choices.artist_id else set()
    known = Known({}, {}, {}, {}, newest(connection))
    for artist in find_artists(connection, actor, names, names | ids | {*choices.artists.values()}):
        known.artists.setdefault(key_of(artist.name), []).append(artist)
        known.by_id[artist.id] = artist
    if sheet.kind == "artists":
        return known._replace(there=artists_there(connection, actor, known.by_id))
    meant = [known.of_row(row, choices) for row in sheet.rows]
    former = {row.values["previous_date"] for row in sheet.rows if "previous_date" in row.values}
    dates = former | {row.values["date"] for row in sheet.rows if "date" in row.values}
    if with_alike:
        dates = {near for day in dates for near in days_around(day)}
    artist_ids = {found[0].id for found in meant if len(found) == 1}
    return known._replace(events=events_there(connection, actor, artist_ids, dates, former))


def artist_column(connection: Connection, sheet: Sheet, actor: Actor = SECRET_KEY_HOLDER) -> int | None:
    """Which of the columns of a table names the most artists that there are; None if none does."""
    columns = [{row.typed[index] for row in sheet.rows[:LOOKED_AT]} for index in range(len(sheet.columns))]
    names = {text for column in columns for text in column if len(text) <= MAX_NAME}
    there = {key_of(artist.name) for artist in find_artists(connection, actor, names, ())}
    counts = [sum(key_of(text) in there for text in column) for column in columns]
    return counts.index(max(counts)) if any(counts) else None


_BY_WORD = PreparedStatement(
    select(artist_words.c.artist_id).where(artist_words.c.in_name, among(artist_words.c.word, "words"))
)
_BY_NAME = PreparedStatement(select(music_artists.c.id).where(among(music_artists.c.name, "names")))


def find_artists(connection: Connection, actor: Actor, names: Iterable[str], ids: Iterable[str]) -> set[Artist]:
    """The artists whom the actor sees whose names have the longest word of one of these, or who have one of the ids."""
    words, bare = set(), []
    for name in names:
        if plain := stored_as(name):
            words.add(max(plain, key=len)[:MAX_WORD_LENGTH])
        else:
            bare.append(name)
    found = {*ids, *(row[0] for row in _BY_WORD.run(connection, {"words": [*words]}))}
    if bare:
        found |= {row[0] for row in _BY_NAME.run(connection, {"names": bare})}
    among_them = among(music_artists.c.id, "ids"), visible(actor, music_artists)
    seen = PreparedStatement(select(music_artists.c.id, music_artists.c.name).where(*among_them))
    return {Artist(*row) for row in seen.run(connection, {"ids": [*found], **actor_values(actor)})}
