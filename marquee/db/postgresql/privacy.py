# ruff: noqa: S608 - every name in these statements is the catalogue's, quoted by it
"""Tables on PostgreSQL are for their owner alone, whatever others may do with new tables there by default.

Hosted services let roles of their own read and write every new table, behind an API that knows nothing of our
permissions. So every table has row security without a policy, which does not bind the owner, and what was granted on
it, on its sequences and on the functions of its triggers is revoked: row security knows no TRUNCATE, and some roles
pass by it. The catalogue says what is still open, so a start that finds nothing changes nothing. Source: PostgreSQL,
5.8 (privileges) and 5.9 (row security).
"""

from collections.abc import Iterable

from sqlalchemy import Connection, text

from marquee.errors import OperatorError

_OURS = """
WITH ours AS (
    SELECT oid, relname, relkind, relowner, relacl, relrowsecurity FROM pg_class
    WHERE relnamespace = CAST(current_schema() AS regnamespace) AND relkind IN ('r', 'p', 'v', 'm')
    AND relname = ANY (CAST(:names AS text[]))
)
"""
_FOREIGN = text(
    _OURS + "SELECT relname, pg_get_userbyid(relowner) FROM ours WHERE NOT pg_has_role(relowner, 'USAGE') LIMIT 1"
)
_WITHOUT_ROW_SECURITY = text(
    _OURS + "SELECT CAST(CAST(oid AS regclass) AS text) FROM ours WHERE relkind IN ('r', 'p') AND NOT relrowsecurity"
)
# By kind and name, and to whom: 0 stands for PUBLIC.
_GRANTED = text(
    _OURS
    + """, objects AS (
    SELECT 'TABLE' AS kind, CAST(CAST(oid AS regclass) AS text) AS name, relowner AS owner, relacl AS acl, 'r' AS type
    FROM ours
    UNION ALL
    SELECT 'SEQUENCE', CAST(CAST(s.oid AS regclass) AS text), s.relowner, s.relacl, 's'
    FROM pg_depend d JOIN ours ON ours.oid = d.refobjid JOIN pg_class s ON s.oid = d.objid AND s.relkind = 'S'
    WHERE d.classid = CAST('pg_class' AS regclass)
    UNION
    SELECT 'FUNCTION', CAST(CAST(p.oid AS regprocedure) AS text), p.proowner, p.proacl, 'f'
    FROM pg_trigger t JOIN ours ON ours.oid = t.tgrelid JOIN pg_proc p ON p.oid = t.tgfoid WHERE NOT t.tgisinternal
)
SELECT DISTINCT kind, name, CASE grantee WHEN 0 THEN 'PUBLIC' ELSE quote_ident(pg_get_userbyid(grantee)) END
FROM objects, aclexplode(coalesce(acl, acldefault(CAST(type AS "char"), owner))) WHERE grantee <> owner
ORDER BY kind, name
"""
)


def require_ownership(connection: Connection, names: Iterable[str]) -> None:
    """Raises OperatorError where tables of these names are not the connected role's, which would find them empty."""
    if foreign := connection.execute(_FOREIGN, {"names": [*names]}).first():
        table, owner = foreign
        raise OperatorError(
            f"The table {table} belongs to the PostgreSQL role {owner}. "
            f"Marquee must connect as the owner of its tables: as {owner}, or as a role that is a member of it."
        )


def make_private(connection: Connection, names: Iterable[str]) -> None:
    """Close the tables of these names, and what belongs to them, to all roles but their owner's."""
    ours = {"names": [*names]}
    for (table,) in connection.execute(_WITHOUT_ROW_SECURITY, ours).all():
        connection.execute(text(f"ALTER TABLE {table} ENABLE ROW LEVEL SECURITY"))
    for kind, name, role in connection.execute(_GRANTED, ours).all():
        connection.execute(text(f"REVOKE ALL ON {kind} {name} FROM {role} CASCADE"))
