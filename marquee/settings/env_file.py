"""A file of settings, read as systemd reads the one of `EnvironmentFile=`: nothing in it is expanded or run."""

import re
from pathlib import Path

from marquee.errors import SettingsError

_NAME = re.compile(r"\s*([A-Za-z_][A-Za-z0-9_]*)\s*=[^\S\n]*")
# A part of a value: in double quotes, in single quotes, or bare up to the end of the line. Source: systemd.exec(5).
_PART = re.compile(r'"((?:[^"\\]|\\.)*)"|\'([^\']*)\'|((?:[^"\'\\\n]|\\.)+)', re.DOTALL)
_ESCAPED_IN_QUOTES = re.compile(r'\\(["\\`$\n])')
_ESCAPED = re.compile(r"\\(.)", re.DOTALL)


def read_env_file(path: Path) -> dict[str, str]:
    """The values of the file by their names. Raises SettingsError with the number of a line that it cannot read."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise SettingsError(f"The file {path} cannot be read.") from error
    found, at = {}, 0
    while at < len(text):
        line = text[at:].partition("\n")[0]
        if line.strip() == "" or line.lstrip()[0] in "#;":
            at += len(line) + 1
            continue
        name = _NAME.match(text, at)
        if name is None:
            raise SettingsError(f"Line {text.count(chr(10), 0, at) + 1} of {path} is not of the form NAME=value.")
        found[name[1]], at = _value(text, name.end(), path)
    return found


def _value(text: str, at: int, path: Path) -> tuple[str, int]:
    """The value that begins there, and where the next line does."""
    start, parts, is_bare = at, [], False
    while at < len(text) and text[at] != "\n":
        part = _PART.match(text, at)
        if part is None:
            number = text.count("\n", 0, start) + 1
            raise SettingsError(f"Line {number} of {path} has a quote without its end.")
        quoted, literal, bare = part.groups()
        is_bare = bare is not None
        if quoted is not None:
            parts.append(_ESCAPED_IN_QUOTES.sub(lambda found: found[1].strip("\n"), quoted))
        else:
            parts.append(literal if bare is None else _ESCAPED.sub(lambda found: found[1].strip("\n"), bare))
        at = part.end()
    value = "".join(parts)
    return value.rstrip() if is_bare else value, at + 1
