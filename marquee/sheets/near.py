"""Artists of nearly the same name as one that nobody has, for people to choose from.

Only a preview looks for them: a write, which holds up others, has no use for suggestions. The work is bounded.
"""

from collections.abc import Iterable, Mapping
from difflib import get_close_matches

from sqlalchemy import ColumnElement, Connection, Executable, Select, bindparam, select, union_all

from marquee.db.column_types import TEXT
from marquee.db.statements import PreparedStatement
from marquee.domain.actor import SECRET_KEY_HOLDER, Actor, actor_values
from marquee.domain.policies.data import visible
from marquee.domain.search import AFTER_EVERY_WORD, MAX_WORD_LENGTH
from marquee.domain.tables import artist_words, music_artists
from marquee.domain.texts.search_words import words as stored_as
from marquee.sheets.known import Artist, Known, look_up
from marquee.sheets.sheet import Choices, Sheet
from marquee.sheets.there import key_of

MAX_ASKED = 100
"""Unknown names of a table for which artists are looked for."""
MAX_WORDS, MAX_BESIDE = 3, 16
"""The longest words of a name, and the artists whose words are next to each in the alphabet, on either side."""
MAX_COMPARED = 40
"""Letters of two names that are compared: the time grows with their product."""
MAX_NEAR, NEAR = 3, 0.7
SAME_LETTERS = 2
"""Letters with which two words begin alike."""

Candidates = Mapping[str, set[Artist]]
"""Artists who may have nearly the name, by the names of nobody as they are typed."""


def look_up_for_preview(
    connection: Connection, sheet: Sheet, choices: Choices, actor: Actor = SECRET_KEY_HOLDER
) -> tuple[Known, Candidates]:
    """What there is of a table, and who may be meant by names of nobody: `nearest` tells."""
    known = look_up(connection, sheet, choices, actor, with_alike=True)
    if sheet.kind != "events":
        return known, {}
    nothing_chosen = choices._replace(artists={})
    unknown = dict.fromkeys(row.values.get("artist", "") for row in sheet.rows if not known.of_row(row, nothing_chosen))
    open_first = sorted(filter(None, unknown), key=lambda name: name in choices.artists)
    names = {name: _words(name) for name in open_first[:MAX_ASKED]}
    beside = _beside(connection, actor, {word for words in names.values() for word in words})
    return known, {name: {artist for word in words for artist in beside[word]} for name, words in names.items()}


def nearest(candidates: Candidates) -> dict[str, list[Artist]]:
    """The few of them whose names are most like the typed one. Pure, and much of the time that a preview takes."""
    return {typed: _nearest(typed, artists) for typed, artists in candidates.items()}


def _nearest(typed: str, artists: Iterable[Artist]) -> list[Artist]:
    by_key = {key_of(artist.name)[:MAX_COMPARED]: artist for artist in sorted(artists)}
    return [by_key[key] for key in get_close_matches(key_of(typed)[:MAX_COMPARED], by_key, MAX_NEAR, NEAR)]


def _words(name: str) -> list[str]:
    return [word[:MAX_WORD_LENGTH] for word in sorted({*stored_as(name)}, key=len, reverse=True)[:MAX_WORDS]]


def _beside(connection: Connection, actor: Actor, words: Iterable[str]) -> dict[str, list[Artist]]:
    """For each word the artists of whose names one is next to it in the alphabet and begins alike."""
    statement, seen = PreparedStatement(_next_to_word(actor)), actor_values(actor)
    found = {}
    for word in words:
        first = word[:SAME_LETTERS]
        bound = {"word": word, "first": first, "beyond": first + AFTER_EVERY_WORD, **seen}
        found[word] = [Artist(*row) for row in statement.run(connection, bound)]
    return found


_word, _first, _beyond = (bindparam(name, type_=TEXT) for name in ("word", "first", "beyond"))


def _next_to_word(actor: Actor) -> Executable:
    word = artist_words.c.word

    def side(order: ColumnElement[str], *bounds: ColumnElement[bool]) -> Select[tuple[str, str]]:
        seen = select(music_artists.c.id, music_artists.c.name).join(artist_words)
        inside = seen.where(artist_words.c.in_name, visible(actor, music_artists), *bounds)
        return select(inside.order_by(order).limit(MAX_BESIDE).subquery())

    return union_all(side(word.asc(), word >= _word, word < _beyond), side(word.desc(), word < _word, word >= _first))
