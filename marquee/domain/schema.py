"""The schema of the site's database: brought up to date as a whole, and closed to everybody else."""

from sqlalchemy import Connection

from marquee.db.column_types import POSTGRESQL
from marquee.db.migrations import VERSION_TABLE, migrate
from marquee.db.postgresql.privacy import make_private, require_ownership
from marquee.domain import word_rules
from marquee.domain.history import recording
from marquee.domain.tables import metadata
from marquee.domain.texts import email_forms

TABLES = (*metadata.tables, VERSION_TABLE)


def upgrade_schema(connection: Connection) -> None:
    """Upgrade the schema within the caller's transaction; on PostgreSQL, no other role gets at its tables.

    Raises OperatorError for a schema that only a newer version knows, and for tables of another role.
    """
    require_own_tables(connection)
    migrate(connection)
    recording.apply(connection)
    word_rules.apply(connection)
    email_forms.apply(connection)
    if connection.dialect.name == POSTGRESQL:
        make_private(connection, TABLES)


def require_own_tables(connection: Connection) -> None:
    """Raises OperatorError for tables of another role of PostgreSQL, which look empty or missing to this one."""
    if connection.dialect.name == POSTGRESQL:
        require_ownership(connection, TABLES)
