"""Pictures that people have uploaded (storage/)."""

from sqlalchemy import Column, ForeignKey, Table

from marquee.db.column_types import INTEGER, TEXT, Timestamp, UuidText
from marquee.domain.tables.columns import metadata

# Not part of the data protocol. The files are in the media folder, by the same names.
objects = Table(
    "objects",
    metadata,
    Column("id", UuidText, primary_key=True),
    # '{folder}/{file}'.
    Column("name", TEXT, nullable=False),
    # The name in lower case: on some disks, names that differ only in case are one file.
    Column("folded_name", TEXT, nullable=False, unique=True),
    Column("folder", TEXT, nullable=False, index=True),
    # Who uploaded it. Null: a program with the secret key, or an account that is gone.
    Column("owner", UuidText, ForeignKey("users.id", ondelete="SET NULL"), index=True),
    # In bytes, as are the width and the height in pixels of what is stored.
    Column("size", INTEGER, nullable=False),
    Column("width", INTEGER, nullable=False),
    Column("height", INTEGER, nullable=False),
    Column("mimetype", TEXT, nullable=False),
    # SHA-256 of the stored bytes, in hex.
    Column("etag", TEXT, nullable=False),
    # As the client sent it: 'max-age=3600'.
    Column("cache_control", TEXT, nullable=False),
    # A JSON object that the client may store with it.
    Column("user_metadata", TEXT, nullable=False, server_default="{}"),
    Column("created_at", Timestamp, nullable=False),
    Column("updated_at", Timestamp, nullable=False),
    # Null while it is there. A removed one is no longer shown; its file goes a day later (storage/sweep.py).
    Column("removed_at", Timestamp, index=True),
)
