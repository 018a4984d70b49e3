"""Each change has the number of its transaction; those from before have it together with what went along with them."""

import sqlalchemy as sa
from alembic import op

from marquee.db.column_types import INTEGER

revision = "0030"
down_revision = "0029"

changes = sa.table("music_changes", *(sa.column(name, INTEGER) for name in ("id", "part_of", "transaction")))


def upgrade() -> None:
    op.add_column("music_changes", sa.Column("transaction", INTEGER, nullable=False, server_default="0"))
    op.execute(sa.update(changes).values(transaction=sa.func.coalesce(changes.c.part_of, changes.c.id)))
    op.create_index("music_changes_transaction_id_idx", "music_changes", ["transaction", "id"])
    if op.get_bind().dialect.name == "sqlite":
        op.execute("DROP TABLE acting")
        op.execute("CREATE TABLE acting (user_id TEXT, number INTEGER NOT NULL)")
