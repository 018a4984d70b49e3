"""A site as an operator and a client see it: a process, the `marquee` command, HTTP. The one place that starts it."""

import http.client
import json
import os
import re
import socket
import subprocess
import sys
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

from marquee.domain.pictures import BUCKET

MARQUEE = str(Path(sys.executable).with_name("marquee"))
ARTIST = {"name": "Halve", "genre": "Techno", "image": "https://pictures.example/halve.webp"}
PASSWORD = "a long and lovely evening"
PATIENCE_S, COMMAND_S = 30, 180
PAGE = 1000
_WITH_SOCKET = """
import os, sys
os.dup2(int(sys.argv[1]), 3)
os.environ |= {"LISTEN_FDS": "1", "LISTEN_PID": str(os.getpid())}
os.execv(sys.argv[2], sys.argv[2:])
"""
"""Becomes a program that is started as systemd starts one with a socket. Source: sd_listen_fds(3)."""


class Site:
    """A site in a folder of its own, with one artist. Stopped until `start`. `environ`: settings of its own."""

    process: subprocess.Popen[str]
    url: str
    started: ClassVar[list[subprocess.Popen[str]]] = []

    def __init__(self, data: Path, **environ: str) -> None:
        self.data = data
        self.environ = {**os.environ, **environ}
        self.options: tuple[str, ...] = ()
        """Of the program itself, before the name of its command."""
        self.held: socket.socket | None = None
        """What each start listens at, where it is to go on listening in between, as systemd's socket unit does."""
        self.database = data / "marquee.sqlite3"
        self.log = data.with_name("log")

    @cached_property
    def secret(self) -> str:
        """The key that may do everything."""
        return self.marquee("keys").stdout.split()[-1]

    @classmethod
    def new(
        cls, data: Path, database_url: str | None = None, environ: Mapping[str, str] | None = None, workers: int = 1
    ) -> "Site":
        """A new one, already running, on a SQLite file in its folder or on PostgreSQL."""
        site = cls(data, **(environ or {}), **({"MARQUEE_DATABASE_URL": database_url} if database_url else {}))
        site.start(workers=workers)
        status, _ = Client(site).ask("POST", "/rest/v1/music_artists", ARTIST)
        assert status == 201, f"a new site answered {status}"
        return site

    def marquee(self, *words: object, stdin: str = "") -> subprocess.CompletedProcess[str]:
        """The command on this site's folder, finished."""
        command = [MARQUEE, *map(str, words), "--data-dir", str(self.data)]
        return subprocess.run(
            command, check=False, input=stdin, capture_output=True, text=True, timeout=COMMAND_S, env=self.environ
        )

    def start(self, *under: str, port: int = 0, workers: int = 1) -> None:
        """Serve, perhaps `under` another program, and return when the address is known. Raises DidNotStart."""
        command = [*under, MARQUEE, *self.options, "serve", "--port", str(port), "--data-dir", str(self.data)]
        self._begin([*command, "--workers", str(workers)])

    def _begin(self, command: list[str]) -> None:
        log = self.log.open("w+")
        passed = [self.held.fileno()] if self.held else []
        if passed:
            command = [sys.executable, "-c", _WITH_SOCKET, *map(str, passed), *command]
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=log, text=True, env=self.environ, pass_fds=passed
        )
        self.started.append(self.process)
        assert self.process.stdout
        for line in self.process.stdout:
            if found := re.search(r" is at (http://\S+)", line):
                self.url = found[1]
                log.close()
                return
        self.process.wait(PATIENCE_S)
        log.seek(0)
        with log:
            raise DidNotStart(self.process.returncode, log.read())

    @property
    def is_on_sqlite(self) -> bool:
        return "MARQUEE_DATABASE_URL" not in self.environ

    @property
    def port(self) -> int:
        return int(self.url.rsplit(":", 1)[1])

    def kill(self) -> None:
        """As a power cut would, for a process."""
        self.process.kill()
        self._reap()

    def stop(self) -> None:
        self.process.terminate()
        self._reap()

    def _reap(self) -> None:
        self.process.communicate(timeout=PATIENCE_S)

    @classmethod
    def kill_all(cls) -> None:
        """Whatever a fault that broke off has left running."""
        for process in cls.started:
            process.kill()
            process.communicate(timeout=PATIENCE_S)
        cls.started.clear()

    def sign_up(self, email: str, role: str = "authenticated") -> str:
        """The access token of a new account."""
        self.marquee("user", "add", email, "--role", role, "--password-stdin", stdin=PASSWORD)
        credentials = {"email": email, "password": PASSWORD}
        status, body = Client(self).ask("POST", "/auth/v1/token?grant_type=password", credentials)
        assert status == 200, f"the sign-in was answered {status}"
        return str(json.loads(body)["access_token"])

    def venues(self, beginning: str) -> list[str]:
        """The venues of all events that begin so, as the site answers them."""
        client = Client(self)
        found: list[str] = []
        while True:
            path = (
                f"/rest/v1/music_events?select=venue&venue=like.{beginning}*&order=id&limit={PAGE}&offset={len(found)}"
            )
            status, body = client.ask("GET", path)
            assert status == 200, f"a read answered {status}"
            page = [row["venue"] for row in json.loads(body)]
            found += page
            if len(page) < PAGE:
                return found


class Answer(NamedTuple):
    """Status, body and header fields, whose names are in lower case."""

    status: int
    body: bytes
    headers: Mapping[str, str]


class Client:
    """One connection that stays open, of the holder of the secret key, or of whoever has the access token."""

    def __init__(self, site: Site, token: str = "") -> None:
        self.site, self.token = site, token
        self.connection = http.client.HTTPConnection("127.0.0.1", site.port, timeout=PATIENCE_S)
        self.headers = {"apikey": site.secret, "Content-Type": "application/json"}
        if token:
            self.headers["Authorization"] = f"Bearer {token}"

    def __del__(self) -> None:
        self.connection.close()  # many live for one call: nobody else would

    def ask(self, method: str, path: str, body: Any = None) -> tuple[int, bytes]:
        """Status and body. Raises OSError or HTTPException when there is no answer; the next call connects anew."""
        return self.send(method, path, None if body is None else json.dumps(body).encode())[:2]

    def upload(self, name: str, content: bytes) -> tuple[int, bytes]:
        """Status and body of sending a picture. Raises as `ask` does."""
        bearer = {"Authorization": f"Bearer {self.token or self.site.secret}"}
        headers = {**bearer, "Content-Type": "image/jpeg"}
        return self.send("POST", f"/storage/v1/object/{BUCKET}/{name}", content, headers)[:2]

    def send(self, method: str, path: str, content: bytes | None, headers: Mapping[str, str] | None = None) -> Answer:
        """The answer to any body, with more header fields than the client's own. Raises as `ask` does."""
        try:
            self.connection.request(method, path, content, {**self.headers, **(headers or {})})
            answer = self.connection.getresponse()
            fields = {name.lower(): value for name, value in answer.getheaders()}
            return Answer(answer.status, answer.read(), fields)
        except (OSError, http.client.HTTPException):
            self.connection.close()
            raise

    def add_event(self, venue: str) -> int:
        event = {"date": "2030-01-01", "venue": venue, "location": "Ghent", "artist_id": "halve"}
        return self.ask("POST", "/rest/v1/music_events", event)[0]


class DidNotStart(Exception):
    """The command ended before the site was there."""

    def __init__(self, status: int, said: str) -> None:
        super().__init__(f"exit status {status}: {said}")
        self.status, self.said = status, said


def listens(port: int) -> bool:
    """Whether a connection to a port of this machine is taken."""
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0
