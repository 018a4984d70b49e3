"""Mail: what is to be sent, the links and codes in it, addresses that are not confirmed yet; how a session was proved."""

import sqlalchemy as sa
from alembic import op

from marquee.db.column_types import INTEGER, TEXT, Timestamp, UuidText

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.add_column("sessions", sa.Column("aal", TEXT, server_default="aal1", nullable=False))
    op.add_column("sessions", sa.Column("amr", TEXT, server_default="[]", nullable=False))
    op.add_column("users", sa.Column("new_email", TEXT, nullable=True))
    op.add_column("users", sa.Column("email_change_confirmed", TEXT, nullable=True))
    op.add_column("users", sa.Column("invited_at", Timestamp(), nullable=True))
    op.add_column("users", sa.Column("confirmation_sent_at", Timestamp(), nullable=True))
    op.create_table(
        "mail_requests",
        sa.Column("id", UuidText(), nullable=False),
        sa.Column("kind", TEXT, nullable=False),
        sa.Column("address", TEXT, nullable=False),
        sa.Column("user_id", UuidText(), nullable=True),
        sa.Column("code_challenge", TEXT, nullable=True),
        sa.Column("code_challenge_method", TEXT, nullable=True),
        sa.Column("created_at", Timestamp(), nullable=False),
        sa.Column("attempts", INTEGER, server_default="0", nullable=False),
        sa.Column("next_attempt_at", Timestamp(), nullable=True),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name="mail_requests_user_id_fkey", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name="mail_requests_pkey"),
    )
    op.create_index("mail_requests_address_created_at_idx", "mail_requests", ["address", "created_at"])
    op.create_index("mail_requests_next_attempt_at_idx", "mail_requests", ["next_attempt_at"])
    op.create_index("mail_requests_user_id_idx", "mail_requests", ["user_id"])
    op.create_table(
        "one_time_tokens",
        sa.Column("token_hash", TEXT, nullable=False),
        sa.Column("user_id", UuidText(), nullable=False),
        sa.Column("purpose", TEXT, nullable=False),
        sa.Column("address", TEXT, nullable=False),
        sa.Column("code_challenge", TEXT, nullable=True),
        sa.Column("code_challenge_method", TEXT, nullable=True),
        sa.Column("expires_at", Timestamp(), nullable=False),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name="one_time_tokens_user_id_fkey", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("token_hash", name="one_time_tokens_pkey"),
    )
    op.create_index("one_time_tokens_user_id_idx", "one_time_tokens", ["user_id"])
    op.create_table(
        "flow_states",
        sa.Column("auth_code_hash", TEXT, nullable=False),
        sa.Column("user_id", UuidText(), nullable=False),
        sa.Column("authentication_method", TEXT, nullable=False),
        sa.Column("code_challenge", TEXT, nullable=False),
        sa.Column("code_challenge_method", TEXT, nullable=False),
        sa.Column("expires_at", Timestamp(), nullable=False),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name="flow_states_user_id_fkey", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("auth_code_hash", name="flow_states_pkey"),
    )
    op.create_index("flow_states_user_id_idx", "flow_states", ["user_id"])
