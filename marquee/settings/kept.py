"""The settings that `marquee setup` keeps in the data folder, in the form that `--env-file` reads."""

import os
import re
from collections.abc import Mapping
from pathlib import Path

from marquee import private_file
from marquee.settings.env_file import read_env_file

FILE_NAME = "settings.env"
HEADER = (
    "# Written by `marquee setup`, and read at each start. A variable of the environment wins over its line here.\n"
)

_ESCAPED = re.compile(r'(["\\`$])')


def read(data_dir: Path) -> dict[str, str]:
    """The kept values by the names of their variables. Raises SettingsError for a file that cannot be read."""
    path = data_dir / FILE_NAME
    # What a folder has that is closed to us cannot matter: nothing of it can be used.
    return read_env_file(path) if os.access(data_dir, os.X_OK) and path.exists() else {}


def change(data_dir: Path, values: Mapping[str, str]) -> None:
    """Keep these values, and what is kept of others; an empty one is forgotten. Raises SettingsError, OSError."""
    with private_file.locked(data_dir):
        after = changed(read(data_dir), values)
        lines = [f"{name}={_quoted(value)}\n" for name, value in sorted(after.items())]
        private_file.replace(data_dir / FILE_NAME, (HEADER + "".join(lines)).encode())


def changed(there: Mapping[str, str], values: Mapping[str, str]) -> dict[str, str]:
    """What is kept once these values are: instead of those of the same settings, in either form of their names."""
    settings = {setting_of(name) for name in values}
    others = {name: value for name, value in there.items() if setting_of(name) not in settings}
    return others | {name: value for name, value in values.items() if value}


def _quoted(value: str) -> str:
    return '"' + _ESCAPED.sub(r"\\\1", value) + '"'


def merged(environ: Mapping[str, str], there: Mapping[str, str]) -> dict[str, str]:
    """The environment over what is kept: a variable that is empty is none."""
    given = {name: value for name, value in environ.items() if value.strip()}
    return {**missing_from(given, there), **given}


def missing_from(environ: Mapping[str, str], there: Mapping[str, str]) -> dict[str, str]:
    """What is kept and not in the environment, in neither form of its name."""
    given = {setting_of(name) for name, value in environ.items() if value.strip()}
    return {name: value for name, value in there.items() if setting_of(name) not in given}


def setting_of(name: str) -> str:
    """The setting that a variable is about: the one with `_FILE` names a file with its value."""
    return name.removesuffix("_FILE")
