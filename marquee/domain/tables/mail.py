"""Mail that is to be sent, and what its links lead to."""

from sqlalchemy import Column, Index, Table

from marquee.db.column_types import INTEGER, TEXT, Timestamp, UuidText
from marquee.domain.tables.columns import goes_with, metadata

mail_requests = Table(
    "mail_requests",
    metadata,
    Column("id", UuidText, primary_key=True),
    # What the mail is about: a `type` of the protocol's /verify, 'account_exists', 'invitation' or a notice.
    Column("kind", TEXT, nullable=False),
    # The email it was requested for. Only the sender of the mail looks up whether an account has it.
    Column("address", TEXT, nullable=False),
    # The account, of a notice or in a change of email. Null: the address alone says whose it is, or it is gone.
    Column("user_id", UuidText, goes_with("users.id"), index=True),
    # The invitation that it is about, if it is about one.
    Column("invitation_id", UuidText),
    # Null without a PKCE flow.
    Column("code_challenge", TEXT),
    Column("code_challenge_method", TEXT),
    # The address of MARQUEE_REDIRECTS that the link leads back to. Null: this site.
    Column("redirect_to", TEXT),
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
    Column("user_id", UuidText, goes_with("users.id"), nullable=False, index=True),
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
    Column("user_id", UuidText, goes_with("users.id"), nullable=False, index=True),
    # The `amr` method of the session that the code is exchanged for.
    Column("authentication_method", TEXT, nullable=False),
    Column("code_challenge", TEXT, nullable=False),
    Column("code_challenge_method", TEXT, nullable=False),
    Column("expires_at", Timestamp, nullable=False),
)
