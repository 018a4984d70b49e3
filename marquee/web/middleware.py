"""What every request passes: request id, Host check, security headers, log line, and the handler of last resort."""

import logging
import re
import secrets
import time
from collections.abc import Iterable
from urllib.parse import urlsplit

from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from marquee.domain_names import in_unicode
from marquee.errors import Fault
from marquee.settings.base_url import DEFAULT_PORTS
from marquee.settings.values import Networks
from marquee.web import health
from marquee.web.client_ip import client_ip
from marquee.web.security_headers import NO_PAGE_POLICY, security_headers

NO_STORE = {"Cache-Control": "no-store"}

_LOOPBACK = re.compile(rb"(?:localhost|127(?:\.[0-9]{1,3}){3}|\[::1\])(?::[0-9]{1,5})?", re.IGNORECASE)

log = logging.getLogger("marquee")

# Successful reads of visitors: not worth half of what answering them costs.
UNREMARKABLE = frozenset({"GET", "HEAD", "OPTIONS"})


class RequestMiddleware:
    """The outermost ASGI layer: gives the request its id, the response its security headers, the log its line.

    With a base URL set, requests for another host are answered 421, but for those about health. A fault that got this
    far is answered here.
    """

    def __init__(self, app: ASGIApp, base_url: str = "", trusted_proxies: Networks = ()) -> None:
        self.app = app
        self.trusted_proxies = trusted_proxies
        self.hosts = _served_hosts(base_url)
        self.misdirected = PlainTextResponse(f"This site is at {base_url} (MARQUEE_BASE_URL).\n", 421, NO_STORE)
        self.headers = (*security_headers(base_url), NO_PAGE_POLICY)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        request_id = secrets.token_hex(8)
        scope.setdefault("state", {})["request_id"] = request_id
        started, status = time.perf_counter(), 0

        async def send_with_headers(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                own = message["headers"]
                # A response's own headers win: a page has its own policy.
                names = {name for name, _ in own}
                common = (header for header in self.headers if header[0] not in names)
                message["headers"] = [*own, *common, (b"x-request-id", request_id.encode())]
            await send(message)

        try:
            if self.hosts is None or scope["path"] in health.PATHS or _is_served(scope["headers"], self.hosts):
                await self.app(scope, receive, send_with_headers)
            else:
                await self.misdirected(scope, receive, send_with_headers)
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
                        "client": client_ip(scope, self.trusted_proxies),
                        "method": scope["method"],
                        "path": scope["path"],
                        "status": status,
                        "ms": round((time.perf_counter() - started) * 1000, 1),
                    },
                )


def _served_hosts(base_url: str) -> frozenset[bytes] | None:
    """The Host values (RFC 9110 section 7.4) of a site at this URL, besides loopback; None is any: no URL is set."""
    if not base_url:
        return None
    parts = urlsplit(base_url)
    port = parts.port or DEFAULT_PORTS[parts.scheme]
    name = f"[{parts.hostname}]" if ":" in (parts.hostname or "") else f"{parts.hostname}"
    forms = {name, in_unicode(name) or name}
    return frozenset(host.encode() for form in forms for host in (form, f"{form}:{port}"))


def _is_served(headers: Iterable[tuple[bytes, bytes]], hosts: frozenset[bytes]) -> bool:
    """Whether a request is meant for this site; one without a Host, which only HTTP/1.0 may send, is."""
    host = next((value for name, value in headers if name == b"host"), None)
    return host is None or host in hosts or _lower(host) in hosts or _LOOPBACK.fullmatch(host) is not None


def _lower(host: bytes) -> bytes:
    """In lower case; browsers send an international domain in ASCII, other programs also in UTF-8."""
    return host.decode("utf-8", "replace").lower().encode()
