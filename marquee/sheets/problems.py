"""What is wrong with a row, in words for whoever typed it."""

from typing import NamedTuple

MAX_QUOTED, MAX_VALUE = 60, 200


class NotUnderstood(Exception):
    """A cell that cannot be used; the message is a sentence with the reason. Becomes a Problem of its row."""


class Uncertain(NotUnderstood):
    """A cell that says that its date is not certain, which only a draft may be."""

    def __init__(self, text: str) -> None:
        super().__init__(f"{quoted(text)} is not certain. Leave the row out, or write Draft under Announced.")


class Problem(NamedTuple):
    """What is wrong: in which of our columns, with what that was typed, and why, as a whole sentence."""

    column: str
    value: str
    reason: str

    @classmethod
    def of(cls, column: str, typed: str, reason: str) -> "Problem":
        """A problem of what was typed, of which the beginning is enough to find it."""
        return cls(column, typed[:MAX_VALUE], reason)


def quoted(text: str) -> str:
    """What was typed, in quotation marks, shortened if it is long."""
    text = " ".join(text.split())
    return f"“{text if len(text) <= MAX_QUOTED else f'{text[: MAX_QUOTED - 1]}…'}”"
