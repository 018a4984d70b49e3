"""The site's database, as the commands use it: upgraded first, and written to in one transaction."""

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from typing import Concatenate, ParamSpec, TypeVar

from sqlalchemy import Connection

from marquee.auth.secrets import secrets_file
from marquee.cli.database_mark import had_database
from marquee.cli.options import load_settings
from marquee.cli.schema_upgrade import upgrade_database
from marquee.db.database import Database
from marquee.db.migrations import has_schema
from marquee.db.open_database import describe, open_database, sqlite_path
from marquee.domain.history.changes import run_as
from marquee.domain.schema import require_own_tables
from marquee.errors import OperatorError
from marquee.settings import Settings

P = ParamSpec("P")
T = TypeVar("T")


def write(fn: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Run `fn(connection, …)` in one transaction on the upgraded database."""
    with upgraded_database() as database:
        return database.write_now(run_as, None, fn, *args, **kwargs)


@contextmanager
def upgraded_database(*, may_be_new: bool = False) -> Iterator[Database]:
    """The database, upgraded if needed; unless it `may_be_new`, it is there already. Raises OperatorError."""
    with existing_database(may_be_new=may_be_new) as (current, database):
        upgrade_database(current, database)
        yield database


@contextmanager
def existing_database(*, may_be_new: bool = False) -> Iterator[tuple[Settings, Database]]:
    """The database as it is; unless it `may_be_new`, it is there already. Raises OperatorError."""
    current = load_settings()
    may_be_new = may_be_new and not had_database(current.data_dir)
    if may_be_new:
        secrets_file.make_data_dir(current.data_dir)
    else:
        require_file(current)
    with closing(open_database(current.database_url)) as database:
        if not may_be_new:
            require_site(current, database)
        yield current, database


def require_file(current: Settings) -> None:
    """Raises OperatorError for a SQLite database that is missing, before one is made by opening it."""
    path = sqlite_path(current.database_url)
    if path and not path.is_file():
        raise OperatorError(f"There is no database at {path}. {way_on(current)}")


def require_site(current: Settings, database: Database) -> None:
    """Raises OperatorError for a database without a site, or with one that this role may not see."""
    database.read_now(require_own_tables)
    if not database.read_now(has_schema):
        raise OperatorError(f"There is no site in {describe(current.database_url)}. {way_on(current)}")


def way_on(current: Settings) -> str:
    """What to do where there is no database."""
    if not had_database(current.data_dir):
        return "A site begins with: marquee setup"
    return (
        f"The site of {current.data_dir} had one: restore a backup with `marquee restore --replace FILE`, "
        "or name another data folder for a new site."
    )
