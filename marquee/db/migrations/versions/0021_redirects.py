"""Mail remembers where its link is to lead back to, if not to this site."""

import sqlalchemy as sa
from alembic import op

from marquee.db.column_types import TEXT

revision = "0021"
down_revision = "0020"


def upgrade() -> None:
    op.add_column("mail_requests", sa.Column("redirect_to", TEXT, nullable=True))
