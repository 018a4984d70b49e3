"""Saves what one form holds: a record, then what belongs to it, in one transaction with one number."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext, suppress
from datetime import tzinfo
from typing import Any, NamedTuple
from urllib.parse import quote

import msgspec
from sqlalchemy import Connection
from sqlalchemy.exc import NoResultFound

from marquee.data_errors import UNCONFIRMED, DataError
from marquee.domain.actor import Actor
from marquee.rest import after_write, transaction
from marquee.rest.encoding import encode_json
from marquee.rest.errors import INVALID_BODY, not_singular
from marquee.rest.grammar.preferences import parse_preferences
from marquee.rest.mutation import SHORT, WriteResult, find_rows, prepare, run_mutation
from marquee.rest.mutation.write_check import require_policies
from marquee.rest.plan_cache import BoundPlan
from marquee.rest.query import read_rows
from marquee.rest.request import RawRequest, parse
from marquee.web.context import Context

ONE = "application/vnd.pgrst.object+json"

Question = Mapping[str, Any]
"""What a person is asked: its `code`, by which it is confirmed, and what it is about."""


class Record(NamedTuple):
    """A row as it is sent, with its `id` and `updated_at` where there is one already; `argument` is its name."""

    table: str
    argument: str
    values: Mapping[str, Any]

    @property
    def id(self) -> str | None:
        """The id of the row that is changed, None of a new one. Raises INVALID_BODY."""
        id_ = self.values.get("id")
        if id_ is None or (isinstance(id_, str) and self.values.get("updated_at") is not None):
            return id_
        wrong, expected = ("updated_at", "that of the row") if isinstance(id_, str) else ("id", "`str`")
        raise DataError(INVALID_BODY, f"Expected {expected} - at `$.{self.argument}.{wrong}`")

    def bound(self, actor: Actor, zone: tzinfo) -> BoundPlan:
        """The request that writes it alone. Raises what a request does."""
        raw = RawRequest("POST", self.table, b"", ONE)
        if self.id is not None:
            raw = RawRequest("PATCH", self.table, f"id=eq.{quote(self.id, safe='')}".encode(), ONE)
        request = parse(raw)
        request.rows = [{name: value for name, value in self.values.items() if name != "id"}]
        return BoundPlan(actor, request, zone)


class Along(NamedTuple):
    """What a form holds beside its record, and what is asked about it.

    `before` reads of a row that is there what `questions` compares; `write` puts what belongs to the row of an id in
    its place, and returns the ids of what it deleted from `table`. `size` is how many rows that may write.
    """

    before: Callable[[Connection, str], Any]
    write: Callable[[Connection, str], Sequence[str]]
    questions: Callable[[Connection, str, Any], Sequence[Question]]
    table: str
    size: int


class _Saved(NamedTuple):
    """The row as it is then, in JSON; what the write of the record did, and what was deleted beside it."""

    row: bytes
    result: WriteResult
    deleted: Sequence[str]


async def save(context: Context, actor: Actor, record: Record, along: Along, select: str) -> bytes:
    """Save all of it, or nothing: the row as `select` reads it then, and the number of the transaction.

    Raises UNCONFIRMED while there are questions, and what a write raises.
    """
    headers = tuple(context.headers.all("prefer"))
    turn = transaction.Turn(parse_preferences(headers), is_long=along.size > SHORT)
    bound = record.bound(actor, context.settings.timezone)
    shown = RawRequest("GET", record.table, select.encode(), prefer=headers)
    with context.while_client_is_there() if turn.is_long else nullcontext():
        found = await _prepared(context, bound)
        saved, number = await transaction.write(context.database, actor, turn, _save, bound, along, shown, found)
    if not turn.prefer.wants_rollback:
        _record(context, bound, saved, along)
    return encode_json({"row": msgspec.Raw(saved.row), "transaction": number})


async def _prepared(context: Context, bound: BoundPlan) -> Sequence[str]:
    """What can be refused before the turn to write is; the rows that the record is."""
    if bound.request.action == "insert":
        require_policies(bound.actor, "insert", bound.table)
        prepare(bound)
        return ()
    return await context.database.read_for_client(bound.plan.is_cheap, find_rows, bound)


def _save(connection: Connection, bound: BoundPlan, along: Along, shown: RawRequest, found: Sequence[str]) -> _Saved:
    """Write it, then ask: what was read from the values, and who may write them, is known by then."""
    before = None
    with suppress(NoResultFound):  # it has gone while this waited for its turn, which the write says
        before = along.before(connection, found[0]) if found else None
    result = run_mutation(connection, bound, found)
    (id_,) = result.ids
    deleted = along.write(connection, id_)
    if questions := along.questions(connection, id_, before):
        raise DataError(
            UNCONFIRMED,
            "This has to be confirmed before it is saved",
            encode_json({"questions": questions}).decode(),
            "Ask a person, and send it again with the codes of the questions in `confirmed`. Nothing was saved.",
        )
    return _Saved(_row(connection, bound, shown, id_), result, deleted)


def _row(connection: Connection, bound: BoundPlan, shown: RawRequest, id_: str) -> bytes:
    query = shown.query + f"&id=eq.{quote(id_, safe='')}".encode()
    rows = read_rows(connection, BoundPlan(bound.actor, parse(shown._replace(query=query)), bound.zone)).rows
    if len(rows) != 1:
        raise not_singular(len(rows))
    return rows[0]


def _record(context: Context, bound: BoundPlan, saved: _Saved, along: Along) -> None:
    """What the audit trail and the mail say of the same writes, each in a request of its own."""
    after_write.follow(context, bound, saved.result)
    if saved.deleted:
        context.record("deleted", table=along.table, rows=len(saved.deleted), ids=saved.deleted)
