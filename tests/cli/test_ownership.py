"""Whose the files of a site are: root makes none in the folder of somebody else, and what it has left is named."""

import os
import pwd
import shlex
import shutil
import stat
import subprocess
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path

import pytest

from marquee.auth.secrets import secrets_file
from marquee.cli import accounts, keys, serve  # noqa: F401 - see `nobody`
from tests.cli.commands import failed, new_site, run

ROOT = Path(__file__).parents[2]
COMMAND = Path(sys.executable).with_name("marquee")
NOBODY = pwd.getpwnam("nobody")
NAMELESS = 10001
"""A user without a name, as in a container."""
pytestmark = pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files to somebody else")


@pytest.fixture(scope="module")
def new(tmp_path_factory):
    folder = tmp_path_factory.mktemp("new") / "data"
    new_site(folder)
    return folder


@pytest.fixture
def service(new):
    """The data folder of a site that nobody serves: the user of this name."""
    above = Path(tempfile.mkdtemp(prefix="marquee-service-"))  # pytest's own folders are closed to others
    above.chmod(0o755)
    folder = Path(shutil.copytree(new, above / "data"))
    give(folder, NOBODY.pw_uid)
    yield folder
    shutil.rmtree(above)


def give(path, uid):
    for each in (path, *path.rglob("*")):
        os.chown(each, uid, -1)


def everything(folder):
    return {path.relative_to(folder): (path.stat().st_uid, path.read_bytes()) for path in folder.iterdir()}


@contextmanager
def acting_as(uid):
    """The block runs as this user, who has to be able to read the code."""
    if not all(folder.stat().st_mode & stat.S_IXOTH for folder in (ROOT, *ROOT.parents)):
        pytest.skip(f"nobody but root may read {ROOT}")
    os.seteuid(uid)
    try:
        yield
    finally:
        os.seteuid(0)


def nobody():
    """The service's user."""
    return acting_as(NOBODY.pw_uid)


COMMANDS = [
    "keys",
    "keys rotate",
    "keys rotate --all",
    "keys --rotate-secret",
    "keys adopt",
    "user list",
    "user add dana@stage.test --password-stdin",
    "user remove dana@stage.test",
    "contact add dana@stage.test",
    "artist owner mara-voss dana@stage.test",
    f"import {__file__}",
    "export out",
    "backup site.tar",
    "restore site.tar --replace",
    "move --to sqlite:///other.sqlite3",
    "serve --port 0",
]


@pytest.mark.parametrize("command", COMMANDS)
def test_root_is_told_the_command_to_type_and_changes_nothing(service, command):
    before = everything(service)
    refused = run(*command.split(), "--data-dir", service)
    assert failed(refused, f"The folder {service} belongs to nobody")
    assert "Run: runuser -u nobody -- " in refused.stderr
    assert everything(service) == before


def test_folder_of_the_database_counts_as_well(service, tmp_path):
    database = {"MARQUEE_DATABASE_URL": f"sqlite:///{service}/marquee.sqlite3"}
    refused = run("user", "list", "--data-dir", tmp_path / "roots-own", environ=database)
    assert failed(refused, f"The folder {service} belongs to nobody")
    new_site(tmp_path / "site")
    refused = run("move", "--to", f"sqlite:///{service}/new.sqlite3", "--data-dir", tmp_path / "site")
    assert failed(refused, f"The folder {service} belongs to nobody")


def test_empty_folder_made_for_the_service_is_the_services(service):
    empty = service.parent / "empty"
    empty.mkdir()
    give(empty, NOBODY.pw_uid)
    assert failed(run("serve", "--port", "0", "--data-dir", empty), "runuser -u nobody -- ")
    assert [*empty.iterdir()] == []


def test_command_to_type_puts_the_new_key_in_force(service):
    leaked = secrets_file.read(service / secrets_file.FILE_NAME).secret
    typed = ["keys", "--rotate-secret", "--data-dir", str(service)]
    refused = subprocess.run([COMMAND, *typed], capture_output=True, text=True, check=False)
    told = refused.stderr.strip().partition("Run: ")[2]
    assert shlex.split(told) == ["runuser", "-u", "nobody", "--", str(COMMAND), *typed]
    with nobody():
        done = run(*typed)
        new = secrets_file.read(service / secrets_file.FILE_NAME).secret
    assert leaked not in done.stdout
    assert new in done.stdout
    assert {path.stat().st_uid for path in service.iterdir()} == {NOBODY.pw_uid}


@pytest.mark.parametrize(
    "name", ["secrets.json", *(f"marquee.sqlite3{end}" for end in ("", ".lock", ".gate", ".open", ".generation"))]
)
@pytest.mark.parametrize("command", ["user list", "serve --port 0"])
def test_file_that_root_has_left_is_named_with_its_owner(service, name, command):
    file = service / name
    file.touch(mode=0o600)
    os.chown(file, 0, 0)
    with nobody():
        refused = run(*command.split(), "--data-dir", service)
    if (name, command) == ("secrets.json", "user list"):
        assert refused.exit_code == 0  # it needs no secret
        return
    assert refused.exit_code == 1
    (said,) = [line for line in refused.stderr.splitlines() if not line.startswith("{")]
    assert str(file) in said
    assert said.endswith(f"{file} belongs to root. As root, run: chown -R nobody {service}")


def test_database_of_root_that_others_may_read_is_read_only(service):
    for end in ("", "-wal", "-shm"):
        file = service / f"marquee.sqlite3{end}"
        if file.exists():
            os.chown(file, 0, 0)
            file.chmod(0o644)
    with nobody():
        refused = run("serve", "--port", "0", "--data-dir", service)
    assert refused.exit_code == 1
    database = f"{service}/marquee.sqlite3"
    assert f"cannot be used: {database} is read-only. {database} belongs to root." in refused.stderr


def test_folder_that_is_closed_is_named_with_its_owner(service):
    give(service, 0)
    with nobody():
        refused = run("user", "list", "--data-dir", service)
    assert failed(refused, f"cannot be read or written: Permission denied. {service} belongs to root, ")
    assert refused.stderr.endswith(" and this command runs as nobody.\n")


@pytest.mark.parametrize(("uid", "typed"), [(NOBODY.pw_uid, "nobody"), (NAMELESS, str(NAMELESS))])
def test_open_folder_of_root_that_was_meant_for_a_site_is_given_by_the_command_to_type(service, uid, typed):
    volume = service.parent / "volume"
    volume.mkdir(mode=0o755)
    with acting_as(uid):
        refused = run("serve", "--port", "0", "--data-dir", volume)
    assert failed(refused, f"The folder {volume} belongs to root, and this command runs as ")
    assert refused.stderr.endswith(f". As root, run: chown -R {typed} {volume}\n")
    assert [*volume.iterdir()] == []


def test_folder_that_cannot_be_made_names_the_owner_of_the_one_above(service):
    with acting_as(NOBODY.pw_uid):
        refused = run("serve", "--port", "0", "--data-dir", service.parent / "new")
    assert failed(refused, f"cannot be created: Permission denied. {service.parent} belongs to root, ")


def test_folder_of_ones_own_is_no_reason_to_refuse(service):
    give(service, 0)
    assert run("user", "list", "--data-dir", service).exit_code == 0
