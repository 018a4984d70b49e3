"""What an error of PostgreSQL means: one of ours, where it is not the fault of the program."""

import ssl
from collections.abc import Iterator
from contextlib import contextmanager

import asyncpg
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from marquee.data_errors import INVALID_ENCODING, INVALID_PATTERN, DataError
from marquee.errors import DatabaseReadOnly, DatabaseUnavailable, NotYetThere, OperatorError, StatementTimeout

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
        return DataError(INVALID_PATTERN, "invalid regular expression")
    if state == "22021":
        return DataError(INVALID_ENCODING, 'invalid byte sequence for encoding "UTF8"')
    if error.connection_invalidated or state.startswith(UNAVAILABLE):
        return DatabaseUnavailable()
    return error


def reason(error: BaseException | None) -> str:
    """The first line of what the driver says, for the log and the command line."""
    return str(error).partition("\n")[0].rstrip(".") or type(error).__name__


@contextmanager
def for_the_operator() -> Iterator[None]:
    """Raise OperatorError with the driver's own reason in place of what it raises."""
    try:
        with translated():
            yield
    except DatabaseUnavailable as error:
        cause = _of_the_driver(error.__cause__)
        why = error.why if isinstance(error, DatabaseReadOnly) else reason(cause)
        kind = NotYetThere if _may_pass(cause) else OperatorError
        raise kind(f"The PostgreSQL database cannot be used: {why}.") from error


def _of_the_driver(error: BaseException | None) -> BaseException | None:
    """The driver's error, which SQLAlchemy has wrapped twice."""
    return error.orig.__cause__ or error.orig if isinstance(error, DBAPIError) and error.orig else error


def _may_pass(error: BaseException | None) -> bool:
    """Whether the server may only not be up yet: it does not answer, is starting, or a pooler does not reach it."""
    if isinstance(error, OSError):
        return not isinstance(error, ssl.SSLError)
    return (getattr(error, "sqlstate", None) or "").startswith(("57P03", "53300", "08"))
