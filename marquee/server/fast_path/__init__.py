"""Responses that are ready leave from here, without the application.

Others take `FastPath`: `respond` is the one way out, and `keep_for` what the application's response comes in by.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import partial

from marquee.server.fast_path.cache_key import Field, keyed_request
from marquee.server.fast_path.head_parser import END
from marquee.server.fast_path.wire_cache import WireCache
from marquee.web.negotiated_response import Keep

__all__ = ["FastPath"]


class FastPath:
    """The ready responses of one process; `version` differs after anything that a response depends on has changed.

    `modified_at` is the time of a version, in seconds since 1970, if it may be given.
    """

    def __init__(self, version: Callable[[], int], modified_at: Callable[[int], int | None]) -> None:
        self._cache = WireCache(version, modified_at)

    def respond(self, data: bytes, defaults: Sequence[Field]) -> tuple[bytes, int] | None:
        """The response to the first request in `data`, and the length of that request; None for the application.

        `defaults` are the server's own header fields.
        """
        response = self._cache.respond(data, defaults)
        if response is not None:
            return response, len(data)
        # Mostly one head is all that came: looking for its end first would cost every response.
        end = data.find(END) + len(END)
        if not len(END) <= end < len(data):
            return None
        response = self._cache.respond(data[:end], defaults)
        return None if response is None else (response, end)

    def keep_for(self, method: bytes, target: bytes, headers: Iterable[Field]) -> Keep | None:
        """Keeps the response to a request that begins now; None where only the application may ever answer it."""
        request = keyed_request(method, target, headers)
        return None if request is None else partial(self._cache.keep, request[0], self._cache.version())
