"""A throwaway PostgreSQL server for the tests: its own folder, its own port, no durability, gone afterwards."""

import os
import pwd
import shutil
import socket
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
        self._options = "-c listen_addresses="
        self.start()
        self._portal = start_blocking_portal()
        self._loop = self._portal.__enter__()

    @property
    def pid(self) -> int:
        return int((self._folder / "data" / "postmaster.pid").read_text().split()[0])

    def url(self, name: str) -> str:
        return f"postgresql://{USER}@/{name}?host={self._folder}"

    def create(self, template: str = "template1") -> str:
        """A new database's name, a copy of another one."""
        name = f"t{uuid.uuid4().hex}"
        self.execute("postgres", f'CREATE DATABASE "{name}" TEMPLATE "{template}" STRATEGY FILE_COPY')
        return name

    def start(self) -> None:
        options = f"-k {self._folder} {self._options} -c fsync=off -c full_page_writes=off -c max_connections=200"
        self._run("pg_ctl", "-D", self._folder / "data", "-l", self._folder / "log", "-o", options, "-w", "start")

    def require_tls(self, certificate: tuple[Path, Path], authority: Path, certified: str) -> int:
        """Listen on a port of 127.0.0.1 too, over TLS only: a user needs a client's certificate there. The port."""
        data = self._folder / "data"
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
