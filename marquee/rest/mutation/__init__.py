"""Runs a writing request in the caller's transaction: inserts, upserts, updates and deletes.

The rows that a client's filters name are found in a read, `find_rows`, and refused there if the actor may not write
them: whoever has no right to write holds up no writer. The write itself then goes by their ids.

Before a row is written, the database is asked whether the actor may (`write_check`), and which columns would change:
only those are set. Afterwards the written rows are read by their ids, with the same embedded resources and order as
in a query. If anything raises, the caller undoes all of it.
"""

from collections.abc import Sequence

from sqlalchemy import Connection

from marquee.domain.history.changes import HISTORY, recorded_actions, takes_many_along
from marquee.rest.mutation import inserts, updates
from marquee.rest.mutation.inserts import prepare
from marquee.rest.mutation.result import WriteResult, nothing_written
from marquee.rest.mutation.updates import find_rows
from marquee.rest.plan_cache import BoundPlan

__all__ = [
    "WriteResult",
    "find_rows",
    "is_long",
    "least_changed",
    "nothing_written",
    "prepare",
    "run_mutation",
]

SHORT = 20
"""Rows that are written while nobody notices."""


def is_long(bound: BoundPlan, found: Sequence[str] = ()) -> bool:
    """Whether the request may write so many rows that it has to give way to others."""
    takes_along = bound.table is HISTORY or (bound.request.action == "delete" and takes_many_along(bound.table))
    is_many = max(len(found), len(bound.request.rows or ())) > SHORT
    return takes_along or is_many or bound.request.sheet is not None


def least_changed(bound: BoundPlan) -> int:
    """How many changes the request makes at least if it is not refused: new rows are recorded one by one."""
    request = bound.request
    if bound.planned is not None:
        return bound.planned.added
    only_adds = request.method == "POST" and request.prefer.get("resolution") is None
    return len(request.rows or ()) if only_adds and "insert" in recorded_actions(bound.table) else 0


def run_mutation(connection: Connection, bound: BoundPlan, found: Sequence[str] = ()) -> WriteResult:
    """Carry the request out; an update or delete on those of the rows `found` that its filters still name.

    A row that they name only since then is left alone, as if the request had come a little earlier. Raises a DataError.
    """
    match bound.request.action:
        case "insert" if bound.request.sheet is not None:
            return inserts.insert_table(connection, bound, bound.request.sheet)
        case "insert":
            return inserts.insert(connection, bound)
        case "update":
            return updates.update(connection, bound, found)
        case _:
            return updates.delete(connection, bound, found)
