"""What the search finds rows by (search.py): their plain words, stored by records.py."""

from sqlalchemy import Boolean, Column, ForeignKey, Table

from marquee.db.column_types import INTEGER, TEXT, UuidText
from marquee.domain.tables.columns import metadata

# Ordered by word, so that all words
# with the same beginning are one range; in SQLite the primary key is the table.
artist_words = Table(
    "artist_words",
    metadata,
    Column("word", TEXT, primary_key=True),
    Column("artist_id", TEXT, ForeignKey("music_artists.id", ondelete="CASCADE"), primary_key=True, index=True),
    # Whether the word is in the name, by which the artist's events are found too.
    Column("in_name", Boolean, nullable=False),
    sqlite_with_rowid=False,
)

event_words = Table(
    "event_words",
    metadata,
    Column("word", TEXT, primary_key=True),
    Column("event_id", UuidText, ForeignKey("music_events.id", ondelete="CASCADE"), primary_key=True, index=True),
    sqlite_with_rowid=False,
)

# One row: the rules by which all of these words were made (domain/word_rules.py). None before the first start.
word_rules = Table("word_rules", metadata, Column("version", INTEGER, primary_key=True))

# Of the names on the bill, by which an event is found too.
lineup_words = Table(
    "lineup_words",
    metadata,
    Column("word", TEXT, primary_key=True),
    Column("lineup_id", UuidText, ForeignKey("music_lineup.id", ondelete="CASCADE"), primary_key=True, index=True),
    sqlite_with_rowid=False,
)
