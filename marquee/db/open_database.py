"""Opens the database that a URL names."""

from pathlib import Path

from marquee.db.database import Database

SQLITE_PREFIX = "sqlite:///"


def open_database(url: str) -> Database:
    """The database of a URL that `settings.load` has checked. Raises OperatorError if it cannot be opened."""
    # Only the driver of the database in use is loaded; the other need not be installed.
    if path := sqlite_path(url):
        from marquee.db.sqlite.database import SqliteDatabase  # noqa: PLC0415

        return SqliteDatabase(path)
    from marquee.db.postgresql import PostgresqlDatabase  # noqa: PLC0415

    return PostgresqlDatabase(url)


def sqlite_path(url: str) -> Path | None:
    """The file of a SQLite URL; None for any other."""
    return Path(url.removeprefix(SQLITE_PREFIX)) if url.startswith(SQLITE_PREFIX) else None
