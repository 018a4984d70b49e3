"""The door of `/rest/v1/rpc/{function}`, for the functions that the application registers. See docs/protocol.md."""

from collections.abc import Awaitable, Callable, Mapping
from typing import NamedTuple

import msgspec
from starlette.responses import Response

from marquee.data_errors import DataError
from marquee.domain.actor import Actor
from marquee.rest.errors import INVALID_FUNCTION_METHOD, UNKNOWN_FUNCTION
from marquee.web.context import Context


class Function(NamedTuple):
    """`require` raises PERMISSION_DENIED for those who may not call it at all; the answer is JSON."""

    call: Callable[[Context, Actor], Awaitable[bytes]]
    arguments: type[msgspec.Struct]
    require: Callable[[Actor], object]

    def is_for(self, actor: Actor) -> bool:
        """Whether an actor may call it."""
        try:
            self.require(actor)
        except DataError:
            return False
        return True


async def serve_function(functions: Mapping[str, Function], context: Context) -> Response:
    """A call of one of these functions. Raises UNKNOWN_FUNCTION for any other, INVALID_FUNCTION_METHOD."""
    name, method = context.path_params["function"], context.method
    if method not in ("GET", "HEAD", "POST", "OPTIONS"):
        raise DataError(INVALID_FUNCTION_METHOD, f"Cannot use the {method} method on RPC")
    if name not in functions:
        raise DataError(UNKNOWN_FUNCTION, f"Could not find the function public.{name} in the schema cache")
    if method == "OPTIONS":
        return Response(b"", headers={"Allow": "OPTIONS,POST", "Cache-Control": "no-store"})
    if method != "POST":
        raise DataError(
            INVALID_FUNCTION_METHOD, f"Cannot use the {method} method on the function {name}: it takes POST"
        )
    actor = await context.identify()
    functions[name].require(actor)  # before anything is read
    answer = await functions[name].call(context, actor)
    return Response(answer, headers={"Content-Type": "application/json; charset=utf-8", "Cache-Control": "no-store"})
