"""Decides what becomes of each row of a table: added, there already, or to be asked about. Pure."""

from collections import defaultdict, deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from functools import partial
from typing import Literal, NamedTuple

from marquee.sheets.alike import Alike
from marquee.sheets.known import Artist, Known
from marquee.sheets.problems import Problem, quoted
from marquee.sheets.sheet import Choices, Row, Sheet
from marquee.sheets.there import Change, There, Values, changes, key_of

State = Literal["ready", "exists", "differs", "needs_artist", "problem"]
Near = Mapping[str, list[Artist]]
"""Artists to suggest for names of nobody, as they are typed."""


class Decision(NamedTuple):
    """What becomes of a row.

    `values` are the row's, with the id of the `artist` who is meant; `artists`: those who may be, also where a person
    has chosen; `existing`: the id of what is there already, and `changes` in what the row differs from it.
    """

    row: Row
    values: Values
    state: State
    problems: Sequence[Problem]
    artists: Sequence[Artist] = ()
    existing: str | None = None
    changes: Sequence[Change] = ()
    artist: Artist | None = None

    @property
    def is_nobodys(self) -> bool:
        """Whether neither the row nor a person says whose it is."""
        return not {"artist", "artist_id"} & (self.row.values.keys() | self.values.keys())


def decide(sheet: Sheet, known: Known, choices: Choices, near: Near | None = None) -> list[Decision]:
    """What becomes of each row, and whether it can be saved."""
    read = [Decision(row, row.values, "problem" if row.problems else "ready", row.problems) for row in sheet.rows]
    if sheet.kind == "events":
        read = [*_with_artists(read, known, choices, near or {})]
        ready = [each.values for each in read if each.state == "ready" and each.row.line not in choices.leave_out]
        find, key_of_row = _EventsThere(known, ready).find, _event_key
    else:
        read = [_with_one_name(each, known, choices) for each in read]
        find, key_of_row = partial(_artist_there, known), _artist_key
    earlier = _Earlier()
    decided = [
        _decided(decision, choices, find, earlier, key_of_row) if decision.state == "ready" else decision
        for decision in read
    ]
    alike = Alike(known, {decision.existing for decision in decided})
    return [_told(each, alike) if sheet.kind == "events" and each.state == "ready" else each for each in decided]


def _told(decision: Decision, alike: Alike) -> Decision:
    """An event that is added to the past says so, one beside another that may be meant, and one of another name.

    Sites that open enter their past ones, in January people write last year, and what is typed over in a sheet is new.
    """
    problems, values = [*decision.row.told], decision.values
    typed, artist = values.get("artist"), decision.artist
    if typed and artist and artist.id == decision.row.values.get("artist_id") and key_of(typed) != key_of(artist.name):
        problems.append(Problem.of("artist", typed, f"By its id it is a date of {artist.name}."))
    if decision.artist and (said := alike.said_of(decision.artist.name, values)):
        problems.append(Problem("", "", said))
    return decision._replace(problems=problems)


def _decided(
    decision: Decision,
    choices: Choices,
    find: Callable[[Values, bool], There | None],
    earlier: "_Earlier",
    key_of_row: Callable[[Values], tuple[str, ...]],
) -> Decision:
    values, line = decision.values, decision.row.line
    key = key_of_row(values)
    same = earlier.same(key, values)
    is_wanted = line not in choices.leave_out
    there = None if same else find(values, is_wanted)
    if is_wanted:
        earlier.add(key, values, line)
    decision = decision._replace(existing=there and there.id)
    differing = changes(there.values, values) if there else []
    if doubts := [*_doubts(decision, differing)]:
        return decision._replace(state="problem", problems=doubts)
    if line in choices.add_again:
        return decision
    if same:
        return decision._replace(state="exists", problems=[Problem("", "", f"The same as row {same}.")])
    if there is None:
        return decision
    if differing:
        return decision._replace(state="differs", changes=differing)
    return decision._replace(state="exists", problems=[Problem("", "", "Already there.")])


def _doubts(decision: Decision, differing: Iterable[Change]) -> Iterator[Problem]:
    """Those of cells that are not as the site has them: what it has it takes back, and artists are called anything."""
    edited = {change.column for change in differing}
    is_renamed = decision.artist and key_of(decision.artist.name) != key_of(_typed(decision.row))
    for doubt in decision.row.doubts_if_edited:
        is_edited = decision.existing is None or doubt.column in edited
        if is_renamed if doubt.column == "artist" else is_edited:
            yield doubt


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


def _with_one_name(decision: Decision, known: Known, choices: Choices) -> Decision:
    """An artist is told by the id, or by a name that only one has."""
    name = decision.values.get("name", "")
    if "id" in decision.values or decision.row.line in choices.add_again or len(found := known.called(name)) < 2:
        return decision
    reason = f"{len(found)} artists are called {quoted(name)}. A column for the id says which is meant."
    return decision._replace(state="problem", problems=[*decision.problems, Problem.of("name", name, reason)])


def _with_artists(decisions: Iterable[Decision], known: Known, choices: Choices, near: Near) -> Iterator[Decision]:
    """Each row with its artist; one without may be of the artist above, which is offered, or was chosen for all."""
    above: list[Artist] = []
    for divided in decisions:
        decision = _with_whole_names(divided, known)
        row = decision.row
        found, is_named = known.of_row(row, choices), "artist" in row.values or "artist_id" in row.values
        if not is_named and not found and choices.repeat_artist:
            found = above
        is_chosen = row.values.get("artist", "") in choices.artists
        alike = known.of_row(row, choices._replace(artists={})) if is_chosen else found
        offered = alike or (near.get(_typed(row), []) if is_named else above)
        yield _with_artist(decision, found, offered if is_chosen or len(found) != 1 else ())
        above = found if is_named and len(found) == 1 else [] if is_named else above


def _with_whole_names(decision: Decision, known: Known) -> Decision:
    bill = decision.values.get("lineup")
    return decision._replace(values={**decision.values, "lineup": known.with_whole(bill)}) if bill else decision


def _typed(row: Row) -> str:
    return row.values.get("artist") or row.values.get("artist_id") or ""


def _with_artist(decision: Decision, found: Sequence[Artist], offered: Sequence[Artist]) -> Decision:
    row, values, typed = decision.row, {**decision.values}, _typed(decision.row)
    if len(found) == 1:
        values["artist_id"] = found[0].id
        values["lineup"] = [name for name in values.get("lineup", ()) if key_of(name) != key_of(found[0].name)]
        if not values["lineup"]:
            del values["lineup"]
        return decision._replace(values=values, artist=found[0], artists=offered)
    values.pop("artist_id", None)
    reason = f"{len(found)} artists are called {quoted(typed)}." if found else f"No artist is called {quoted(typed)}."
    if not typed:
        reason = "The artist is missing."
    elif found and found[0].id == row.values.get("artist_id"):
        reason = f"The artist’s id is that of {found[0].name}, and not of {quoted(typed)}."
    doubts = [doubt for doubt in row.doubts_if_edited if doubt.column == "artist"]
    return decision._replace(
        values=values,
        state="problem" if doubts or decision.state != "ready" else "needs_artist",
        problems=[*row.problems, *doubts, Problem.of("artist", typed, reason)],
        artists=offered,
    )


def _artist_there(known: Known, values: Values, is_wanted: bool) -> There | None:  # noqa: ARG001 - as of events
    """The artist of the row's id, or if it has none, of its name."""
    if "id" in values:
        return known.there.get(values["id"])
    same = known.called(values["name"])
    return known.there[same[0].id] if same else None


class _Left:
    """Events of which each is for one row, in their order."""

    def __init__(self, events: Iterable[There]) -> None:
        self._events = deque(events)

    def first(self, found: Set[str]) -> There | None:
        """The first that is not among those `found`, of which no event is ever taken out again."""
        while self._events and self._events[0].id in found:
            self._events.popleft()
        return self._events[0] if self._events else None


class _Shows:
    """The events of an artist at one venue on one day: all, by their starts, and those of starts not `meant`."""

    def __init__(self, events: Sequence[There], meant: Set[str | None]) -> None:
        by_start: dict[str | None, list[There]] = defaultdict(list)
        for event in events:
            by_start[event.values["start_time"]].append(event)
        self.every = _Left(events)
        self.by_start = {start: _Left(alike) for start, alike in by_start.items()}
        self.others = _Left([event for event in events if event.values["start_time"] not in meant])


class _EventsThere:
    """The events that are there already, each for one row of the table.

    All are looked at once, before the rows are: one artist may have thousands on one day.
    """

    def __init__(self, known: Known, rows: Sequence[Values]) -> None:
        self._known = known
        self._found: set[str] = set()
        meant: dict[tuple[str, ...], set[str | None]] = defaultdict(set)
        for row in rows:
            meant[_event_key(row)].add(row.get("start_time"))
        at: dict[tuple[str, ...], list[There]] = defaultdict(list)
        moved: dict[tuple[str, ...], list[There]] = defaultdict(list)
        for (artist_id, date), events in known.events.items():
            for event in events:
                key = artist_id, date, key_of(event.values["venue"])
                at[key].append(event)
                if key not in meant and (former := event.values.get("previous_date")):
                    moved[artist_id, former, key[2]].append(event)
        self._at = {key: _Shows(events, meant[key]) for key, events in at.items()}
        self._moved_from = {key: _Shows(events, set()) for key, events in moved.items()}

    def find(self, values: Values, is_wanted: bool) -> There | None:
        """The event that a row is about: of its artist, day and venue, or that was moved from its former date.

        A row that is left out takes it from no other.

        Of several that with the same start. One with another start is this one, unless a row is about that: then this
        is a second show.
        """
        there = self._at.get(_event_key(values))
        start = values.get("start_time")
        every = (
            shows.by_start.get(start, shows.others if start else shows.every).first(self._found)
            for shows in ([there] if there else self._moved(values))
        )
        found = next(filter(None, every), None)
        if found and is_wanted:
            self._found.add(found.id)
        return found

    def _moved(self, values: Values) -> Iterator[_Shows]:
        """Those of the former date of a row: at its venue, or the only one; then those that were moved from there."""
        if values.get("status") != "moved":
            return
        day = values["artist_id"], values["previous_date"]
        events = self._known.events.get(day, [])
        venues = [values["venue"], *(event.values["venue"] for event in events if len(events) == 1)]
        for shows in (self._at, self._moved_from):
            yield from (shows[key] for venue in venues if (key := (*day, key_of(venue))) in shows)


def _event_key(values: Values) -> tuple[str, ...]:
    return values["artist_id"], values["date"], key_of(values["venue"])


def _artist_key(values: Values) -> tuple[str, ...]:
    """An artist is told by the id if there is one: two may have one name."""
    return ("id", values["id"]) if "id" in values else (key_of(values["name"]),)
