"""A cursor over one query parameter; the grammars of select, filters and order are written with it."""

import re
from typing import NoReturn

from marquee.errors import ParseError

MAX_MEMOIZED = 128
"""How many texts of a kind are understood once: clients send a few, each many times."""

MAX_MEMOIZED_LENGTH = 512
"""Characters of a text that is remembered whatever it says; of a longer one, a thousand values could be."""

_NAME = re.compile(r"[\w$]+(?:[ -]+[\w$]+)*")
_QUOTED = re.compile(r'"((?:[^"\\]|\\.)*)"', re.DOTALL)
_ESCAPED = re.compile(r"\\(.)", re.DOTALL)


class Scanner:
    """Reads `text` from left to right; `what` names the parameter in the protocol's error message."""

    def __init__(self, what: str, text: str) -> None:
        self.what = what
        self.text = text
        self.at = 0

    def fail(self) -> NoReturn:
        """Raise the protocol's parse error at this place. See docs/protocol.md#filters."""
        unexpected = f'unexpected "{self.text[self.at]}"' if self.at < len(self.text) else "unexpected end of input"
        raise ParseError(f'"failed to parse {self.what} ({self.text})" (line 1, column {self.at + 1})', unexpected)

    @property
    def done(self) -> bool:
        return self.at == len(self.text)

    def take(self, literal: str) -> bool:
        """Step over `literal` if it stands here."""
        found = self.text.startswith(literal, self.at)
        self.at += len(literal) if found else 0
        return found

    def need(self, literal: str) -> None:
        if not self.take(literal):
            self.fail()

    def match(self, pattern: re.Pattern[str]) -> str | None:
        """Step over what `pattern` matches here, and return it."""
        found = pattern.match(self.text, self.at)
        if found is None:
            return None
        self.at = found.end()
        return found[0]

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
