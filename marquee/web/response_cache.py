"""Finished responses, kept until anything that they could depend on has changed.

One version covers everything (`cache_version.py`). A response is stored under the version that was read *before* its
data, so it is discarded too early rather than too late.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from typing import Any, Generic, Protocol, TypeVar

from marquee.threads import be_nice
from marquee.web.compression import CODINGS, MAX_BYTES_ON_LOOP, MIN_BYTES, Coding, compress

MAX_BYTES = 48 * 1024 * 1024
ENTRY_BYTES = 1024
"""The estimated overhead of a kept response, in addition to its body and its key."""

R = TypeVar("R")
Headers = tuple[tuple[str, str], ...]

_compressing = ThreadPoolExecutor(1, "compression", initializer=be_nice)


@dataclass
class StoredResponse:
    """A response, as it is and compressed."""

    status: int
    headers: Headers
    body: bytes
    size: int
    """In bytes, with all bodies; a compressed one counts as much as the other until it is made."""
    codings: tuple[Coding, ...]
    """Those it is sent in, the better one first."""
    forms: dict[Coding, bytes] = field(repr=False, compare=False)
    """The compressed bodies that were made so far."""
    version: int | None = None
    """That of the data it was made from, if it is kept."""

    @classmethod
    def make(cls, status: int, headers: Headers, body: bytes) -> "StoredResponse":
        """A response that is compressed for the first client that accepts it so, if it is large enough."""
        codings = CODINGS if len(body) >= MIN_BYTES else ()
        return cls(status, headers, body, (1 + len(codings)) * len(body), codings, {})

    @classmethod
    def ready(cls, status: int, headers: Headers, body: bytes, forms: Mapping[Coding, bytes]) -> "StoredResponse":
        """A response that was compressed elsewhere, or not at all."""
        codings = tuple(coding for coding in CODINGS if coding in forms)
        return cls(status, headers, body, len(body) + sum(map(len, forms.values())), codings, dict(forms))

    @cached_property
    def etag(self) -> str:
        """The hash of the content."""
        return sha256(self.body).hexdigest()[:24]

    def form(self, coding: Coding | None) -> bytes:
        """The body in this coding, which is one of `codings`, or as it is."""
        if coding is None:
            return self.body
        if coding not in self.forms:
            self.forms[coding] = compress(coding, self.body)
        return self.forms[coding]

    async def prepare(self, coding: Coding | None) -> bytes:
        """The body in this coding; a large one is compressed in a thread, once for all who wait for it."""
        if coding is None or coding in self.forms or len(self.body) <= MAX_BYTES_ON_LOOP:
            return self.form(coding)
        return await asyncio.get_running_loop().run_in_executor(_compressing, self.form, coding)

    @property
    def is_cacheable(self) -> bool:
        """Whether it may be kept, here or anywhere."""
        return ("Cache-Control", "no-store") not in self.headers


class Sized(Protocol):
    """What can be kept."""

    @property
    def size(self) -> int:
        """In bytes."""


E = TypeVar("E", bound=Sized)
_Work = tuple[Hashable, int, str]
"""What is being made: under which key, from data of which version, and for which client."""


class ResponseCache(Generic[E]):
    """Responses by key; the least recently used are evicted beyond `max_bytes`.

    `look_ahead` is asked for the version before a response is made, if that has to be learned first.
    """

    def __init__(
        self,
        version: Callable[[], int],
        max_bytes: int = MAX_BYTES,
        look_ahead: Callable[[], Awaitable[int]] | None = None,
    ) -> None:
        self.version, self._look_ahead = version, look_ahead
        self._max_bytes = max_bytes
        self._entries: OrderedDict[Hashable, tuple[E, int]] = OrderedDict()
        self._entries_version = -1
        self._entries_bytes = 0
        self._in_progress: dict[_Work, asyncio.Future[Any]] = {}

    def get(self, key: Hashable) -> E | None:
        """The entry under this key, if nothing has changed since it was made."""
        return self.find(key, self.version())

    def find(self, key: Hashable, version: int) -> E | None:
        """The entry under this key, if it was made at this version: for a caller that has the current one already."""
        if version != self._entries_version:
            return None
        entry = self._entries.get(key)
        if entry is None:
            return None
        self._entries.move_to_end(key)
        return entry[0]

    async def get_or_make(self, key: Hashable, make: Callable[[], Awaitable[R]], client: str = "") -> E | R:
        """The kept response, or a new one, made once for all requests that wait for it; kept if it is cacheable.

        A `client` whose requests may have to wait for one another waits with its own only.
        """
        if kept := self.get(key):
            return kept
        version = self.version() if self._look_ahead is None else await self._look_ahead()
        while in_progress := self._in_progress.get((key, version, client)):
            await asyncio.wait([in_progress])
            if not in_progress.cancelled():  # as it is when its client went away: then the next request makes it
                response: R = in_progress.result()
                return response
        return await self._make((key, version, client), make)

    async def _make(self, work: _Work, make: Callable[[], Awaitable[R]]) -> R:
        future = self._in_progress[work] = asyncio.get_running_loop().create_future()
        try:
            response = await make()
        except Exception as error:
            future.set_exception(error)
            future.exception()  # retrieved here, since there may be no other request that does
            raise
        else:
            future.set_result(response)
        finally:
            future.cancel()
            del self._in_progress[work]
        key, version, _client = work
        if isinstance(response, StoredResponse) and response.is_cacheable:
            response.version = version
            self.put(key, response, version)  # type: ignore[arg-type]
        return response

    def put(self, key: Hashable, entry: E, version: int) -> None:
        """Keep what was made from data that was read after `version` was, unless there are newer entries."""
        if version < self._entries_version:
            return
        if version > self._entries_version:
            self._entries.clear()
            self._entries_version, self._entries_bytes = version, 0
        if replaced := self._entries.pop(key, None):
            self._entries_bytes -= replaced[1]
        cost = _cost(key, entry)
        self._entries[key] = entry, cost
        self._entries_bytes += cost
        while self._entries_bytes > self._max_bytes:
            _, (_, freed) = self._entries.popitem(last=False)
            self._entries_bytes -= freed


def _cost(key: Hashable, entry: Sized) -> int:
    """The key counts too: clients choose its length, and a tiny response must not be kept for free."""
    return ENTRY_BYTES + len(repr(key)) + entry.size
