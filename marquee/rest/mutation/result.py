"""What a write did, and whether it affected as many rows as the client allows."""

from dataclasses import dataclass

from sqlalchemy import Connection

from marquee.data_errors import DataError
from marquee.db.limits import limited
from marquee.domain.audited import Written
from marquee.rest.encoding import EncodedRows
from marquee.rest.errors import TOO_MANY_AFFECTED, not_singular
from marquee.rest.plan_cache import BoundPlan
from marquee.rest.read_statements import MAX_ROWS

CLIENT_LIMIT_S = 0.5
"""How long a client's filters, and the rows it wants to see, may hold up all other writers."""


@dataclass(frozen=True)
class WriteResult:
    """What a write did: the number of affected rows, how many of them it added, and the rows if they were asked for.

    `ids` are those of the rows: of changed and deleted ones at most as many as a read returns. `accounts` are those
    that the write gave rights or took them from, and `written` is what it set; a deletion sets nothing. `transaction`
    is the number of its changes, None if nothing is recorded of it.
    """

    affected: int
    added: int = 0
    rows: EncodedRows | None = None
    ids: tuple[str, ...] = ()
    accounts: tuple[str, ...] = ()
    written: tuple[Written, ...] = ()
    transaction: int | None = None


def nothing_written(bound: BoundPlan) -> WriteResult:
    """The result of an update or delete that names no row."""
    nothing = EncodedRows(bound.request.form, (), [])
    return WriteResult(0, rows=nothing if bound.request.prefer.wants_representation else None)


def require_wanted_count(bound: BoundPlan, affected: int) -> None:
    """Raise TOO_MANY_AFFECTED or NOT_SINGULAR if the client does not want so many rows written."""
    limit = bound.request.prefer.max_affected
    if limit is not None and affected > limit:
        raise DataError(
            TOO_MANY_AFFECTED,
            "Query result exceeds max-affected preference constraint",
            f"The query affects {affected} rows",
        )
    if bound.request.singular and affected != 1:
        raise not_singular(affected)


def representation(connection: Connection, bound: BoundPlan, ids: list[str]) -> EncodedRows | None:
    """The rows of these ids as they are now, at most as many as a read returns; None if nobody asked for them.

    They come in the requested order, or in the order in which they were written. Raises ANSWER_TOO_LARGE.
    """
    if not bound.request.prefer.wants_representation:
        return None
    ids, query = ids[:MAX_ROWS], bound.plan.written_rows
    reading = bound.reading(connection)
    with limited(connection, CLIENT_LIMIT_S):
        rows = query.read_linked(reading, ids) if ids else []
    if not bound.plan.resource.order:
        places = {id_: place for place, id_ in enumerate(ids)}
        rows.sort(key=lambda linked: places[linked[0]])
    return query.encoded(reading, [row for _, row in rows])
