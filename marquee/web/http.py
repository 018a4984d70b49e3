"""What endpoints share: API key, who asks, body limit, finished answers, net for faults."""

import json
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec
from sqlalchemy import Connection
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from marquee.auth import sessions, tokens
from marquee.auth.key_ring import KeyRing
from marquee.auth.keys import SECRET_PREFIX, Keys
from marquee.auth.mail.outbox import Outbox
from marquee.auth.throttle import Throttle
from marquee.auth.tokens import Claims
from marquee.db.database import Database
from marquee.domain.policies import SECRET_KEY_HOLDER, VISITOR, Actor
from marquee.errors import (
    BodyTooLarge,
    EncodedBody,
    Fault,
    GatewayError,
    InvalidJson,
    MarqueeError,
    SessionOver,
    TooManyRequests,
)
from marquee.server.limits import MAX_BODY
from marquee.settings import Settings
from marquee.web import audit, client_ip
from marquee.web.client_ip import Networks
from marquee.web.negotiation import is_had, takes_brotli
from marquee.web.response_cache import Cache, Finished, Headers

Endpoint = Callable[[Request], Awaitable[Response]]
RenderError = Callable[[Request, MarqueeError], Response]

KEY_PREFIX = "sb_"
# A megabyte of empty arrays keeps the process busy for a second; no good body comes near.
MAX_CONTAINERS = 20_000
SECRET_KEY = "secret key"  # noqa: S105 - how its holder, who is nobody in particular, stands in the audit trail
DENIALS = frozenset({"42501", "not_admin"})

log = logging.getLogger("marquee")


@dataclass(frozen=True)
class Service:
    """What endpoints work with; one for the process."""

    settings: Settings
    base_url: str
    database: Database
    key_ring: KeyRing
    cache: Cache[Finished]
    outbox: Outbox
    throttle: Throttle = field(default_factory=Throttle)

    @property
    def keys(self) -> Keys:
        """The secrets as they are now."""
        return self.key_ring.current()


def service(request: Request) -> Service:
    """The process's Service."""
    found: Service = request.app.state.service
    return found


@dataclass(frozen=True)
class Speaking:
    """An endpoint of one protocol, as an ASGI app: behind its API key, every failure answered in the protocol's shape.

    Starlette would wrap a plain function in a net of its own, which costs as much again and never catches anything.
    """

    render_error: RenderError
    endpoint: Endpoint
    needs_key: bool = True

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        response = await self._answer(Request(scope, receive, send))
        await response(scope, receive, send)

    async def _answer(self, request: Request) -> Response:
        try:
            if self.needs_key:
                _refuse_secret_in_browser(request)
                key_role(request)
            return await self.endpoint(request)
        except MarqueeError as error:
            if error.status >= 500 and error.__cause__ is not None:
                log.exception("unavailable", extra=_about(request))
            _record_refusal(request, error)
            return self.render_error(request, error)
        except ClientDisconnect:
            return Response(b"", 400)  # nobody is there to read it
        except Exception:
            log.exception("fault", extra=_about(request))
            return self.render_error(request, Fault(request.state.request_id))


def _about(request: Request) -> dict[str, str]:
    return {"request_id": request.state.request_id, "path": request.scope["path"]}


def _record_refusal(request: Request, error: MarqueeError) -> None:
    path = request.scope["path"]
    if isinstance(error, TooManyRequests):
        record(request, "throttled", path=path)
    elif error.code in DENIALS:
        record(request, "denied", method=request.method, path=path, why=error.message)


def record(request: Request, event: audit.Event, *, who: str | None = None, **what: str | int | Sequence[str]) -> None:
    """A line of the audit trail about this request; `who` is its bearer unless told."""
    origin = audit.Origin(client_address(request), request.state.request_id)
    audit.record(event, origin, who or getattr(request.state, "who", None), **what)


def key_role(request: Request) -> str:
    """The role of the API key: `anon` or `service_role`. A key in the address is worth `anon` at most (it is logged).

    Raises GatewayError without a key, or with a wrong one. Source: wire.md section 0.
    """
    in_header = request.headers.get("apikey")
    key = in_header or request.query_params.get("apikey")
    if not key:
        raise GatewayError("No API key found in request", "No `apikey` request header or url param was found.")
    role = _role_of(service(request).keys, key)
    return role if in_header else "anon"


def _role_of(keys: Keys, key: str) -> str:
    """Raises GatewayError for what is no key of ours."""
    role = keys.role_of(key)
    if role is None:
        raise GatewayError("Invalid API key", "Double check your API key.")
    return role


def client_address(request: Request) -> str:
    """The address that the request comes from, behind trusted proxies too; empty where the server knows none."""
    return client_of(request.scope, service(request).settings.trusted_proxies)


def client_of(scope: Scope, trusted_proxies: Networks) -> str:
    """`client_address` of a request that is no `Request` yet."""
    peer = scope.get("client")
    forwarded_for = [value.decode("latin-1") for name, value in scope["headers"] if name == b"x-forwarded-for"]
    return client_ip.client_of(peer[0], forwarded_for, trusted_proxies) if peer else ""


def _refuse_secret_in_browser(request: Request) -> None:
    """A secret key that is used in a browser is in everybody's hands: it must not work even once.

    Raises GatewayError. Source: wire.md section 6, trap 26.
    """
    if "Mozilla/" in request.headers.get("user-agent", "") and _has_secret(request):
        raise GatewayError(
            "Forbidden use of secret API key in browser",
            "Secret API keys can only be used in a protected environment and should never be used in a browser. "
            "Whoever opens the page has this one now: replace it (marquee keys --rotate-secret).",
        )


def _has_secret(request: Request) -> bool:
    """Looked for in the address only where one of its parameters could be a key's, encoded or not."""
    query = request.scope["query_string"]
    in_address = request.query_params.get("apikey") if b"apikey" in query or b"%" in query else None
    given = (request.headers.get("apikey"), in_address, bearer(request.headers))
    return any(key is not None and key.startswith(SECRET_PREFIX) for key in given)


def bearer(headers: Mapping[str, str]) -> str | None:
    """The bearer token, or None where the request carries none."""
    scheme, _, token = headers.get("authorization", "").partition(" ")
    return token.strip() or None if scheme.lower() == "bearer" else None


async def identify(request: Request) -> Actor:
    """Who asks: from the bearer token and the database's current word on its session and role.

    Raises TokenRefused for a token that is not ours or expired, SessionOver for one whose session has ended.
    """
    found = claimed(service(request), key_role(request), bearer(request.headers))
    actor = found if isinstance(found, Actor) else await service(request).database.read(actor_of, found)
    if actor != VISITOR:
        request.state.who = actor.user_id or SECRET_KEY
    return actor


Claimed = Actor | Claims
"""Who asks, as far as the request tells: of an access token's bearer, what it says of him."""


def claimed(asked: Service, role: str, token: str | None) -> Claimed:
    """Who asks with a key of this role, and with this bearer token. Raises GatewayError, TokenRefused."""
    if token is None or token.startswith(KEY_PREFIX):
        role = role if token is None else _role_of(asked.keys, token)
        return VISITOR if role == "anon" else SECRET_KEY_HOLDER
    return tokens.verify(token, asked.keys, asked.base_url)


def actor_of(connection: Connection, found: Claimed) -> Actor:
    """Who that is, by the database's current word. Raises SessionOver."""
    actor = found if isinstance(found, Actor) else sessions.identify(connection, found)
    if actor is None:
        raise SessionOver
    return actor


async def read_body(request: Request) -> bytes:
    """The request's body. Raises BodyTooLarge beyond 1 MiB, as soon as that is known; EncodedBody."""
    if request.headers.get("content-encoding", "identity").lower() != "identity":
        raise EncodedBody("The request's body must not be compressed")
    chunks, size = [], 0
    async for chunk in request.stream():
        size += len(chunk)
        if size > MAX_BODY:
            raise BodyTooLarge("The request's body is larger than 1 MB")
        chunks.append(chunk)
    return b"".join(chunks)


async def read_json(request: Request) -> Any:
    """The body as JSON; an empty one is `{}`. Raises InvalidJson, BodyTooLarge."""
    return decode_json(await read_body(request) or b"{}")


def decode_json(body: bytes) -> Any:
    """JSON to Python values. Raises InvalidJson for anything malformed, ambiguous, too deep, too rich or not UTF-8."""
    if body.count(b"[") + body.count(b"{") > MAX_CONTAINERS:
        raise InvalidJson("The body has too many objects or arrays")
    try:
        value = msgspec.json.decode(body)
        _refusing_duplicates(body.decode())
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        raise InvalidJson("Empty or invalid json") from error
    return value


def _refuse_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a key stands twice in one object")
    return found


_refusing_duplicates = json.JSONDecoder(object_pairs_hook=_refuse_duplicates).decode


def finished_response(request: Request, answer: Finished, *, by_query: bool = False) -> Response:
    """A finished answer in the form this client takes, or 304 where it already has it.

    Unless it is chosen `by_query`, it is kept ready for the address without one only: there is no end of the others.
    """
    compressed = is_compressed(answer, request.headers.get("accept-encoding", ""))
    # Who has a secret key may or may not be answered, by what else is said.
    is_kept = answer.is_lasting and (by_query or not request.scope["query_string"])
    if is_kept and not _has_secret(request):
        request.state.finished = answer, compressed
    headers = in_two_forms(answer.headers) | {"ETag": tag(answer, compressed)}
    if answer.status == 200 and is_had(
        headers["ETag"].encode(), ", ".join(request.headers.getlist("if-none-match")).encode("latin-1")
    ):
        return Response(b"", 304, headers)
    if compressed:
        headers["Content-Encoding"] = "br"
    return Response(answer.brotli if compressed else answer.body, answer.status, headers)


def is_compressed(answer: Finished, accept_encoding: str) -> bool:
    """Whether a client that accepts this gets the smaller form."""
    return takes_brotli(accept_encoding) and answer.brotli is not None


def tag(answer: Finished, compressed: bool) -> str:
    """The `ETag` of a finished answer in this form."""
    return f'"{answer.etag}-br"' if compressed else f'"{answer.etag}"'


def in_two_forms(headers: Headers) -> dict[str, str]:
    """The header fields of a finished answer, whichever form is sent, and of its 304; but for its tag."""
    found = dict(headers)
    found["Vary"] = ", ".join(filter(None, (found.get("Vary"), "Accept-Encoding")))
    return found
