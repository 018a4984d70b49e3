"""`marquee doctor`: what is wrong is said with what to do, and nothing is changed."""

import json
import shutil
import socket
from contextlib import closing

import pytest

from marquee.auth.secrets import secrets_file
from marquee.db.open_database import open_database
from marquee.db.sqlite.connection import DriverError
from marquee.settings import kept
from marquee.version import VERSION
from tests.cli.commands import run
from tests.cli.doctor.examining import answering, examined, in_database
from tests.db.test_migrations import bring_to


def test_site_that_is_well_is_told_so(folder):
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    found = examined(folder)
    alone = ["settings", "folder", "database", "disk", "address", "backups"]
    assert list(found) == [*alone, "schema", "secrets", "people", "mail", "clock"]
    assert {name for name, check in found.items() if check["status"] != "ok"} == {"mail"}
    assert {check["advice"] for name, check in found.items() if name != "mail"} == {""}
    assert {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()} == before


def misspelt(folder):
    kept.change(folder, {"MARQUEE_BASEURL": "https://label.example"})


def unknown_address(folder):
    kept.change(folder, {"MARQUEE_BASE_URL": ""})


def opened(folder):
    folder.chmod(0o755)


def damaged(folder):
    file = folder / "marquee.sqlite3"
    content = bytearray(file.read_bytes())
    content[8192:40960] = b"x" * 32768
    file.write_bytes(content)


def without_database(folder):
    (folder / "marquee.sqlite3").unlink()


def of_a_newer_release(folder):
    in_database(folder, "UPDATE alembic_version SET version_num = '9999'")


def without_secrets(folder):
    (folder / "secrets.json").unlink()


def other_secrets(folder):
    secrets_file.load_or_create(folder.parent / "other")
    shutil.copy(folder.parent / "other" / "secrets.json", folder)


def open_secrets(folder):
    (folder / "secrets.json").chmod(0o644)


def without_an_admin(folder):
    in_database(folder, "UPDATE users SET role = 'authenticated'")


def without_a_confirmed_admin(folder):
    in_database(folder, "UPDATE users SET email_confirmed_at = NULL")


def with_a_blocked_admin(folder):
    in_database(folder, "UPDATE users SET banned_until = '2099-01-01T00:00:00+00:00'")


def with_an_empty_database(folder):
    (folder / "marquee.sqlite3").write_bytes(b"")


def unreachable_mail(folder):
    kept.change(folder, {"MARQUEE_SMTP_URL": "smtp://127.0.0.1:9"})


def without_backups(folder):
    for file in (folder.parent / "backups").iterdir():
        file.unlink()


def old_backup(folder):
    (file,) = (folder.parent / "backups").iterdir()
    file.rename(file.with_name("marquee-20260101T041700Z.tar"))


def backup_of_tomorrow(folder):
    (file,) = (folder.parent / "backups").iterdir()
    file.rename(file.with_name("marquee-20990101T041700Z.tar"))


def empty_backup(folder):
    (file,) = (folder.parent / "backups").iterdir()
    file.write_bytes(b"")


def folder_of_backups_that_is_gone(folder):
    shutil.rmtree(folder.parent / "backups")


def no_folder_for_backups(folder):
    kept.change(folder, {"MARQUEE_BACKUPS": ""})


def file_for_backups(folder):
    (folder.parent / "file").touch()
    kept.change(folder, {"MARQUEE_BACKUPS": str(folder.parent / "file")})


def backups_beside_whatever_runs(folder):
    kept.change(folder, {"MARQUEE_BACKUPS": "backups"})


def backups_in_the_data_folder(folder):
    kept.change(folder, {"MARQUEE_BACKUPS": str(folder)})


def clock_set_back(folder):
    change = "('2099-01-01T00:00:00+00:00', 'music_artists', 'a', 'add', 1)"
    in_database(folder, f'INSERT INTO music_changes (at, table_name, row_id, action, "transaction") VALUES {change}')  # noqa: S608


WRONG = [
    (misspelt, "settings", "warning", "MARQUEE_BASEURL is not a setting", "Perhaps MARQUEE_BASE_URL is meant."),
    (unknown_address, "settings", "warning", "does not know its own address", "setup --yes --base-url"),
    (opened, "folder", "warning", "Other users of this machine can enter", "chmod 700"),
    (damaged, "database", "error", "Restore a backup with: marquee restore FILE --replace", ""),
    (without_database, "database", "error", "There is no database at", "had one: restore a backup"),
    (of_a_newer_release, "schema", "error", "needs a newer version of Marquee", ""),
    (without_secrets, "secrets", "error", "There are no secrets", "from a backup"),
    (other_secrets, "secrets", "error", "are not those of the site's database", "marquee keys adopt"),
    (open_secrets, "secrets", "error", "can read the secrets", ""),
    (without_an_admin, "people", "error", "Nobody can sign in as an admin", "marquee setup --admin"),
    (without_a_confirmed_admin, "people", "error", "Nobody can sign in as an admin", "marquee setup --admin"),
    (with_a_blocked_admin, "people", "error", "Nobody can sign in as an admin", "marquee setup --admin"),
    (with_an_empty_database, "schema", "error", "There is no site in the database", "had one: restore a backup"),
    (backup_of_tomorrow, "backups", "error", "is of 2099-01-01T04:17:00", "marquee-backup.timer"),
    (empty_backup, "backups", "error", "There is no backup in", "marquee-backup.timer"),
    (folder_of_backups_that_is_gone, "backups", "error", "There is no folder", "marquee backup"),
    (unreachable_mail, "mail", "error", "The mail server 127.0.0.1 cannot be used", "marquee setup"),
    (without_backups, "backups", "error", "There is no backup in", "marquee-backup.timer"),
    (old_backup, "backups", "error", "is of 2026-01-01T04:17:00", "marquee-backup.timer"),
    (no_folder_for_backups, "backups", "warning", "No folder for backups is set", "--backups"),
    (file_for_backups, "backups", "error", "is not a folder.", "setup --yes --backups DIR"),
    (backups_beside_whatever_runs, "backups", "error", "does not begin with /", "setup --yes --backups DIR"),
    (backups_in_the_data_folder, "backups", "error", "a restore leaves only backups/ in place", "--backups DIR"),
    (clock_set_back, "clock", "error", "the last change was at 2099-01-01", "timedatectl"),
]


@pytest.mark.parametrize(
    ("spoil", "name", "status", "words", "advice"), WRONG, ids=[case[0].__name__ for case in WRONG]
)
def test_what_is_wrong_is_found_and_said_with_what_to_do(folder, spoil, name, status, words, advice):
    spoil(folder)
    check = examined(folder)[name]
    assert check["status"] == status
    assert words in check["message"]
    assert advice in check["advice"]


def test_wrong_setting_is_the_one_thing_that_is_said(folder):
    found = examined(folder, {"MARQUEE_TIMEZONE": "Berlin"})
    assert list(found) == ["settings"]
    assert found["settings"]["message"] == "MARQUEE_TIMEZONE is not a known time zone: Berlin."


def test_where_there_is_nothing_nothing_is_made(tmp_path):
    found = examined(tmp_path / "none")
    assert (found["folder"]["status"], found["database"]["status"]) == ("error", "error")
    assert not (tmp_path / "none").exists()


def test_older_schema_is_told_before_it_is_upgraded(tmp_path):
    secrets_file.load_or_create(tmp_path)
    with closing(open_database(f"sqlite:///{tmp_path}/marquee.sqlite3")) as database:
        database.write_now(bring_to, "0007")
    check = examined(tmp_path)["schema"]
    assert (check["status"], "schema 0007" in check["message"]) == ("warning", True)
    assert not (tmp_path / "backups").exists()


def test_database_that_cannot_be_read_now_is_a_finding(folder, monkeypatch):
    def fail(*_arguments, **_options):
        raise DriverError("disk I/O error")

    monkeypatch.setattr("marquee.db.integrity.fault", fail)
    found = examined(folder)
    assert found["database"]["message"].startswith("The database cannot be used: disk I/O error.")
    assert found["disk"]["status"] == "ok", "what may be the cause is looked at all the same"


def test_what_a_server_says_is_one_line_that_can_be_seen(folder):
    with answering(503, {"status": "\u001b]0;owned\u0007\nok people: fine" + "x" * 999, "version": VERSION}) as url:
        check = examined(folder, {"MARQUEE_BASE_URL": url})["address"]
    assert (check["status"], check["message"].isprintable(), len(check["message"])) == ("error", True, 400)


def test_check_that_never_ends_is_given_up(folder, monkeypatch):
    monkeypatch.setattr("marquee.cli.doctor.command.PATIENCE_S", 1)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        url = f"http://127.0.0.1:{silent.getsockname()[1]}"
        check = json.loads(run("doctor", "--json", "--data-dir", folder, environ={"MARQUEE_BASE_URL": url}).stdout)
    found = {each["name"]: each for each in check["checks"]}
    assert found["address"]["message"] == "This took longer than 1 s."
    assert found["people"]["status"] == "ok", "the others are looked at all the same"
