"""Decides what becomes of each row of a table: added, there already, or to be asked about. Pure."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any, Literal, NamedTuple

from marquee.domain.exchange.headers import Kind
from marquee.domain.exchange.known import Artist, Known, key_of
from marquee.domain.exchange.problems import Problem, quoted
from marquee.domain.exchange.sheet import Choices, Row, Sheet

State = Literal["ready", "exists", "needs_artist", "problem"]
Near = Mapping[str, list[Artist]]
"""Artists to suggest for names of nobody, as they are typed."""
Values = Mapping[str, Any]


class Decision(NamedTuple):
    """What becomes of a row.

    `values` are the row's, with the artist who is meant; `artists`: those who may be; `existing`: the id of what is
    there already.
    """

    row: Row
    values: Values
    state: State
    problems: Sequence[Problem]
    artists: Sequence[Artist] = ()
    existing: str | None = None


def decide(sheet: Sheet, known: Known, choices: Choices, near: Near | None = None) -> list[Decision]:
    """What becomes of each row, and whether it can be saved."""
    earlier = _Earlier()
    return [_decided(sheet.kind, row, known, choices, near or {}, earlier) for row in sheet.rows]


def _decided(kind: Kind, row: Row, known: Known, choices: Choices, near: Near, earlier: "_Earlier") -> Decision:
    read = Decision(row, row.values, "problem" if row.problems else "ready", row.problems)
    decision = _with_artist(read, known, choices, near) if kind == "events" else read
    if decision.state != "ready":
        return decision
    values = decision.values
    existing, problem = _existing_event(values, known) if kind == "events" else _existing_artist(values, known)
    key = _event_key(values) if kind == "events" else _artist_key(values)
    if existing is None and (line := earlier.same(key, values)) is not None:
        problem = Problem("", "", f"The same as row {line}.")
    if row.line not in choices.leave_out:
        earlier.add(key, values, row.line)
    if problem is None or row.line in choices.add_again:
        return decision._replace(existing=existing)
    return decision._replace(state="exists", problems=[problem], existing=existing)


class _Earlier:
    """The rows above: two events of one artist, day and venue are two if their starts are known and differ."""

    def __init__(self) -> None:
        self._rows: dict[tuple[str, ...], list[tuple[str | None, int]]] = defaultdict(list)

    def same(self, key: tuple[str, ...], values: Values) -> int | None:
        """The number of the row that says the same."""
        start = values.get("start_time")
        return next((line for other, line in self._rows[key] if other == start or None in (other, start)), None)

    def add(self, key: tuple[str, ...], values: Values, line: int) -> None:
        """Note a row for those below."""
        self._rows[key].append((values.get("start_time"), line))


def _with_artist(decision: Decision, known: Known, choices: Choices, near: Near) -> Decision:
    row, values = decision.row, {**decision.values}
    typed = values.get("artist") or values.get("artist_id") or ""
    found = known.of_row(row, choices)
    if len(found) == 1:
        values["artist_id"] = found[0].id
        values["lineup"] = [name for name in values.get("lineup", ()) if key_of(name) != key_of(found[0].name)]
        if not values["lineup"]:
            del values["lineup"]
        return decision._replace(values=values)
    values.pop("artist_id", None)
    if not typed:
        return decision._replace(values=values)
    reason = f"{len(found)} artists are called {quoted(typed)}." if found else f"No artist is called {quoted(typed)}."
    return decision._replace(
        values=values,
        state="needs_artist" if decision.state == "ready" else "problem",
        problems=[*row.problems, Problem.of("artist", typed, reason)],
        artists=found or near.get(typed, []),
    )


def _existing_artist(values: Values, known: Known) -> tuple[str | None, Problem | None]:
    """The id of the artist of the row's id, or if it has none, of its name."""
    id_ = values.get("id")
    same = known.artists.get(key_of(values["name"]), []) if id_ is None else []
    found = known.by_id.get(id_ or "") or (same[0] if same else None)
    if found is None:
        return None, None
    return found.id, Problem.of("name", values["name"], f"There is already an artist called {quoted(found.name)}.")


def _existing_event(values: Values, known: Known) -> tuple[str | None, Problem | None]:
    """The id of the event of the row's artist, day and venue; of several that with the same start."""
    events, start = known.events.get(_event_key(values), []), values.get("start_time")
    if not events:
        return None, None
    event = next((event for event in events if event.start_time == start), events[0])
    reason = "Already there."
    if start not in (None, event.start_time):
        there = f"with start {event.start_time}" if event.start_time else "without a start"
        reason = f"Already there, {there}. Yours says {start}."
    return event.id, Problem.of("venue", values["venue"], reason)


def _event_key(values: Values) -> tuple[str, ...]:
    return values["artist_id"], values["date"], key_of(values["venue"])


def _artist_key(values: Values) -> tuple[str, ...]:
    """An artist is told by the id if there is one: two may have one name."""
    return ("id", values["id"]) if "id" in values else (key_of(values["name"]),)
