"""`marquee backup` and `marquee restore`: everything comes back, and nothing that was there is lost."""

import contextlib
import hashlib
import os
import stat
import tarfile
import threading
from dataclasses import replace

import msgspec
import pytest

from marquee import settings
from marquee.cli import restore, verified_backup
from marquee.db.open_database import open_database
from marquee.db.sqlite.connection import sqlite
from marquee.domain.tables import music_events
from marquee.errors import OperatorError
from tests.cast import Site, insert_row
from tests.cli.commands import failed, member, run
from tests.waiting import PATIENCE_S

EVENT = {"date": "2026-12-01", "location": "Ghent", "artist_id": "mara-voss"}


def connect(folder):
    return contextlib.closing(sqlite.connect(folder / "marquee.sqlite3"))


def content(folder):
    with connect(folder) as connection:
        tables = connection.execute("SELECT name, sql FROM sqlite_schema ORDER BY type, name").fetchall()
        names = [name for name, sql in tables if sql and sql.startswith("CREATE TABLE")]
        assert "music_events" in names
        return tables, {name: sorted(connection.execute(f'SELECT * FROM "{name}"'), key=repr) for name in names}  # noqa: S608


def pictures(folder):
    return {
        str(path.relative_to(folder)): path.read_bytes() for path in (folder / "media").rglob("*") if path.is_file()
    }


def mode(path):
    return stat.S_IMODE(path.stat().st_mode)


def test_everything_comes_back(data, backup, tmp_path):
    other = tmp_path / "other" / "data"
    result = run("restore", backup, "--data-dir", other)
    assert result.exit_code == 0, result.stderr
    assert content(other) == content(data)
    assert pictures(other) == pictures(data)
    assert len(pictures(other)) == 2
    assert (other / "secrets.json").read_bytes() == (data / "secrets.json").read_bytes()
    assert sorted(path.name for path in other.iterdir() if not path.name.startswith("marquee.sqlite3.")) == [
        "marquee.sqlite3",
        "media",
        "on-sqlite",
        "secrets.json",
    ]


def test_files_are_for_their_owner_only_and_nothing_is_left_behind(data, backup, tmp_path):
    other = tmp_path / "other"
    run("restore", backup, "--data-dir", other)
    assert mode(backup) == 0o600
    assert mode(other) == 0o700
    assert {mode(path) for path in other.rglob("*") if path.is_file() and "sqlite3." not in path.name} == {0o600}
    assert sorted(path.name for path in tmp_path.iterdir()) == ["data", "other", "site.backup"]


def test_backup_is_a_plain_archive_that_says_what_it_holds(backup):
    with tarfile.open(backup) as tar:
        names = tar.getnames()
        manifest = msgspec.json.decode(member(tar, "manifest.json"))
        held = hashlib.sha256(member(tar, "media/demo/große/one.webp")).hexdigest()
    assert set(names) == {*manifest["members"], "manifest.json", "SHA256"}
    assert manifest["format"] == 1
    assert manifest["members"]["media/demo/große/one.webp"] == held


def test_database_elsewhere_is_saved_and_restored_there(data, tmp_path):
    file = tmp_path / "elsewhere.backup"
    here = settings.load({}, str(data))
    there = settings.load({"MARQUEE_DATABASE_URL": f"sqlite:///{tmp_path}/db/main.db"}, str(tmp_path / "new"))
    verified_backup.write_backup(here, file)
    restore.restore_backup(there, file, replace=False)
    assert (tmp_path / "db" / "main.db").exists()
    assert not (tmp_path / "new" / "marquee.sqlite3").exists()
    with pytest.raises(OperatorError, match=rf"{tmp_path}/new is not empty\. With --replace"):
        restore.restore_backup(there, file, replace=False)
    with pytest.raises(OperatorError, match=rf"^A site is in {tmp_path}/db/main\.db already\. With --replace"):
        restore.restore_backup(replace(there, data_dir=tmp_path / "newer"), file, replace=False)
    assert len(restore.restore_backup(there, file, replace=True)) == 2


def test_backups_under_writes_hold_everything_acknowledged_before(data, tmp_path):
    acknowledged: list[str] = []
    written, done = threading.Event(), threading.Event()

    def write():
        database = open_database(f"sqlite:///{data}/marquee.sqlite3")
        while not done.is_set():
            venue = f"Venue {len(acknowledged)}"
            database.write_now(insert_row, music_events, {**EVENT, "venue": venue})
            acknowledged.append(venue)
            written.set()
        database.close()

    writer = threading.Thread(target=write)
    writer.start()
    try:
        before = [_backed_up(data, tmp_path / f"{number}.backup", acknowledged, written) for number in range(5)]
    finally:
        done.set()
        writer.join()
    for number, count in enumerate(before):
        folder = tmp_path / f"restored-{number}"
        assert run("restore", tmp_path / f"{number}.backup", "--data-dir", folder).exit_code == 0
        with connect(folder) as connection:
            found = {venue for (venue,) in connection.execute("SELECT venue FROM music_events")}
        assert set(acknowledged[:count]) <= found


def _backed_up(data, file, acknowledged, written):
    """How many writes were acknowledged before this backup started, some of them since the one before."""
    written.clear()
    assert written.wait(PATIENCE_S)
    count = len(acknowledged)
    verified_backup.write_backup(settings.load({}, str(data)), file)
    return count


def test_backup_overwrites_nothing(data, backup):
    before = backup.read_bytes()
    assert failed(run("backup", backup, "--data-dir", data), "already exists")
    assert backup.read_bytes() == before


def test_backup_of_nothing_makes_nothing(tmp_path):
    assert failed(run("backup", tmp_path / "x", "--data-dir", tmp_path / "none"), "There is no database")
    assert list(tmp_path.iterdir()) == []


def test_backup_of_a_database_without_a_site_is_said(tmp_path):
    """As a first start that failed leaves it."""
    (tmp_path / "data").mkdir(mode=0o700)
    (tmp_path / "data" / "marquee.sqlite3").touch()
    assert failed(run("backup", tmp_path / "a.tar", "--data-dir", tmp_path / "data"), "There is no site in")
    assert not (tmp_path / "a.tar").exists()


def test_what_is_typed_and_no_text_is_said(data):
    run("user", "add", "mo@stage.test", "--password-stdin", "--data-dir", data, typed="a long and lovely evening")
    assert failed(run("artist", "owner", "caf\udce9", "mo@stage.test", "--data-dir", data), "is not text in UTF-8")


def test_backup_into_a_missing_folder_is_said(data, tmp_path):
    assert failed(run("backup", tmp_path / "none" / "x", "--data-dir", data), "cannot be read or written")


def test_backup_is_never_put_where_everybody_can_fetch_it(data):
    assert failed(run("backup", data / "media" / "demo" / "x", "--data-dir", data), "anyone could download it")


def test_broken_database_makes_no_backup(data, tmp_path):
    """What is broken is said today, not on the day the backup is needed."""
    with connect(data) as connection:
        connection.execute("PRAGMA foreign_keys = OFF")
        connection.execute("UPDATE music_events SET artist_id = 'nobody'")
        connection.commit()
    assert failed(run("backup", tmp_path / "x", "--data-dir", data), "No backup was made: a row of music_events")
    assert not (tmp_path / "x").exists()


def test_backup_may_have_any_name(data, tmp_path):
    for name in ("snapshot", "unverified", "checked"):
        assert run("backup", tmp_path / name, "--data-dir", data).exit_code == 0


def test_media_file_whose_name_is_no_text_is_said(data, tmp_path):
    (data / "media" / os.fsdecode(b"\xff.webp")).write_bytes(b"x")
    assert failed(run("backup", tmp_path / "x", "--data-dir", data), "is not UTF-8 text")


def test_folder_in_use_is_left_alone(data, backup):
    before = content(data)
    assert failed(run("restore", backup, "--data-dir", data), "--replace")
    assert content(data) == before


def test_replaced_content_is_kept_aside(data, backup):
    before = content(data), pictures(data)
    with connect(data) as connection:
        connection.execute("DELETE FROM music_events")
        connection.commit()
    (data / "media" / "later.webp").write_bytes(b"later")
    result = run("restore", backup, "--replace", "--data-dir", data)
    assert result.exit_code == 0
    assert (content(data), pictures(data)) == before
    (aside,) = data.glob("replaced-*")
    assert str(aside) in result.stdout
    assert (aside / "media" / "later.webp").read_bytes() == b"later"
    with connect(aside) as connection:
        assert connection.execute("SELECT count(*) FROM music_events").fetchone() == (0,)


def test_damaged_backup_replaces_nothing(data, backup):
    before = content(data)
    backup.write_bytes(backup.read_bytes()[:-1])
    assert failed(run("restore", backup, "--replace", "--data-dir", data), "damaged")
    assert content(data) == before
    assert not list(data.glob("replaced-*"))


@pytest.mark.parametrize("options", [(), ("--replace",)])
def test_folder_of_a_running_site_is_left_alone(sqlite_template, tmp_path, backup, options):
    """Also when it has nothing to do: what counts is that it has the database open."""
    idle = Site.open(sqlite_template, tmp_path / "served")
    try:
        result = run("restore", backup, *options, "--data-dir", tmp_path / "served")
        assert failed(result, "is in use")
    finally:
        idle.service.database.close()
    assert run("restore", backup, "--replace", "--data-dir", tmp_path / "served").exit_code == 0


def test_restored_site_serves_what_was_saved(data, backup, tmp_path):
    other = tmp_path / "other"
    run("restore", backup, "--data-dir", other)
    assert run("user", "list", "--data-dir", other).stdout == run("user", "list", "--data-dir", data).stdout
    assert run("keys", "--data-dir", other).stdout == run("keys", "--data-dir", data).stdout


def test_wrong_command_line_is_two():
    assert run("backup").exit_code == 2
    assert run("restore").exit_code == 2
