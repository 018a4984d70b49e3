"""Sites to measure: each is a server of its own."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, NamedTuple

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


PASSWORD = "a long and lovely evening"


class Site(NamedTuple):
    """A running server, and the environment that it was started with besides this one."""

    url: str
    port: int
    pid: int
    data_dir: Path
    environ: Mapping[str, str]

    def keys(self) -> dict[str, str]:
        """The API keys by their names, `publishable` and `secret`."""
        return dict(line.split(" ", 1) for line in marquee(self.data_dir, "keys", **self.environ).splitlines())

    def secret_headers(self) -> dict[str, str]:
        """The header fields of a program that holds the secret key, which is refused to what looks like a browser."""
        secret = self.keys()["secret"]
        return {"apikey": secret, "Authorization": f"Bearer {secret}", "User-Agent": "benchmark"}

    def sitemap_parts(self) -> list[str]:
        """The paths of the parts that `/sitemap.xml` lists; none where it is in one piece."""
        index = httpx.get(f"{self.url}/sitemap.xml", headers=BROWSER, timeout=60).raise_for_status().text
        return re.findall(r"<loc>[^<]*(/sitemap-[^<]+)</loc>", index)

    def sign_in(self, email: str, role: str = "authenticated") -> dict[str, Any]:
        """The session of a new account, as the session service answers it."""
        command = ("user", "add", email, "--role", role, "--password-stdin")
        marquee(self.data_dir, *command, stdin=PASSWORD, **self.environ)
        response = httpx.post(
            f"{self.url}/auth/v1/token?grant_type=password",
            headers={"apikey": self.keys()["publishable"]},
            json={"email": email, "password": PASSWORD},
        )
        session: dict[str, Any] = response.raise_for_status().json()
        return session

    def set_owner(self, artist: str, session: dict[str, Any]) -> None:
        """Make the account of a session the owner of an artist."""
        url = f"{self.url}/rest/v1/music_artists?id=eq.{artist}"
        httpx.patch(url, json={"user_id": session["user"]["id"]}, headers=self.secret_headers()).raise_for_status()


@contextmanager
def demo_site(data_dir: Path, stderr: IO[str] | None = None, **environ: str) -> Iterator[Site]:
    """The demonstration, served as long as the block lasts; an empty folder is filled first."""
    with served(data_dir, "--demo", stderr=stderr, **environ) as site:
        yield site


@contextmanager
def served(
    data_dir: Path,
    *options: str,
    program: Sequence[str] = (MARQUEE,),
    stderr: IO[str] | None = None,
    **environ: str,
) -> Iterator[Site]:
    """The site in a folder, served as long as the block lasts."""
    port = free_port()
    command = [*program, "serve", *options, "--data-dir", str(data_dir), "--port", str(port)]
    with running(command, port, stderr, **environ) as pid:
        yield Site(f"http://127.0.0.1:{port}", port, pid, data_dir, environ)


def marquee(data_dir: Path, *arguments: str, stdin: str = "", **environ: str) -> str:
    """What `marquee …` prints."""
    command = [MARQUEE, *arguments, "--data-dir", str(data_dir)]
    done = subprocess.run(
        command, input=stdin, env={**os.environ, **environ}, check=True, capture_output=True, text=True
    )
    return done.stdout


def fetch(url: str, headers: Mapping[str, str]) -> tuple[dict[str, str], bytes]:
    """The header fields and the body of a response as it crosses the wire."""
    with httpx.stream("GET", url, headers=headers) as response:
        response.raise_for_status()
        return dict(response.headers), b"".join(response.iter_raw())
