"""The one transaction of a request that writes: kept, or with `Prefer: tx=rollback` undone once its answer is known."""

from collections.abc import Callable
from typing import Any, Concatenate, NamedTuple, ParamSpec, TypeVar

from sqlalchemy import Connection

from marquee.db.database import Database
from marquee.domain.actor import Actor
from marquee.domain.history.change_limits import Recorded, limits_of, run_within
from marquee.rest.grammar.preferences import Preferences

P = ParamSpec("P")
T = TypeVar("T")


class Turn(NamedTuple):
    """How a write takes its turn; it is known to change `at_least` so many rows, or none."""

    prefer: Preferences
    is_long: bool
    at_least: int = 0
    is_undo: bool = False


class _RolledBack(Exception):
    """Ends a transaction so that nothing of it stays; carries what it would have answered."""

    def __init__(self, value: Any) -> None:
        self.value = value


async def write(
    database: Database,
    actor: Actor,
    turn: Turn,
    fn: Callable[Concatenate[Connection, P], T],
    *args: P.args,
    **kwargs: P.kwargs,
) -> Recorded[T]:
    """`run_within` at the turn of the actor's account; without a number if the client prefers that nothing stays."""
    limits = limits_of(actor, is_undo=turn.is_undo)

    def attempt(connection: Connection) -> Recorded[T]:
        recorded = run_within(connection, limits, actor.user_id, turn.at_least, fn, *args, **kwargs)
        if turn.prefer.wants_rollback:
            raise _RolledBack(recorded.value)
        return recorded

    try:
        return await database.write_for_client(actor.user_id, turn.is_long, attempt)
    except _RolledBack as undone:
        return Recorded(undone.value, None)
