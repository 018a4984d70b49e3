"""The schema's revisions, and the one way to upgrade a database to the newest."""

import ast
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import Column, Connection, MetaData, Table, Text, inspect, select

from marquee.errors import OperatorError

_VERSIONS = Path(__file__).parent / "versions"
VERSION_TABLE = "alembic_version"
_FIRST = frozenset({VERSION_TABLE, "music_artists", "users"})
"""Tables that every schema of ours has, from the first revision on."""
_VERSION = Table(VERSION_TABLE, MetaData(), Column("version_num", Text))


def migrate(connection: Connection, revision: str | None = None) -> None:
    """Upgrade the schema to a revision, or the newest, within the caller's transaction: completely or not at all.

    Raises OperatorError for a schema that only a newer version of Marquee knows.
    """
    current = _known_current(connection)
    revision = revision or max(known())
    if current != {revision}:
        # Loading Alembic takes as long as the rest of a start, and there is seldom anything to upgrade.
        from marquee.db.migrations.upgrade import upgrade  # noqa: PLC0415

        upgrade(connection, revision)


def has_schema(connection: Connection) -> bool:
    """Whether a site has used the database."""
    return bool(_current(connection))


def revision_before_upgrade(connection: Connection) -> str | None:
    """The revision of a schema that `migrate` would upgrade; None for any other.

    Raises OperatorError for a schema that only a newer version of Marquee knows.
    """
    revisions = _known_current(connection)
    (revision,) = revisions if len(revisions) == 1 else (None,)
    return revision if revision != max(known()) else None


class Step(NamedTuple):
    """A revision, and what it is about."""

    revision: str
    what: str


def steps_after(revision: str) -> list[Step]:
    """What `migrate` does to a schema of that revision, in order."""
    later = sorted(file for file in _VERSIONS.glob("[0-9]*.py") if file.name.partition("_")[0] > revision)
    about = [ast.get_docstring(ast.parse(file.read_text())) or "" for file in later]
    return [Step(file.name.partition("_")[0], what.partition("\n")[0]) for file, what in zip(later, about, strict=True)]


def known() -> frozenset[str]:
    """The revisions of this version, by the names of their files; the newest has the highest number."""
    return frozenset(file.name.partition("_")[0] for file in _VERSIONS.glob("[0-9]*.py"))


def _known_current(connection: Connection) -> set[str]:
    """As `_current`. Raises OperatorError for a schema that only a newer version of Marquee knows, too."""
    current = _current(connection)
    if unknown := current - known():
        raise OperatorError(
            f"The database needs a newer version of Marquee: its schema is {', '.join(unknown)}. "
            "Install that version, or restore the backup that was made before the upgrade."
        )
    return current


def _current(connection: Connection) -> set[str]:
    """The revision of the schema; empty for a database without one. Raises OperatorError for one of another program."""
    tables = set(inspect(connection).get_table_names())
    if tables.isdisjoint(_FIRST):
        return set()
    if not tables.issuperset(_FIRST):
        there = ", ".join(sorted(tables & _FIRST))
        raise OperatorError(
            f"The database is another program's: it has the table {there}, but is not of Marquee. "
            "Give Marquee a database of its own, with createdb or as another file."
        )
    return set(connection.execute(select(_VERSION.c.version_num)).scalars())
