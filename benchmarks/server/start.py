"""`marquee serve` on a set-up site, five times: CPU time until the home page has been answered, and the proportional
set size when nothing has been asked for a while; medians.
"""

import statistics
import time
from pathlib import Path

from benchmarks.goals import IDLE_MEMORY, START
from benchmarks.harness.processes import cpu_seconds, memory_mb
from benchmarks.harness.site import BROWSER, answer, demo_site
from benchmarks.rows import Row

TITLE = "Start and rest"
STARTS = 5
REST_S = 2


def rows(scratch: Path) -> list[Row]:
    """CPU seconds and megabytes."""
    samples = [_sample(scratch / "data") for _ in range(STARTS + 1)][1:]  # the first one fills the database
    seconds, megabytes = zip(*samples, strict=True)
    return [
        Row("start to first answer, CPU", statistics.median(seconds), "s", goal=START),
        Row("memory when idle", statistics.median(megabytes), "MB", goal=IDLE_MEMORY),
    ]


def _sample(data_dir: Path) -> tuple[float, float]:
    with demo_site(data_dir) as site:
        answer(f"{site.url}/", BROWSER)
        seconds = cpu_seconds(site.pid)
        time.sleep(REST_S)
        return seconds, memory_mb(site.pid)
