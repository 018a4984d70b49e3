"""A throwaway PostgreSQL server for the tests: its own folder, its own port, no durability, gone afterwards."""

import os
import pwd
import shutil
import socket
import subprocess
import tempfile
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import asyncpg
from anyio.from_thread import start_blocking_portal

ROOT = Path(__file__).parent.parent
USER = "marquee"


class Server:
    """Makes databases by the dozen: `create` copies one in a few milliseconds."""

    def __init__(self, encoding: str = "UTF8", locale: str = "C.UTF-8") -> None:
        found = subprocess.run([ROOT / "scripts/find-postgresql"], check=True, capture_output=True, text=True)
        self._bin = Path(found.stdout.strip())
        self._owner = _plain_user()
        self.folder = Path(tempfile.mkdtemp(prefix="marquee-pg-"))  # a socket's path has to be short
        if self._owner is not None:
            os.chown(self.folder, self._owner, -1)
        how = ("-A", "trust", "-E", encoding, f"--locale={locale}", "-N")
        self.run("initdb", "-D", self.folder / "data", "-U", USER, *how)
        self._options = "-c listen_addresses="
        self.start()
        self._portal = start_blocking_portal()
        self._loop = self._portal.__enter__()

    @property
    def pid(self) -> int:
        return int((self.folder / "data" / "postmaster.pid").read_text().split()[0])

    def url(self, name: str) -> str:
        return f"postgresql://{USER}@/{name}?host={self.folder}"

    def create(self, template: str = "template1") -> str:
        """A new database's name, a copy of another one."""
        name = f"t{uuid.uuid4().hex}"
        self.execute("postgres", f'CREATE DATABASE "{name}" TEMPLATE "{template}" STRATEGY FILE_COPY')
        return name

    def start(self) -> None:
        options = f"-k {self.folder} {self._options} -c fsync=off -c full_page_writes=off -c max_connections=200"
        self.run("pg_ctl", "-D", self.folder / "data", "-l", self.folder / "log", "-o", options, "-w", "start")

    def require_tls(self, certificate: tuple[Path, Path], authority: Path, certified: str) -> int:
        """Listen on a port of 127.0.0.1 too, over TLS only: a user needs a client's certificate there. The port."""
        data = self.folder / "data"
        for name, file in {"server.crt": certificate[0], "server.key": certificate[1], "root.crt": authority}.items():
            shutil.copy(file, data / name)
            (data / name).chmod(0o600)
            if self._owner is not None:
                os.chown(data / name, self._owner, -1)
        rules = "local all all trust", f"hostssl all {certified} all cert", "hostssl all all all trust"
        (data / "pg_hba.conf").write_text("\n".join(rules) + "\n")
        with socket.create_server(("127.0.0.1", 0)) as listener:
            port: int = listener.getsockname()[1]
        files = "-c ssl_cert_file=server.crt -c ssl_key_file=server.key -c ssl_ca_file=root.crt"
        self.halt()
        self._options = f"-c listen_addresses=127.0.0.1 -p {port} -c ssl=on {files}"
        self.start()
        return port

    def stop_vacuuming(self) -> None:
        """It would look through each database once a minute, of which tests make hundreds, beside what is measured."""
        for statement in ("ALTER SYSTEM SET autovacuum = off", "SELECT pg_reload_conf()"):
            self.execute("postgres", statement)

    def halt(self) -> None:
        self.run("pg_ctl", "-D", self.folder / "data", "-m", "immediate", "-w", "stop")

    def execute(self, name: str, script: str) -> None:
        """Run statements in a database."""
        self._loop.call(self._execute, name, script)

    def stop(self) -> None:
        self._portal.__exit__(None, None, None)
        self.halt()
        shutil.rmtree(self.folder)

    async def _execute(self, name: str, script: str) -> None:
        connection = await asyncpg.connect(user=USER, host=str(self.folder), database=name)
        try:
            await connection.execute(script)
        finally:
            await connection.close()

    @contextmanager
    def standby(self) -> Iterator[Callable[[str], str]]:
        """The addresses of its databases on another server, which only follows this one."""
        folder = self.folder / "standby"
        self.run("pg_basebackup", "-h", self.folder, "-U", USER, "-D", folder / "data", "-R", "-c", "fast", "-N")
        options = f"-k {folder} -c listen_addresses= -c fsync=off -c max_connections=200"
        self.run("pg_ctl", "-D", folder / "data", "-l", folder / "log", "-o", options, "-w", "start")
        try:
            yield lambda name: f"postgresql://{USER}@/{name}?host={folder}"
        finally:
            self.run("pg_ctl", "-D", folder / "data", "-m", "immediate", "-w", "stop")

    def run(self, program: str, *arguments: object) -> None:
        """One of PostgreSQL's own programs, as the user who owns the server."""
        command = [str(self._bin / program), *map(str, arguments)]
        done = subprocess.run(command, user=self._owner, cwd="/", capture_output=True, text=True, check=False)
        assert done.returncode == 0, f"{program}: {done.stdout}{done.stderr}"


def _plain_user() -> int | None:
    """Whom the server runs as: it refuses root."""
    return pwd.getpwnam("nobody").pw_uid if os.geteuid() == 0 else None
