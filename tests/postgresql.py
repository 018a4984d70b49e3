"""A throwaway PostgreSQL server for the tests: its own folder, its own port, no durability, gone afterwards."""

import os
import pwd
import shutil
import subprocess
import tempfile
import uuid
from pathlib import Path

import asyncpg
from anyio.from_thread import start_blocking_portal

ROOT = Path(__file__).parent.parent
USER = "marquee"


class Server:
    """Makes databases by the dozen: `create` copies one in a few milliseconds."""

    def __init__(self) -> None:
        found = subprocess.run([ROOT / "scripts/find-postgresql"], check=True, capture_output=True, text=True)
        self._bin = Path(found.stdout.strip())
        self._owner = _plain_user()
        self._folder = Path(tempfile.mkdtemp(prefix="marquee-pg-"))  # a socket's path has to be short
        if self._owner is not None:
            os.chown(self._folder, self._owner, -1)
        self._run(
            "initdb", "-D", self._folder / "data", "-U", USER, "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "-N"
        )
        self.start()
        self._portal = start_blocking_portal()
        self._loop = self._portal.__enter__()

    def url(self, name: str) -> str:
        return f"postgresql://{USER}@/{name}?host={self._folder}"

    def create(self, template: str = "template1") -> str:
        """A new database's name, a copy of another one."""
        name = f"t{uuid.uuid4().hex}"
        self.execute("postgres", f'CREATE DATABASE "{name}" TEMPLATE "{template}" STRATEGY FILE_COPY')
        return name

    def start(self) -> None:
        options = f"-k {self._folder} -c listen_addresses= -c fsync=off -c full_page_writes=off -c max_connections=200"
        self._run("pg_ctl", "-D", self._folder / "data", "-l", self._folder / "log", "-o", options, "-w", "start")

    def halt(self) -> None:
        self._run("pg_ctl", "-D", self._folder / "data", "-m", "immediate", "-w", "stop")

    def execute(self, name: str, script: str) -> None:
        """Run statements in a database."""
        self._loop.call(self._execute, name, script)

    def stop(self) -> None:
        self._portal.__exit__(None, None, None)
        self.halt()
        shutil.rmtree(self._folder)

    async def _execute(self, name: str, script: str) -> None:
        connection = await asyncpg.connect(user=USER, host=str(self._folder), database=name)
        try:
            await connection.execute(script)
        finally:
            await connection.close()

    def _run(self, program: str, *arguments: object) -> None:
        command = [str(self._bin / program), *map(str, arguments)]
        done = subprocess.run(command, user=self._owner, cwd="/", capture_output=True, text=True, check=False)
        assert done.returncode == 0, f"{program}: {done.stdout}{done.stderr}"


def _plain_user() -> int | None:
    """Whom the server runs as: it refuses root."""
    return pwd.getpwnam("nobody").pw_uid if os.geteuid() == 0 else None
