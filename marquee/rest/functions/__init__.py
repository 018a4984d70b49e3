"""The functions of `/rest/v1/rpc/{function}`. See docs/protocol.md#functions.

Each takes who asks, requires their rights before it reads its arguments, and answers in JSON.
"""

from collections.abc import Awaitable, Callable, Mapping

from starlette.responses import Response

from marquee.domain.actor import Actor
from marquee.rest.errors import InvalidFunctionMethod, UnknownFunction
from marquee.rest.functions import exchange
from marquee.rest.functions.undo import undo
from marquee.web.context import Context

__all__ = ["serve_function"]

_FUNCTIONS: Mapping[str, Callable[[Context, Actor], Awaitable[bytes]]] = {
    "preview_import": exchange.preview_import,
    "run_import": exchange.run_import,
    "export_table": exchange.export_table,
    "undo": undo,
}


async def serve_function(context: Context) -> Response:
    """A call of one of our functions. Raises UnknownFunction for any other, InvalidFunctionMethod."""
    name, method = context.path_params["function"], context.method
    if method not in ("GET", "HEAD", "POST", "OPTIONS"):
        raise InvalidFunctionMethod(f"Cannot use the {method} method on RPC")
    if name not in _FUNCTIONS:
        raise UnknownFunction(f"Could not find the function public.{name} in the schema cache")
    if method == "OPTIONS":
        return Response(b"", headers={"Allow": "OPTIONS,POST", "Cache-Control": "no-store"})
    if method != "POST":
        raise InvalidFunctionMethod(f"Cannot use the {method} method on the function {name}: it takes POST")
    actor = await context.identify()
    answer = await _FUNCTIONS[name](context, actor)
    return Response(answer, headers={"Content-Type": "application/json; charset=utf-8", "Cache-Control": "no-store"})
