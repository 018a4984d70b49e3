"""Whose files a site's are: what a command makes has to be usable by whoever serves the site."""

import os
import pwd
import shlex
import shutil
import sys
from pathlib import Path

from marquee.errors import OperatorError

ROOT = 0


def require_own(folder: Path) -> None:
    """Raises OperatorError, with the command to type, where root works in the folder of somebody else.

    The files that root made there would lock the folder's owner out: the next start would fail, and a running site
    would not see new keys. A folder that is missing is nobody's yet.
    """
    owner = _owner(folder)
    if os.geteuid() == ROOT and owner not in (None, ROOT):
        raise OperatorError(
            f"The folder {folder} belongs to {_name(owner)}, who could not use what root makes there. "
            f"Run: {_as_user(owner)} -- {shlex.join(sys.argv)}"
        )


def unusable(error: OSError) -> OperatorError:
    """The sentence about a file that cannot be read or written: why, and whose it is if that is the reason."""
    file = error.filename
    return OperatorError(f"{file or 'A file'} cannot be read or written: {error.strerror}.{remedy(Path(file or ''))}")


def remedy(file: Path) -> str:
    """A further sentence about a file of another user, or in the folder of one; empty for one of our own."""
    there = next((path for path in (file, *file.parents) if _owner(path) is not None), file)
    owner, ours = _owner(there), os.geteuid()
    if owner in (None, ours) or ours == ROOT:
        return ""
    if _owner(there.parent) != ours:
        return f" {_belongs(there, owner)}."
    return f" {there} belongs to {_name(owner)}. {_chown(there.parent)}"


def of_somebody_else(folder: Path, owner: int) -> OperatorError:
    """The sentence about a folder that was meant for us, with the command that gives it to us."""
    return OperatorError(f"The folder {_belongs(folder, owner)}. {_chown(folder)}")


def _belongs(path: Path, owner: int) -> str:
    return f"{path} belongs to {_name(owner)}, and this command runs as {_name(os.geteuid())}"


def _chown(folder: Path) -> str:
    """What makes everything in a folder ours; a number without a name is typed without #, which begins a comment."""
    return f"As root, run: chown -R {_name(os.geteuid()).removeprefix('#')} {shlex.quote(str(folder))}"


def _owner(path: Path) -> int | None:
    """The number of a file's user; None where there is no file, or none that we may look at."""
    try:
        return path.stat().st_uid
    except OSError:
        return None


def _name(uid: int) -> str:
    try:
        return pwd.getpwuid(uid).pw_name
    except KeyError:
        return f"#{uid}"


def _as_user(uid: int) -> str:
    """How a command is run as a user, with the environment as it is."""
    name = _name(uid)
    by_name = shutil.which("runuser") and not name.startswith("#")
    return f"runuser -u {name}" if by_name else f"sudo -E -u {shlex.quote(name)}"
