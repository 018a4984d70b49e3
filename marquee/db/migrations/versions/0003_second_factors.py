"""Second factors and the challenges to them; what admins note of an account."""

import sqlalchemy as sa
from alembic import op

from marquee.db.column_types import INTEGER, TEXT, Timestamp, UuidText

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.create_table(
        "factors",
        sa.Column("id", UuidText(), nullable=False),
        sa.Column("user_id", UuidText(), nullable=False),
        sa.Column("friendly_name", TEXT, nullable=False),
        sa.Column("factor_type", TEXT, nullable=False),
        sa.Column("status", TEXT, nullable=False),
        sa.Column("secret", TEXT, nullable=False),
        sa.Column("last_used_step", INTEGER, nullable=True),
        sa.Column("wrong_codes", INTEGER, server_default="0", nullable=False),
        sa.Column("last_wrong_at", Timestamp(), nullable=True),
        sa.Column("last_challenged_at", Timestamp(), nullable=True),
        sa.Column("created_at", Timestamp(), nullable=False),
        sa.Column("updated_at", Timestamp(), nullable=False),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name="factors_user_id_fkey", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name="factors_pkey"),
    )
    op.create_index("factors_user_id_idx", "factors", ["user_id"], unique=False)
    op.create_table(
        "challenges",
        sa.Column("id", UuidText(), nullable=False),
        sa.Column("factor_id", UuidText(), nullable=False),
        sa.Column("wrong_codes", INTEGER, server_default="0", nullable=False),
        sa.Column("created_at", Timestamp(), nullable=False),
        sa.Column("verified_at", Timestamp(), nullable=True),
        sa.ForeignKeyConstraint(["factor_id"], ["factors.id"], name="challenges_factor_id_fkey", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name="challenges_pkey"),
    )
    op.create_index("challenges_factor_id_idx", "challenges", ["factor_id"], unique=False)
    op.add_column("users", sa.Column("app_metadata", TEXT, server_default="{}", nullable=False))
