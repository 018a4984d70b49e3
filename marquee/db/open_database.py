"""Opens the database that a URL names."""

from pathlib import Path
from urllib.parse import parse_qsl, urlsplit

from marquee.db.commit_counter import CommitCounter
from marquee.db.database import Database
from marquee.errors import OperatorError

SQLITE_PREFIX = "sqlite:///"


def open_database(url: str, shared: Path | None = None, limit_s: float | None = None) -> Database:
    """The database of a URL that `settings.load` has checked. Raises OperatorError if it cannot be opened.

    In the folder `shared`, processes that use one PostgreSQL database tell each other of commits; SQLite has its own.
    `limit_s` is for each statement of a command that waits for a server.
    """
    # Only the driver of the database in use is loaded; the other need not be installed.
    if path := sqlite_path(url):
        from marquee.db.sqlite.database import SqliteDatabase  # noqa: PLC0415

        return SqliteDatabase(path)
    from marquee.db.postgresql.database import PostgresqlDatabase  # noqa: PLC0415

    try:
        return PostgresqlDatabase(url, CommitCounter(shared / "postgresql") if shared else None, limit_s)
    except OSError as error:
        raise OperatorError(f"The folder {shared} cannot be used: {error.strerror}.") from error


def sqlite_path(url: str) -> Path | None:
    """The file of a SQLite URL; None for any other."""
    return Path(url.removeprefix(SQLITE_PREFIX)) if url.startswith(SQLITE_PREFIX) else None


def needs_one_process(url: str) -> bool:
    """Whether two processes that write to this database at once could lose what they write."""
    if sqlite_path(url) is None:
        return False
    from marquee.db.sqlite import connection  # noqa: PLC0415 - a site on PostgreSQL does without

    return connection.needs_one_process()


def describe(url: str) -> str:
    """The database of a URL in words, without its password."""
    if path := sqlite_path(url):
        return str(path)
    parts = urlsplit(url)
    host = parts.hostname or dict(parse_qsl(parts.query)).get("host", "localhost")
    return f"the PostgreSQL database {parts.path.removeprefix('/')} at {host}"
