"""A file of settings, read as systemd reads the one of `EnvironmentFile=`: nothing in it is expanded or run."""

import re
from pathlib import Path

from marquee.errors import SettingsError

# Source: systemd.exec(5), and parse_env_file_internal() of systemd. A carriage return ends a line, as a line feed does.
_SKIPPED = re.compile(r"(?:[ \t\r\n]+|[#;][^\r\n]*)*")
_NAME = re.compile(r"([A-Za-z_][A-Za-z0-9_]*)[ \t]*=")
_QUOTED = re.compile(r'[ \t]*(?:"((?:[^"\\]|\\.)*)"|\'([^\']*)\')', re.DOTALL)
_UNQUOTED = re.compile(r"[ \t]*((?:[^\\\r\n \t]|\\(?:.|\Z)|[ \t]+(?=[^\r\n \t]))*)[ \t]*", re.DOTALL)
_ESCAPED_IN_QUOTES = re.compile(r'\\(["\\`$\n])')
_ESCAPED = re.compile(r"\\(.?)", re.DOTALL)


def read_env_file(path: Path) -> dict[str, str]:
    """The values of the file by their names. Raises SettingsError with the number of a line that it cannot read."""
    text = _text(path)
    found, at = {}, _after_comments(text, 0, path)
    while at < len(text):
        name = _NAME.match(text, at)
        if name is None:
            raise SettingsError(f"{_line(text, at, path)} is not of the form NAME=value.")
        found[name[1]], end = _value(text, name.end(), path)
        at = _after_comments(text, end, path)
    return found


def _text(path: Path) -> str:
    try:
        text = path.read_bytes().decode("utf-8")
    except OSError as error:
        raise SettingsError(f"The file {path} cannot be read.") from error
    except UnicodeDecodeError as error:
        raise SettingsError(f"The file {path} cannot be read: it is not in UTF-8.") from error
    if text.startswith("\ufeff"):
        raise SettingsError(
            f"The file {path} begins with a byte order mark, with which systemd does not read its line 1."
        )
    if "\0" in text:
        raise SettingsError(f"{_line(text, text.index(chr(0)), path)} has a NUL in it.")
    return text


def _after_comments(text: str, at: int, path: Path) -> int:
    """Where the next assignment begins."""
    found = _SKIPPED.match(text, at)
    end = found.end() if found else at
    if comment := re.search(r"[#;][^\r\n]*\\(?=[\r\n])", text[at:end]):
        line = _line(text, at + comment.start(), path)
        raise SettingsError(
            f"{line} is a comment that ends with \\, and some versions of systemd add the next line to it."
        )
    return end


def _value(text: str, at: int, path: Path) -> tuple[str, int]:
    """The value that begins there, and where it ends. Quotes count until the first sign outside of them."""
    start, parts = at, []
    while part := _QUOTED.match(text, at):
        quoted, literal = part.groups()
        parts.append(literal if quoted is None else _ESCAPED_IN_QUOTES.sub(lambda sign: sign[1].strip("\n"), quoted))
        at = part.end()
    rest = _UNQUOTED.match(text, at)
    if rest is None or rest[1].startswith(('"', "'")):
        raise SettingsError(f"{_line(text, start, path)} has a quote without its end.")
    parts.append(_ESCAPED.sub(lambda sign: sign[1].strip("\r\n"), rest[1]))
    return "".join(parts), rest.end()


def _line(text: str, at: int, path: Path) -> str:
    number = text.count("\n", 0, at) + 1
    return f"Line {number} of {path}"
