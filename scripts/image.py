"""Builds the image of `deploy/Containerfile` with Debian's own tools, where there is no daemon and no registry.

Its base is a Debian with Python, made here. `make image` then runs what was built, in `tests/deploy/test_image.py`.
"""

import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / ".build" / "image"
CONFIG = FOLDER / "config.json"
"""What the image says of itself: its command, user, volume and labels."""
FILES = FOLDER / "files"
"""A link to the files of the image."""
SUITE = "trixie"
"""The Debian that has the Python of the default base."""
PROGRAMS = ("buildah", "mmdebstrap")
OF_THE_TREE = ("--always", "--dirty", "--abbrev=40", "--exclude=*")
"""The commit, and whether something differs from it."""
OF_THIS_MACHINE = ("/etc/pip.conf", "/etc/ssl/certs/ca-certificates.crt")
"""How pip reaches its index here, which may be a mirror or behind a proxy."""


def _run(*command: object) -> str:
    done = subprocess.run(list(map(str, command)), cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{command[0]} failed:\n{done.stdout}{done.stderr}")
    return done.stdout.strip()


def _buildah(*words: object) -> str:
    """It keeps images in a folder of ours, and needs no kernel that allows overlays or limits."""
    places = ("--root", FOLDER / "store", "--runroot", FOLDER / "run", "--storage-driver", "vfs")
    return _run("buildah", *places, *words)


def _build(tag: str, file: Path, context: Path, *options: object) -> None:
    _buildah("build", "--isolation", "chroot", "--format", "docker", "--tag", tag, "--file", file, *options, context)


def _build_base() -> None:
    """Debian with Python. Its archive stays, as it takes longest to make."""
    archive = FOLDER / "base" / "debian.tar"
    if not archive.exists():
        archive.parent.mkdir(parents=True, exist_ok=True)
        unfinished = archive.with_name("unfinished.tar")
        _run("mmdebstrap", "--variant=minbase", "--include=python3,python3-venv", SUITE, unfinished)
        unfinished.rename(archive)
    file = archive.with_name("Containerfile")
    file.write_text("FROM scratch\nADD debian.tar /\n")
    _build("base", file, archive.parent)


def _build_image() -> str:
    """The site on that base, from the tree as it is. Returns its version."""
    context = FOLDER / "context"
    shutil.rmtree(context, ignore_errors=True)
    _run(sys.executable, "-m", "pip", "wheel", "--no-deps", "--no-build-isolation", "-w", context / "dist", ROOT)
    shutil.copy(ROOT / "requirements.txt", context)
    (wheel,) = (context / "dist").glob("*.whl")
    version = wheel.name.split("-")[1]
    arguments = {"BASE": "localhost/base", "VERSION": version, "REVISION": _run("git", "describe", *OF_THE_TREE)}
    _build(
        "marquee",
        ROOT / "deploy" / "Containerfile",
        context,
        *(word for name, value in arguments.items() for word in ("--build-arg", f"{name}={value}")),
        *(word for file in OF_THIS_MACHINE if Path(file).exists() for word in ("--volume", f"{file}:{file}:ro")),
    )
    return version


def main() -> None:
    if missing := [name for name in PROGRAMS if shutil.which(name) is None]:
        sys.exit(f"An image is built with {' and '.join(missing)}: apt-get install {' '.join(missing)}")
    if os.geteuid() != 0:
        sys.exit("An image is built by root, who alone may make a Debian and mount it: sudo make image")
    began = time.monotonic()
    shutil.rmtree(FOLDER / "store", ignore_errors=True)
    _build_base()
    version = _build_image()
    CONFIG.write_text(json.dumps(json.loads(_buildah("inspect", "--type", "image", "marquee"))["Docker"]["config"]))
    FILES.unlink(missing_ok=True)
    FILES.symlink_to(_buildah("mount", _buildah("from", "marquee")))
    sizes = {tag: _buildah("images", "--format", "{{.Size}}", tag) for tag in ("marquee", "base")}
    print(
        f"The image of {version} has {sizes['marquee']}, of which Debian and Python are {sizes['base']}; "
        f"built in {time.monotonic() - began:.0f} s."
    )


if __name__ == "__main__":
    main()
