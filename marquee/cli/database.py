"""The site's database, as the commands use it: upgraded first, and written to in one transaction."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Concatenate, ParamSpec, TypeVar

from sqlalchemy import Connection

from marquee.auth.secrets import secrets_file
from marquee.cli.options import load_settings
from marquee.cli.upgrade import upgrade
from marquee.db.database import Database
from marquee.db.open_database import open_database

P = ParamSpec("P")
T = TypeVar("T")


def write(fn: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Run `fn(connection, …)` in one transaction on the upgraded database."""
    with upgraded_database() as database:
        return database.write_now(fn, *args, **kwargs)


@contextmanager
def upgraded_database() -> Iterator[Database]:
    """The database, upgraded if needed. Raises OperatorError."""
    current = load_settings()
    secrets_file.make_data_dir(current.data_dir)
    database = open_database(current.database_url)
    try:
        upgrade(current, database)
        yield database
    finally:
        database.close()
