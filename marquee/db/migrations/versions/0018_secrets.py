"""The database knows by their fingerprint which secrets are the site's."""

import sqlalchemy as sa
from alembic import op

from marquee.db.column_types import TEXT

revision = "0018"
down_revision = "0017"


def upgrade() -> None:
    op.create_table(
        "site_secrets", sa.Column("fingerprint", TEXT, nullable=False), sa.PrimaryKeyConstraint("fingerprint")
    )
