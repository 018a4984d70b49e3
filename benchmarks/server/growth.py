"""CPU time of the first home page after each of 41 saves, median, on a site with 10,000 artists and 100,000 events.
The reference is a site with 8 and 20, asked in turn.
"""

import statistics
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from benchmarks.goals import GROWTH
from benchmarks.harness import large_site
from benchmarks.harness.site import served
from benchmarks.rows import Row
from benchmarks.server.after_a_save import Saver

SMALL, LARGE = (8, 20), (10_000, 100_000)
ROUNDS = 41


def rows(scratch: Path) -> list[Row]:
    """CPU ms of a page of the large site beside the small one's."""
    with ExitStack() as stack:
        small, large = (stack.enter_context(_saver(scratch / f"{size[0]}", *size)) for size in (SMALL, LARGE))
        times = [(small.home_page_cpu_ms(n), large.home_page_cpu_ms(n)) for n in range(ROUNDS + 1)]
    reference, ours = (statistics.median(one) for one in zip(*times[1:], strict=True))
    return [Row("home page with 10,000 artists and 100,000 events ÷ with 8 and 20", ours, "ms", reference, GROWTH)]


@contextmanager
def _saver(data_dir: Path, artists: int, events: int) -> Iterator[Saver]:
    data_dir.mkdir()
    large_site.fill(f"sqlite:///{data_dir / 'marquee.sqlite3'}", artists, events)
    with served(data_dir) as site:
        yield Saver(site)
