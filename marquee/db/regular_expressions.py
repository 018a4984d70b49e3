"""Regular expressions of clients: compiled once, quietly and in little memory, and only small ones.

RE2 takes time in proportion to text and program, and both are the client's: a text of 20,000 characters costs a program
of `MAX_PROGRAM` instructions 50 ms at worst, one of 120,000 instructions seconds. See
docs/decisions/0006-re2-for-regular-expressions.md.
"""

from functools import lru_cache
from typing import Any

import re2

from marquee.data_errors import INVALID_PATTERN, DataError

MAX_PROGRAM = 500
"""Instructions of RE2: a character is one, `.` is seven, and a repetition has what it repeats as many times."""

_OPTIONS = re2.Options()
_OPTIONS.max_mem = 256 * 1024
_OPTIONS.log_errors = False
_OPTIONS.never_capture = True
_OPTIONS.dot_nl = True  # as in PostgreSQL

MAX_KEPT = 64


@lru_cache(MAX_KEPT)
def compiled(pattern: str) -> Any:
    """What `search` is called on. Raises INVALID_PATTERN for what is no pattern, and for one that is too large."""
    try:
        expression = re2.compile(pattern, _OPTIONS)
    except re2.error as error:
        if any(reason in str(error) for reason in ("too large", "repetition size")):
            raise _too_large() from error
        raise DataError(INVALID_PATTERN, "invalid regular expression") from error
    if expression.programsize > MAX_PROGRAM:
        raise _too_large()
    return expression


def _too_large() -> DataError:
    return DataError(
        INVALID_PATTERN,
        "invalid regular expression: regular expression is too complex",
        f"It has more than {MAX_PROGRAM} instructions.",
        "Use a shorter pattern, or smaller numbers of repetitions.",
    )
