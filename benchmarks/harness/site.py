"""A server of its own with the demonstration's content: what the subjects measure."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import httpx

from benchmarks.harness.processes import free_port, running

MARQUEE = str(Path(sys.executable).with_name("marquee"))
BROWSER = {
    "Accept-Encoding": "gzip, deflate, br, zstd",
    "Accept-Language": "en-US,en;q=0.9",
    "User-Agent": "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Safari/537.36",
    "Sec-CH-UA": '"Chromium";v="130", "Not?A_Brand";v="99"',
    "Sec-CH-UA-Mobile": "?0",
    "Sec-CH-UA-Platform": '"Linux"',
    "Sec-Fetch-Dest": "document",
    "Sec-Fetch-Mode": "navigate",
    "Sec-Fetch-Site": "same-origin",
    "Sec-Fetch-User": "?1",
    "Upgrade-Insecure-Requests": "1",
}


class Site(NamedTuple):
    """A running server."""

    url: str
    port: int
    pid: int
    data_dir: Path

    def keys(self) -> dict[str, str]:
        """The API keys by their names, `publishable` and `secret`."""
        return dict(line.split(" ", 1) for line in marquee(self.data_dir, "keys").splitlines())


@contextmanager
def demo_site(data_dir: Path, **environ: str) -> Iterator[Site]:
    """The demonstration, served as long as the block lasts; an empty folder is filled first."""
    port = free_port()
    command = [MARQUEE, "serve", "--demo", "--data-dir", str(data_dir), "--port", str(port)]
    with running(command, port, **environ) as pid:
        yield Site(f"http://127.0.0.1:{port}", port, pid, data_dir)


def marquee(data_dir: Path, *arguments: str, stdin: str = "") -> str:
    """What `marquee …` prints."""
    command = [MARQUEE, *arguments, "--data-dir", str(data_dir)]
    return subprocess.run(command, input=stdin, check=True, capture_output=True, text=True).stdout


def answer(url: str, headers: dict[str, str]) -> tuple[dict[str, str], bytes]:
    """Header fields and the body as it crosses the wire."""
    with httpx.stream("GET", url, headers=headers) as found:
        found.raise_for_status()
        return dict(found.headers), b"".join(found.iter_raw())
