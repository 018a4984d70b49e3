"""What `marquee serve` says at its start, and what it keeps to itself."""

import io
import json
import os
import signal
import socket
import stat
import subprocess
import sys
from contextlib import closing, contextmanager
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path

import httpx
import pytest
from sqlalchemy import select

from marquee import clock, settings
from marquee.auth.secrets.secrets_file import make_data_dir
from marquee.cli import demo
from marquee.cli.serve import log_notices
from marquee.db.migrations import migrate
from marquee.db.open_database import open_database
from marquee.domain.tables import (
    invitations,
    mail_requests,
    music_artists,
    music_changes,
    music_events,
    music_owners,
)
from marquee.errors import OperatorError
from marquee.settings.values import MailServer
from marquee.site import bundle
from tests.cli.commands import failed, run

COMMAND = Path(sys.executable).with_name("marquee")


@contextmanager
def serving(folder, *options):
    """A site in a process of its own, and the line that says where it is."""
    command = [COMMAND, "serve", "--port", "0", "--data-dir", folder, *options]
    with (
        (folder.parent / "log").open("w") as log,
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True) as process,
    ):
        assert process.stdout
        said: list[str] = []
        try:
            while not said or " is at " not in said[-1]:
                said.append(process.stdout.readline())
                assert said[-1], (folder.parent / "log").read_text()
            yield said
        finally:
            process.send_signal(signal.SIGTERM)


@pytest.fixture
def empty(tmp_path):
    """The settings and the database of a site without content."""
    make_data_dir(tmp_path / "data")
    current = settings.load({"MARQUEE_TIMEZONE": "UTC"}, str(tmp_path / "data"))
    with closing(open_database(current.database_url)) as database:
        database.write_now(migrate)
        yield current, database


def passwords_in(folder):
    file = folder / demo.PASSWORDS_FILE
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    return [line.split()[1] for line in file.read_text().splitlines()]


def test_listener_on_every_address_mails_no_links(tmp_path):
    """A link to 0.0.0.0 leads nowhere, and no request says where the site is."""
    with serving(tmp_path / "data", "--host", "0.0.0.0", "--demo") as said:  # noqa: S104 - what it is about
        url = said[-1].split()[-1]
        assert url.startswith("http://localhost:")
        url = url.replace("localhost", "127.0.0.1")
        key = json.loads((tmp_path / "data" / "secrets.json").read_text())["publishable"]
        answer = httpx.post(
            f"{url}/auth/v1/recover",
            json={"email": "mira@undercard.example"},
            headers={"apikey": key, "X-Supabase-Api-Version": "2024-01-01"},
        )
    assert (answer.status_code, answer.json()["code"]) == (422, "email_provider_disabled")
    assert "MARQUEE_BASE_URL" in answer.json()["message"]
    assert "no mail with links is sent" in (tmp_path / "log").read_text()
    assert not (tmp_path / "data" / "outbox").exists()
    text = "".join(said) + (tmp_path / "log").read_text()
    assert str(tmp_path / "data" / demo.PASSWORDS_FILE) in text
    assert not [password for password in passwords_in(tmp_path / "data") if password in text]


@pytest.mark.parametrize("is_terminal", [True, False])
def test_demonstration_prints_passwords_to_a_terminal_only(empty, monkeypatch, is_terminal):
    class Output(io.StringIO):
        def isatty(self):
            return is_terminal

    current, database = empty
    (current.data_dir / demo.PASSWORDS_FILE).touch(mode=0o666)  # left over, with a mode of its own
    monkeypatch.setattr(sys, "stdout", output := Output())
    demo.fill(database, current)
    shown = [password in output.getvalue() for password in passwords_in(current.data_dir)]
    assert shown == [is_terminal] * 5
    assert str(current.data_dir / demo.PASSWORDS_FILE) in output.getvalue()


def test_demonstration_shows_what_people_who_work_find(empty):
    """Nothing of it would be missed on the pages of visitors."""
    current, database = empty
    demo.fill(database, current)

    def all_rows(connection):
        tables = music_artists, music_events, music_owners, invitations, music_changes, mail_requests
        return [connection.execute(select(table)).mappings().all() for table in tables]

    artists, events, owners, invited, changes, mails = database.write_now(all_rows)
    today = clock.today(current.timezone)
    assert (len(artists), len(events)) == (9, 32)
    assert {(date.fromisoformat(one["date"]) - today).days for one in events} >= {-702, 0, 151}
    (moved,) = (one for one in events if one["status"] == "moved")
    assert [moved["previous_date"], moved["date"]] == [(today + timedelta(days)).isoformat() for days in (48, 52)]
    assert [one["id"] for one in artists if one["published_at"] > clock.timestamp()] == ["paper-dogs"]
    assert [one["artist_id"] for one in events if one["published_at"] is None] == ["vesna-kole"]
    assert [one["artist_id"] for one in owners] == ["night-ferry"]
    assert [(one["role"], one["artist_id"], one["accepted_at"]) for one in invited] == [
        ("owner", "ayo-marchetti", None)
    ]
    assert sum("#focus=" in one["image"] for one in artists) > 3
    assert sum(one["credit"] is not None for one in artists) > 2
    assert {one["action"] for one in changes} == {"insert", "update", "delete"}
    assert None not in (makers := {one["user_id"] for one in changes})
    assert len(makers) == 3
    assert [one["id"] for one in artists if one["is_featured"]] == ["vesna-kole"]
    assert mails == []


def test_port_that_is_taken_is_one_sentence_and_nothing_is_begun(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        said = run("serve", "--port", port, "--data-dir", tmp_path / "data")
    assert said.exit_code == 1
    assert said.stdout == ""
    told = f"Cannot listen on 127.0.0.1 port {port}: Address already in use. Stop what listens there, or name another"
    assert told in said.stderr
    assert not (tmp_path / "data" / "marquee.sqlite3").exists()


def test_address_is_not_said_by_what_cannot_serve(tmp_path, monkeypatch):
    def load():
        raise OperatorError("The front end has not been built. Run: make build")

    monkeypatch.setattr(bundle, "load", load)
    refused = run("serve", "--port", "0", "--data-dir", tmp_path / "data")
    assert failed(refused, "Run: make build")
    assert not (tmp_path / "data").exists()


SERVER = MailServer("mail.example", 587, False, "", "")


@pytest.mark.parametrize(
    ("values", "url", "expected"),
    [
        ({}, "http://127.0.0.1:8000", ["no mail server is set"]),
        ({"mail_server": SERVER}, "http://[::]:8000", ["no mail with links is sent"]),
        ({"mail_server": SERVER}, "http://127.0.0.1:8000", ["links in mail lead to the address"]),
        ({"mail_server": SERVER, "base_url": "http://stage.test"}, "http://stage.test", []),
        ({"mail_server": SERVER, "base_url": "http://stage.test", "backups": Path("b")}, "", ["folder for backups"]),
        ({"mail_server": SERVER, "base_url": "https://stage.test"}, "https://stage.test", ["proxy's IP address"]),
    ],
)
def test_start_says_what_was_forgotten(values, url, expected, log):
    log_notices(replace(settings.load({}, os.devnull), **values), url)
    lines = [line["event"] for line in log.lines("marquee")]
    assert len(lines) == len(expected)
    assert all(words in line for words, line in zip(expected, lines, strict=True))
