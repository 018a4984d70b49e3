"""What a home page costs on a large site ÷ on a small one, when it has to be made: `python -m benchmarks.growth`.

Both sites run at once and are asked in turn: after each small write, the first request for `/`.
"""

import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import NamedTuple

import httpx

from benchmarks.processes import free_port, running
from marquee.database import open_database
from marquee.migrations import migrate
from marquee.rules import insert_rows
from marquee.tables import music_artists, music_events

MARQUEE = str(Path(sys.executable).with_name("marquee"))
SMALL, LARGE = (8, 20), (10_000, 100_000)
ROUNDS = 41
GENRES = ("Art pop", "Dream pop", "Techno", "Jazz", "Folk", "Chanson", "Ambient", "Fado")
PLACES = ("Trieste, Italy", "Łódź, Poland", "Zürich, Switzerland", "Ghent, Belgium", "Bergen, Norway")
HEADS = [
    "Sil",
    "Har",
    "Vel",
    "Or",
    "Cop",
    "Win",
    "Éto",
    "Pap",
    "Lan",
    "Mar",
    "Fog",
    "Del",
    "Ves",
    "Ha",
    "Cor",
    "Ab",
    "Tri",
    "Sal",
    "Wehr",
    "Kes",
]
TAILS = [
    "ver",
    "bour",
    "vet",
    "chard",
    "per",
    "ter",
    "ile",
    "er",
    "tern",
    "row",
    "horn",
    "phine",
    "na",
    "lve",
    "morant",
    "el",
    "ngle",
    "zhaus",
    "mut",
    "tig",
]


class Row(NamedTuple):
    """Medians in milliseconds of the time until a page that had to be made was there, and their ratio."""

    small_ms: float
    large_ms: float

    @property
    def ratio(self) -> float:
        return self.large_ms / self.small_ms


def fill(url: str, artists: int, events: int) -> None:
    """Make a site of so many artists and upcoming events, the same each time."""
    database = open_database(url)
    try:
        database.write_now(_fill, artists, events)
    finally:
        database.close()


def _fill(connection: object, artists: int, events: int) -> None:
    migrate(connection)
    ids = insert_rows(connection, music_artists, [_artist(number) for number in range(artists)])
    insert_rows(connection, music_events, [_event(number, ids[number % artists]) for number in range(events)])


def _word(number: int) -> str:
    """One of four hundred, some with accents."""
    return HEADS[number % 20] + TAILS[number // 20 % 20]


def _artist(number: int) -> dict[str, object]:
    name = f"{_word(number)} {_word(number * 7 + 3)} {number}"
    return {
        "name": name,
        "genre": GENRES[number % len(GENRES)],
        "image": f"https://pictures.example/{number}.webp",
        "followers": f"{number % 900 + 1}K",
        "latest_song": f"{_word(number + 1)} Song",
        "bio": f"{name} has played every room there is. " * 10,
        "is_featured": number == 0,
    }


def _event(number: int, artist_id: str) -> dict[str, str]:
    return {
        "date": f"{2090 + number % 9}-{number // 9 % 12 + 1:02}-{number // 108 % 28 + 1:02}",
        "venue": f"{_word(number * 3 + 1)} Hall {number % 500}",
        "location": PLACES[number % len(PLACES)],
        "artist_id": artist_id,
    }


def measure() -> Row:
    """The row of the table, from two sites made for it."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        sites = [stack.enter_context(_site(folder / f"{size[0]}", *size)) for size in (SMALL, LARGE)]
        for site in sites:
            site.uncached_home()
        times = [[site.uncached_home() for site in sites] for _ in range(ROUNDS)]
    small, large = (statistics.median(one) * 1000 for one in zip(*times, strict=True))
    return Row(small, large)


class _Site:
    """A running site, and who writes to it."""

    def __init__(self, client: httpx.Client, key: str) -> None:
        self._client = client
        self._headers = {"apikey": key, "Authorization": f"Bearer {key}", "User-Agent": "benchmark"}
        self._writes = 0

    def uncached_home(self) -> float:
        """Seconds of the first request for the home page after a write."""
        self._writes += 1
        values = {"bio": f"Written {self._writes} times."}
        path = "/rest/v1/music_artists?is_featured=is.true"
        self._client.patch(path, json=values, headers=self._headers).raise_for_status()
        answer = self._client.get("/", headers={"Accept-Encoding": "br"}).raise_for_status()
        return answer.elapsed.total_seconds()


@contextmanager
def _site(folder: Path, artists: int, events: int) -> Iterator[_Site]:
    folder.mkdir()
    fill(f"sqlite:///{folder / 'marquee.sqlite3'}", artists, events)
    port = free_port()
    with running([MARQUEE, "serve", "--data-dir", str(folder), "--port", str(port)], port):
        listed = subprocess.run(
            [MARQUEE, "keys", "--data-dir", str(folder)], check=True, capture_output=True, text=True
        )
        keys = dict(line.split(" ", 1) for line in listed.stdout.splitlines())
        with httpx.Client(base_url=f"http://127.0.0.1:{port}") as client:
            yield _Site(client, keys["secret"])


def main() -> None:
    row = measure()
    print("| first home page after a write | ms |\n| --- | ---: |")
    for (artists, events), found in ((SMALL, row.small_ms), (LARGE, row.large_ms)):
        print(f"| {artists:,} artists, {events:,} events | {found:.1f} |")
    print(f"| ratio | {row.ratio:.2f} |")


if __name__ == "__main__":
    main()
