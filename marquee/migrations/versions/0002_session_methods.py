"""How a session was proved: its level and its methods."""

import sqlalchemy as sa
from alembic import op

from marquee.tables import TEXT

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.add_column("sessions", sa.Column("aal", TEXT, server_default="aal1", nullable=False))
    op.add_column("sessions", sa.Column("amr", TEXT, server_default="[]", nullable=False))
