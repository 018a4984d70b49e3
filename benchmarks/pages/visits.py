"""Visits to pages: what `benchmarks/browser/visits.ts` has seen."""

import statistics
from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec

from benchmarks.pages.browser import Variant, drive


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
    """One visit: times in ms since navigation, `transferred` in bytes with the header fields.

    The first of `resources` is the page itself.
    """

    name: str
    first_paint: float
    largest_paint: float
    readable: float
    live: float
    shift: float
    blocking: float
    transferred: int
    resources: list[Resource]

    @property
    def html(self) -> int:
        return self.resources[0].bytes

    @property
    def script(self) -> int:
        return self.script_before(float("inf"))

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


def visit(variants: list[Variant], rounds: int, scratch: Path) -> Visits:
    """Each variant `rounds` times, with a new browser profile each time."""
    return Visits(drive("visits.ts", variants, rounds, scratch, Visit))
