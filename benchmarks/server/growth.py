"""A small and a large site at once, asked in turn: milliseconds on the clock from asking for the first home page after
a write until it is there, medians of 41. Then the same of searches on the large site, medians of 11.
"""

import statistics
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from urllib.parse import quote

import httpx

from benchmarks.goals import GROWTH
from benchmarks.harness import large_site
from benchmarks.harness.site import BROWSER, Site, demo_site
from benchmarks.rows import Row

TITLE = "Growth"
SMALL, LARGE = (8, 20), (10_000, 100_000)
ROUNDS, SEARCHES = 41, 11
HOME = "/"
EVENTS = "/rest/v1/music_events?select=id,date,artist:music_artists(id,name)&order=date.asc&limit=21&search=fts."


class Asker:
    """Asks one site for what it has to make."""

    def __init__(self, client: httpx.Client, site: Site) -> None:
        keys = site.keys()
        self._client = client
        self._writer = {"apikey": keys["secret"], "Authorization": f"Bearer {keys['secret']}"}
        self._reader = {**BROWSER, "apikey": keys["publishable"]}
        self._writes = 0

    def after_a_write(self, path: str) -> float:
        """Milliseconds until the answer was there."""
        self._writes += 1
        values = {"bio": f"Written {self._writes} times."}
        written = self._client.patch(
            "/rest/v1/music_artists?is_featured=is.true", json=values, headers={**self._writer, "User-Agent": "bench"}
        )
        written.raise_for_status()
        answer = self._client.get(path, headers=self._reader).raise_for_status()
        return answer.elapsed.total_seconds() * 1000


def rows(scratch: Path) -> list[Row]:
    """The row of the goal, and those of searches."""
    with ExitStack() as stack:
        small, large = (stack.enter_context(_asker(scratch / f"{size[0]}", *size)) for size in (SMALL, LARGE))
        times = [(small.after_a_write(HOME), large.after_a_write(HOME)) for _ in range(ROUNDS + 1)]
        searches = {
            words: statistics.median(large.after_a_write(EVENTS + quote(words)) for _ in range(SEARCHES))
            for words in ("'9999':*", "'s':*")
        }
    reference, ours = (statistics.median(one) for one in zip(*times[1:], strict=True))
    few, many = searches.values()
    return [
        Row("home with 10,000 artists and 100,000 events ÷ with 8 and 20", ours, "ms", reference, GROWTH),
        Row("search of 100,000 events for what ten of them have", few, "ms"),
        Row("search of 100,000 events for a letter that every third begins a word with", many, "ms"),
    ]


@contextmanager
def _asker(data_dir: Path, artists: int, events: int) -> Iterator[Asker]:
    data_dir.mkdir()
    large_site.fill(f"sqlite:///{data_dir / 'marquee.sqlite3'}", artists, events)
    with demo_site(data_dir) as site, httpx.Client(base_url=site.url) as client:
        yield Asker(client, site)
