"""What happens in place of some inserts, as with triggers INSTEAD OF INSERT: an undo, an invitation."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec
from sqlalchemy import Connection, Table

from marquee.domain.invitations import invite
from marquee.domain.tables import music_changes, music_invitations
from marquee.domain.tables.invitations import LINKS
from marquee.rest.mutation.undo import undo
from marquee.rest.plan_cache import BoundPlan

Rows = Sequence[Mapping[str, Any]]


def _undo(connection: Connection, bound: BoundPlan, rows: Rows) -> list[int]:
    return undo(connection, bound.actor, rows)


def _invite(connection: Connection, bound: BoundPlan, rows: Rows) -> list[str]:
    """Add invitations; their links are bound for the answer, and nowhere else."""
    paths = invite(connection, bound.actor.user_id, rows)
    links = {id_: f"{bound.base_url}{path}" for id_, path in paths.items()}
    bound.made[LINKS] = msgspec.json.encode(links).decode()
    return list(paths)


INSTEAD_OF_INSERT: dict[Table, Callable[[Connection, BoundPlan, Rows], list[Any]]] = {
    music_changes: _undo,
    music_invitations: _invite,
}
"""By table; each returns the ids of the rows that its answer shows."""
