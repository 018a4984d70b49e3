"""How a site runs, what of it is killed, and how it comes back: one process, two workers, or two servers."""

import os
import random
import shutil
import signal
import time
from pathlib import Path
from typing import Protocol

from torture.generator.costs import children
from torture.site import PATIENCE_S, Site

KNOWS_CLIENTS = {"MARQUEE_TRUSTED_PROXIES": "127.0.0.1"}
"""Everybody has an IP address of their own, as behind a proxy."""
WORKERS = 2


class Deployment(Protocol):
    """`sites` are its addresses; `killed` is what dies, in words."""

    sites: list[Site]
    killed: str

    def kill(self) -> None:
        """End a process of it, at once."""

    def restore(self) -> None:
        """Wait until all of it serves again."""


class Alone:
    """One process."""

    killed = "the process"

    def __init__(self, folder: Path, database_url: str | None) -> None:
        folder.mkdir()
        self.sites = [Site.new(folder / "data", database_url, KNOWS_CLIENTS)]

    def kill(self) -> None:
        self.sites[0].kill()

    def restore(self) -> None:
        self.sites[0].start()


class Workers:
    """Two workers of one server; the parent starts another one for the one that dies."""

    killed = "one of two workers"

    def __init__(self, folder: Path, database_url: str | None) -> None:
        folder.mkdir()
        self.sites = [Site.new(folder / "data", database_url, KNOWS_CLIENTS, WORKERS)]

    def kill(self) -> None:
        os.kill(random.choice(self._workers()), signal.SIGKILL)

    def restore(self) -> None:
        deadline = time.monotonic() + PATIENCE_S
        while len(self._workers()) < WORKERS and time.monotonic() < deadline:
            time.sleep(0.02)
        assert len(self._workers()) == WORKERS, "a worker that died was not replaced"

    def _workers(self) -> list[int]:
        return [pid for pid in children(self.sites[0].process.pid) if _is_spawned(pid)]


def _is_spawned(pid: int) -> bool:
    """Whether it is a worker, not what Python starts beside them."""
    try:
        return b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return False


class Servers:
    """Two servers on one database, with the same secrets and the same folder of pictures."""

    killed = "one of two servers"

    def __init__(self, folder: Path, database_url: str | None) -> None:
        data, other = folder / "first" / "data", folder / "second" / "data"
        for one in (data, other):
            one.parent.mkdir(parents=True)
        first = Site.new(data, database_url, KNOWS_CLIENTS)
        other.mkdir(mode=0o700)
        shutil.copy(data / "secrets.json", other)
        (data / "media").mkdir(exist_ok=True)
        (other / "media").symlink_to(data / "media")
        second = Site(other, **first.environ)
        second.start()
        self.sites, self._dead = [first, second], first

    def kill(self) -> None:
        self._dead = random.choice(self.sites)
        self._dead.kill()

    def restore(self) -> None:
        self._dead.start()
