"""`undo`: takes back all that one transaction changed, or nothing."""

from typing import Annotated

import msgspec

from marquee.domain.actor import Actor
from marquee.rest import transaction
from marquee.rest.encoding import encode_json
from marquee.rest.functions.arguments import read_arguments
from marquee.rest.grammar.preferences import parse_preferences
from marquee.rest.mutation.undo import undo_transaction
from marquee.web.context import Context


class Arguments(msgspec.Struct):
    """Which transaction."""

    transaction: Annotated[int, msgspec.Meta(ge=0, le=2**63 - 1)]


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
