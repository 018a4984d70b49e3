"""Markdown as `docs/performance.md` shows it."""

from collections.abc import Sequence

from benchmarks.goals import GOALS, Goal
from benchmarks.rows import Row


def section(title: str, how: str, rows: Sequence[Row]) -> str:
    """A heading, how it was measured, and a table; without a column that no row fills."""
    heads = ["what", "measured", "reference", "ratio", "goal"]
    lines = [
        [row.name, _with_unit(row.value, row.unit), _with_unit(row.reference, row.unit), _plain(row.ratio), _bound(row)]
        for row in rows
    ]
    filled = [number for number in range(len(heads)) if any(line[number] for line in lines)]
    return f"## {title}\n\n{how}\n\n" + _table(
        [heads[number] for number in filled], [[line[number] for number in filled] for line in lines]
    )


def goals(rows: Sequence[Row]) -> str:
    """The goal table; where several rows are about one goal, the worst decides."""
    lines = []
    for goal in GOALS:
        worst = _worst(goal, rows)
        stretch = "" if goal.stretch is None else _with_unit(goal.stretch, goal.unit)
        lines.append([goal.name, _limit(goal), stretch, _with_unit(worst, goal.unit), _verdict(goal, worst)])
    return "## Goals\n\n" + _table(["what", "goal", "stretch", "measured", ""], lines)


def missed(rows: Sequence[Row]) -> str:
    """What is missed, as a list."""
    found = [
        f"- {goal.name}: {_with_unit(worst, goal.unit)}, goal {_limit(goal)}"
        for goal in GOALS
        if (worst := _worst(goal, rows)) is not None and not goal.is_reached_by(worst)
    ]
    return "Goals missed:\n\n" + "\n".join(found) if found else "Every goal that was measured is reached."


def _worst(goal: Goal, rows: Sequence[Row]) -> float | None:
    measured = [row.measured for row in rows if row.goal is goal]
    return (min if goal.is_floor else max)(measured, default=None)


def _verdict(goal: Goal, measured: float | None) -> str:
    if measured is None:
        return "not measured"
    if not goal.is_reached_by(measured):
        return "**missed**"
    return "reached" if goal.stretch is None or measured > goal.stretch else "stretch reached"


def _bound(row: Row) -> str:
    if row.goal is None:
        return ""
    return _limit(row.goal) if row.goal.is_reached_by(row.measured) else f"{_limit(row.goal)}, **missed**"


def _limit(goal: Goal) -> str:
    return f"{'≥' if goal.is_floor else '≤'} {_with_unit(goal.limit, goal.unit)}"


def _with_unit(value: float | None, unit: str) -> str:
    return "" if value is None else f"{_plain(value)} {unit}".strip()


def _plain(value: float | None) -> str:
    """Three figures are enough; what was counted is exact."""
    if value is None:
        return ""
    if value == int(value) or abs(value) >= 100:
        return f"{value:,.0f}"
    return f"{value:.1f}" if abs(value) >= 10 else f"{value:.3g}"


def _table(heads: list[str], lines: list[list[str]]) -> str:
    rules = ["---" if number == 0 else "---:" for number in range(len(heads))]
    return "\n".join(f"| {' | '.join(line)} |" for line in [heads, rules, *lines])
