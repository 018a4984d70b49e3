"""A database is upgraded only after a backup that leads back, on SQLite and on PostgreSQL."""

import re
import shutil
import stat
from collections import namedtuple
from contextlib import closing
from functools import partial

import pytest

from marquee import settings
from marquee.auth.secrets import secrets_file
from marquee.cli import verified_backup
from marquee.cli.preparation import prepare
from marquee.db.migrations import known
from marquee.db.open_database import open_database, sqlite_path
from marquee.db.sqlite import connection
from marquee.db.sqlite.connection import sqlite
from marquee.errors import OperatorError
from marquee.site import bundle
from marquee.version import VERSION
from tests.cli.commands import failed, run
from tests.conftest import before_release, on_sqlite
from tests.db.test_migrations import FIRST_ROWS, OLDER, _at, bring_to, execute

Usage = namedtuple("Usage", "total used free")


@pytest.fixture(params=[*(pytest.param(old, marks=before_release) for old in ("0001", "0007")), OLDER[-1]])
def old(request, databases, tmp_path):
    """The settings of a site whose database has an older schema, and a row in its first tables."""
    current = settings.load({"MARQUEE_DATABASE_URL": databases.empty(tmp_path)}, str(tmp_path / "data"))
    secrets_file.load_or_create(current.data_dir)
    with closing(open_database(current.database_url)) as database:
        database.write_now(bring_to, request.param)
        for statement in FIRST_ROWS:
            database.write_now(execute, _at(request.param, statement))
    return current, request.param


def start(current):
    prepare(current, secrets_file.load_or_create(current.data_dir), with_demo=False)


def revision(current):
    with closing(open_database(current.database_url)) as database:
        return database.write_now(execute, "SELECT version_num FROM alembic_version").scalar()


def test_upgrade_is_backed_up_and_the_log_says_how_to_go_back(old, log):
    current, was_at = old
    start(current)
    (file,) = (current.data_dir / "backups").iterdir()
    assert file.name.startswith(f"before-upgrade-{was_at}-")
    assert (stat.S_IMODE(file.stat().st_mode), stat.S_IMODE(file.parent.stat().st_mode)) == (0o600, 0o700)
    (line,) = [line for line in log.lines("marquee") if "backed up" in line["event"]]
    assert line["way_back"].endswith(f"marquee --data-dir {current.data_dir} restore --replace {file}")
    assert ("make an empty database" in line["way_back"]) is (sqlite_path(current.database_url) is None)
    start(current)
    assert len(list(file.parent.iterdir())) == 1, "nothing was upgraded the second time"


def test_backup_has_the_rows_and_the_schema_of_before(old, tmp_path):
    current, was_at = old
    start(current)
    (file,) = (current.data_dir / "backups").iterdir()
    manifest = verified_backup.unpack_checked(file, tmp_path / "unpacked", with_media=True)
    assert manifest.schema == was_at
    with closing(sqlite.connect(tmp_path / "unpacked" / "database.sqlite3")) as connection:
        assert connection.execute("SELECT id, name FROM music_artists").fetchall() == [("a", "A")]
        assert connection.execute("SELECT date, venue FROM music_events").fetchall() == [("2026-12-01", "Depot 23")]
        assert connection.execute("SELECT created_at FROM users").fetchall() == [("2026-11-21T10:00:00+00:00",)]
    restored = run("restore", file, "--data-dir", tmp_path / "restored")
    assert restored.exit_code == 0, restored.stderr


def test_commands_back_up_as_well(old):
    current, _ = old
    environ = {"MARQUEE_DATABASE_URL": current.database_url}
    assert run("user", "list", "--data-dir", current.data_dir, environ=environ).exit_code == 0
    assert len(list((current.data_dir / "backups").iterdir())) == 1


def command(current, *arguments):
    return run(*arguments, "--data-dir", current.data_dir, environ={"MARQUEE_DATABASE_URL": current.database_url})


def test_command_says_what_it_does_and_how_to_go_back(old):
    current, was_at = old
    said = command(current, "upgrade")
    assert said.exit_code == 0, said.stderr
    (file,) = (current.data_dir / "backups").iterdir()
    first, then, *steps, done, way_back, starts = said.stdout.splitlines()
    assert f"First the database is backed up in {file.parent}" in first
    assert re.search(r"This needs [\d,]+ MB; [\d,]+ MB are free\. All of it takes about \d+ s\.$", first)
    assert then == f"Then its schema, {was_at}, is upgraded to that of version {VERSION}:"
    assert [step.split()[0] for step in steps] == sorted(each for each in known() if each > was_at)
    assert done == f"The database is now that of version {VERSION}."
    assert revision(current) == max(known())
    assert way_back.startswith("To go back, stop the site, install the former version, ")
    assert way_back.endswith(f" run: marquee --data-dir {current.data_dir} restore --replace {file}")
    assert starts == f"Version {VERSION} starts, and answers with the home page."
    again = command(current, "upgrade")
    nothing = f"The database is that of version {VERSION}: there is nothing to upgrade."
    assert (again.exit_code, again.stdout) == (0, f"{nothing}\n{starts}\n")


@on_sqlite
def test_version_that_would_not_start_is_told_while_the_former_one_serves(old, monkeypatch, tmp_path):
    monkeypatch.setattr(bundle, "load", partial(bundle.load, tmp_path))
    said = command(old[0], "upgrade")
    assert said.exit_code == 1
    assert said.stderr.endswith(
        f"Version {VERSION} would not serve the site, so leave the former one running. "
        "The front end has not been built. Run: make build\n"
    )


def test_dry_run_says_the_same_and_changes_nothing(old):
    current, was_at = old
    current.data_dir.chmod(0o755)
    before = sorted(current.data_dir.iterdir())
    said = command(current, "upgrade", "--dry-run")
    assert said.exit_code == 0, said.stderr
    assert f"Then its schema, {was_at}, is upgraded" in said.stdout
    assert (revision(current), sorted(current.data_dir.iterdir())) == (was_at, before)
    assert stat.S_IMODE(current.data_dir.stat().st_mode) == 0o755


@on_sqlite
def test_upgrade_beside_a_site_waits_for_its_end_where_sqlite_could_lose_data(old, monkeypatch):
    current, was_at = old
    monkeypatch.setattr(connection, "FIRST_SAFE_SQLITE", (99,))
    with closing(open_database(current.database_url)):
        said = command(current, "upgrade")
        assert (said.exit_code, revision(current)) == (1, was_at)
        assert said.stderr.endswith("is in use. Stop the site first.\n")
    assert command(current, "upgrade").exit_code == 0
    assert revision(current) == max(known())


@pytest.mark.parametrize(("arguments", "upgrades"), [("user list", True), ("backup x.tar", False), ("doctor", False)])
def test_help_says_which_commands_upgrade(old, tmp_path, monkeypatch, arguments, upgrades):
    current, was_at = old
    monkeypatch.chdir(tmp_path)
    command(current, *arguments.split())
    assert (revision(current) != was_at) == upgrades
    assert "such as user list and export. Not so backup and doctor." in " ".join(
        run("upgrade", "--help").output.split()
    )


@pytest.mark.parametrize("arguments", [("upgrade",), ("upgrade", "--dry-run")])
def test_command_says_that_there_is_no_room(old, monkeypatch, arguments):
    current, was_at = old
    monkeypatch.setattr(shutil, "disk_usage", lambda _path: Usage(10, 10, -1))
    said = command(current, *arguments)
    assert said.exit_code == 1
    assert "has no room for the backup that is made before" in said.stderr
    assert revision(current) == was_at


@pytest.mark.parametrize("arguments", [("upgrade",), ("upgrade", "--dry-run")])
def test_database_of_a_newer_release_is_left_alone(old, arguments):
    current, _ = old
    with closing(open_database(current.database_url)) as database:
        database.write_now(execute, "UPDATE alembic_version SET version_num = '9999'")
    said = command(current, *arguments)
    assert (said.exit_code, said.stdout) == (1, "")
    needed, what_to_do = said.stderr.split(". ")
    assert needed == "The database needs a newer version of Marquee: its schema is 9999"
    assert what_to_do.startswith("Install that version, or restore the backup")


@pytest.mark.parametrize("arguments", [("upgrade",), ("upgrade", "--dry-run")])
def test_where_there_is_no_site_nothing_is_made(tmp_path, arguments):
    said = run(*arguments, "--data-dir", tmp_path / "none")
    assert failed(said, "There is no database at")
    assert not (tmp_path / "none").exists()


def test_without_room_for_the_backup_nothing_is_upgraded(old, monkeypatch):
    current, was_at = old
    monkeypatch.setattr(shutil, "disk_usage", lambda _path: Usage(10, 10, -1))
    with pytest.raises(OperatorError, match="has no room for the backup that is made before"):
        start(current)
    assert revision(current) == was_at


def test_backup_that_fails_stops_the_upgrade(old):
    current, was_at = old
    (current.data_dir / "backups").write_text("in the way")
    with pytest.raises(OperatorError, match="cannot be read or written"):
        start(current)
    assert revision(current) == was_at


def test_new_site_has_nothing_to_back_up(databases, tmp_path):
    current = settings.load({"MARQUEE_DATABASE_URL": databases.empty(tmp_path)}, str(tmp_path / "data"))
    start(current)
    assert not (current.data_dir / "backups").exists()


def test_restore_leaves_the_backups_where_they_are(data, tmp_path):
    assert run("backup", tmp_path / "site.tar", "--data-dir", data).exit_code == 0
    (data / "backups").mkdir()
    (data / "backups" / "one.tar").write_bytes(b"x")
    assert run("restore", tmp_path / "site.tar", "--replace", "--data-dir", data).exit_code == 0
    assert (data / "backups" / "one.tar").exists()
