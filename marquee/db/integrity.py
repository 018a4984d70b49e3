"""Checks whether a SQLite database file is intact. Nothing here writes to it."""

from contextlib import closing
from pathlib import Path

from marquee.db.sqlite.connection import UNAVAILABLE, DriverError, connect
from marquee.errors import OperatorError
from marquee.ownership import remedy

FULL_UP_TO = 32 * 1024 * 1024
"""Up to this many bytes, a start also compares indexes with their tables: about 0.3 s of CPU time."""


def fault(database: Path, *, full: bool = True) -> str | None:
    """What is wrong, in SQLite's own words, or None. `full` also compares every index with its table.

    Raises the driver's error for a file that cannot be read now: that says nothing about what is in it.
    """
    check = "integrity_check" if full else "quick_check"
    try:
        with closing(connect(database, read_only=True)) as connection:
            result = connection.execute(f"PRAGMA {check}(1)").fetchone()[0]
    except DriverError as error:
        if str(error).startswith(UNAVAILABLE):
            raise
        return str(error)
    except UnicodeDecodeError:  # it quotes what is damaged
        return "a name in it is no text"
    return None if result == "ok" else " ".join(str(result).split())


def require_whole(database: Path) -> None:
    """Refuse a damaged database before anything is written to it. One that does not exist yet is intact.

    Raises OperatorError, which says how to go on.
    """
    if not database.exists():
        return
    try:
        damage = fault(database, full=database.stat().st_size <= FULL_UP_TO)
    except DriverError as error:
        raise OperatorError(f"The database cannot be used: {error}.{remedy(database)}") from error
    if damage:
        raise OperatorError(
            f"The database {database} is damaged ({damage}) and was left unchanged. "
            "Restore a backup with: marquee restore FILE --replace"
        )
