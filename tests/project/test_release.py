"""A release: the same bytes each time, described, and enough to serve a site without Node and without a compiler."""

import contextlib
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import venv
import zipfile

import httpx
import pytest

from marquee.version import VERSION
from tests.conftest import before_release
from tests.project.releases import DIST, ROOT, committed, describe, release

pytestmark = before_release

FILES = {
    f"marquee-{VERSION}-py3-none-any.whl",
    f"marquee-{VERSION}.tar.gz",
    f"marquee-{VERSION}.cdx.json",
    "NOTES.md",
    "SHA256SUMS",
}


@pytest.fixture(scope="module")
def repository(tmp_path_factory):
    return committed(tmp_path_factory.mktemp("repository") / "clone")


@pytest.fixture(scope="module")
def released(repository):
    """The folder of a release."""
    done = release(repository)
    assert done.returncode == 0, done.stderr
    return repository / "dist"


def contents(folder):
    return {file.name: file.read_bytes() for file in folder.iterdir()}


def test_release_is_the_same_bytes_wherever_it_is_made_and_again(repository, released, tmp_path):
    first = contents(released)
    assert set(first) == FILES
    elsewhere = shutil.copytree(repository, tmp_path / "elsewhere")
    for file in elsewhere.rglob("*"):  # by somebody with other habits, at another time
        if ".git" not in file.parts:
            os.utime(file, (10**9, 10**9))
            file.chmod(0o700 if file.is_dir() else 0o600 | file.stat().st_mode & 0o100)
    assert release(elsewhere).returncode == 0
    assert contents(elsewhere / "dist") == first


def test_checksums_are_those_of_the_other_files(released):
    said = dict(reversed(line.split("  ")) for line in (released / "SHA256SUMS").read_text().splitlines())
    files = contents(released)
    assert said == {name: hashlib.sha256(files[name]).hexdigest() for name in FILES - {"SHA256SUMS"}}


def test_notes_and_bill_are_those_of_the_version(released):
    notes = (released / "NOTES.md").read_text()
    assert notes.startswith(f"# Marquee {VERSION} – 2026-11-28\n\n")
    assert "\n## " not in notes
    bill = json.loads((released / f"marquee-{VERSION}.cdx.json").read_text())
    assert bill["metadata"]["component"]["version"] == VERSION


def is_shipped(path):
    return path.is_file() and path.suffix != ".pyc"


def test_wheel_has_everything(repository, released):
    with zipfile.ZipFile(released / f"marquee-{VERSION}-py3-none-any.whl") as wheel:
        names = set(wheel.namelist())
    for part in (DIST, "marquee/cli/demo", "marquee/db/migrations/versions"):
        expected = {str(path.relative_to(repository)) for path in (repository / part).rglob("*") if is_shipped(path)}
        assert expected
        assert expected <= names


def wheel_of(source, folder):
    """Build a wheel, without the network."""
    command = [sys.executable, "-m", "pip", "wheel", "--no-deps", "--no-build-isolation", "--no-index", "-w", folder]
    environment = {**os.environ, "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
    return subprocess.run([*command, source], check=False, capture_output=True, text=True, env=environment)


def test_source_archive_has_the_front_end_and_builds_without_node(released, tmp_path):
    with tarfile.open(released / f"marquee-{VERSION}.tar.gz") as archive:
        archive.extractall(tmp_path, filter="data")
    source = tmp_path / f"marquee-{VERSION}"
    assert (source / "requirements.txt").is_file()
    built = wheel_of(source, tmp_path)
    assert built.returncode == 0, built.stderr
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as one, zipfile.ZipFile(released / wheel.name) as other:
        assert {name: one.read(name) for name in one.namelist()} == {
            name: other.read(name) for name in other.namelist()
        }


@pytest.mark.parametrize("missing", ["server/render.js", ".vite/manifest.json"])
def test_wheel_without_the_front_end_is_refused_with_a_sentence(repository, tmp_path, missing):
    clone = shutil.copytree(repository, tmp_path / "clone", ignore=shutil.ignore_patterns("tests", "frontend", ".git"))
    (clone / DIST / missing).unlink()
    refused = wheel_of(clone, tmp_path / "wheels")
    assert refused.returncode != 0
    assert "A wheel needs the built front end." in refused.stdout + refused.stderr
    assert not list((tmp_path / "wheels").glob("*.whl"))


@pytest.mark.parametrize(
    ("heading", "words"),
    [
        ("Unreleased", f"pyproject.toml says {VERSION}, and CHANGELOG.md begins with “Unreleased”"),
        ("9.9.9 – 2026-11-28", "begins with “9.9.9 – 2026-11-28”"),
        (VERSION, f"its section is “## {VERSION} – ” and the day"),
    ],
)
def test_version_that_is_not_described_is_no_release(repository, released, tmp_path, heading, words):
    clone = shutil.copytree(repository, tmp_path / "clone")
    describe(clone, heading)
    refused = release(clone)
    assert (refused.returncode, refused.stdout) == (1, "")
    assert words in refused.stderr
    assert contents(clone / "dist") == contents(released)


def test_what_is_in_no_commit_is_no_release(repository, tmp_path):
    clone = shutil.copytree(repository, tmp_path / "clone")
    (clone / "left_over.py").write_text("")
    refused = release(clone)
    assert refused.returncode == 1
    assert refused.stderr == "A release is made of a commit, and these files are in none:\n?? left_over.py\n"


@pytest.fixture(scope="module")
def installed(released, tmp_path_factory):
    """The wheel's commands, in an environment of their own, and a PATH without anything else."""
    folder = tmp_path_factory.mktemp("installed")
    venv.create(folder, with_pip=True)
    pip = [folder / "bin/pip", "install", "--quiet", "--disable-pip-version-check", "--no-compile", "--no-deps"]
    environment = {**os.environ, "PATH": str(folder / "bin")}
    pinned = ["--only-binary=:all:", "--require-hashes", "-r", ROOT / "requirements.txt"]
    for wanted in (pinned, [released / f"marquee-{VERSION}-py3-none-any.whl"]):
        subprocess.run([*pip, *wanted], check=True, capture_output=True, env=environment)
    return folder / "bin", {"PATH": str(folder / "bin")}


@contextlib.contextmanager
def running(command, environment):
    """The address of a site that is being served."""
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=environment
    ) as site:
        assert site.stdout
        try:
            yield next(found[1] for line in site.stdout if (found := re.search(r" is at (http:\S+)$", line.rstrip())))
        finally:
            site.terminate()


def test_installed_wheel_serves_signs_in_and_edits_without_node_or_a_compiler(installed, tmp_path):
    programs, environment = installed
    data, marquee = ["--data-dir", tmp_path / "site"], programs / "marquee"

    def said(*arguments, words=""):
        command = [marquee, *arguments, *data]
        return subprocess.run(command, check=True, capture_output=True, text=True, input=words, env=environment).stdout

    version = subprocess.run([marquee, "--version"], check=True, capture_output=True, text=True, env=environment)
    assert version.stdout == f"marquee {VERSION}\n"
    said("user", "add", "ada@example.com", "--role", "service_role", "--password-stdin", words="eine lange Nacht")
    key = dict(line.split(" ") for line in said("keys").splitlines())["publishable"]
    with running([marquee, "serve", "--port", "0", *data], environment) as url, httpx.Client(base_url=url) as client:
        assert client.get("/health").json() == {"status": "ok", "version": VERSION}
        session = {"email": "ada@example.com", "password": "eine lange Nacht"}
        answer = client.post("/auth/v1/token?grant_type=password", headers={"apikey": key}, json=session)
        may = {"apikey": key, "Authorization": f"Bearer {answer.json()['access_token']}"}
        artist = {"id": "night-ferry", "name": "Night Ferry", "genre": "Dream pop", "image": "https://a.example/a.jpg"}
        assert client.post("/rest/v1/music_artists", headers=may, json=artist).status_code == 201
        assert "Night Ferry" in client.get("/artist/night-ferry").text
