"""What a PostgreSQL database must be like before it is used, in words that say what to do where it is not."""

from sqlalchemy import Connection, text

from marquee.errors import OperatorError

_PLACE = text("SELECT current_user, current_database(), current_setting('search_path') WHERE current_schema() IS NULL")
_CLOSED = text(
    "SELECT current_user, current_database(), current_schema() "
    "WHERE NOT has_schema_privilege(current_schema(), 'CREATE') AND to_regclass('music_artists') IS NULL"
)
_ENCODING = text(
    "SELECT current_database(), current_setting('server_encoding'), to_regclass('music_artists') IS NOT NULL "
    "WHERE current_setting('server_encoding') <> 'UTF8'"
)


def require_schema(connection: Connection) -> None:
    """Raises OperatorError where the role has no schema, and so no place for tables."""
    if found := connection.execute(_PLACE).first():
        role, database, path = found
        raise OperatorError(
            f"The PostgreSQL role {role} has no schema in the database {database}: its search_path is {path}. "
            f'Run there: ALTER ROLE "{role}" IN DATABASE "{database}" SET search_path = public'
        )


def require_fit(connection: Connection) -> None:
    """Raises OperatorError for an encoding without the letters of most names, and where new tables are not allowed."""
    if found := connection.execute(_ENCODING).first():
        database, encoding, has_site = found
        moving = ", and bring the site there with marquee backup and marquee restore" if has_site else ""
        raise OperatorError(
            f"The PostgreSQL database {database} is encoded in {encoding}, which does not have the letters of every "
            f"name. Make another one with: createdb --encoding UTF8 --template template0 --locale C NAME{moving}"
        )
    if found := connection.execute(_CLOSED).first():
        role, database, schema = found
        raise OperatorError(
            f"The PostgreSQL role {role} may make no tables in the schema {schema} of the database {database}. "
            f'Run there, as its owner: GRANT CREATE ON SCHEMA "{schema}" TO "{role}"'
        )
