"""The tables, each column with what it means, who writes it and when it is null."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from sqlalchemy import (
    Boolean,
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    MetaData,
    Table,
    false,
    text,
)

from marquee.db.column_types import INTEGER, TEXT, CalendarDate, Timestamp, UuidText
from marquee.db.constraint_names import NAMING_CONVENTION

AnyColumn = Column[Any]

INTERNAL = {"internal": True}
"""Marks a column of an exposed table that is not part of the data protocol."""

metadata = MetaData(naming_convention=NAMING_CONVENTION)

MEDIA_PREFIX = "/storage/v1/object/public/"
"""Paths of the site's own media are accepted as the URL of a picture: they stay right if the site moves."""


def _required(column: str, max_length: int) -> str:
    return f"length(trim({column})) > 0 AND length({column}) <= {max_length}"


def _url(column: str) -> str:
    return f"({column} LIKE 'http://_%' OR {column} LIKE 'https://_%') AND length({column}) <= 2048"


def _handle(column: str) -> str:
    """Any form that makes a working URL: no space and no second path segment."""
    return f"length({column}) <= 100 AND {column} NOT LIKE '%/%' AND {column} NOT LIKE '% %'"


def _check(column: str, rule: str) -> CheckConstraint:
    return CheckConstraint(rule, name=column)


music_artists = Table(
    "music_artists",
    metadata,
    # A readable slug that the server makes from the name when the artist is added; it never changes.
    Column("id", TEXT, primary_key=True),
    # The owning account. Null: only admins edit the profile.
    Column("user_id", UuidText, ForeignKey("users.id", ondelete="SET NULL"), index=True),
    Column("name", TEXT, nullable=False),
    Column("genre", TEXT, nullable=False),
    # A URL, or a path of the site's own media.
    Column("image", TEXT, nullable=False),
    # As a person writes it: '1.2M', '864K', '12,400'.
    Column("followers", TEXT, nullable=False, server_default="0"),
    Column("latest_song", TEXT),
    Column("bio", TEXT),
    # Handles with or without the leading '@'.
    Column("social_instagram", TEXT),
    Column("social_twitter", TEXT),
    Column("website", TEXT),
    # True for at most one artist: the index below backs the rule in records.py.
    Column("is_featured", Boolean, nullable=False, server_default=false()),
    # Both are the server's. A whole-record save that carries an older updated_at is refused.
    Column("created_at", Timestamp, nullable=False),
    Column("updated_at", Timestamp, nullable=False),
    # Followers read as a number, kept by the server; what the default order sorts by. Not part of the protocol.
    Column("popularity", INTEGER, nullable=False, server_default="0", info=INTERNAL),
    _check("id", f"{_required('id', 100)} AND id NOT LIKE '%/%'"),
    _check("name", _required("name", 200)),
    _check("genre", _required("genre", 100)),
    _check("image", f"({_url('image')}) OR (image LIKE '{MEDIA_PREFIX}_%' AND length(image) <= 2048)"),
    _check("followers", _required("followers", 32)),
    # An optional text may also be empty, as a form sends it; the page treats that like null.
    _check("latest_song", "length(latest_song) <= 200"),
    _check("bio", "length(bio) <= 20000"),
    _check("social_instagram", _handle("social_instagram")),
    _check("social_twitter", _handle("social_twitter")),
    _check("website", f"website = '' OR ({_url('website')})"),
    Index(
        "music_artists_featured_key",
        "is_featured",
        unique=True,
        # In the words of the filter `is_featured=is.true`, which is answered from this index.
        sqlite_where=text("is_featured IS 1"),
        postgresql_where=text("is_featured IS true"),
    ),
    # The grid's default order.
    Index("music_artists_popularity_idx", text("popularity DESC"), text("name"), text("id")),
)

music_events = Table(
    "music_events",
    metadata,
    Column("id", UuidText, primary_key=True),
    # A calendar date at the venue: it never moves a day, wherever it is read.
    Column("date", CalendarDate, nullable=False),
    Column("venue", TEXT, nullable=False),
    Column("location", TEXT, nullable=False),
    Column("artist_id", TEXT, ForeignKey("music_artists.id", ondelete="CASCADE"), nullable=False),
    Column("created_at", Timestamp, nullable=False),
    Column("updated_at", Timestamp, nullable=False),
    _check("venue", _required("venue", 200)),
    _check("location", _required("location", 200)),
    # "Upcoming" on the home page, and the same for one artist; with the id, so that pages of a list never overlap.
    Index("music_events_date_id_idx", "date", "id"),
    Index("music_events_artist_id_date_id_idx", "artist_id", "date", "id"),
)

music_contacts = Table(
    "music_contacts",
    metadata,
    Column("id", UuidText, primary_key=True),
    # An account with a row here may add and delete events.
    Column("user_id", UuidText, ForeignKey("users.id", ondelete="CASCADE"), nullable=False, unique=True),
    Column("created_at", Timestamp, nullable=False),
)

# What the search finds rows by (search.py): their plain words, stored by records.py. Ordered by word, so that all words
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
    _check("email", _required("email", 255)),
)

# People see and end their own; the data protocol shows no other row, and none that is over.
music_sessions = Table(
    "music_sessions",
    metadata,
    # The access token's session_id. Signing out deletes the row, and with it every token made from it.
    Column("id", UuidText, primary_key=True),
    Column("user_id", UuidText, ForeignKey("users.id", ondelete="CASCADE"), nullable=False, index=True, info=INTERNAL),
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

mail_requests = Table(
    "mail_requests",
    metadata,
    Column("id", UuidText, primary_key=True),
    # What the mail is about: a `type` of the protocol's /verify, or 'account_exists'.
    Column("kind", TEXT, nullable=False),
    # The email it was requested for. Only the sender of the mail looks up whether an account has it.
    Column("address", TEXT, nullable=False),
    # The account, if the email alone does not identify it: in a change of email.
    Column("user_id", UuidText, ForeignKey("users.id", ondelete="CASCADE"), index=True),
    # Null without a PKCE flow.
    Column("code_challenge", TEXT),
    Column("code_challenge_method", TEXT),
    Column("created_at", Timestamp, nullable=False),
    Column("attempts", INTEGER, nullable=False, server_default="0"),
    # Null: done. The row stays for a minute, as the reason why this email gets no other mail.
    Column("next_attempt_at", Timestamp, index=True),
    Index("mail_requests_address_created_at_idx", "address", "created_at"),
)

one_time_tokens = Table(
    "one_time_tokens",
    metadata,
    # SHA-256 of the token in the mail, which is not stored.
    Column("token_hash", TEXT, primary_key=True),
    Column("user_id", UuidText, ForeignKey("users.id", ondelete="CASCADE"), nullable=False, index=True),
    # What it is good for: a `type` of the protocol's /verify.
    Column("purpose", TEXT, nullable=False),
    # The email it was sent to. It is invalid once this is no longer the account's.
    Column("address", TEXT, nullable=False),
    # Null without a PKCE flow.
    Column("code_challenge", TEXT),
    Column("code_challenge_method", TEXT),
    Column("expires_at", Timestamp, nullable=False),
)

flow_states = Table(
    "flow_states",
    metadata,
    # SHA-256 of the code that the link in the mail brought to the page.
    Column("auth_code_hash", TEXT, primary_key=True),
    Column("user_id", UuidText, ForeignKey("users.id", ondelete="CASCADE"), nullable=False, index=True),
    # The `amr` method of the session that the code is exchanged for.
    Column("authentication_method", TEXT, nullable=False),
    Column("code_challenge", TEXT, nullable=False),
    Column("code_challenge_method", TEXT, nullable=False),
    Column("expires_at", Timestamp, nullable=False),
)

factors = Table(
    "factors",
    metadata,
    Column("id", UuidText, primary_key=True),
    Column("user_id", UuidText, ForeignKey("users.id", ondelete="CASCADE"), nullable=False, index=True),
    # The user's name for it; empty if none was given.
    Column("friendly_name", TEXT, nullable=False),
    # 'totp'.
    Column("factor_type", TEXT, nullable=False),
    # 'unverified' until the first correct code, then 'verified': from then on the account needs it.
    Column("status", TEXT, nullable=False),
    # Sealed with a key that is not in the database (auth/sealing.py).
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
    Column("factor_id", UuidText, ForeignKey("factors.id", ondelete="CASCADE"), nullable=False, index=True),
    # After a few of them, a new challenge is needed.
    Column("wrong_codes", INTEGER, nullable=False, server_default="0"),
    Column("created_at", Timestamp, nullable=False),
    # Null until the correct code was sent; a challenge accepts one code only.
    Column("verified_at", Timestamp),
)

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
    Column("user_id", UuidText, ForeignKey("users.id", ondelete="CASCADE"), primary_key=True),
    Column("ip", TEXT, primary_key=True),
    Column("seen_at", Timestamp, nullable=False),
)

EXPOSED = {table.name: table for table in (music_artists, music_events, music_contacts, music_sessions)}
"""The tables of the data protocol; any other table is an unknown name to it."""


@cache
def exposed_columns(table: Table) -> Mapping[str, AnyColumn]:
    """The columns of a table that are part of the data protocol, in their order."""
    return {column.name: column for column in table.columns if not column.info.get("internal")}
