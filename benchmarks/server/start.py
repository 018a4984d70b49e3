"""CPU time of `marquee serve` on a set-up site until the home page was answered, median of five starts. The reference
is an interpreter that imports the same libraries. Then the memory when nothing has been asked for a while.
"""

import statistics
import subprocess
import sys
import time
from pathlib import Path

from benchmarks.goals import MEMORY_IDLE_MB, START
from benchmarks.harness.processes import cpu_seconds, memory_mb
from benchmarks.harness.site import BROWSER, demo_site, fetch
from benchmarks.rows import Row

STARTS = 5
REST_S = 2
# Imports what standard input names, then prints the CPU seconds. What is only there within its package is skipped.
IMPORTS = """
import importlib, sys, time
for name in sys.stdin.read().split():
    try:
        importlib.import_module(name)
    except ImportError:
        pass
print(time.process_time())
"""


def rows(scratch: Path) -> list[Row]:
    """CPU seconds, and megabytes."""
    data_dir = scratch / "data"
    libraries = _libraries(data_dir)
    samples = [(*_start(data_dir), _imports(libraries)) for _ in range(STARTS)]
    seconds, megabytes, reference = (statistics.median(one) for one in zip(*samples, strict=True))
    return [
        Row("start to the first home page ÷ importing the same libraries", seconds, "s", reference, START),
        Row("memory when idle", megabytes, "MB", goal=MEMORY_IDLE_MB),
    ]


def _start(data_dir: Path) -> tuple[float, float]:
    """CPU seconds to the first answer, and megabytes at rest."""
    with demo_site(data_dir) as site:
        fetch(f"{site.url}/", BROWSER)
        seconds = cpu_seconds(site.pid)
        time.sleep(REST_S)
        return seconds, memory_mb(site.pid)


def _libraries(data_dir: Path) -> list[str]:
    """The modules of others that such a start imports, in their order. The first start fills the folder."""
    with demo_site(data_dir):
        pass
    log = data_dir / "imports.txt"
    with log.open("w") as stderr, demo_site(data_dir, stderr, PYTHONPROFILEIMPORTTIME="1") as site:
        fetch(f"{site.url}/", BROWSER)
    lines = [line for line in log.read_text().splitlines() if line.startswith("import time:")]
    names = [line.rpartition("|")[2].strip() for line in lines[1:]]
    return [name for name in names if name.partition(".")[0] != "marquee"]


def _imports(libraries: list[str]) -> float:
    command = [sys.executable, "-c", IMPORTS]
    return float(subprocess.run(command, input="\n".join(libraries), check=True, capture_output=True, text=True).stdout)
