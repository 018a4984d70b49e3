"""Visits to pages in a real browser, throttled: what `benchmarks/browser/visits.ts` has seen."""

import json
import statistics
from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec

from benchmarks.harness.processes import chromium, run

CONFIG = "benchmarks/browser/playwright.config.ts"


class Variant(msgspec.Struct, frozen=True):
    """What to visit; `storage` is in the browser's local storage before the page is."""

    name: str
    url: str
    storage: dict[str, str] = {}


class Resource(msgspec.Struct):
    """One file of a page, or the page itself: times in ms since navigation, the bytes of the body on the wire."""

    name: str
    start: float
    end: float
    bytes: int

    @property
    def is_script(self) -> bool:
        return self.name.partition("?")[0].endswith(".js")


class Visit(msgspec.Struct, rename="camel"):
    """One visit: times in ms since navigation, `transferred` in bytes with the header fields."""

    name: str
    first_paint: float
    largest_paint: float
    readable: float
    live: float
    shift: float
    blocking: float
    transferred: int
    resources: list[Resource]

    def answered_before(self, moment: float) -> int:
        """How many requests had their whole answer by then, the page's own included."""
        return sum(resource.end <= moment for resource in self.resources)

    def script_before(self, moment: float) -> int:
        """Bytes of script asked for by then."""
        return sum(resource.bytes for resource in self.resources if resource.is_script and resource.start < moment)


class Visits:
    """All visits of a run, and their medians."""

    def __init__(self, visits: Sequence[Visit]) -> None:
        self._visits = visits

    def median(self, name: str, of: Callable[[Visit], float]) -> float:
        return statistics.median(of(visit) for visit in self._visits if visit.name == name)

    def worst(self, name: str, of: Callable[[Visit], float]) -> float:
        return max(of(visit) for visit in self._visits if visit.name == name)


def visit(variants: Sequence[Variant], rounds: int, scratch: Path) -> Visits:
    """Each variant `rounds` times, in turn: A B, B A, A B …"""
    output = scratch / "visits.json"
    plan = {"rounds": rounds, "variants": msgspec.to_builtins(variants), "output": str(output)}
    command = ["node_modules/.bin/playwright", "test", "--config", CONFIG]
    run(command, CHROMIUM=chromium(), VISITS=json.dumps(plan))
    return Visits(msgspec.json.decode(output.read_bytes(), type=list[Visit]))
