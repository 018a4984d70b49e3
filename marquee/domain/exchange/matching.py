"""Decides what becomes of each row of a table: added, there already, or to be asked about. Pure."""

from collections import defaultdict
from collections.abc import Mapping
from typing import NamedTuple

from marquee.domain.exchange.headers import Kind
from marquee.domain.exchange.known import Artist, Known, key_of
from marquee.domain.exchange.problems import quoted
from marquee.domain.exchange.sheet import Choices, Row, Sheet


class Decision(NamedTuple):
    """A row, the artists who may be meant, and the id of what is there already."""

    row: Row
    artists: list[Artist]
    existing: str | None


Near = Mapping[str, list[Artist]]
"""Artists to suggest for names of nobody, as they are typed."""


def decide(sheet: Sheet, known: Known, choices: Choices, near: Near | None = None) -> list[Decision]:
    """What becomes of each row: its artist is set, and its state says whether it can be saved."""
    earlier = _Earlier()
    return [_decided(sheet.kind, row, known, choices, near or {}, earlier) for row in sheet.rows]


def _decided(kind: Kind, row: Row, known: Known, choices: Choices, near: Near, earlier: "_Earlier") -> Decision:
    decision = _with_artist(row, known, choices, near) if kind == "events" else Decision(row, [], None)
    if row.state != "ready":
        return decision
    existing = _existing_event(row, known) if kind == "events" else _existing_artist(row, known)
    key = _event_key(row) if kind == "events" else _artist_key(row)
    if existing is None and (line := earlier.same(key, row)) is not None:
        row.refuse("", "", f"The same as row {line}.")
    if row.problems:
        row.state = "exists"
    if row.line in choices.add_again:
        row.state = "ready"
        row.problems.clear()
    if row.line not in choices.leave_out:
        earlier.add(key, row)
    return decision._replace(existing=existing)


class _Earlier:
    """The rows above: two events of one artist, day and venue are two if their starts are known and differ."""

    def __init__(self) -> None:
        self._rows: dict[tuple[str, ...], list[tuple[str | None, int]]] = defaultdict(list)

    def same(self, key: tuple[str, ...], row: Row) -> int | None:
        """The number of the row that says the same."""
        start = row.values.get("start_time")
        return next((line for other, line in self._rows[key] if other == start or None in (other, start)), None)

    def add(self, key: tuple[str, ...], row: Row) -> None:
        """Note a row for those below."""
        self._rows[key].append((row.values.get("start_time"), row.line))


def _with_artist(row: Row, known: Known, choices: Choices, near: Near) -> Decision:
    typed = row.values.get("artist") or row.values.get("artist_id") or ""
    found = known.of_row(row, choices)
    if len(found) == 1:
        row.values["artist_id"] = found[0].id
        row.values["lineup"] = [name for name in row.values.get("lineup", ()) if key_of(name) != key_of(found[0].name)]
        if not row.values["lineup"]:
            del row.values["lineup"]
        return Decision(row, [], None)
    row.values.pop("artist_id", None)
    if not typed:
        return Decision(row, [], None)
    reason = f"{len(found)} artists are called {quoted(typed)}." if found else f"No artist is called {quoted(typed)}."
    state = row.state
    row.refuse("artist", typed, reason)
    row.state = "needs_artist" if state == "ready" else "problem"
    return Decision(row, found or near.get(typed, []), None)


def _existing_artist(row: Row, known: Known) -> str | None:
    """The id of the artist of the row's id, or if it has none, of its name."""
    id_ = row.values.get("id")
    same = known.artists.get(key_of(row.values["name"]), []) if id_ is None else []
    found = known.by_id.get(id_ or "") or (same[0] if same else None)
    if found is None:
        return None
    row.refuse("name", row.values["name"], f"There is already an artist called {quoted(found.name)}.")
    return found.id


def _existing_event(row: Row, known: Known) -> str | None:
    """The id of the event of the row's artist, day and venue; of several that with the same start."""
    events, start = known.events.get(_event_key(row), []), row.values.get("start_time")
    if not events:
        return None
    event = next((event for event in events if event.start_time == start), events[0])
    reason = "Already there."
    if start not in (None, event.start_time):
        there = f"with start {event.start_time}" if event.start_time else "without a start"
        reason = f"Already there, {there}. Yours says {start}."
    row.refuse("venue", row.values["venue"], reason)
    return event.id


def _event_key(row: Row) -> tuple[str, ...]:
    return row.values["artist_id"], row.values["date"], key_of(row.values["venue"])


def _artist_key(row: Row) -> tuple[str, ...]:
    """An artist is told by the id if there is one: two may have one name."""
    return ("id", row.values["id"]) if "id" in row.values else (key_of(row.values["name"]),)
