"""What is known of a table while it is read, matched and saved."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any, Literal, NamedTuple

from sqlalchemy import Table

from marquee.domain.tables import music_artists, music_events
from marquee.sheets.headers import Kind
from marquee.sheets.problems import Problem
from marquee.sheets.when.dates import Order

TABLES: dict[Kind, Table] = {"events": music_events, "artists": music_artists}


Night = Literal["before", "after"]
"""The night that ends on the date that is written, or the one that begins on it."""


class Choices(NamedTuple):
    """What a person has decided about a table.

    `date_order`: how open dates are read; `artists`: the ids for names as typed; `columns`: what each column means, in
    order, None for one that is left out. By their numbers: `leave_out`, rows that are not wanted; `add_again`, rows
    that are saved although they are there already; `update`, rows whose differences from what is there are taken over.
    Of rows without an artist: `artist_id`, whose they are, and `repeat_artist`, whether they are of the artist above.
    `evening`: whether times without AM or PM are of the evening, such as 7:30, and those after midnight of the night
    that begins on their date; `night` says only that, and may say it otherwise.
    `artist_column` is where names of artists were found, for a guess of what columns mean.
    """

    date_order: Order | None = None
    artists: Mapping[str, str] = {}
    columns: Sequence[str | None] | None = None
    leave_out: frozenset[int] = frozenset()
    add_again: frozenset[int] = frozenset()
    update: frozenset[int] | Literal["all"] = frozenset()
    artist_id: str | None = None
    repeat_artist: bool = False
    evening: bool | None = None
    artist_column: int | None = None
    night: Night | None = None

    def takes_over(self, line: int) -> bool:
        """Whether what a row says of something that is there already is to be saved."""
        return self.update == "all" or line in self.update


@dataclass
class Row:
    """One row: `values` are columns as an insert takes them, and `artist`, `lineup` or `links` beside them.

    `times`: what was typed of the times among them, wherever it stood. `doubts` are problems unless the row is a draft,
    and `doubts_if_edited` where their cells are not as the site has them. `told` keeps it from nothing.
    """

    line: int
    typed: list[str]
    values: dict[str, Any] = field(default_factory=dict)
    times: dict[str, str] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    doubts: list[Problem] = field(default_factory=list)
    doubts_if_edited: list[Problem] = field(default_factory=list)
    told: list[Problem] = field(default_factory=list)

    def refuse(self, column: str, value: str, reason: str) -> None:
        """Note a problem that keeps the row from being saved."""
        self.problems.append(Problem.of(column, value, reason))


class UnclearDate(NamedTuple):
    """A date of the table that can be read in several ways: as it was typed, and what it would be by each order."""

    typed: str
    readings: Mapping[Order, date]


class UnclearNight(NamedTuple):
    """A time after midnight, as it was typed, and the date of its event in the night before its date and after.

    `as_written` is the night by the time alone: 24:00 and midnight are at the end of their date, 0:30 at its beginning.
    """

    typed: str
    before: date
    after: date
    as_written: Night


class Column(NamedTuple):
    """A column: its name, what it means, and whether that is a guess from what stands in it."""

    header: str
    means: str | None
    guessed: bool = False


@dataclass
class Sheet:
    """A table that was read; what is unclear in it are its first cells that are so, however they were settled."""

    kind: Kind
    columns: list[Column]
    rows: list[Row]
    needs_date_order: bool = False
    unclear_date: UnclearDate | None = None
    needs_time_order: bool = False
    unclear_time: str | None = None
    assumed_evening: bool | None = None
    needs_night: bool = False
    unclear_night: UnclearNight | None = None

    @property
    def is_guessed(self) -> bool:
        """Whether nobody has said what some of its columns are."""
        return any(column.guessed for column in self.columns)

    @property
    def table(self) -> Table:
        return TABLES[self.kind]
