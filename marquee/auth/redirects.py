"""Where a followed link may lead: to this site, and to the addresses of MARQUEE_REDIRECTS. No I/O."""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from urllib.parse import urlencode

MAX_LENGTH = 2048
# What may follow the origin in a URL: no spaces, control characters, backslashes or letters beyond ASCII.
_REST = re.compile(r"(?:[/?#][!-\[\]-~]*)?")


_TEXT = re.compile(r"[!-\[\]-~]+")


def allowed(requested: str | None, base_url: str, redirects: Sequence[str] = ()) -> str:
    """The requested URL if it is on this site or one of `redirects`, else the site's own URL.

    It is compared as a string: what no parser took apart, no two parsers can understand differently.
    """
    if requested is None or len(requested) > MAX_LENGTH:
        return base_url
    is_allowed = is_on(requested, base_url) or any(_matches(requested, pattern) for pattern in redirects)
    return requested if is_allowed else base_url


def is_on(url: str, base_url: str) -> bool:
    """Whether a URL begins with this site's exact origin."""
    return url.startswith(base_url) and _REST.fullmatch(url[len(base_url) :]) is not None


def _matches(url: str, pattern: str) -> bool:
    """Whether a URL without its fragment, or without its query either, is one that the pattern allows."""
    without_fragment = url.partition("#")[0]
    candidates = (without_fragment, without_fragment.partition("?")[0])
    return _TEXT.fullmatch(url) is not None and any(map(_expression(pattern).fullmatch, candidates))


@lru_cache(maxsize=256)
def _expression(pattern: str) -> re.Pattern[str]:
    """A pattern of MARQUEE_REDIRECTS: `*` stands for letters but no `.` or `/`, `**` for any, `?` for one of `*`.

    In the host of a web address they stand for letters, digits and hyphens only: nothing there may end the host.
    """
    head = re.match(r"https?://[^/]*", pattern)
    end = head.end() if head else 0
    return re.compile(_translated(pattern[:end], "[a-z0-9-]") + _translated(pattern[end:], "[^./]"))


def _translated(pattern: str, letter: str) -> str:
    wildcards = {"**": ".*", "*": f"{letter}*", "?": letter}
    parts = re.split(r"(\*\*|\*|\?)", pattern)
    return "".join(wildcards.get(part, re.escape(part)) for part in parts)


def with_query(url: str, values: Mapping[str, str]) -> str:
    """The URL with values added to its query, and without its fragment."""
    url = url.partition("#")[0]
    return f"{url}{'&' if '?' in url else '?'}{urlencode(values)}"


def with_fragment(url: str, values: Mapping[str, str]) -> str:
    """The URL with these values as its fragment."""
    return f"{url.partition('#')[0]}#{urlencode(values)}"
