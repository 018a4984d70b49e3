"""React taking over a page on the same phone, traced, seven times: of the tasks that run script after the one that
evaluates the page's script, the longest, beside all of them together; medians.
"""

import statistics
from pathlib import Path

import msgspec

from benchmarks.goals import LONGEST_HYDRATION_TASK
from benchmarks.harness.site import demo_site
from benchmarks.pages.browser import Variant, drive
from benchmarks.pages.first_load import PAGES
from benchmarks.rows import Row

ROUNDS = 7


class Trace(msgspec.Struct):
    """Milliseconds of the tasks of one visit, in their order."""

    name: str
    evaluation: float
    tasks: list[float]


def rows(scratch: Path) -> list[Row]:
    """The longest task of each page beside the sum."""
    with demo_site(scratch / "data") as site:
        variants = [Variant(page, site.url + path) for page, path in PAGES.items()]
        traces = drive("hydration.ts", variants, ROUNDS, scratch, Trace)
    return [row for page in PAGES for row in _of_page(page, [trace for trace in traces if trace.name == page])]


def _of_page(page: str, traces: list[Trace]) -> list[Row]:
    longest = statistics.median(max(trace.tasks) for trace in traces)
    together = statistics.median(sum(trace.tasks) for trace in traces)
    evaluation = statistics.median(trace.evaluation for trace in traces)
    return [
        Row(f"{page}: longest task ÷ all of hydration", longest, "ms", together, LONGEST_HYDRATION_TASK),
        Row(f"{page}: evaluation of the script, before that", evaluation, "ms"),
    ]
