"""How a tree of resources is read: one statement for its rows, and one more for each embedded resource.

An embedded resource is fetched for all outer rows at once, by the values of the column that leads to it, and its rows
are then handed out to theirs, as JSON: what several rows lead to is written once. The number of statements depends on
the request's shape, never on the number of rows, and no level holds more than an answer's bytes.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from msgspec import Raw
from sqlalchemy import Column, Connection, Text

from marquee.db.column_types import CalendarDate, Timestamp, UuidText
from marquee.db.statements import PreparedStatement, Values
from marquee.rest.conditions import Conditions
from marquee.rest.encoding import NO_ITEMS, Budget, EncodedRows, Row, RowEncoder, encoded_list, json_array
from marquee.rest.grammar.media_types import Form
from marquee.rest.grammar.select import MAX_EMBED_DEPTH
from marquee.rest.planner import Embedded, Output, Resource
from marquee.rest.read_statements import LINKS, linked_statement, plain_statement

_BYTES_OF_TYPE: dict[type, int] = {UuidText: 36, CalendarDate: 10, Timestamp: 25}
"""In any form of answer; there are no keys in CSV, nor in spread lists."""


class Level(NamedTuple):
    """What the resources of one level of embedding may fetch and write, together: all of it will be in the answer."""

    fetched: Budget
    written: Budget


class Reading:
    """One read: its transaction, the values that it binds, and the form of the answer."""

    def __init__(self, connection: Connection, values: Values, form: Form = "json") -> None:
        self.connection, self.values, self.form = connection, values, form
        self.levels = [Level(Budget(), Budget()) for _ in range(MAX_EMBED_DEPTH + 1)]


class ReadQuery:
    """The prepared statements of a resource, and how their rows become an answer.

    Without `link` it reads the resource's rows, one page of them; with it, those whose `link` column has one of
    `LINKS`. `depth` is its level of embedding.
    """

    def __init__(self, conditions: Conditions, resource: Resource, link: str | None = None, depth: int = 0) -> None:
        self._resource, self._depth = resource, depth
        self._statement = PreparedStatement(
            plain_statement(conditions, resource) if link is None else linked_statement(conditions, resource, link)
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
        self._least_bytes = 1 + sum(_least_bytes(item) for item in resource.items)

    def _keys(self, place: int, item: "Output | Embedded") -> Sequence[str]:
        """The keys of an item in its row: a spread resource has those of its own items, a hidden one none."""
        if isinstance(item, Output) or not (item.spread or item.is_hidden):
            return (item.key,)
        return self._embedded[place].keys if item.spread and not item.is_hidden else ()

    @property
    def zero(self) -> list[Row]:
        """What stands where a link leads to no row."""
        if not self._resource.is_counted:
            return []
        convert = self._resource.items[0].convert  # type: ignore[union-attr]
        return [(convert(0) if convert else 0,)]

    @property
    def keys(self) -> tuple[str, ...]:
        return self._encoder.all_keys

    def read(self, reading: Reading) -> EncodedRows:
        """The rows. Raises AnswerTooLarge."""
        return self.encoded(reading, self._completed(reading, self._fetch(reading, reading.values)))

    def encoded(self, reading: Reading, rows: Iterable[Row]) -> EncodedRows:
        """Rows of `read_linked` as an answer. Raises AnswerTooLarge."""
        written = reading.levels[self._depth].written
        return EncodedRows(reading.form, self._encoder.keys, self._encoder.encoded(reading.form, rows, written))

    def read_linked(self, reading: Reading, links: Iterable[Any]) -> list[tuple[Any, Row]]:
        """The rows that have one of these links, each with its link. Raises AnswerTooLarge."""
        rows = self._fetch(reading, {**reading.values, LINKS: list(links)})
        completed = self._completed(reading, [row[1:] for row in rows])
        return [(row[0], values) for row, values in zip(rows, completed, strict=True)]

    def _fetch(self, reading: Reading, values: Values) -> list[Row]:
        budget = reading.levels[self._depth].fetched
        rows: list[Row] = []
        for chunk in self._statement.chunks(reading.connection, values, streamed=self._may_be_large):
            rows += chunk
            texts = sum(len(row[place] or "") for row in chunk for place in self._text_places)
            budget.spend(texts + len(chunk) * self._least_bytes)
        return rows

    def _completed(self, reading: Reading, rows: list[Row]) -> list[Row]:
        """The rows with casts applied and embedded resources filled in, by place.

        By place, not by key: a client may give two items the same key.
        """
        changes = [
            (place, item)
            for place, item in enumerate(self._resource.items)
            if isinstance(item, Embedded) or item.convert is not None
        ]
        if not changes:
            return rows
        completed = [list(row) for row in rows]
        for place, item in changes:
            if isinstance(item, Embedded):
                self._embed(reading, item, place, completed)
            else:
                for row in completed:
                    row[place] = None if row[place] is None else item.convert(row[place])  # type: ignore[misc]
        return [self._flat(row) for row in completed]

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
        query = self._embedded[place]
        links = {row[place] for row in rows} - {None}
        found: defaultdict[Any, list[Row]] = defaultdict(list)
        for link, linked in query.read_linked(reading, links) if links else ():
            found[link].append(linked)
        as_value = query.as_value(reading, embed)
        values = {link: as_value(children) for link, children in found.items()}
        nothing = as_value(query.zero)
        for row in rows:
            row[place] = values.get(row[place], nothing)

    def as_value(self, reading: Reading, embed: Embedded) -> Callable[[list[Row]], Any]:
        """Returns the function that makes of the rows of a link what stands in the outer row."""
        form: Form = "stripped" if reading.form == "stripped" else "json"
        budget, keys = reading.levels[self._depth].written, len(self.keys)
        if embed.spread and embed.to_one:
            return lambda rows: rows[0] if rows else (None,) * keys
        if embed.spread:
            return lambda rows: (
                [encoded_list(column, budget) for column in zip(*rows, strict=True)] or [NO_ITEMS] * keys
            )
        if embed.to_one:
            return lambda rows: Raw(self._encoder.encoded(form, rows[:1], budget)[0]) if rows else None
        return lambda rows: Raw(json_array(self._encoder.encoded(form, rows, budget)))


def _least_bytes(item: Output | Embedded) -> int:
    """How large an item is at least; texts are counted one by one, and a link may lead to nothing."""
    if isinstance(item, Embedded) or item.convert is not None:
        return 0
    is_filled = isinstance(item.column, Column) and not item.column.nullable
    return _BYTES_OF_TYPE.get(type(item.column.type), 0) if is_filled else 0
