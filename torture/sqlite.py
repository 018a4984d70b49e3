"""What is in a database file, read without the site and without writing to it."""

import hashlib
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any


def ask(file: Path, statement: str) -> list[tuple[Any, ...]]:
    with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)) as connection:
        return connection.execute(statement).fetchall()


def is_whole(file: Path) -> bool:
    return ask(file, "PRAGMA integrity_check") == [("ok",)] and ask(file, "PRAGMA foreign_key_check") == []


def content(file: Path, *, without: str = "") -> str:
    """A digest of the schema and of every row, but for those of one table.

    Alembic writes the constraints of a table that it copies in any order.
    """
    tables = [(name, sql or "") for name, sql in ask(file, "SELECT name, sql FROM sqlite_schema ORDER BY type, name")]
    names = [name for name, sql in tables if sql.startswith("CREATE TABLE") and name != without]
    schema = [(name, sorted(part.strip(",\n\t") for part in sql.split("\n"))) for name, sql in tables]
    rows = [ask(file, f'SELECT * FROM "{name}"') for name in names]
    return hashlib.sha256(repr((schema, rows)).encode()).hexdigest()


def digest(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()
