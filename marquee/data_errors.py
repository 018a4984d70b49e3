"""The refusals of the data, as PostgreSQL numbers them (SQLSTATE), or as `PT` and a status where it has no number.

See docs/protocol.md#data-errors. What PostgREST refuses by itself is in `rest/errors.py`.
"""

from typing import NamedTuple

from marquee.errors import Headers, MarqueeError


class Kind(NamedTuple):
    """What a client goes by: one line of the table of refusals in docs/api.md."""

    code: str
    status: int = 400
    headers: Headers = ()


class DataError(MarqueeError):
    """A refusal of the data protocol; the body is `{code, message, details, hint}`."""

    def __init__(self, kind: Kind, message: str, details: str | None = None, hint: str | None = None) -> None:
        super().__init__(message)
        self.kind = kind
        self.code, self.status, self.headers = kind
        self.details = details
        self.hint = hint


UNSAFE_STATEMENT = Kind("21000")
NUMBER_OUT_OF_RANGE = Kind("22003")
INVALID_DATE = Kind("22007")
DATE_OUT_OF_RANGE = Kind("22008")
INVALID_PATTERN = Kind("2201B")
INVALID_ENCODING = Kind("22021")
INVALID_TIME_ZONE = Kind("22023")  # PostgreSQL's "invalid parameter value"
TABLE_REFUSED = Kind("22023")
INVALID_ESCAPE = Kind("22025")
INVALID_TEXT = Kind("22P02")
UNTRANSLATABLE_TEXT = Kind("22P05")
NOT_NULL_VIOLATION = Kind("23502")
FOREIGN_KEY_VIOLATION = Kind("23503", 409)
UNIQUE_VIOLATION = Kind("23505", 409)
CHECK_VIOLATION = Kind("23514")
PERMISSION_DENIED = Kind("42501", 403)
INVALID_TSQUERY = Kind("42601")
UNDEFINED_COLUMN = Kind("42703")
UNDEFINED_TYPE = Kind("42704")
NOT_GROUPED = Kind("42803")  # a column that is neither grouped by nor aggregated
DATATYPE_MISMATCH = Kind("42804")
CANNOT_CAST = Kind("42846")
UNDEFINED_FUNCTION = Kind("42883", 404)
INVALID_CONFLICT_TARGET = Kind("42P10")
ANSWER_TOO_LARGE = Kind("54000", 413)  # PostgreSQL's "program limit exceeded", which PostgREST answers with 413
TOO_MANY_ROWS = Kind("54000", 413)  # a write that names more rows than one write may change
QUERY_CANCELED = Kind("57014", 503)
NO_SUCH_CHANGE = Kind("PT404", 404)  # an undo of what is not recorded, or no longer
NO_SUCH_INVITATION = Kind("PT404", 404)  # one to replace that is not there, or no longer open
CHANGED_SINCE = Kind("PT409", 409)  # an undo of what has been changed since; the details are JSON of both versions
STALE_RECORD = Kind("PT409", 409)  # a save based on a record that someone has changed since
QUERY_TOO_LONG = Kind("PT414", 414)
LAST_ADMIN = Kind("PT422", 422)
UNPROVEN_EMAIL = Kind("PT422", 422)  # rights for whoever has only begun an account
UNCONFIRMED = Kind("PT428", 428)  # a person is asked something first; the details are JSON of the questions
TOO_MANY_CHANGES = Kind("PT429", 429)


class TableRefused(DataError):
    """A table of artists or events that cannot be used."""

    def __init__(self, message: str, details: str | None = None, hint: str | None = None) -> None:
        super().__init__(TABLE_REFUSED, message, details, hint)


class UnprovenEmail(DataError):
    """Rights for an account that somebody began with a password and never confirmed: perhaps not whose email it is."""

    def __init__(self, email: str) -> None:
        message = f"{email} has not been confirmed: nobody has shown yet that this account is theirs."
        super().__init__(UNPROVEN_EMAIL, message, None, "Have them follow the link in their mail first.")


class LastAdmin(DataError):
    """A write that would leave no admin who can sign in."""

    def __init__(self) -> None:
        super().__init__(LAST_ADMIN, "This is the only admin: make somebody else an admin first.")


def too_many_changes(message: str, retry_after_s: int) -> DataError:
    """Of a write for which an account has changed too much already."""
    return DataError(TOO_MANY_CHANGES._replace(headers=(("Retry-After", str(retry_after_s)),)), message)
