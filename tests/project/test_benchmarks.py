"""What `make bench` says about its figures, and how they get into docs/performance.md."""

import pytest

from benchmarks import report
from benchmarks.__main__ import PAGE, SUBJECTS
from benchmarks.goals import Goal
from benchmarks.pages.visits import Resource, Visit
from benchmarks.rows import Row

LIMIT, FLOOR = Goal(60), Goal(100, is_floor=True)
RATIO = Goal(1.5, of_ratio=True)
VERDICTS = {
    "at a limit": (Row("blocking", 60, "ms", goal=LIMIT), "≤ 60 ms"),
    "above a limit": (Row("blocking", 60.1, "ms", goal=LIMIT), "≤ 60 ms **missed**"),
    "a value beside its reference": (Row("blocking", 61, "ms", 600, LIMIT), "≤ 60 ms **missed**"),
    "a ratio": (Row("page", 15, "µs", 10, RATIO), "≤ 1.5"),
    "a ratio above the limit": (Row("page", 16, "µs", 10, RATIO), "≤ 1.5 **missed**"),
    "at a floor": (Row("score", 100, goal=FLOOR), "≥ 100"),
    "below a floor": (Row("score", 99, goal=FLOOR), "≥ 100 **missed**"),
    "without a goal": (Row("transferred", 178, "KiB"), ""),
}


@pytest.mark.parametrize(("row", "verdict"), VERDICTS.values(), ids=VERDICTS)
def test_goal_is_judged(row, verdict):
    line = report.section("How.", [row]).splitlines()[-1]
    assert line.endswith(f"| {verdict} |")


def test_ratio_without_a_reference_is_an_error():
    with pytest.raises(ValueError, match="no reference"):
        report.section("How.", [Row("page", 13, "µs", goal=RATIO)])


def test_document_gets_new_sections_and_keeps_the_others():
    page = (
        "# Figures\n<!-- measured: missed -->\nold\n<!-- end -->\n"
        "## Ready\n<!-- measured: ready -->\nold\n<!-- end -->\n"
        "## Start\n<!-- measured: start -->\n| start | 2 s | 1 s | 2 | ≤ 1.6 **missed** |\n<!-- end -->\nwords\n"
    )
    updated = report.updated(page, {"ready": report.section("How.", [Row("page", 16, "µs", 10, RATIO)])})
    summary, ready, start = updated.split("\n## ")
    assert "| page | 16 µs | 10 µs | 1.6 | ≤ 1.5 **missed** |" in summary
    assert "| start | 2 s | 1 s | 2 | ≤ 1.6 **missed** |" in summary
    assert "How." in ready
    assert "old" not in updated
    assert start.endswith("words\n")
    assert report.updated(updated, {}) == updated


def test_nothing_missed_is_said():
    assert report.missed(report.section("How.", [Row("page", 15, "µs", 10, RATIO)])) == "Every goal is reached."


@pytest.mark.parametrize("name", SUBJECTS)
def test_document_has_a_place_for_every_subject(name):
    page = getattr(SUBJECTS[name], "PAGE", PAGE)
    report.updated(page.read_text(), {name: ""})


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
    assert (visit.html, visit.script) == (9000, 60000)
