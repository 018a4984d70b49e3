"""How much one account may change, so that what others did stays, and can be undone, for its 30 days.

It is counted in the database, in the transaction that makes the changes: all servers see the same, what goes along
with a deletion counts, and what is refused is not there. See docs/decisions/0089-what-everybody-did-stays.md.
"""

import math
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime, timedelta
from typing import Concatenate, Generic, NamedTuple, ParamSpec, TypeVar

from sqlalchemy import Connection, bindparam, delete, func, insert, literal, select, update

from marquee import clock
from marquee.data_errors import DataError, too_many_changes
from marquee.db.column_types import INTEGER, Timestamp, UuidText
from marquee.db.functions import octets
from marquee.db.statements import PreparedStatement
from marquee.domain.actor import Actor
from marquee.domain.history.changes import KEPT, newest, run_as
from marquee.domain.tables import change_counts, music_changes, users

P = ParamSpec("P")
T = TypeVar("T")

HOUR = timedelta(hours=1)
MB = 1024 * 1024


class Amount(NamedTuple):
    """Changed rows, and the bytes that are kept of what they were and are."""

    rows: int
    size: int


class Recorded(NamedTuple, Generic[T]):
    """What a transaction returned, and its number; None if it has changed nothing that is recorded."""

    value: T
    transaction: int | None


class Limit(NamedTuple):
    """What may be changed within a span of time."""

    within: timedelta
    most: Amount


LIMITS = (Limit(timedelta(days=1), Amount(20_000, 20 * MB)), Limit(KEPT, Amount(100_000, 100 * MB)))
"""Of owners and music contacts: 20,000 rows are 10,000 dates with a support act each."""
FOR_ADMINS = 10
"""Times as much: admins remove artists with all that belongs to them."""
FOR_UNDO = 2
"""Times as much for an undo: whoever has come to the limit can still take back what brought them there."""

_counts, _changes = change_counts.c, music_changes.c
_user, _since_then = bindparam("user_id", type_=UuidText()), bindparam("since", type_=Timestamp())
_COUNTED = PreparedStatement(
    select(_counts.hour, _counts.rows, _counts.size)
    .where(_counts.user_id == _user, _counts.hour > _since_then)
    .order_by(_counts.hour)
)
_SIZE = sum(func.coalesce(octets(column), 0) for column in (_changes.before, _changes.after))
_MADE = PreparedStatement(
    select(func.count(), func.coalesce(func.sum(_SIZE), 0), func.max(_changes.transaction)).where(
        _changes.id > bindparam("last", type_=INTEGER)
    )
)


class Counted(NamedTuple):
    """What an account has changed in an hour that began at this instant."""

    hour: str
    rows: int
    size: int


def limits_of(actor: Actor, *, is_undo: bool = False) -> tuple[Limit, ...]:
    """What this actor's account comes to. The secret key has none: with it, whole sites are loaded and restored."""
    if actor.user_id is None:
        return ()
    times = (FOR_ADMINS if actor.is_admin else 1) * (FOR_UNDO if is_undo else 1)
    return tuple(Limit(within, Amount(most.rows * times, most.size * times)) for within, most in LIMITS)


def run_within(
    connection: Connection,
    limits: Sequence[Limit],
    user_id: str | None,
    at_least: int,
    fn: Callable[Concatenate[Connection, P], T],
    *args: P.args,
    **kwargs: P.kwargs,
) -> Recorded[T]:
    """`run_as`, of which the account's changes are counted; it is known to make `at_least` so many, or none.

    What it returns, with the transaction's number. Raises TOO_MANY_CHANGES where the account comes to a limit: before
    anything is done, if that is known by then.
    """
    counted = _counted(connection, user_id) if user_id else ()
    _require_room(counted, Amount(max(at_least, 1), 1), limits)
    last = newest(connection)
    value = run_as(connection, user_id, fn, *args, **kwargs)
    *amount, transaction = _MADE.run(connection, {"last": last})[0]
    made = Amount(*amount)
    if made.rows and user_id:
        _require_room(counted, made, limits)
        _count(connection, user_id, made)
    return Recorded(value, transaction)


def sweep(connection: Connection) -> None:
    """Forget what no limit counts any more."""
    connection.execute(delete(change_counts).where(_counts.hour <= _since(KEPT)))


def _counted(connection: Connection, user_id: str) -> Sequence[Counted]:
    rows = _COUNTED.run(connection, {"user_id": user_id, "since": _since(KEPT)})
    return [Counted(*row) for row in rows]


def _since(within: timedelta) -> str:
    """An hour counts as long as something in it may be within the span."""
    return clock.timestamp(clock.now() - within - HOUR)


def _require_room(counted: Sequence[Counted], more: Amount, limits: Sequence[Limit]) -> None:
    for within, most in limits:
        since = _since(within)
        hours = [hour for hour in counted if hour.hour > since]
        if not _fits(hours, more, most):
            raise _refusal(within, most, hours, more)


def _fits(hours: Iterable[Counted], more: Amount, most: Amount) -> bool:
    so_far = _total(hours)
    return so_far.rows + more.rows <= most.rows and so_far.size + more.size <= most.size


def _total(hours: Iterable[Counted]) -> Amount:
    rows = [(hour.rows, hour.size) for hour in hours]
    return Amount(sum(count for count, _ in rows), sum(size for _, size in rows))


def _refusal(within: timedelta, most: Amount, hours: Sequence[Counted], more: Amount) -> DataError:
    """The refusal, with the time from which as much fits again."""
    places = (place for place in range(1, len(hours)) if _fits(hours[place:], more, most))
    last = hours[next(places, len(hours)) - 1].hour if hours else clock.timestamp()
    free_at = datetime.fromisoformat(last) + within + HOUR
    span, so_far = "a day" if within.days == 1 else f"{within.days} days", _total(hours)
    used = f"{so_far.rows:,} rows" if so_far.rows + more.rows > most.rows else f"{so_far.size / MB:,.3g} MB"
    return too_many_changes(
        f"This account has changed {used} in {span}. At most {most.rows:,} rows, or {most.size / MB:,g} MB, can be "
        f"kept for undoing. Nothing was saved. Try again after {free_at:%H:%M} UTC on {free_at.day} {free_at:%B %Y}.",
        math.ceil((free_at - clock.now()).total_seconds()),
    )


def _count(connection: Connection, user_id: str, made: Amount) -> None:
    hour = clock.timestamp(clock.now().replace(minute=0, second=0, microsecond=0))
    more = {"rows": _counts.rows + made.rows, "size": _counts.size + made.size}
    this = update(change_counts).where(_counts.user_id == user_id, _counts.hour == hour)
    if connection.execute(this.values(more)).rowcount:
        return
    # Nothing is counted of an account that has removed itself.
    new = select(users.c.id, literal(hour, Timestamp()), literal(made.rows, INTEGER), literal(made.size, INTEGER))
    connection.execute(insert(change_counts).from_select([*_counts.keys()], new.where(users.c.id == user_id)))
