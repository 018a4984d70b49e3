"""A cursor over one query parameter; the grammars of select, filters and order are written with it."""

import re
from collections.abc import Callable
from typing import NoReturn, TypeVar

from marquee.data_errors import DataError
from marquee.rest.errors import PARSE_ERROR

MAX_MEMOIZED = 128
"""How many parsed texts of a kind are kept: clients send a few, each many times."""

MAX_MEMOIZED_LENGTH = 512
"""Only texts up to this length are memoized: longer ones have long values, of which there are many."""

T = TypeVar("T")

_NAME = re.compile(r"[\w$]+(?:[ -]+[\w$]+)*")
_QUOTED = re.compile(r'"((?:[^"\\]|\\.)*)"', re.DOTALL)
_ESCAPED = re.compile(r"\\(.)", re.DOTALL)


class Scanner:
    """Reads `text` from left to right; `what` names the parameter in the protocol's error message.

    `before`: how many characters PostgREST counts before the text, of a logic tree those of its operator.
    """

    def __init__(self, what: str, text: str, *, before: int = 0) -> None:
        self.what = what
        self.text = text
        self.at = 0
        self._before = before

    def fail(self) -> NoReturn:
        """Raise the protocol's parse error at this place. See docs/protocol.md#filters."""
        unexpected = f'unexpected "{self.text[self.at]}"' if self.at < len(self.text) else "unexpected end of input"
        raise DataError(
            PARSE_ERROR,
            f'"failed to parse {self.what} ({self.text})" (line 1, column {self._before + self.at + 1})',
            unexpected,
        )

    def end(self) -> None:
        """Nothing may come any more."""
        if self.at < len(self.text):
            self.fail()

    def take(self, literal: str) -> bool:
        """Step over `literal` if it comes next; returns whether it did."""
        is_next = self.text.startswith(literal, self.at)
        self.at += len(literal) if is_next else 0
        return is_next

    def space(self) -> None:
        """Step over white space, which the grammar allows around names, commas and parentheses."""
        while self.text.startswith((" ", "\t"), self.at):
            self.at += 1

    def take_comma(self) -> bool:
        """Step over a comma, with white space on either side, if it comes next; returns whether it did."""
        start = self.at
        self.space()
        if not self.take(","):
            self.at = start
            return False
        self.space()
        return True

    def listed(self, read: Callable[[], T]) -> tuple[T, ...]:
        """What `read` reads, once or more, with commas between."""
        found = [read()]
        while self.take_comma():
            found.append(read())
        return tuple(found)

    def need(self, literal: str) -> None:
        if not self.take(literal):
            self.fail()

    def match(self, pattern: re.Pattern[str]) -> str | None:
        """Step over what `pattern` matches here, and return it."""
        match = pattern.match(self.text, self.at)
        if match is None:
            return None
        self.at = match.end()
        return match[0]

    def quoted(self) -> str | None:
        """A double-quoted string, its backslash escapes undone."""
        text = self.match(_QUOTED)
        return None if text is None else _ESCAPED.sub(r"\1", text[1:-1])

    def name(self) -> str:
        """An identifier: letters, digits, `_ $`, inner `-` and spaces, or anything in double quotes."""
        name = self.quoted()
        if name is None:
            name = self.match(_NAME)
        if not name:
            self.fail()
        return name
