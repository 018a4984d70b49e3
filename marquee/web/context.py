"""What an endpoint works with: one request, and the services of the process."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from starlette.datastructures import QueryParams
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Scope

from marquee.db.database import Database
from marquee.db.turns import LEAVING
from marquee.domain.actor import Actor
from marquee.settings import Settings
from marquee.web import audit, body
from marquee.web.beside import Beside, P, T
from marquee.web.client_ip import client_ip, rate_limit_key, unknown_proxy
from marquee.web.last_modified import LastModified
from marquee.web.negotiated_response import NegotiatedResponse, negotiate
from marquee.web.request_headers import RequestHeaders
from marquee.web.response_cache import ResponseCache, StoredResponse


@dataclass
class Services:
    """What the endpoints of every protocol share; one for the process.

    `admit` raises GatewayError for a request without a good API key; `identify` works out who asks; `wake_mail` has
    queued mail sent now. They are injected, since only `auth` knows keys, sessions and mail.
    """

    settings: Settings
    base_url: str
    database: Database
    cache: ResponseCache[StoredResponse]
    last_modified: LastModified
    admit: Callable[["Context"], None]
    identify: Callable[["Context"], Awaitable[Actor]]
    wake_mail: Callable[[], None]
    beside: Beside


class Context:
    """One request and the services. A response may depend on nothing but what this gives out."""

    def __init__(self, services: Services, request: Request) -> None:
        self._services = services
        self._request = request
        self.settings, self.base_url = services.settings, services.base_url
        self.database, self.cache = services.database, services.cache
        self.headers = RequestHeaders(request.headers)
        self.audited_user: str | None = None
        """Whom the audit trail names: set as soon as it is known who asks."""

    @property
    def method(self) -> str:
        return self._request.method

    @property
    def path(self) -> str:
        return str(self._request.scope["path"])

    @property
    def path_params(self) -> Mapping[str, Any]:
        return self._request.path_params

    @property
    def query_string(self) -> bytes:
        query: bytes = self._request.scope["query_string"]
        return query

    @property
    def query_params(self) -> QueryParams:
        return self._request.query_params

    @property
    def scope(self) -> Scope:
        """The ASGI scope, for an ASGI application that answers in the endpoint's place."""
        return self._request.scope

    @property
    def request_id(self) -> str:
        return str(self._request.state.request_id)

    @property
    def client_ip(self) -> str:
        """The IP address of the client, behind trusted proxies too; empty where the server knows none."""
        self.headers.is_cacheable = False
        return client_ip(self._request.scope, self.settings.trusted_proxies)

    @property
    def limited_as(self) -> str:
        """What the client counts as where something is limited; no response depends on it."""
        return rate_limit_key(client_ip(self._request.scope, self.settings.trusted_proxies))

    @property
    def unknown_proxy(self) -> str | None:
        """The peer's IP address if it seems to be a proxy in front of the site that is not trusted; else None."""
        self.headers.is_cacheable = False
        return unknown_proxy(self._request.scope, self.settings.trusted_proxies)

    @property
    def bearer(self) -> str | None:
        """The bearer token, or None where the request carries none."""
        scheme, _, token = self.headers.get("authorization").partition(" ")
        return token.strip() or None if scheme.lower() == "bearer" else None

    async def identify(self) -> Actor:
        """Who asks. Raises GatewayError, TokenRefused, SessionOver."""
        return await self._services.identify(self)

    async def beside(self, fn: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run `fn`, which takes Python long, beside the event loop at the client's turn. Raises Overloaded."""
        return await self._services.beside.run(fn, *args, **kwargs)

    def wake_mail(self) -> None:
        """Have the mail that was queued sent now, not at the next look at the queue."""
        self._services.wake_mail()

    async def read_body(self, limit: int = body.MAX_BODY) -> bytes:
        """The request's body, of at most so many bytes. Raises BodyTooLarge, EncodedBody."""
        encoding = self.headers.get_uncacheable("content-encoding", "identity")
        return await body.read(self._request.stream(), encoding, limit)

    @contextmanager
    def while_client_is_there(self) -> Iterator[None]:
        """Nothing begins in the block once the client has gone, and no turn is waited for. The body has been read.

        Raises ClientGone.
        """
        leaving = asyncio.ensure_future(self._leaves())
        token = LEAVING.set(leaving)
        try:
            yield
        finally:
            LEAVING.reset(token)
            leaving.cancel()

    async def _leaves(self) -> None:
        while (await self._request.receive())["type"] != "http.disconnect":
            pass

    @property
    def body_headers(self) -> Mapping[str, str]:
        """Every header, of a request whose response is never kept: one with a body."""
        self.headers.is_cacheable = False
        return self._request.headers

    def stream_body(self) -> AsyncIterator[bytes]:
        """The request's body as it arrives, for callers that bound it. Raises ClientDisconnect."""
        return self._request.stream()

    async def read_json(self, limit: int = body.MAX_BODY) -> Any:
        """The body as JSON; an empty one is `{}`. Raises InvalidJson, BodyTooLarge, EncodedBody."""
        return body.decode_json(await self.read_body(limit) or b"{}")

    def record(self, event: audit.Event, *, user: str | None = None, **details: str | int | Sequence[str]) -> None:
        """Write a line of the audit trail about this request, by `user` or else by the one who asks."""
        audit.record(event, user or self.audited_user, self.client_ip, self.request_id, **details)

    def respond(self, stored: StoredResponse, *, by_query: bool = False) -> Response:
        """A stored response in the form this client takes, or 304 where the client has it already.

        Unless it is chosen `by_query`, it is kept ready only for the URL without a query: there is no end of others.
        """
        response = negotiate(stored, self.headers, self._services.last_modified.of(stored.version))
        has_one_url = by_query or not self.query_string
        if isinstance(response, NegotiatedResponse):
            response.may_be_kept = stored.is_cacheable and has_one_url and self.headers.is_cacheable
        return response
