"""The refusals that PostgREST numbers itself, `PGRST…`. Those of the database are in `marquee.data_errors`."""

from marquee.data_errors import DataError
from marquee.errors import Headers


class ParseError(DataError):
    code = "PGRST100"


class MethodNotAllowed(DataError):
    status, code = 405, "PGRST117"


class InvalidFunctionMethod(DataError):
    status, code = 405, "PGRST101"


class InvalidBody(DataError):
    code = "PGRST102"


class InvalidPutFilters(DataError):
    status, code = 405, "PGRST105"


class PutWithLimit(DataError):
    code = "PGRST114"


class PutMismatch(DataError):
    code = "PGRST115"


class PayloadTooLarge(DataError):
    status, code = 413, "PGRST102"


class UnsupportedEncoding(DataError):
    status, code = 415, "PGRST102"


class RangeNotSatisfiable(DataError):
    """`total`: how many rows there are, if they were counted."""

    status, code = 416, "PGRST103"

    def __init__(self, message: str, details: str, total: int | None = None) -> None:
        super().__init__(message, details)
        if total is not None:
            self.headers = (("Content-Range", f"*/{total}"),)


class UnknownSchema(DataError):
    status, code = 406, "PGRST106"


class NotAcceptable(DataError):
    status, code = 406, "PGRST107"


class NotEmbedded(DataError):
    code = "PGRST108"


class NotSingular(DataError):
    status, code = 406, "PGRST116"

    def __init__(self, rows: int) -> None:
        super().__init__("Cannot coerce the result to a single JSON object", f"The result contains {rows} rows")


class NotToOne(DataError):
    code = "PGRST118"


class InvalidEmbedFilter(DataError):
    code = "PGRST120"


class InvalidPreference(DataError):
    code = "PGRST122"


class TooManyAffected(DataError):
    code = "PGRST124"


class NotImplementedHere(DataError):
    code = "PGRST127"

    def __init__(self, details: str) -> None:
        super().__init__("Feature not implemented", details)


class InvalidPath(DataError):
    status, code = 404, "PGRST125"


class UnknownRelationship(DataError):
    code = "PGRST200"


class UnknownFunction(DataError):
    status, code = 404, "PGRST202"


class UnknownBodyColumn(DataError):
    code = "PGRST204"


class UnknownTable(DataError):
    status, code = 404, "PGRST205"


class InvalidToken(DataError):
    status, code = 401, "PGRST301"
    headers: Headers = (("WWW-Authenticate", 'Bearer error="invalid_token"'),)


class InvalidClaims(InvalidToken):
    code = "PGRST303"


class Unavailable(DataError):
    """The database does not answer in time; the next request may work."""

    status, code = 503, "PGRST003"


class ReadOnly(DataError):
    """The database takes no writes, with PostgreSQL's own code for that; PostgREST answers 405, as if it never did."""

    status, code = 503, "25006"
