"""The site that the requests are for: thousands of artists, long biographies, large pictures, an account."""

import json
import re
import secrets
from collections.abc import Iterable
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from http.client import HTTPConnection
from pathlib import Path

from PIL import Image
from sqlalchemy import Connection, func, select, update

from benchmarks.harness import large_site
from marquee.db.open_database import open_database
from marquee.domain.pictures import MEDIA_PREFIX
from marquee.domain.tables import music_artists
from tests.postgresql import Server
from torture.generator.others import KNOWN, PASSWORD, PICTURES
from torture.site import PATIENCE_S, Client, Site

ARTISTS = 2_400
CARDS = 40
LONG_EVERY, MAX_BIO = 5, 20_000
SENTENCE = "Has played every room there is, and each of them twice. "


@dataclass
class Target:
    """A running site, what stands behind it, and how its clients begin."""

    site: Site
    artists: tuple[str, ...]
    cards: tuple[str, ...]
    postmaster: int | None = None
    tokens: dict[str, str] = field(default_factory=dict)

    @classmethod
    def open(
        cls,
        folder: Path,
        stack: ExitStack,
        server: Server | None = None,
        artists: int = ARTISTS,
        events: int | None = None,
    ) -> "Target":
        """A new one, until the stack is closed: on SQLite or a database of `server`, with as many events as artists."""
        data = folder / "data"
        data.mkdir(mode=0o700, parents=True)
        url = server.url(server.create()) if server else f"sqlite:///{data / 'marquee.sqlite3'}"
        ids = fill(url, artists, events or artists)
        add_pictures(data / "media" / "stage")
        environ = {"MARQUEE_TRUSTED_PROXIES": "127.0.0.1", "MARQUEE_SIGNUP": "on", "MARQUEE_DATABASE_URL": url}
        site = Site(data, **environ)
        site.marquee("user", "add", KNOWN, "--password-stdin", stdin=PASSWORD)
        site.start()
        stack.callback(site.stop)
        return cls(site, ids, tuple(cards(site.port, ids[:CARDS])), server.pid if server else None)

    @property
    def pid(self) -> int:
        return self.site.process.pid

    @property
    def port(self) -> int:
        return self.site.port

    def headers(self, who: str) -> dict[str, str]:
        """The header fields of a client: the key that every page shows, and for an account its access token."""
        headers = {"apikey": self._publishable, "Content-Type": "application/json"}
        if who != "visitor":
            headers["Authorization"] = f"Bearer {self._token(who)}"
        return headers

    @property
    def _publishable(self) -> str:
        if "" not in self.tokens:
            self.tokens[""] = self.site.marquee("keys").stdout.split()[1]
        return self.tokens[""]

    def _token(self, who: str) -> str:
        if who not in self.tokens:
            credentials = {"email": KNOWN, "password": PASSWORD}
            status, body = Client(self.site).ask("POST", "/auth/v1/token?grant_type=password", credentials)
            assert status == 200, f"the sign-in was answered {status}"
            self.tokens[who] = json.loads(body)["access_token"]
        return self.tokens[who]


def cards(port: int, artists: Iterable[str]) -> list[str]:
    """The paths of the pictures that are shown where these artists' pages are shared."""
    found: list[str] = []
    with closing(HTTPConnection("127.0.0.1", port, timeout=PATIENCE_S)) as connection:
        for artist in artists:
            connection.request("GET", f"/artist/{artist}")
            found += re.findall(r'og:image" content="[^"]*(/share/[^"]*)"', connection.getresponse().read().decode())
    return found


def fill(url: str, artists: int, events: int) -> tuple[str, ...]:
    """The ids of the artists that pages are asked for."""
    large_site.fill(url, artists, events)
    database = open_database(url)
    try:
        return database.write_now(_write_at_length)
    finally:
        database.close()


def _write_at_length(connection: Connection) -> tuple[str, ...]:
    """Give every fifth artist the longest biography, some of them what a hostile owner would write, and pictures."""
    ids: list[str] = list(connection.execute(select(music_artists.c.id).order_by(music_artists.c.id)).scalars())
    chosen = ids[::LONG_EVERY]
    for place, text in enumerate((SENTENCE * 400, "a" * MAX_BIO, "ab" * MAX_BIO, "é " * MAX_BIO)):
        of_these = music_artists.c.id.in_(chosen[place::4])
        connection.execute(update(music_artists).where(of_these).values(bio=text[:MAX_BIO]))
    for place, name in enumerate(PICTURES):
        path = f"{MEDIA_PREFIX}stage/{name}"
        connection.execute(update(music_artists).where(music_artists.c.id.in_(ids[place:60:3])).values(image=path))
    assert connection.execute(select(func.max(func.length(music_artists.c.bio)))).scalar_one() == MAX_BIO
    return tuple(ids[:300])


def add_pictures(folder: Path) -> None:
    """Make pictures as large as a telephone's, with noise: it compresses badly."""
    folder.mkdir(parents=True)
    sizes = {"large.jpg": (4000, 3000), "deep.png": (2000, 2000), "flat.webp": (2400, 1600)}
    for name in PICTURES:
        noise = Image.frombytes("RGB", (300, 200), secrets.token_bytes(300 * 200 * 3))
        noise.resize(sizes[name]).save(folder / name)
