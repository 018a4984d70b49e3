"""`can_undo`: which transactions and changes whoever asks may undo, all that belongs to them."""

from typing import Annotated

import msgspec
from sqlalchemy import Connection

from marquee.domain.actor import Actor
from marquee.rest.encoding import encode_json
from marquee.rest.functions.arguments import read_arguments
from marquee.rest.mutation.undo_rights import SINGLE, TRANSACTIONS, undoable
from marquee.rest.read_statements import MAX_ROWS
from marquee.web.context import Context

Number = Annotated[int, msgspec.Meta(ge=0, le=2**63 - 1)]
Numbers = Annotated[list[Number], msgspec.Meta(max_length=MAX_ROWS)]


class Arguments(msgspec.Struct):
    """The numbers of transactions, and the ids of single changes: as many as a list can have."""

    transactions: Numbers = []
    changes: Numbers = []


async def can_undo(context: Context, actor: Actor) -> bytes:
    """Those of them that the actor may undo."""
    asked = await read_arguments(context, Arguments)
    with context.while_client_is_there():
        return encode_json(await context.database.read_for_client(False, _answer, actor, asked))


def _answer(connection: Connection, actor: Actor, asked: Arguments) -> dict[str, list[int]]:
    return {
        "transactions": undoable(connection, actor, TRANSACTIONS, asked.transactions),
        "changes": undoable(connection, actor, SINGLE, asked.changes),
    }
