"""What is wrong with a row, in words for whoever typed it."""

from typing import NamedTuple

MAX_QUOTED = 60


class NotUnderstood(Exception):
    """A cell that cannot be used; the message is a sentence with the reason. Becomes a Problem of its row."""


class Problem(NamedTuple):
    """What is wrong: in which of our columns, with what that was typed, and why, as a whole sentence."""

    column: str
    value: str
    reason: str


def quoted(text: str) -> str:
    """What was typed, in quotation marks, shortened if it is long."""
    text = " ".join(text.split())
    return f"“{text if len(text) <= MAX_QUOTED else f'{text[: MAX_QUOTED - 1]}…'}”"
