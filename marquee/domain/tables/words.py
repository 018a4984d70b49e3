"""What the search finds rows by (search.py): their plain words, stored by records.py."""

from sqlalchemy import Boolean, Column, Table

from marquee.db.column_types import INTEGER, TEXT, UuidText
from marquee.domain.tables.columns import goes_with, metadata

# Ordered by word, so that all words with the same beginning are one range; in SQLite the primary key is the table.
artist_words = Table(
    "artist_words",
    metadata,
    Column("word", TEXT, primary_key=True),
    Column("artist_id", TEXT, goes_with("music_artists.id"), primary_key=True, index=True),
    # Whether the word is in the name, by which the artist's events are found too.
    Column("in_name", Boolean, nullable=False),
    sqlite_with_rowid=False,
)

event_words = Table(
    "event_words",
    metadata,
    Column("word", TEXT, primary_key=True),
    Column("event_id", UuidText, goes_with("music_events.id"), primary_key=True, index=True),
    sqlite_with_rowid=False,
)

# One row: the rules by which all of these words were made (domain/word_rules.py). None before the first start.
word_rules = Table("word_rules", metadata, Column("version", INTEGER, primary_key=True))

# Of the names on the bill, by which an event is found too.
lineup_words = Table(
    "lineup_words",
    metadata,
    Column("word", TEXT, primary_key=True),
    Column("lineup_id", UuidText, goes_with("music_lineup.id"), primary_key=True, index=True),
    sqlite_with_rowid=False,
)
