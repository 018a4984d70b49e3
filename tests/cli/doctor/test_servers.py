"""The servers that the site needs: PostgreSQL, its clock, and the one for mail."""

import asyncio
import json
from datetime import UTC, datetime, timedelta
from functools import partial

import pytest

from marquee.cli.doctor.command import WITH_DATABASE
from tests.auth.mailbox import Mailbox, serving
from tests.cli.commands import run
from tests.cli.doctor.examining import ADMIN, PASSWORD, examined, in_database
from tests.conftest import on_postgresql
from tests.db.test_migrations import execute


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


@on_postgresql
def test_clock_that_is_not_the_databases_is_a_warning(databases, tmp_path, clock):
    clock.now = datetime.now(UTC) - timedelta(minutes=5)
    environ = {"MARQUEE_DATABASE_URL": databases.empty(tmp_path)}
    options = ["--yes", f"--admin={ADMIN}", "--password-stdin", "--data-dir", tmp_path / "data"]
    assert run("setup", *options, typed=PASSWORD, environ=environ).exit_code == 0
    check = examined(tmp_path / "data", environ)["clock"]
    assert (check["status"], "that of PostgreSQL" in check["message"]) == ("warning", True), check


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
