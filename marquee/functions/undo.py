"""`undo`, which takes back all that one transaction changed, or nothing, and `can_undo`, which says who may."""

from typing import Annotated

import msgspec
from sqlalchemy import Connection

from marquee.domain.actor import Actor
from marquee.rest import transaction
from marquee.rest.encoding import encode_json
from marquee.rest.functions.arguments import read_arguments
from marquee.rest.grammar.preferences import parse_preferences
from marquee.rest.mutation.undo import undo_transaction
from marquee.rest.mutation.undo_rights import SINGLE, TRANSACTIONS, undoable
from marquee.rest.read_statements import MAX_ROWS
from marquee.web.context import Context

Number = Annotated[int, msgspec.Meta(ge=0, le=2**63 - 1)]
Numbers = Annotated[list[Number], msgspec.Meta(max_length=MAX_ROWS)]


class Arguments(msgspec.Struct):
    """Which transaction."""

    transaction: Number


async def undo(context: Context, actor: Actor) -> bytes:
    """Undo a transaction, with the actor's rights. Raises NO_SUCH_CHANGE, CHANGED_SINCE, and what a write raises."""
    number = (await read_arguments(context, Arguments)).transaction
    prefer = parse_preferences(tuple(context.headers.all("prefer")))
    turn = transaction.Turn(prefer, is_long=True, at_least=1, is_undo=True)
    with context.while_client_is_there():
        rows, own_number = await transaction.write(context.database, actor, turn, undo_transaction, actor, number)
    if not prefer.wants_rollback:
        context.record("undone", transaction=number, rows=rows)
        context.wake_mail()
    return encode_json({"transaction": own_number, "rows": rows})


class Asked(msgspec.Struct):
    """The numbers of transactions, and the ids of single changes: as many as a list can have."""

    transactions: Numbers = []
    changes: Numbers = []


async def can_undo(context: Context, actor: Actor) -> bytes:
    """Those of them that the actor may undo, all that belongs to them."""
    asked = await read_arguments(context, Asked)
    with context.while_client_is_there():
        return encode_json(await context.database.read_for_client(False, _undoable, actor, asked))


def _undoable(connection: Connection, actor: Actor, asked: Asked) -> dict[str, list[int]]:
    return {
        "transactions": undoable(connection, actor, TRANSACTIONS, asked.transactions),
        "changes": undoable(connection, actor, SINGLE, asked.changes),
    }
