"""One line of the table for every promise: what was done, what was hoped for, what was seen."""

from dataclasses import dataclass

HEAD = "| fault | what was done | goal | measured | met |\n| --- | --- | --- | --- | --- |"


@dataclass(frozen=True)
class Row:
    """`met` is None where nothing was promised or nothing could be done; `measured` says which."""

    fault: str
    done: str
    goal: str
    measured: str
    met: bool | None

    def __str__(self) -> str:
        met = {True: "yes", False: "**no**", None: "–"}[self.met]
        return f"| {self.fault} | {self.done} | {self.goal} | {self.measured} | {met} |"


def skipped(fault: str, why: str) -> Row:
    return Row(fault, "nothing", "–", f"skipped: {why}", None)


def percentile(values: list[float], share: float = 0.99) -> float:
    """The value that this share of all is not above."""
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]
