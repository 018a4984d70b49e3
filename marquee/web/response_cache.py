"""StoredResponse answers, kept until anything they could depend on has changed.

One version covers it all (`edition.py`). An answer is stored under the version read *before* its data, so it can be too
old only on the safe side.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable
from dataclasses import dataclass, field
from functools import cached_property, partial
from hashlib import sha256
from typing import Any, Generic, Protocol, TypeVar

import brotli

BROTLI = {"quality": 9, "lgwin": 16}
"""With a window of 64 KB, which a page seldom fills, a high quality is as fast as a middling one."""

WORTH_COMPRESSING = 512
MAX_BYTES = 32 * 1024 * 1024
ENTRY_BYTES = 1024
"""What keeping an answer costs beside its body and its key."""

R = TypeVar("R")
Headers = tuple[tuple[str, str], ...]


@dataclass
class StoredResponse:
    """An answer in both forms that leave the house."""

    status: int
    headers: Headers
    body: bytes
    size: int
    """In bytes, with both bodies; before the smaller one is made, as if it were no smaller."""
    compress: Callable[[], bytes | None] = field(repr=False, compare=False)

    @classmethod
    def make(cls, status: int, headers: Headers, body: bytes) -> "StoredResponse":
        """Compressed here, where that is worth it, for the first who takes it so."""
        worth = len(body) >= WORTH_COMPRESSING
        compress = partial(brotli.compress, body, **BROTLI) if worth else _nothing
        return cls(status, headers, body, (1 + worth) * len(body), compress)

    @classmethod
    def ready(cls, status: int, headers: Headers, body: bytes, compressed: bytes | None) -> "StoredResponse":
        """Compressed elsewhere, or not at all."""
        return cls(status, headers, body, len(body) + len(compressed or b""), lambda: compressed)

    @cached_property
    def etag(self) -> str:
        """The hash of the content."""
        return sha256(self.body).hexdigest()[:24]

    @cached_property
    def brotli(self) -> bytes | None:
        """The compressed body; None where it would not be smaller."""
        return self.compress()

    @property
    def is_cacheable(self) -> bool:
        """Whether it may be kept, here or anywhere."""
        return ("Cache-Control", "no-store") not in self.headers


def _nothing() -> None:
    return None


class Weighed(Protocol):
    """What can be kept."""

    @property
    def size(self) -> int:
        """In bytes."""


A = TypeVar("A", bound=Weighed)


class ResponseCache(Generic[A]):
    """Answers by key, the least recently used leaving first when `max_bytes` is reached."""

    def __init__(self, version: Callable[[], int], max_bytes: int = MAX_BYTES) -> None:
        self.version = version
        self._max_bytes = max_bytes
        self._held = -1
        self._answers: OrderedDict[Hashable, tuple[A, int]] = OrderedDict()
        self._bytes = 0
        self._under_way: dict[Hashable, asyncio.Future[Any]] = {}

    def get(self, key: Hashable) -> A | None:
        """The answer kept under this key, if nothing has changed since."""
        return self.find(key, self.version())

    def find(self, key: Hashable, version: int) -> A | None:
        """The same, for who has asked for the version already."""
        if version != self._held:
            return None
        found = self._answers.get(key)
        if found is None:
            return None
        self._answers.move_to_end(key)
        return found[0]

    async def get_or_make(self, key: Hashable, make: Callable[[], Awaitable[R]]) -> A | R:
        """The kept answer, or a new one, which is made once for all who ask at the same time.

        Kept is a finished answer, unless it says that it must not be.
        """
        if kept := self.get(key):
            return kept
        asked = key, self.version()
        while under_way := self._under_way.get(asked):
            await asyncio.wait([under_way])
            if not under_way.cancelled():  # as it is when its maker went away: then the next one makes it
                answer: R = under_way.result()
                return answer
        return await self._make(*asked, make)

    async def _make(self, key: Hashable, version: int, make: Callable[[], Awaitable[R]]) -> R:
        made = self._under_way[key, version] = asyncio.get_running_loop().create_future()
        try:
            answer = await make()
        except Exception as error:
            made.set_exception(error)
            made.exception()  # seen: there may be nobody else to see it
            raise
        else:
            made.set_result(answer)
        finally:
            made.cancel()
            del self._under_way[key, version]
        if isinstance(answer, StoredResponse) and answer.is_cacheable:
            self.put(key, answer, version)  # type: ignore[arg-type]
        return answer

    def put(self, key: Hashable, answer: A, version: int) -> None:
        """Keep an answer made from data that was read after `version` was, unless there are newer ones."""
        if version < self._held:
            return
        if version > self._held:
            self._answers.clear()
            self._held, self._bytes = version, 0
        if replaced := self._answers.pop(key, None):
            self._bytes -= replaced[1]
        cost = _cost(key, answer)
        self._answers[key] = answer, cost
        self._bytes += cost
        while self._bytes > self._max_bytes:
            _, (_, freed) = self._answers.popitem(last=False)
            self._bytes -= freed


def _cost(key: Hashable, answer: Weighed) -> int:
    """With the key: whoever asks chooses its length, and an answer of two bytes must not be kept for nothing."""
    return ENTRY_BYTES + len(repr(key)) + answer.size
