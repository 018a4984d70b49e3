"""`marquee doctor`: what is wrong is said with what to do, and nothing is changed."""

import asyncio
import http.server
import json
import shutil
import socket
import ssl
import threading
from collections import namedtuple
from contextlib import closing, contextmanager
from datetime import UTC, datetime, timedelta
from functools import partial

import pytest

from marquee.cli.doctor.command import WITH_DATABASE
from marquee.db.open_database import open_database
from marquee.db.sqlite.connection import DriverError
from marquee.settings import kept
from marquee.version import VERSION
from tests.auth.mailbox import Mailbox, serving
from tests.certificates import Authority
from tests.cli.commands import run
from tests.conftest import on_postgresql
from tests.db.test_migrations import bring_to, execute

PASSWORD, ADMIN = "a long and lovely evening", "ada@label.example"
Usage = namedtuple("Usage", "total used free")


@contextmanager
def answering(status=200, body=None, context=None):
    """The address of somebody who says this of every path."""
    said = json.dumps(body or {"status": "ok", "version": VERSION}).encode()

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(status)
            self.send_header("Content-Length", str(len(said)))
            self.end_headers()
            self.wfile.write(said)

        def log_message(self, *_arguments):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    if context:
        server.socket = context.wrap_socket(server.socket, server_side=True)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield f"{'https' if context else 'http'}://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


@pytest.fixture
def served():
    with answering() as url:
        yield url


@pytest.fixture
def folder(tmp_path, served):
    """Of a site that is well but for its mail, which is files."""
    options = [f"--base-url={served}", "--site-name=Ship", "--timezone=Europe/Berlin", f"--backups={tmp_path}/backups"]
    said = run(
        *("setup", "--yes", *options, f"--admin={ADMIN}", "--password-stdin", "--data-dir", tmp_path / "data"),
        typed=PASSWORD,
    )
    assert said.exit_code == 0, said.output
    started = run("keys", "adopt", "--data-dir", tmp_path / "data")
    assert started.exit_code == 0
    return tmp_path / "data"


def examined(folder, environ=None):
    """The checks by their names, as JSON has them, of which the exit status and the lines say the same."""
    said = run("doctor", "--json", "--data-dir", folder, environ=environ)
    answer = json.loads(said.stdout)
    assert answer["ok"] is (said.exit_code == 0)
    assert answer["ok"] is all(check["status"] != "error" for check in answer["checks"])
    found = {check["name"]: check for check in answer["checks"]}
    lines = run("doctor", "--data-dir", folder, environ=environ)
    assert lines.exit_code == said.exit_code
    assert [line.split()[:2] for line in lines.stdout.splitlines()] == [
        [check["status"], f"{name}:"] for name, check in found.items()
    ]
    return found


def in_database(folder, statement):
    with closing(open_database(f"sqlite:///{folder}/marquee.sqlite3")) as database:
        database.write_now(execute, statement)


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
    run("keys", "--data-dir", folder.parent / "other")
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


def clock_set_back(folder):
    change = "('2099-01-01T00:00:00+00:00', 'music_artists', 'a', 'add', 1)"
    in_database(folder, f'INSERT INTO music_changes (at, table_name, row_id, action, "transaction") VALUES {change}')  # noqa: S608


WRONG = [
    (misspelt, "settings", "warning", "MARQUEE_BASEURL is not a setting", "Perhaps MARQUEE_BASE_URL is meant."),
    (unknown_address, "settings", "warning", "does not know its own address", "setup --yes --base-url"),
    (opened, "folder", "warning", "Other users of this machine can enter", "chmod 700"),
    (damaged, "database", "error", "Restore a backup with: marquee restore FILE --replace", ""),
    (without_database, "database", "error", "There is no database at", "marquee setup"),
    (of_a_newer_release, "schema", "error", "needs a newer version of Marquee", ""),
    (without_secrets, "secrets", "error", "There are no secrets", "from a backup"),
    (other_secrets, "secrets", "error", "are not those of the site's database", "marquee keys adopt"),
    (open_secrets, "secrets", "error", "can read the secrets", ""),
    (without_an_admin, "people", "error", "Nobody can sign in as an admin", "marquee setup --admin"),
    (without_a_confirmed_admin, "people", "error", "Nobody can sign in as an admin", "marquee setup --admin"),
    (with_a_blocked_admin, "people", "error", "Nobody can sign in as an admin", "marquee setup --admin"),
    (with_an_empty_database, "schema", "error", "There is no site in the database", "marquee setup"),
    (backup_of_tomorrow, "backups", "error", "is of 2099-01-01T04:17:00", "marquee-backup.timer"),
    (empty_backup, "backups", "error", "There is no backup in", "marquee-backup.timer"),
    (folder_of_backups_that_is_gone, "backups", "error", "There is no folder", "marquee backup"),
    (unreachable_mail, "mail", "error", "The mail server 127.0.0.1 cannot be used", "marquee setup"),
    (without_backups, "backups", "error", "There is no backup in", "marquee-backup.timer"),
    (old_backup, "backups", "error", "is of 2026-01-01T04:17:00", "marquee-backup.timer"),
    (no_folder_for_backups, "backups", "warning", "No folder for backups is set", "--backups"),
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
    run("keys", "--data-dir", tmp_path)
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


@on_postgresql
def test_server_that_stops_answering_is_given_up(databases, tmp_path, monkeypatch):
    environ = {"MARQUEE_DATABASE_URL": databases.empty(tmp_path)}
    options = ["--yes", f"--admin={ADMIN}", "--password-stdin", "--data-dir", tmp_path / "data"]
    assert run("setup", *options, typed=PASSWORD, environ=environ).exit_code == 0
    monkeypatch.setattr("marquee.cli.doctor.command.STATEMENT_S", 1)
    never = partial(execute, statement="SELECT pg_sleep(3600)")
    monkeypatch.setitem(WITH_DATABASE, "people", lambda _current, database: database.read_now(never))
    said = run("doctor", "--json", "--data-dir", tmp_path / "data", environ=environ)
    found = {check["name"]: check["status"] for check in json.loads(said.stdout)["checks"]}
    assert (said.exit_code, found["people"], found["clock"]) == (1, "error", "ok")


def test_disk_that_is_full_is_an_error(folder, monkeypatch):
    monkeypatch.setattr(shutil, "disk_usage", lambda _path: Usage(10**9, 10**9, 10**6))
    assert examined(folder)["disk"]["status"] == "error"


ANSWERS = [
    (200, {"status": "ok", "version": "0.0.1"}, "warning", "is served by version 0.0.1"),
    (503, {"status": "unavailable", "version": VERSION}, "error", "says that the site is unavailable"),
    (502, {"error": "bad gateway"}, "error", "answers with 502, and is not Marquee"),
]


@pytest.mark.parametrize(("status", "body", "found", "words"), ANSWERS, ids=[case[3] for case in ANSWERS])
def test_address_that_does_not_lead_to_this_site_is_said(folder, status, body, found, words):
    with answering(status, body) as url:
        check = examined(folder, {"MARQUEE_BASE_URL": url})["address"]
    assert (check["status"], words in check["message"]) == (found, True), check


def test_address_where_nobody_answers_is_a_warning(folder):
    check = examined(folder, {"MARQUEE_BASE_URL": "http://127.0.0.1:9"})["address"]
    assert (check["status"], "could not be reached from here" in check["message"]) == ("warning", True)


def test_certificate_that_nobody_trusts_is_an_error(folder, tmp_path):
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(*Authority(tmp_path).issue("127.0.0.1"))
    with answering(context=context) as url:
        check = examined(folder, {"MARQUEE_BASE_URL": url, "MARQUEE_TRUSTED_PROXIES": "127.0.0.1"})["address"]
    assert (check["status"], "is not valid" in check["message"]) == ("error", True)


@on_postgresql
def test_site_on_postgresql_is_looked_at_there(databases, tmp_path):
    environ = {"MARQUEE_DATABASE_URL": databases.empty(tmp_path)}
    options = ["--yes", f"--admin={ADMIN}", "--password-stdin", "--data-dir", tmp_path / "data"]
    assert run("setup", *options, typed=PASSWORD, environ=environ).exit_code == 0
    found = examined(tmp_path / "data", environ)
    looked_at = ("database", "disk", "schema", "secrets", "people", "clock")
    assert {name: found[name]["status"] for name in looked_at} == dict.fromkeys(looked_at, "ok")
    away = examined(tmp_path / "data", {"MARQUEE_DATABASE_URL": "postgresql://marquee@127.0.0.1:9/marquee"})
    assert away["schema"]["status"] == "error"
    assert list(away)[-1] == "schema"


def test_certificate_that_ends_soon_is_a_warning(folder, tmp_path, monkeypatch):
    authority = Authority(tmp_path)  # whose certificates are for a day
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(*authority.issue("127.0.0.1"))
    monkeypatch.setenv("SSL_CERT_FILE", str(authority.file))
    with answering(context=context) as url:
        check = examined(folder, {"MARQUEE_BASE_URL": url, "MARQUEE_TRUSTED_PROXIES": "127.0.0.1"})["address"]
    assert (check["status"], "ends at" in check["message"]) == ("warning", True), check


def test_visitors_who_all_seem_to_be_the_proxy_are_a_warning(folder):
    check = examined(folder, {"MARQUEE_BASE_URL": "https://127.0.0.1:9"})["settings"]
    assert (check["status"], "MARQUEE_TRUSTED_PROXIES" in check["advice"]) == ("warning", True)


def test_disk_without_room_for_a_backup_is_a_warning(folder, monkeypatch):
    picture = folder / "media" / "artists" / "large"
    picture.parent.mkdir(parents=True)
    with picture.open("wb") as file:
        file.truncate(300_000_000)
    monkeypatch.setattr(shutil, "disk_usage", lambda _path: Usage(10**9, 10**9, 200_000_000))
    check = examined(folder)["disk"]
    assert (check["status"], "for the backup before an upgrade, which needs 30" in check["message"]) == (
        "warning",
        True,
    ), check


def test_backups_on_another_disk_need_no_room_on_this_one(folder, tmp_path, monkeypatch):
    """As the sentence about an upgrade without room says: make backups a link."""
    (tmp_path / "other disk").mkdir()
    (folder / "backups").symlink_to(tmp_path / "other disk")
    picture = folder / "media" / "artists" / "large"
    picture.parent.mkdir(parents=True)
    with picture.open("wb") as file:
        file.truncate(300_000_000)
    monkeypatch.setattr(
        shutil, "disk_usage", lambda path: Usage(10**9, 10**9, 10**9 if path.is_symlink() else 200_000_000)
    )
    assert examined(folder)["disk"]["status"] == "ok"


@pytest.mark.anyio
async def test_mail_that_waits_for_another_attempt_is_a_warning(folder):
    row = "'00000000-0000-4000-8000-000000000001', 'recovery', 'a@b.example', '2026-01-01T00:00:00+00:00'"
    columns = "id, kind, address, created_at, next_attempt_at, attempts"
    waiting = f"INSERT INTO mail_requests ({columns}) VALUES ({row}, '2026-01-01T00:00:00+00:00', 1)"  # noqa: S608
    in_database(folder, waiting)
    async with serving(Mailbox()) as server:
        environ = {"MARQUEE_SMTP_URL": f"smtp://{server.host}:{server.port}"}
        check = (await asyncio.to_thread(examined, folder, environ))["mail"]
    assert (check["status"], "wait for another attempt: 1." in check["message"]) == ("warning", True), check


@on_postgresql
def test_clock_that_is_not_the_databases_is_a_warning(databases, tmp_path, clock):
    clock.now = datetime.now(UTC) - timedelta(minutes=5)
    environ = {"MARQUEE_DATABASE_URL": databases.empty(tmp_path)}
    options = ["--yes", f"--admin={ADMIN}", "--password-stdin", "--data-dir", tmp_path / "data"]
    assert run("setup", *options, typed=PASSWORD, environ=environ).exit_code == 0
    check = examined(tmp_path / "data", environ)["clock"]
    assert (check["status"], "that of PostgreSQL" in check["message"]) == ("warning", True), check
