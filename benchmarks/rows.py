"""One measured figure."""

from typing import NamedTuple

from benchmarks.goals import Goal


class Row(NamedTuple):
    """`value` and `reference` are in `unit` and measured in turn in one run; `goal` bounds the value or the ratio."""

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
        if self.goal is None or not self.goal.of_ratio:
            return self.value
        if self.ratio is None:
            raise ValueError(f"{self.name} has a goal about a ratio, and no reference")
        return self.ratio
