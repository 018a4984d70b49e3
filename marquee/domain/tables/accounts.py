"""Accounts and their sessions, and what guessing is stopped by."""

from sqlalchemy import Column, Table

from marquee.db.column_types import INTEGER, TEXT, Timestamp, UuidText
from marquee.domain.tables.columns import INTERNAL, goes_with, metadata, required
from marquee.domain.tables.listing import list_by

users = Table(
    "users",
    metadata,
    Column("id", UuidText, primary_key=True),
    # Lower-cased.
    Column("email", TEXT, nullable=False, unique=True),
    # 'authenticated', or 'service_role' for an admin. Read on every request: a demotion holds at once.
    Column("role", TEXT, nullable=False),
    # Argon2id in its encoded form. Null: no password was ever set, so none is right.
    Column("password_hash", TEXT),
    # JSON that the account may write about itself; it never grants anything.
    Column("user_metadata", TEXT, nullable=False, server_default="{}"),
    # JSON that admins note of the account; it never grants anything either.
    Column("app_metadata", TEXT, nullable=False, server_default="{}"),
    # Null until the email is confirmed; accounts made on the command line are confirmed.
    Column("email_confirmed_at", Timestamp),
    Column("last_sign_in_at", Timestamp),
    # Null or past: not banned.
    Column("banned_until", Timestamp),
    Column("created_at", Timestamp, nullable=False),
    Column("updated_at", Timestamp, nullable=False),
    # The email that the account is to change to, until both the old and the new one have confirmed it.
    Column("new_email", TEXT),
    # Which of the two has confirmed the change so far.
    Column("email_change_confirmed", TEXT),
    # Null unless an invitation made the account.
    Column("invited_at", Timestamp),
    # When the account last signed up; null if an admin made it.
    Column("confirmation_sent_at", Timestamp),
    required("email", 255),
)

# People see and end their own; the data protocol shows no other row, and none that is over.
music_sessions = Table(
    "music_sessions",
    metadata,
    # The access token's session_id. Signing out deletes the row, and with it every token made from it.
    Column("id", UuidText, primary_key=True),
    Column("user_id", UuidText, goes_with("users.id"), nullable=False, index=True, info=INTERNAL),
    # Which refresh token is the active one: tokens are made from this number, none is stored (auth/tokens.py).
    Column("refresh_counter", INTEGER, nullable=False, server_default="0", info=INTERNAL),
    # The newest of these numbers whose access token came back: proof that the response to the refresh had arrived.
    Column("used_counter", INTEGER, nullable=False, server_default="0", info=INTERNAL),
    Column("created_at", Timestamp, nullable=False),
    # The last refresh, or the sign-in: a page that is open refreshes once an hour.
    Column("last_seen_at", Timestamp, nullable=False),
    # Moves on with each refresh, up to the longest that a session may last.
    Column("expires_at", Timestamp, nullable=False, index=True),
    # The browser and the IP address of the last refresh. Null for a session from before they were kept.
    Column("user_agent", TEXT),
    Column("ip", TEXT),
    # 'aal1', or 'aal2' once a second factor was verified in it.
    Column("aal", TEXT, nullable=False, server_default="aal1"),
    # JSON: how the user authenticated, [{"method", "timestamp"}], the newest first.
    Column("amr", TEXT, nullable=False, server_default="[]", info=INTERNAL),
)

# By their last use.
list_by(music_sessions, music_sessions.c.last_seen_at.desc(), music_sessions.c.id)

failures = Table(
    "failures",
    metadata,
    # What failed and who (auth/throttle.py): emails are hashed with a key that is not in the database.
    Column("key", TEXT, primary_key=True),
    # How often since started_at; both begin anew when the limit's span is over.
    Column("times", INTEGER, nullable=False),
    Column("started_at", Timestamp, nullable=False),
)

known_clients = Table(
    "known_clients",
    metadata,
    # IP addresses (an IPv6 one as its /64) that have signed in to an account: guessing elsewhere does not stop them.
    Column("user_id", UuidText, goes_with("users.id"), primary_key=True),
    Column("ip", TEXT, primary_key=True),
    Column("seen_at", Timestamp, nullable=False),
)
