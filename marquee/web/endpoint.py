"""An endpoint of one protocol as an ASGI application: the one place where its errors become responses."""

import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from marquee.db.turns import CLIENT
from marquee.errors import ClientGone, Fault, MarqueeError, Overloaded, StatementTimeout, TooManyRequests
from marquee.web.context import Context

RETRY_AFTER_S = "1"
"""Of every 503: the next request may work, and the official client tries it by itself."""
DENIAL_CODES = frozenset({"42501", "not_admin", "AccessDenied"})

log = logging.getLogger("marquee")

C = TypeVar("C", bound=Context)


@dataclass(frozen=True)
class ProtocolEndpoint(Generic[C]):
    """Makes the context, checks the API key with `admit`, and renders every failure in the protocol's shape.

    Starlette would wrap a plain function in an error handler of its own, which costs as much again and never catches
    anything.
    """

    make_context: Callable[[Request], C]
    endpoint: Callable[[C], Awaitable[Response]]
    render_error: Callable[[C, MarqueeError], Response]
    admit: Callable[[C], None] | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        context = self.make_context(Request(scope, receive, send))
        CLIENT.set(context.limited_as)
        response = await self._respond(context)
        try:
            await response(scope, receive, send)
        except Overloaded as error:  # of the server, which has not begun to send it
            await self._refuse(context, error)(scope, receive, send)

    async def _respond(self, context: C) -> Response:
        try:
            if self.admit is not None:
                self.admit(context)
            return await self.endpoint(context)
        except MarqueeError as error:
            if isinstance(error, StatementTimeout):  # as its client's limit wants it: no fault, and no trace
                log.warning("given up", extra=_log_fields(context))
            elif error.status >= 500 and error.__cause__ is not None:
                log.exception("unavailable", extra=_log_fields(context))
            _record_refusal(context, error)
            return self._refuse(context, error)
        except (ClientDisconnect, ClientGone):
            return Response(b"", 400)  # there is no client left to read it
        except Exception:
            log.exception("fault", extra=_log_fields(context))
            return self._refuse(context, Fault(context.request_id))

    def _refuse(self, context: C, error: MarqueeError) -> Response:
        response = self.render_error(context, error)
        if response.status_code == 503:
            response.headers["Retry-After"] = RETRY_AFTER_S
        return response


def _log_fields(context: Context) -> dict[str, str]:
    return {"request_id": context.request_id, "path": context.path}


def _record_refusal(context: Context, error: MarqueeError) -> None:
    if isinstance(error, TooManyRequests):
        context.record("throttled", path=context.path)
    elif error.code in DENIAL_CODES:
        context.record("denied", method=context.method, path=context.path, why=error.message)
