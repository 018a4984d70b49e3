"""What a release consists of, in `dist/`: wheel, source archive, bill of materials, notes and checksums.

Same commit, same versions of Node and Python, same bytes. `make release` checks what it made.
"""

import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

from scripts import sbom

ROOT = Path(__file__).parents[1]
DIST = ROOT / "dist"
SECTION = re.compile(r"^## (.+)\n((?:(?!## ).*\n)*)", re.MULTILINE)
"""A version of the CHANGELOG: its heading, and what it changes."""


def version() -> str:
    """X.Y.Z, as pyproject.toml says it for everything else."""
    number: str = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    return number


def notes(changelog: str, number: str) -> str:
    """The notes of a version: what the CHANGELOG says of it, which stands first there. Exits where it does not."""
    title, changes = next(iter(SECTION.findall(changelog)), ("nothing", ""))
    if not re.fullmatch(rf"{re.escape(number)} – \d{{4}}-\d\d-\d\d", title):
        sys.exit(
            f"pyproject.toml says {number}, and CHANGELOG.md begins with “{title}”. "
            f"A release is described first: its section is “## {number} – ” and the day."
        )
    return f"# Marquee {title}\n\n{changes.strip()}\n"


def _git(*arguments: str) -> str:
    return subprocess.run(["git", *arguments], cwd=ROOT, check=True, capture_output=True, text=True).stdout.strip()  # noqa: S607 - our own words


def _build(folder: Path) -> None:
    """Wheel and source archive, with the time of the commit as that of every file."""
    command = [sys.executable, "-m", "hatchling", "build", "--directory", str(folder)]
    environment = {**os.environ, "SOURCE_DATE_EPOCH": _git("log", "-1", "--format=%ct")}
    done = subprocess.run(command, cwd=ROOT, check=False, capture_output=True, text=True, env=environment)
    if done.returncode:
        sys.exit(done.stdout + done.stderr)


def _checksums(folder: Path) -> str:
    """In the form of `sha256sum --check`."""
    files = sorted(folder.iterdir())
    return "".join(f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.name}\n" for file in files)


def main() -> None:
    number = version()
    if changed := _git("status", "--porcelain"):
        sys.exit(f"A release is made of a commit, and these files are in none:\n{changed}")
    said = notes((ROOT / "CHANGELOG.md").read_text(), number)
    with tempfile.TemporaryDirectory(dir=ROOT / ".build") as parent:
        folder = Path(parent) / "dist"
        _build(folder)
        (folder / f"marquee-{number}.cdx.json").write_text(sbom.text())
        (folder / "NOTES.md").write_text(said)
        (folder / "SHA256SUMS").write_text(_checksums(folder))
        shutil.rmtree(DIST, ignore_errors=True)
        folder.rename(DIST)
    print("\n".join(f"dist/{file.name}" for file in sorted(DIST.iterdir())))


if __name__ == "__main__":
    main()
