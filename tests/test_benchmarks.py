"""What `make bench` says about its figures, and where they are written down."""

from pathlib import Path

import pytest

from benchmarks import report
from benchmarks.goals import BLOCKING, CACHED, GOALS, LIGHTHOUSE, RENDER
from benchmarks.pages.visits import Resource, Visit
from benchmarks.rows import Row

PAGE = (Path(__file__).parent.parent / "docs" / "performance.md").read_text()


@pytest.mark.parametrize("goal", GOALS, ids=lambda goal: goal.name)
def test_page_names_every_goal(goal):
    assert f"| {goal.name} |" in PAGE


VERDICTS = {
    "below a limit": (Row("render", 9.9, "ms", goal=RENDER), "reached"),
    "at a limit": (Row("render", 10, "ms", goal=RENDER), "reached"),
    "above a limit": (Row("render", 10.1, "ms", goal=RENDER), "**missed**"),
    "a value beside its reference": (Row("blocking", 61, "ms", 600, BLOCKING), "**missed**"),
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


def test_ratio_without_a_reference_is_an_error():
    with pytest.raises(ValueError, match="no reference"):
        report.goals([Row("page", 13, "µs", goal=CACHED)])


def test_requests_of_a_visit_count_once_they_are_answered_and_scripts_once_they_are_asked_for():
    resources = [
        Resource("http://site/", 0, 200, 9000),
        Resource("http://site/hero.webp", 250, 600, 16000),
        Resource("http://site/main.js?v=1", 650, 900, 60000),
        Resource("http://site/font.woff2", 250, 1000, 90000),
    ]
    visit = Visit("home", 350, 700, 350, 950, 0, 0, 175000, resources)
    assert [visit.answered_before(moment) for moment in (visit.readable, visit.largest_paint, 1000)] == [1, 2, 4]
    assert [visit.script_before(moment) for moment in (650, 700)] == [0, 60000]
