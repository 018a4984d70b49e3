"""Which request headers a kept response may depend on, and the one way to read a header."""

from starlette.datastructures import Headers

CACHE_KEY_HEADERS = frozenset(
    {"accept", "accept-encoding", "accept-profile", "apikey", "authorization", "host", "origin", "prefer", "range"}
)
"""Part of the key under which the server keeps a response ready (`server/fast_path/cache_key.py`)."""

CONDITIONS = ("if-none-match", "if-modified-since")
"""They decide between a response and its 304, for which the server looks at them itself."""


class RequestHeaders:
    """The headers of one request, and whether its response depends on one that the cache key does not have."""

    def __init__(self, headers: Headers) -> None:
        self._headers = headers
        self.is_cacheable = True

    def get(self, name: str, default: str = "") -> str:
        """The first value of a header of the cache key. Raises LookupError for any other header."""
        return self._headers.get(_checked(name), default)

    def all(self, name: str) -> list[str]:
        """Every value of a header of the cache key. Raises LookupError for any other header."""
        return self._headers.getlist(_checked(name))

    def get_uncacheable(self, name: str, default: str = "") -> str:
        """The first value of any header; from now on the response to this request is not kept."""
        self.is_cacheable = False
        return self._headers.get(name, default)


def _checked(name: str) -> str:
    if name not in CACHE_KEY_HEADERS and name not in CONDITIONS:
        raise LookupError(f"{name} is not part of the cache key: read it with get_uncacheable")
    return name
