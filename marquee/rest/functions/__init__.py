"""The door of `/rest/v1/rpc/{function}`, for the functions that the application registers. See docs/protocol.md."""

from collections.abc import Awaitable, Callable, Mapping

from starlette.responses import Response

from marquee.domain.actor import Actor
from marquee.rest.errors import InvalidFunctionMethod, UnknownFunction
from marquee.web.context import Context

Function = Callable[[Context, Actor], Awaitable[bytes]]
"""Takes who asks, requires their rights before it reads its arguments, and answers in JSON."""


async def serve_function(functions: Mapping[str, Function], context: Context) -> Response:
    """A call of one of these functions. Raises UnknownFunction for any other, InvalidFunctionMethod."""
    name, method = context.path_params["function"], context.method
    if method not in ("GET", "HEAD", "POST", "OPTIONS"):
        raise InvalidFunctionMethod(f"Cannot use the {method} method on RPC")
    if name not in functions:
        raise UnknownFunction(f"Could not find the function public.{name} in the schema cache")
    if method == "OPTIONS":
        return Response(b"", headers={"Allow": "OPTIONS,POST", "Cache-Control": "no-store"})
    if method != "POST":
        raise InvalidFunctionMethod(f"Cannot use the {method} method on the function {name}: it takes POST")
    actor = await context.identify()
    answer = await functions[name](context, actor)
    return Response(answer, headers={"Content-Type": "application/json; charset=utf-8", "Cache-Control": "no-store"})
