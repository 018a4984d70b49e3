"""The wheel: the whole site or nothing, and the same bytes each time it is built."""

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DIST = Path("marquee/site/dist")


@pytest.fixture
def clone(tmp_path):
    """What is in the repository, as `git clone` gives it: without the built front end."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "marquee", "scripts", "pyproject.toml", "README.md", "LICENSE", ".gitignore"],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    )
    for name in filter(None, listed.stdout.split("\0")):
        (tmp_path / "clone" / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / name, tmp_path / "clone" / name)
    return tmp_path / "clone"


def build(clone, folder):
    command = [
        sys.executable,
        "-m",
        "pip",
        "wheel",
        "--no-deps",
        "--no-build-isolation",
        "--no-index",
        "-w",
        folder,
        clone,
    ]
    environment = {**os.environ, "SOURCE_DATE_EPOCH": "1764000000", "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
    return subprocess.run(command, check=False, capture_output=True, text=True, env=environment)


@pytest.mark.parametrize("missing", [".", "server/render.js", ".vite/manifest.json"])
def test_wheel_without_the_front_end_is_refused_with_a_sentence(clone, tmp_path, missing):
    if missing != ".":
        shutil.copytree(ROOT / DIST, clone / DIST)
        (clone / DIST / missing).unlink()
    refused = build(clone, tmp_path / "wheels")
    assert refused.returncode != 0
    assert "A wheel needs the built front end." in refused.stdout + refused.stderr
    assert not list((tmp_path / "wheels").glob("*.whl"))


def test_wheel_has_everything_and_is_the_same_each_time(clone, tmp_path):
    shutil.copytree(ROOT / DIST, clone / DIST)
    assert build(clone, tmp_path / "one").returncode == 0
    for file in clone.rglob("*"):  # another checkout, at another time, by somebody with other habits
        os.utime(file, (10**9, 10**9))
        file.chmod(0o700 if file.is_dir() else 0o600)
    moved = clone.rename(tmp_path / "elsewhere")
    assert build(moved, tmp_path / "other").returncode == 0
    (one,), (other,) = ((tmp_path / folder).glob("*.whl") for folder in ("one", "other"))
    assert one.read_bytes() == other.read_bytes()
    with zipfile.ZipFile(one) as wheel:
        names = set(wheel.namelist())
    for part in (ROOT / DIST, ROOT / "marquee/cli/demo", ROOT / "marquee/db/migrations/versions"):
        expected = {str(path.relative_to(ROOT)) for path in part.rglob("*") if path.is_file() and path.suffix != ".pyc"}
        assert expected
        assert expected <= names
