"""What has happened to the site's content, its settings and owners: written by triggers, so by every change.

And how much of it each account has done.
"""

from sqlalchemy import Boolean, Column, ForeignKey, Index, Table, false, text

from marquee.db.column_types import INTEGER, TEXT, JsonText, Timestamp, UuidText
from marquee.domain.tables.columns import goes_with, metadata
from marquee.domain.tables.listing import list_by

music_changes = Table(
    "music_changes",
    metadata,
    # In the order in which the changes were made.
    Column("id", INTEGER, primary_key=True),
    Column("at", Timestamp, nullable=False),
    # Who made it. Null: the command line, the secret key, or an account that is gone.
    Column("user_id", UuidText, ForeignKey("users.id", ondelete="SET NULL")),
    # True when its account is gone since, which a trigger notes. Null: from before that was noted (revision 0028).
    Column("account_gone", Boolean, server_default=false()),
    # The row that was changed.
    Column("table_name", TEXT, nullable=False),
    Column("row_id", TEXT, nullable=False, index=True),
    # The artist whose row it was.
    Column("artist_id", TEXT),
    # 'insert', 'update' or 'delete'.
    Column("action", TEXT, nullable=False),
    # JSON: of an update the columns that changed, of a deletion the row without its nulls. Null for a new row.
    Column("before", JsonText),
    # JSON: of an update the columns that changed, of a new row its values without nulls. Null for a deletion.
    Column("after", JsonText),
    # The change that this one went along with, and is undone with, as an artist's events go with the artist.
    Column("part_of", INTEGER),
    # The change that this one has undone. The only column that is ever sent.
    Column("undo", INTEGER),
    # The number of the transaction that the change was made in: all that one save did has the same.
    Column("transaction", INTEGER, nullable=False, server_default="0"),
    Index("music_changes_at_id_idx", "at", "id"),
    Index("music_changes_transaction_id_idx", "transaction", "id"),
    # What somebody did, and what happened to an artist, the newest first.
    Index("music_changes_user_id_id_idx", "user_id", "id"),
    Index("music_changes_artist_id_id_idx", "artist_id", "id"),
    # What was deleted, the newest first.
    Index("music_changes_action_id_idx", "action", "id"),
    Index(
        "music_changes_part_of_idx",
        "part_of",
        sqlite_where=text("part_of IS NOT NULL"),
        postgresql_where=text("part_of IS NOT NULL"),
    ),
    Index(
        "music_changes_undo_idx",
        "undo",
        sqlite_where=text("undo IS NOT NULL"),
        postgresql_where=text("undo IS NOT NULL"),
    ),
)

# The newest first. Those that an owner sees are sought among all.
list_by(music_changes, music_changes.c.id.desc(), are_sought=True)

# How much of what is kept each account has made; it only bounds what it may still do (domain/history/change_limits.py).
change_counts = Table(
    "change_counts",
    metadata,
    Column("user_id", UuidText, goes_with("users.id"), primary_key=True),
    # The beginning of the hour, in UTC.
    Column("hour", Timestamp, primary_key=True),
    # Rows of `music_changes`, and the bytes of what was and is in them.
    Column("rows", INTEGER, nullable=False),
    Column("size", INTEGER, nullable=False),
)
