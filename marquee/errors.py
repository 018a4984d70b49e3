"""Our error tree: each error knows its protocol's code and HTTP status; none knows a web framework.

`AuthError` speaks GoTrue (`auth/api/errors.py` turns it into answers), `data_errors.DataError` PostgREST
(`rest/endpoints.py`), `storage.errors.StorageError` Storage (`storage/calls/refusals.py`), and `OperatorError` is one
plain sentence for the person at the command line.
"""

Headers = tuple[tuple[str, str], ...]


class MarqueeError(Exception):
    """Anything that we refuse or that went wrong, with a sentence that may be shown to anyone."""

    status: int = 500
    code: str = "XX000"

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


class OperatorError(MarqueeError):
    """Said on standard error by the `marquee` command, which then exits with 1."""


class NotYetThere(OperatorError):
    """The server of the database does not answer, which may pass by itself, as when a machine starts."""


class SettingsError(OperatorError):
    """A setting is unsafe or unreadable; the sentence names it."""


class AuthError(MarqueeError):
    """A refusal of the session protocol: an HTTP status and one of GoTrue's error codes."""

    def __init__(self, status: int, code: str, message: str) -> None:
        super().__init__(message)
        self.status = status
        self.code = code


class WeakPassword(AuthError):
    """A new password that the policy refuses; `reasons` are GoTrue's words: `length`, `characters`, `pwned`."""

    def __init__(self, message: str, reasons: tuple[str, ...]) -> None:
        super().__init__(422, "weak_password", message)
        self.reasons = reasons


class TooManyRequests(AuthError):
    """A limit on failures or on mail is reached; `retry_after` is in seconds."""

    def __init__(
        self, retry_after: int, code: str = "over_request_rate_limit", message: str = "Request rate limit reached"
    ) -> None:
        super().__init__(429, code, message)
        self.retry_after = retry_after


class TokenRefused(MarqueeError):
    """An access token that is not ours, not whole, or `expired`; each protocol has its own answer for it."""

    status = 401

    def __init__(self, message: str, *, expired: bool = False) -> None:
        super().__init__(message)
        self.expired = expired


class Fault(MarqueeError):
    """Something of ours broke; the trace is in the log under the same request id."""

    def __init__(self, request_id: str) -> None:
        super().__init__(f"Something went wrong on the server. The log has the details under request {request_id}.")


class NotFound(MarqueeError):
    """An address of the site that leads to nothing."""

    status = 404

    def __init__(self) -> None:
        super().__init__("There is nothing at this URL.")


class DatabaseUnavailable(MarqueeError):
    """The disk is full or failing, or the database away. Nothing of the request was kept, and the next may work."""

    status = 503

    def __init__(self, message: str = "The database is unavailable, please try again") -> None:
        super().__init__(message)


class DatabaseReadOnly(DatabaseUnavailable):
    """The database takes no writes; `why` is for its operator alone."""

    def __init__(self, why: str) -> None:
        super().__init__("The database is read-only at the moment, so nothing was saved")
        self.why = why


class StatementTimeout(MarqueeError):
    """A statement was given up, so that it cannot hold everybody else."""

    status = 503


class Overloaded(MarqueeError):
    """A client has more slow reads or large answers than are its share, or all together have; the next may work."""

    status = 503

    def __init__(self, message: str = "Too many slow requests at once, please try again") -> None:
        super().__init__(message)


class ClientGone(Exception):
    """Nobody waits for the answer any more; nothing of the request was kept."""


class InvalidJson(MarqueeError):
    """A body that is not JSON; each protocol has its own code for it."""

    status = 400


class BodyTooLarge(MarqueeError):
    status = 413


class EncodedBody(MarqueeError):
    """A body that would have to be unpacked first; what it unpacks to has no limit."""

    status = 415


class SessionOver(MarqueeError):
    """A good token of a session that was signed out, or of an account that was banned or removed."""

    status = 401

    def __init__(self) -> None:
        super().__init__("Session ended")


class GatewayError(MarqueeError):
    """No API key, or a wrong one: answered before either protocol is reached, without a code."""

    status = 401

    def __init__(self, message: str, hint: str | None = None) -> None:
        super().__init__(message)
        self.hint = hint
