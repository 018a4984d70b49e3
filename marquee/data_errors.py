"""The refusals of the data protocol, as PostgREST and PostgreSQL number them. See docs/protocol.md#data-errors."""

from marquee.errors import Headers, MarqueeError


class DataError(MarqueeError):
    """A refusal of the data protocol; the body is `{code, message, details, hint}`."""

    status = 400
    headers: Headers = ()

    def __init__(self, message: str, details: str | None = None, hint: str | None = None) -> None:
        super().__init__(message)
        self.details = details
        self.hint = hint


# What PostgREST itself refuses.


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


class AggregatesDisabled(DataError):
    code = "PGRST123"


class TooManyAffected(DataError):
    code = "PGRST124"


class RootDisabled(DataError):
    status, code = 404, "PGRST126"


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
    """The database does not answer in time; the official client tries again after this many seconds."""

    status, code = 503, "PGRST003"
    headers: Headers = (("Retry-After", "1"),)


# What the database refuses, by SQLSTATE.


class QueryCanceled(DataError):
    status, code = 503, "57014"
    headers: Headers = (("Retry-After", "1"),)


class UnsafeStatement(DataError):
    code = "21000"


class ValueTooLong(DataError):
    code = "22001"


class NumberOutOfRange(DataError):
    code = "22003"


class InvalidDate(DataError):
    code = "22007"


class DateOutOfRange(DataError):
    code = "22008"


class InvalidText(DataError):
    code = "22P02"


class TableRefused(DataError):
    """A table of artists or events that cannot be used; 22023 is PostgreSQL's "invalid parameter value"."""

    code = "22023"


class InvalidEncoding(DataError):
    code = "22021"


class UntranslatableText(DataError):
    code = "22P05"


class NotNullViolation(DataError):
    code = "23502"


class ForeignKeyViolation(DataError):
    status, code = 409, "23503"


class UniqueViolation(DataError):
    status, code = 409, "23505"


class CheckViolation(DataError):
    code = "23514"


class InvalidPattern(DataError):
    code = "2201B"


class PermissionDenied(DataError):
    """401 for the anonymous role, else 403 (PostgREST's own rule for 42501)."""

    status, code = 403, "42501"

    def __init__(self, message: str, *, anonymous: bool, hint: str | None = None) -> None:
        super().__init__(message, None, hint)
        if anonymous:
            self.status = 401
            self.headers = (("WWW-Authenticate", "Bearer"),)


class InvalidEscape(DataError):
    code = "22025"


class CannotCast(DataError):
    code = "42846"


class DatatypeMismatch(DataError):
    code = "42804"


class UndefinedType(DataError):
    code = "42704"


class InvalidTsquery(DataError):
    code = "42601"


class UndefinedColumn(DataError):
    code = "42703"


class UndefinedFunction(DataError):
    status, code = 404, "42883"


class InvalidConflictTarget(DataError):
    code = "42P10"


class AnswerTooLarge(DataError):
    """54000 is PostgreSQL's "program limit exceeded", which PostgREST answers with 413."""

    status, code = 413, "54000"


class TooManyRows(DataError):
    """A write that names more rows than one write may change."""

    status, code = 413, "54000"


class StaleRecord(DataError):
    """A save based on a record that someone has changed since; PostgREST's form of a chosen status is PTxxx."""

    status, code = 409, "PT409"


class ChangedSince(DataError):
    """An undo of what has been changed since; the details are JSON of both versions."""

    status, code = 409, "PT409"


class NoSuchChange(DataError):
    """An undo of what is not recorded, or no longer."""

    status, code = 404, "PT404"


class LastAdmin(DataError):
    """A write that would leave no admin who can sign in."""

    status, code = 422, "PT422"


class NoSuchInvitation(DataError):
    """An invitation to replace that is not there, or no longer open."""

    status, code = 404, "PT404"
