"""What is known of a table while it is read, matched and saved."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from sqlalchemy import Table

from marquee.domain.exchange.headers import Kind
from marquee.domain.exchange.problems import Problem
from marquee.domain.tables import music_artists, music_events

State = Literal["ready", "exists", "needs_artist", "problem"]
TABLES: dict[Kind, Table] = {"events": music_events, "artists": music_artists}


class Choices(NamedTuple):
    """What a person has decided about a table.

    `day_first`: how open dates are read; `artists`: the ids for names as typed; `columns`: what columns mean, by their
    names; `leave_out`: rows by their number; `add_again`: rows that are saved although they are there already.
    """

    day_first: bool | None = None
    artists: Mapping[str, str] = {}
    columns: Mapping[str, str | None] = {}
    leave_out: frozenset[int] = frozenset()
    add_again: frozenset[int] = frozenset()


@dataclass
class Row:
    """One row: `values` are columns as an insert takes them, and `artist`, `lineup` or `links` beside them."""

    line: int
    typed: list[str]
    values: dict[str, Any] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    state: State = "ready"

    def refuse(self, column: str, value: str, reason: str) -> None:
        """Note a problem that keeps the row from being saved."""
        self.problems.append(Problem(column, value[:200], reason))
        self.state = "problem"


@dataclass
class Sheet:
    """A table that was read: `columns` are pairs of a name and what it means."""

    kind: Kind
    columns: list[tuple[str, str | None]]
    rows: list[Row]
    needs_day_order: bool = False

    @property
    def table(self) -> Table:
        return TABLES[self.kind]
