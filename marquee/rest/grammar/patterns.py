"""Regular expressions: what RE2, which SQLite uses here, and PostgreSQL understand alike. No I/O.

Characters, `.`, classes, `^` and `$`, groups, `|`, repetition, and the escapes \\d, \\w, \\s with their opposites, all
of ASCII. What only one knows, or each in its own way (\\b, \\p, back references, looking around), is refused.
"""

import re

from marquee.data_errors import INVALID_PATTERN, DataError
from marquee.db.regular_expressions import compiled

MAX_REPEATS = 255  # PostgreSQL's

_SHORT = {"d": "0-9", "w": "A-Za-z0-9_", "s": " \\t\\n\\f\\r"}
_TOKEN = re.compile(r"\\(?P<escaped>.)|(?P<group>\(\?:?)|(?P<open>\[\^?\]?)|\{(?P<counts>\d+(?:,\d*)?)\}|.", re.DOTALL)
_IN_CLASS = re.compile(r"\\(?P<escaped>.)|(?P<special>\[[.:=])|(?P<close>\])|.", re.DOTALL)


def portable(pattern: str) -> str:
    """The pattern with the short escapes written out. Raises INVALID_PATTERN."""
    written, at, before = [], 0, ""
    while token := _TOKEN.match(pattern, at):
        at = token.end()
        if before in ("^", "$") and (token[0] in ("*", "+", "?") or token["counts"]):
            raise DataError(INVALID_PATTERN, "invalid regular expression")  # PostgreSQL repeats no place
        before = token[0]
        if token["open"]:
            inside, at = _class(pattern, at)
            written.append(token["open"] + inside)
        else:
            written.append(_one(token))
    result = "".join(written)
    compiled(result)  # on PostgreSQL too: it gets no pattern that SQLite would refuse
    return result


def _one(token: re.Match[str]) -> str:
    if token["group"] == "(?" or any(int(n or 0) > MAX_REPEATS for n in (token["counts"] or "").split(",")):
        raise DataError(INVALID_PATTERN, "invalid regular expression")
    escaped = token["escaped"]
    if escaped and escaped.lower() in _SHORT:
        return f"[{'' if escaped.islower() else '^'}{_SHORT[escaped.lower()]}]"
    return _plain(escaped, token[0])


def _class(pattern: str, at: int) -> tuple[str, int]:
    """The content of a class `[…]` after its opening, and the position after it."""
    written = []
    while token := _IN_CLASS.match(pattern, at):
        at = token.end()
        if token["special"]:
            break
        escaped = token["escaped"]
        written.append(_SHORT[escaped] if escaped in _SHORT else _plain(escaped, token[0]))
        if token["close"]:
            return "".join(written), at
    raise DataError(INVALID_PATTERN, "invalid regular expression")


def _plain(escaped: str | None, text: str) -> str:
    if escaped and (escaped.isalnum() or not escaped.isascii()):
        raise DataError(INVALID_PATTERN, "invalid regular expression")
    return text
