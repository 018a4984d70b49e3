"""The refusals that PostgREST numbers itself, `PGRST…`. Those of the database are in `marquee.data_errors`."""

from sqlalchemy import Table

from marquee.data_errors import PERMISSION_DENIED, STALE_RECORD, DataError, Kind
from marquee.domain.actor import Actor

_BEARER = (("WWW-Authenticate", 'Bearer error="invalid_token"'),)

READ_ONLY = Kind("25006", 503)  # PostgreSQL's own code; PostgREST answers 405, as if the database never took writes
UNAVAILABLE = Kind("PGRST003", 503)  # the database does not answer in time; the next request may work
PARSE_ERROR = Kind("PGRST100")
INVALID_FUNCTION_METHOD = Kind("PGRST101", 405)
INVALID_BODY = Kind("PGRST102")
PAYLOAD_TOO_LARGE = Kind("PGRST102", 413)
UNSUPPORTED_ENCODING = Kind("PGRST102", 415)
RANGE_NOT_SATISFIABLE = Kind("PGRST103", 416)
INVALID_PUT_FILTERS = Kind("PGRST105", 405)
UNKNOWN_SCHEMA = Kind("PGRST106", 406)
NOT_ACCEPTABLE = Kind("PGRST107", 406)
NOT_EMBEDDED = Kind("PGRST108")
PUT_WITH_LIMIT = Kind("PGRST114")
PUT_MISMATCH = Kind("PGRST115")
NOT_SINGULAR = Kind("PGRST116", 406)
METHOD_NOT_ALLOWED = Kind("PGRST117", 405)
NOT_TO_ONE = Kind("PGRST118")
INVALID_EMBED_FILTER = Kind("PGRST120")
INVALID_PREFERENCE = Kind("PGRST122")
TOO_MANY_AFFECTED = Kind("PGRST124")
INVALID_PATH = Kind("PGRST125", 404)
NOT_IMPLEMENTED_HERE = Kind("PGRST127")
UNKNOWN_RELATIONSHIP = Kind("PGRST200")
UNKNOWN_FUNCTION = Kind("PGRST202", 404)
UNKNOWN_BODY_COLUMN = Kind("PGRST204")
UNKNOWN_TABLE = Kind("PGRST205", 404)
INVALID_TOKEN = Kind("PGRST301", 401, _BEARER)
INVALID_CLAIMS = Kind("PGRST303", 401, _BEARER)


def range_not_satisfiable(details: str, total: int | None = None) -> DataError:
    """`total`: how many rows there are, if they were counted."""
    headers = () if total is None else (("Content-Range", f"*/{total}"),)
    return DataError(RANGE_NOT_SATISFIABLE._replace(headers=headers), "Requested range not satisfiable", details)


def not_singular(rows: int) -> DataError:
    """Of a request for one row, where there are so many."""
    details = f"The result contains {rows} rows"
    return DataError(NOT_SINGULAR, "Cannot coerce the result to a single JSON object", details)


def permission_denied(actor: Actor, message: str, hint: str | None = None) -> DataError:
    """401 for the anonymous role, else 403 (PostgREST's own rule for 42501)."""
    to_visitors = PERMISSION_DENIED._replace(status=401, headers=(("WWW-Authenticate", "Bearer"),))
    return DataError(to_visitors if actor.is_anonymous else PERMISSION_DENIED, message, None, hint or actor.hint)


def table_denied(actor: Actor, table: Table) -> DataError:
    """Of a table that the actor may not read, or not write so."""
    return permission_denied(actor, f"permission denied for table {table.name}")


def stale(what: str) -> DataError:
    """Of a save over a newer one."""
    message = f"Someone else has changed the {what} in the meantime"
    return DataError(STALE_RECORD, message, None, "Load the record again, repeat the changes, and save.")


def not_implemented_here(details: str) -> DataError:
    """Of what PostgREST can do, and this site cannot."""
    return DataError(NOT_IMPLEMENTED_HERE, "Feature not implemented", details)
