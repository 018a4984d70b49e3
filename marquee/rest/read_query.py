"""How a tree of resources is read: one statement for its rows, and one more for each embedded resource.

An embedded resource is fetched for all outer rows at once, by the values of the column that leads to it, and its rows
are then handed out to theirs, as JSON: what several rows lead to is written once. The number of statements depends on
the request's shape, never on the number of rows, and no level holds more than an answer's bytes.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from contextlib import closing
from datetime import UTC, tzinfo
from typing import Any, NamedTuple

from msgspec import Raw
from sqlalchemy import Column, Connection, Text

from marquee.db.column_types import CalendarDate, Timestamp, UuidText
from marquee.db.statements import PreparedStatement, Values
from marquee.rest.casts import Convert, in_zone
from marquee.rest.conditions import Conditions
from marquee.rest.encoding import NO_ITEMS, Budget, EncodedRows, Row, RowEncoder, encoded_list, json_array
from marquee.rest.grammar.media_types import Form
from marquee.rest.outputs import Output
from marquee.rest.planner import Embedded, Resource
from marquee.rest.read_statements import LINKS, linked_statement, plain_statement

_BYTES_OF_TYPE: dict[type, int] = {UuidText: 36, CalendarDate: 10, Timestamp: 25}
"""In any form of answer; there are no keys in CSV, nor in spread lists."""


class Level(NamedTuple):
    """What the resources of one level of embedding may fetch and write, together: all of it will be in the answer."""

    fetched: Budget
    written: Budget


class Reading:
    """One read: its transaction, the values that it binds, the form of the answer, and the zone of instants in it."""

    def __init__(self, connection: Connection, values: Values, form: Form, zone: tzinfo) -> None:
        self.connection, self.values, self.form, self.zone = connection, values, form, zone
        self.levels: defaultdict[int, Level] = defaultdict(lambda: Level(Budget(), Budget()))


class ReadQuery:
    """The prepared statements of a resource, and how their rows become an answer.

    Without `link` it reads the resource's rows, one page of them; with it, those whose `link` column has one of
    `LINKS`. `depth` is its level of embedding.
    """

    def __init__(
        self,
        conditions: Conditions,
        resource: Resource,
        link: str | None = None,
        depth: int = 0,
        *,
        without_named: bool = False,
    ) -> None:
        self._resource, self._depth = resource, depth
        self._statement = PreparedStatement(
            plain_statement(conditions, resource, without_named=without_named)
            if link is None
            else linked_statement(conditions, resource, link)
        )
        self._embedded = {
            place: ReadQuery(conditions, item.resource, item.far, depth + 1)
            for place, item in enumerate(resource.items)
            if isinstance(item, Embedded) and not item.is_hidden
        }
        items = list(enumerate(resource.items))
        self._encoder = RowEncoder([key for place, item in items for key in self._keys(place, item)])
        leads_to_many = link is not None and not resource.table.c[link].primary_key
        self._text_places = [
            place + (link is not None)
            for place, item in items
            if isinstance(item, Output) and (item.is_long or (leads_to_many and isinstance(item.column.type, Text)))
        ]
        self._may_be_large = leads_to_many or bool(self._text_places)
        self._needs_flattening = any(embed.spread or embed.is_hidden for embed in resource.embeds())
        self._least_bytes = 1 + sum(_least_bytes(item) for item in resource.items)

    def _keys(self, place: int, item: "Output | Embedded") -> Sequence[str]:
        """The keys of an item in its row: a spread resource has those of its own items, a hidden one none."""
        if isinstance(item, Output) or not (item.spread or item.is_hidden):
            return (item.key,)
        return self._embedded[place].keys if item.spread and not item.is_hidden else ()

    @property
    def nothing(self) -> list[tuple[None, Row]]:
        """The rows of a link that leads to none: a total has one."""
        return [(None, [item.of_nothing for item in self._resource.outputs()])] if self._resource.is_total else []

    @property
    def keys(self) -> tuple[str, ...]:
        return self._encoder.all_keys

    def read(self, reading: Reading) -> EncodedRows:
        """The rows. Raises ANSWER_TOO_LARGE."""
        return self.encoded(reading, self.rows(reading, reading.values))

    def rows(self, reading: Reading, values: Values) -> list[Row]:
        """The rows of a page that other values say. Raises ANSWER_TOO_LARGE."""
        return self._completed(reading, self._fetch(reading, values))

    def encoded(self, reading: Reading, rows: Iterable[Row]) -> EncodedRows:
        """Rows of `read_linked` as an answer. Raises ANSWER_TOO_LARGE."""
        written = reading.levels[self._depth].written
        return EncodedRows(reading.form, self._encoder.keys, self._encoder.encoded(reading.form, rows, written))

    def read_linked(self, reading: Reading, links: Iterable[Any]) -> list[tuple[Any, Row]]:
        """The rows that have one of these links, each with its link. Raises ANSWER_TOO_LARGE."""
        rows = self._fetch(reading, {**reading.values, LINKS: list(links)})
        completed = self._completed(reading, [row[1:] for row in rows])
        return [(row[0], values) for row, values in zip(rows, completed, strict=True)]

    def _fetch(self, reading: Reading, values: Values) -> list[Row]:
        budget = reading.levels[self._depth].fetched
        rows: list[Row] = []
        with closing(self._statement.chunks(reading.connection, values, streamed=self._may_be_large)) as chunks:
            for chunk in chunks:
                rows += chunk
                texts = sum(len(row[place] or "") for row in chunk for place in self._text_places)
                budget.spend(texts + len(chunk) * self._least_bytes)
        return rows

    def _completed(self, reading: Reading, rows: list[Row]) -> list[Row]:
        """The rows with casts applied, instants in the reader's zone, and embedded resources filled in, by place.

        By place, not by key: a client may give two items the same key.
        """
        changes = [
            (place, item, convert)
            for place, item in enumerate(self._resource.items)
            if (convert := _change(item, reading.zone)) is not None or isinstance(item, Embedded)
        ]
        if not changes:
            return rows
        completed: list[Any] = [list(row) for row in rows]
        for place, item, convert in changes:
            if isinstance(item, Embedded):
                self._embed(reading, item, place, completed)
            elif convert is not None:
                for row in completed:
                    row[place] = None if row[place] is None else convert(row[place], reading.zone)
        return [self._flat(row) for row in completed] if self._needs_flattening else completed

    def _flat(self, row: Row) -> Row:
        """A row without its hidden resources, and with the values of spread ones beside its own."""
        flat: list[Any] = []
        for item, value in zip(self._resource.items, row, strict=True):
            if isinstance(item, Output) or not (item.spread or item.is_hidden):
                flat.append(value)
            elif not item.is_hidden:
                flat += value
        return flat

    def _embed(self, reading: Reading, embed: Embedded, place: int, rows: list[list[Any]]) -> None:
        """Replace the link in this place of each row with what it leads to."""
        if embed.is_hidden:
            return
        query, links = self._embedded[place], {row[place] for row in rows} - {None}
        linked = query.read_linked(reading, links) if links else []
        by_link = query._spread if embed.spread else query._written
        values = by_link(reading, linked, to_one=embed.to_one)
        nothing = by_link(reading, query.nothing, to_one=embed.to_one).get(None, _empty(embed, query))
        for row in rows:
            row[place] = values.get(row[place], nothing)

    def _written(self, reading: Reading, linked: list[tuple[Any, Row]], *, to_one: bool) -> dict[Any, Any]:
        """By link, the JSON of the row that it leads to, or of the list of them."""
        form: Form = "stripped" if reading.form == "stripped" else "json"
        written = self._encoder.encoded(form, (row for _, row in linked), reading.levels[self._depth].written)
        if to_one:
            return {link: Raw(item) for (link, _), item in zip(linked, written, strict=True)}
        lists: defaultdict[Any, list[bytes]] = defaultdict(list)
        for (link, _), item in zip(linked, written, strict=True):
            lists[link].append(item)
        return {link: Raw(json_array(items)) for link, items in lists.items()}

    def _spread(self, reading: Reading, linked: list[tuple[Any, Row]], *, to_one: bool) -> dict[Any, Any]:
        """By link, the values of the row that it leads to, or the list of each column's."""
        if to_one:
            return dict(linked)
        lists: defaultdict[Any, list[Row]] = defaultdict(list)
        for link, row in linked:
            lists[link].append(row)
        budget = reading.levels[self._depth].written
        return {
            link: [encoded_list(column, budget) for column in zip(*rows, strict=True)] for link, rows in lists.items()
        }


def _change(item: Output | Embedded, zone: tzinfo) -> Convert | None:
    """What makes of a value in the database the one in the answer; None if it stays."""
    if isinstance(item, Embedded):
        return None
    is_elsewhere = zone is not UTC and isinstance(item.column.type, Timestamp)
    return item.convert or (in_zone if is_elsewhere else None)


def _empty(embed: Embedded, query: ReadQuery) -> Any:
    """What stands where a link leads to no row."""
    if embed.spread:
        return [None if embed.to_one else NO_ITEMS] * len(query.keys)
    return None if embed.to_one else NO_ITEMS


def _least_bytes(item: Output | Embedded) -> int:
    """How large an item is at least; texts are counted one by one, and a link may lead to nothing."""
    if isinstance(item, Embedded) or item.convert is not None:
        return 0
    is_filled = isinstance(item.column, Column) and not item.column.nullable
    return _BYTES_OF_TYPE.get(type(item.column.type), 0) if is_filled else 0
