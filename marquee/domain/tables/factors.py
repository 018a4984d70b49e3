"""Second factors and their challenges."""

from sqlalchemy import Column, Table

from marquee.db.column_types import INTEGER, TEXT, Timestamp, UuidText
from marquee.domain.tables.columns import goes_with, metadata

factors = Table(
    "factors",
    metadata,
    Column("id", UuidText, primary_key=True),
    Column("user_id", UuidText, goes_with("users.id"), nullable=False, index=True),
    # The user's name for it; empty if none was given.
    Column("friendly_name", TEXT, nullable=False),
    # 'totp'.
    Column("factor_type", TEXT, nullable=False),
    # 'unverified' until the first correct code, then 'verified': from then on the account needs it.
    Column("status", TEXT, nullable=False),
    # Sealed with a key that is not in the database (auth/secrets/sealing.py).
    Column("secret", TEXT, nullable=False),
    # The 30-second step (counted from 1970) of the last correct code: codes of this step and before are refused.
    Column("last_used_step", INTEGER),
    # Wrong codes in a row, and the time of the last one: each makes the next wait longer. Null before the first.
    Column("wrong_codes", INTEGER, nullable=False, server_default="0"),
    Column("last_wrong_at", Timestamp),
    Column("last_challenged_at", Timestamp),
    # Sealed JSON: the hashes of the recovery codes that are left. Null for a factor from before there were any.
    Column("recovery_codes", TEXT),
    Column("created_at", Timestamp, nullable=False),
    Column("updated_at", Timestamp, nullable=False),
)

challenges = Table(
    "challenges",
    metadata,
    Column("id", UuidText, primary_key=True),
    Column("factor_id", UuidText, goes_with("factors.id"), nullable=False, index=True),
    # After a few of them, a new challenge is needed.
    Column("wrong_codes", INTEGER, nullable=False, server_default="0"),
    Column("created_at", Timestamp, nullable=False),
    # Null until the correct code was sent; a challenge accepts one code only.
    Column("verified_at", Timestamp),
)
