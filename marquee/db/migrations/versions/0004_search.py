"""Words that rows are found by, and indexes that have the whole order of a list."""

import re
import unicodedata
from collections.abc import Iterable
from typing import Any

import sqlalchemy as sa
from alembic import op

from marquee.db.column_types import TEXT, UuidText

revision = "0004"
down_revision = "0003"

# How words were made at this revision; the site's own code may change, what an upgrade does may not.
BATCH = 500
MAX_TEXT, MAX_WORD = 200, 40
WORD = re.compile(r"[^\W_]+")
LETTERS = str.maketrans({"ß": "ss", "ø": "o", "æ": "ae", "œ": "oe", "ð": "d", "þ": "th", "ł": "l", "đ": "d", "ı": "i"})

artists = sa.table("music_artists", sa.column("id", TEXT), sa.column("name", TEXT), sa.column("genre", TEXT))
events = sa.table("music_events", sa.column("id", UuidText()), sa.column("venue", TEXT), sa.column("location", TEXT))
artist_words = sa.table(
    "artist_words", sa.column("word", TEXT), sa.column("artist_id", TEXT), sa.column("in_name", sa.Boolean())
)
event_words = sa.table("event_words", sa.column("word", TEXT), sa.column("event_id", UuidText()))


def upgrade() -> None:
    op.create_table(
        "artist_words",
        sa.Column("word", TEXT, nullable=False),
        sa.Column("artist_id", TEXT, nullable=False),
        sa.Column("in_name", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(
            ["artist_id"], ["music_artists.id"], name="artist_words_artist_id_fkey", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("word", "artist_id", name="artist_words_pkey"),
        sqlite_with_rowid=False,
    )
    op.create_index("artist_words_artist_id_idx", "artist_words", ["artist_id"])
    op.create_table(
        "event_words",
        sa.Column("word", TEXT, nullable=False),
        sa.Column("event_id", UuidText(), nullable=False),
        sa.ForeignKeyConstraint(
            ["event_id"], ["music_events.id"], name="event_words_event_id_fkey", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("word", "event_id", name="event_words_pkey"),
        sqlite_with_rowid=False,
    )
    op.create_index("event_words_event_id_idx", "event_words", ["event_id"])
    op.drop_index("music_artists_featured_key", "music_artists")
    op.create_index(
        "music_artists_featured_key",
        "music_artists",
        ["is_featured"],
        unique=True,
        sqlite_where=sa.text("is_featured IS 1"),
        postgresql_where=sa.text("is_featured IS true"),
    )
    op.drop_index("music_artists_popularity_idx", "music_artists")
    op.create_index(
        "music_artists_popularity_idx", "music_artists", [sa.text("popularity DESC"), sa.text("name"), sa.text("id")]
    )
    op.drop_index("music_events_date_idx", "music_events")
    op.create_index("music_events_date_id_idx", "music_events", ["date", "id"])
    op.drop_index("music_events_artist_id_date_idx", "music_events")
    op.create_index("music_events_artist_id_date_id_idx", "music_events", ["artist_id", "date", "id"])
    fill(op.get_bind())


def fill(connection: sa.Connection) -> None:
    """Keep the words of every row."""
    for rows in connection.execute(sa.select(artists)).partitions(BATCH):
        _insert(connection, artist_words, (word for row in rows for word in _words_of_artist(row)))
    for rows in connection.execute(sa.select(events)).partitions(BATCH):
        _insert(connection, event_words, (word for row in rows for word in _words_of_event(row)))


def _insert(connection: sa.Connection, table: sa.TableClause, words: Iterable[dict[str, Any]]) -> None:
    if rows := list(words):
        connection.execute(sa.insert(table), rows)


def _words_of_artist(row: sa.Row[Any]) -> Iterable[dict[str, Any]]:
    name, genre = _words(row.name), _words(row.genre)
    return ({"word": word, "artist_id": row.id, "in_name": word in name} for word in name | genre)


def _words_of_event(row: sa.Row[Any]) -> Iterable[dict[str, Any]]:
    return ({"word": word, "event_id": row.id} for word in _words(row.venue) | _words(row.location))


def _words(text: str) -> set[str]:
    letters = unicodedata.normalize("NFKD", text[:MAX_TEXT])
    plain = "".join(letter for letter in letters if not unicodedata.combining(letter))
    return {word[:MAX_WORD] for word in WORD.findall(plain.casefold().translate(LETTERS))}
