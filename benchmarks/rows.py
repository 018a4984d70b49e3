"""One measured figure."""

from typing import NamedTuple

from benchmarks.goals import Goal


class Row(NamedTuple):
    """`value` and `reference` are in `unit`, taken in turn in one run. With a reference, `goal` bounds the ratio."""

    name: str
    value: float
    unit: str = ""
    reference: float | None = None
    goal: Goal | None = None

    @property
    def ratio(self) -> float | None:
        return self.value / self.reference if self.reference else None

    @property
    def measured(self) -> float:
        """What the goal is about."""
        return self.value if self.ratio is None else self.ratio
