"""What every request to the app passes: request id, host check, security headers, log line, the last net for faults."""

import secrets
import time

from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from marquee.errors import Fault
from marquee.server.limits import is_served, served_hosts
from marquee.web.client_ip import Networks
from marquee.web.http import client_of, log
from marquee.web.security_headers import NO_PAGE_POLICY, security_headers

NO_STORE = {"Cache-Control": "no-store"}
MISDIRECTED = Response(b"", 421, NO_STORE)

# What visitors read, when it works: not worth half of what answering it costs.
UNREMARKABLE = frozenset({"GET", "HEAD", "OPTIONS"})


class Edge:
    """The outermost ASGI layer: gives the request its id, the answer its security headers, the log its line.

    With an address set, requests for another host are answered 421. A fault that got this far is answered here.
    A finished answer is shown, as it went out, to the server's `keep`, where the server has put one into the state.
    """

    def __init__(self, app: ASGIApp, base_url: str = "", trusted_proxies: Networks = ()) -> None:
        self.app = app
        self.trusted_proxies = trusted_proxies
        self.served = served_hosts(base_url)
        self.headers = (*security_headers(base_url), NO_PAGE_POLICY)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        request_id = secrets.token_hex(8)
        state = scope.setdefault("state", {})
        state["request_id"] = request_id
        started, status = time.perf_counter(), 0

        async def send_with_headers(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                own = message["headers"]
                # What an answer says about itself holds: a page has its own policy, and may name its address to nobody.
                said = {name for name, _ in own}
                common = (header for header in self.headers if header[0] not in said)
                message["headers"] = [*own, *common, (b"x-request-id", request_id.encode())]
            await send(message)
            if message["type"] == "http.response.start" and "finished" in state and "keep" in state:
                state["keep"](*state["finished"], message["headers"])

        try:
            if self.served is None or is_served(scope["headers"], self.served):
                await self.app(scope, receive, send_with_headers)
            else:
                await MISDIRECTED(scope, receive, send_with_headers)
        except Exception:
            if status:
                raise  # the answer has begun: the connection ends here
            log.exception("fault", extra={"request_id": request_id, "path": scope["path"]})
            fault = Fault(request_id)
            await PlainTextResponse(fault.message, fault.status, NO_STORE)(scope, receive, send_with_headers)
        finally:
            if not (0 < status < 400 and scope["method"] in UNREMARKABLE):
                log.info(
                    "request",
                    extra={
                        "request_id": request_id,
                        "client": client_of(scope, self.trusted_proxies),
                        "method": scope["method"],
                        "path": scope["path"],
                        "status": status,
                        "ms": round((time.perf_counter() - started) * 1000, 1),
                    },
                )
