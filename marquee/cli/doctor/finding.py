"""What a check found."""

from typing import Literal, NamedTuple

Status = Literal["ok", "warning", "error"]


class Finding(NamedTuple):
    """`message` and `advice` are whole sentences; there is no advice where all is well."""

    status: Status
    message: str
    advice: str = ""


def ok(message: str) -> Finding:
    """All is well."""
    return Finding("ok", message)


def warning(message: str, advice: str) -> Finding:
    """The site works, but not as its operator probably expects."""
    return Finding("warning", message, advice)


def error(message: str, advice: str) -> Finding:
    """The site does not work, or would be lost with its disk."""
    return Finding("error", message, advice)
