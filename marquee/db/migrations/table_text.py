"""Changes the text of a table on SQLite, as its authors describe it: a new table would take rows of others along.

Source: https://www.sqlite.org/lang_altertable.html#otheralter, of changes that leave the rows as they are.
"""

import sqlalchemy as sa
from alembic import op


def replace_in_table(table: str, old: str, new: str) -> None:
    """Put `new` in the place of `old`, such as the text of a constraint."""
    connection = op.get_bind()
    version = connection.execute(sa.text("PRAGMA schema_version")).scalar_one()
    op.execute("PRAGMA writable_schema = ON")
    replaced = "UPDATE sqlite_master SET sql = replace(sql, :old, :new) WHERE type = 'table' AND name = :table"
    connection.execute(sa.text(replaced), {"table": table, "old": old, "new": new})
    op.execute(f"PRAGMA schema_version = {version + 1}")
    op.execute("PRAGMA writable_schema = OFF")
