"""What `make bench` says about its figures, and where they are written down."""

from pathlib import Path

import pytest

from benchmarks import report
from benchmarks.goals import CACHED, GOALS, LIGHTHOUSE, RENDER
from benchmarks.rows import Row

PAGE = (Path(__file__).parent.parent / "docs" / "performance.md").read_text()


@pytest.mark.parametrize("goal", GOALS, ids=lambda goal: goal.name)
def test_page_names_every_goal(goal):
    assert f"| {goal.name} |" in PAGE


VERDICTS = {
    "below a limit": (Row("render", 9.9, "ms", goal=RENDER), "reached"),
    "at a limit": (Row("render", 10, "ms", goal=RENDER), "reached"),
    "above a limit": (Row("render", 10.1, "ms", goal=RENDER), "**missed**"),
    "a ratio": (Row("page", 13, "µs", 10, CACHED), "reached"),
    "a ratio below the stretch": (Row("page", 11, "µs", 10, CACHED), "stretch reached"),
    "a ratio above the limit": (Row("page", 14, "µs", 10, CACHED), "**missed**"),
    "at a floor": (Row("score", 100, goal=LIGHTHOUSE), "reached"),
    "below a floor": (Row("score", 99, goal=LIGHTHOUSE), "**missed**"),
}


@pytest.mark.parametrize(("row", "verdict"), VERDICTS.values(), ids=VERDICTS)
def test_goal_is_judged(row, verdict):
    line = next(line for line in report.goals([row]).splitlines() if f"| {row.goal.name} |" in line)
    assert line.endswith(f"| {verdict} |")
    assert (row.goal.name in report.missed([row])) == (verdict == "**missed**")


def test_worst_of_several_rows_decides():
    rows = [Row("page", 11, "µs", 10, CACHED), Row("read", 20, "µs", 10, CACHED), Row("other", 12, "µs", 10, CACHED)]
    assert f"{CACHED.name}: 2, goal ≤ 1.35" in report.missed(rows)


def test_goal_that_nothing_measured_is_neither_reached_nor_missed():
    assert report.goals([]).count("not measured") == len(GOALS)
    assert report.missed([]) == "Every goal that was measured is reached."
