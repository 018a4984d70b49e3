"""What an error of PostgreSQL means: one of ours, where it is not the fault of the program."""

from collections.abc import Iterator
from contextlib import contextmanager

import asyncpg
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from marquee.data_errors import InvalidEncoding, InvalidPattern
from marquee.errors import DatabaseUnavailable, StatementTimeout

GIVEN_UP = "The statement took too long and was given up"

# SQLSTATE classes and codes of what may work later: connections that are lost or refused (to this user, to this
# database), no space, a shutdown, a lock timeout. Source: PostgreSQL, appendix A.
UNAVAILABLE = ("08", "28", "3D", "53", "57P", "58", "55P03")


@contextmanager
def translated() -> Iterator[None]:
    """Raise DatabaseUnavailable, StatementTimeout or a DataError in place of what the driver raises."""
    try:
        yield
    except (OSError, PoolTimeout, asyncpg.PostgresError, asyncpg.InterfaceError) as error:  # OSError: TimeoutError too
        raise DatabaseUnavailable() from error
    except DBAPIError as error:
        raise _translation(error) from error


def _translation(error: DBAPIError) -> Exception:
    state: str = getattr(error.orig, "sqlstate", None) or ""
    if state == "57014" or isinstance(error.orig, TimeoutError):
        return StatementTimeout(GIVEN_UP)
    if state == "2201B":
        return InvalidPattern("invalid regular expression")
    if state == "22021":
        return InvalidEncoding('invalid byte sequence for encoding "UTF8"')
    if error.connection_invalidated or state.startswith(UNAVAILABLE):
        return DatabaseUnavailable()
    return error


def reason(error: BaseException | None) -> str:
    """The first line of what the driver says, for the log and the command line."""
    return str(error).partition("\n")[0].rstrip(".") or type(error).__name__
