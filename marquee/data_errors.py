"""The refusals of the data, as PostgreSQL numbers them (SQLSTATE), or as `PT` and a status where it has no number.

See docs/protocol.md#data-errors. What PostgREST refuses by itself is in `rest/errors.py`.
"""

from marquee.errors import Headers, MarqueeError


class DataError(MarqueeError):
    """A refusal of the data protocol; the body is `{code, message, details, hint}`."""

    status = 400
    headers: Headers = ()

    def __init__(self, message: str, details: str | None = None, hint: str | None = None) -> None:
        super().__init__(message)
        self.details = details
        self.hint = hint


class QueryCanceled(DataError):
    status, code = 503, "57014"


class UnsafeStatement(DataError):
    code = "21000"


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


class InvalidTimeZone(DataError):
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


class QueryTooLong(DataError):
    status, code = 414, "PT414"


class NotGrouped(DataError):
    """A column that is neither grouped by nor aggregated."""

    code = "42803"


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


class TooManyChanges(DataError):
    """A write for which an account has changed too much already; `retry_after` is in seconds."""

    status, code = 429, "PT429"

    def __init__(self, message: str, retry_after: int) -> None:
        super().__init__(message)
        self.headers = (("Retry-After", str(retry_after)),)


class StaleRecord(DataError):
    """A save based on a record that someone has changed since; PostgREST's form of a chosen status is PTxxx."""

    status, code = 409, "PT409"


class ChangedSince(DataError):
    """An undo of what has been changed since; the details are JSON of both versions."""

    status, code = 409, "PT409"


class NoSuchChange(DataError):
    """An undo of what is not recorded, or no longer."""

    status, code = 404, "PT404"


class Unconfirmed(DataError):
    """A save about which a person is asked something first; the details are JSON of the questions."""

    status, code = 428, "PT428"


class LastAdmin(DataError):
    """A write that would leave no admin who can sign in."""

    status, code = 422, "PT422"


class NoSuchInvitation(DataError):
    """An invitation to replace that is not there, or no longer open."""

    status, code = 404, "PT404"
