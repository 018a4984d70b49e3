"""The release of this tree as it is, made in a repository of its own."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from marquee.version import VERSION

ROOT = Path(__file__).parents[2]
DIST = Path("marquee/site/dist")
GIT = {f"GIT_{who}_{what}": "a@example.com" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
DATE = {"GIT_AUTHOR_DATE": "2026-11-28T12:00:00Z", "GIT_COMMITTER_DATE": "2026-11-28T12:00:00Z"}


def git(clone, *arguments):
    done = subprocess.run(
        ["git", *arguments], cwd=clone, check=True, capture_output=True, env={**os.environ, **GIT, **DATE}
    )
    return done.stdout.decode()


def describe(clone, heading=f"{VERSION} – 2026-11-28"):
    """Give what is not released yet a heading of its own, and commit that."""
    changelog = clone / "CHANGELOG.md"
    changelog.write_text(re.sub(r"^## .+", f"## {heading}", changelog.read_text(), count=1, flags=re.MULTILINE))
    git(clone, "add", "-A")
    git(clone, "commit", "-q", "-m", "Release", "--allow-empty")


def committed(clone):
    """One commit with the files of this tree, beside a built front end."""
    for name in filter(None, git(ROOT, "ls-files", "-z").split("\0")):
        if (ROOT / name).is_file():
            (clone / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, clone / name)
    shutil.copytree(ROOT / DIST, clone / DIST)
    (clone / ".build").mkdir()
    git(clone, "init", "-q")
    describe(clone)
    return clone


def release(clone):
    """`make release`, finished, without its last check."""
    return subprocess.run(
        [sys.executable, "-m", "scripts.release"], cwd=clone, check=False, capture_output=True, text=True
    )
