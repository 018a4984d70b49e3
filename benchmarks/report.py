"""Markdown tables of measured rows, and how they get into `docs/performance.md`."""

import re
from collections.abc import Mapping, Sequence

from benchmarks.goals import Goal
from benchmarks.rows import Row

HEAD = "| what | measured | reference | ratio | goal |\n| --- | ---: | ---: | ---: | --- |"
MISSED = "**missed**"
SUMMARY = "missed"
_PART = re.compile(r"(<!-- measured: (\w+) -->\n).*?(<!-- end -->)", re.DOTALL)
_MISSED_LINE = re.compile(rf"^\| .*{re.escape(MISSED)} \|$", re.MULTILINE)


def section(how: str, rows: Sequence[Row]) -> str:
    """How something was measured, and its table."""
    return f"\n{how}\n\n" + "\n".join([HEAD, *(_line(row) for row in rows)]) + "\n"


def missed(text: str) -> str:
    """The rows of a text whose goal is missed, as a table, and how many there are in tables of another form."""
    lines = _MISSED_LINE.findall(text)
    others = text.count(MISSED) - len(lines)
    parts = ["\n".join([HEAD, *lines])] if lines else []
    parts += [f"Of figures in other tables, {others} miss their goal."] if others else []
    return "\n\n".join(parts) or "Every goal is reached."


def updated(page: str, sections: Mapping[str, str]) -> str:
    """A document with new sections between its marks; the summary of what is missed is made from all of them."""
    marked = {name for _, name, _ in _PART.findall(page)}
    if unknown := set(sections) - marked:
        raise ValueError(f"The document has no place for {', '.join(sorted(unknown))}")
    page = _with(page, sections)
    return _with(page, {SUMMARY: f"\n{missed(_with(page, {SUMMARY: ''}))}\n\n"})


def _with(page: str, parts: Mapping[str, str]) -> str:
    return _PART.sub(lambda part: f"{part[1]}{parts[part[2]]}{part[3]}" if part[2] in parts else part[0], page)


def _line(row: Row) -> str:
    cells = [row.name, _with_unit(row.value, row.unit), _with_unit(row.reference, row.unit), _plain(row.ratio)]
    return f"| {' | '.join([*cells, _verdict(row)])} |"


def _verdict(row: Row) -> str:
    if row.goal is None:
        return ""
    bound = _bound(row.goal, "" if row.goal.of_ratio else row.unit)
    return bound if row.goal.is_reached_by(row.measured) else f"{bound} {MISSED}"


def _bound(goal: Goal, unit: str) -> str:
    return f"{'≥' if goal.is_floor else '≤'} {_with_unit(goal.limit, unit)}"


def _with_unit(value: float | None, unit: str) -> str:
    return "" if value is None else f"{_plain(value)} {unit}".strip()


def _plain(value: float | None) -> str:
    """A number with three significant digits; whole and large ones with all of them."""
    if value is None:
        return ""
    if value == int(value) or abs(value) >= 100:
        return f"{value:,.0f}"
    return f"{value:.1f}" if abs(value) >= 10 else f"{value:.3g}"
