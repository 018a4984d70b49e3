"""A database is upgraded only after a backup that leads back, on SQLite and on PostgreSQL."""

import shutil
import stat
from collections import namedtuple
from contextlib import closing

import pytest

from marquee import settings
from marquee.auth.secrets import secrets_file
from marquee.cli import backup
from marquee.cli.preparation import prepare
from marquee.db.open_database import open_database
from marquee.db.sqlite.connection import sqlite
from marquee.errors import OperatorError
from tests.cli.commands import run
from tests.db.test_migrations import FIRST_ROWS, OLDER, _at, bring_to, execute

Usage = namedtuple("Usage", "total used free")


@pytest.fixture(params=["0001", "0007", OLDER[-1]])
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
    assert line["way_back"].endswith(f"marquee restore --replace {file}")
    start(current)
    assert len(list(file.parent.iterdir())) == 1, "nothing was upgraded the second time"


def test_backup_has_the_rows_and_the_schema_of_before(old, tmp_path):
    current, was_at = old
    start(current)
    (file,) = (current.data_dir / "backups").iterdir()
    manifest = backup.unpack_checked(file, tmp_path / "unpacked", with_media=True)
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
