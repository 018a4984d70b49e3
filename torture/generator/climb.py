"""The search for the most expensive requests: tries new ones, and changes the worst so far to worse ones.

New ones are the same for the same seed. Those that it climbs by depend on what was measured.
"""

import random
import time
from collections import Counter
from collections.abc import Callable
from typing import NamedTuple

from torture.generator.costs import Cost
from torture.generator.request import Fixed, Genome, Request

CLIMBING_SHARE = 0.25
"""Of the time: expensive requests take long, and most of the new ones are cheap."""
SUMMIT = 12
"""How many of the most expensive shapes are changed further."""


class Found(NamedTuple):
    """A request with its cost."""

    genome: Genome
    request: Request
    status: int
    cost: Cost


class Search:
    """Keeps, of each shape and status, the worst request by each measure: a refusal should cost little as well."""

    MEASURES: tuple[Callable[[Cost], float], ...] = (
        lambda cost: cost.cpu_s,
        lambda cost: cost.cpu_s,
        lambda cost: cost.wall_s,
        lambda cost: cost.size,
    )

    def __init__(self, seed: int, fresh: Callable[[random.Random], Genome]) -> None:
        self._new, self._rng, self._fresh = random.Random(seed), random.Random(seed + 1), fresh
        self._boards: tuple[dict[str, Found], ...] = tuple({} for _ in self.MEASURES)
        self._climbed_s = self._roamed_s = 0.0
        self.accepted = 0
        self.refused: Counter[int] = Counter()
        self.faults: list[Found] = []
        """Answers above 499 that are not the 503 of a site that defends itself."""

    def run(self, count: int, seconds: float, ask: Callable[[Request], tuple[int, Cost]]) -> None:
        """Ask until `count` requests were accepted, or the time is over."""
        ends = time.monotonic() + seconds
        while self.accepted < count and time.monotonic() < ends:
            climbs = self._climbed_s < CLIMBING_SHARE * (self._climbed_s + self._roamed_s)
            genome = self._next(climbs=climbs)
            started = time.monotonic()
            request = genome.request()
            self._judge(Found(genome, request, *ask(request)))
            took = time.monotonic() - started
            if climbs:
                self._climbed_s += took
            else:
                self._roamed_s += took

    def costliest(self, count: int) -> list[Found]:
        """By CPU time, each of another shape or status."""
        return sorted(self._boards[0].values(), key=lambda found: found.cost.cpu_s, reverse=True)[:count]

    def largest(self) -> Found:
        return max(self._boards[-1].values(), key=lambda found: found.cost.size)

    def _next(self, *, climbs: bool) -> Genome:
        place = self._rng.randrange(len(self.MEASURES))
        measure = self.MEASURES[place]
        board = [found for found in self._boards[place].values() if not isinstance(found.genome, Fixed)]
        if not climbs or not board:
            return self._fresh(self._new)
        summit = sorted(board, key=lambda found: measure(found.cost), reverse=True)[:SUMMIT]
        changed = self._rng.choice(summit).genome
        for _ in range(self._rng.choice((1, 1, 2, 3))):
            changed = changed.mutated(self._rng)
        return changed

    def _judge(self, found: Found) -> None:
        if found.status >= 500 and found.status != 503:
            self.faults.append(found)
        if found.request.is_accepted(found.status):
            self.accepted += 1
        else:
            self.refused[found.status] += 1
        place = f"{found.status} {found.request.shape}"
        for board, measure in zip(self._boards, self.MEASURES, strict=True):
            best = board.get(place)
            if best is None or measure(best.cost) < measure(found.cost):
                board[place] = found
