"""Where a followed link may lead: only to this site. No I/O."""

import re
from collections.abc import Mapping
from urllib.parse import urlencode

MAX_LENGTH = 2048
# What may follow the origin in a URL: no spaces, control characters, backslashes or letters beyond ASCII.
_REST = re.compile(r"(?:[/?#][!-\[\]-~]*)?")


def allowed(requested: str | None, base_url: str) -> str:
    """The requested URL if it begins with this site's exact origin, else the site's own URL.

    It is compared as a string: what no parser took apart, no two parsers can understand differently.
    """
    if requested is None or len(requested) > MAX_LENGTH or not requested.startswith(base_url):
        return base_url
    return requested if _REST.fullmatch(requested[len(base_url) :]) else base_url


def with_query(url: str, values: Mapping[str, str]) -> str:
    """The URL with values added to its query, and without its fragment."""
    url = url.partition("#")[0]
    return f"{url}{'&' if '?' in url else '?'}{urlencode(values)}"


def with_fragment(url: str, values: Mapping[str, str]) -> str:
    """The URL with these values as its fragment."""
    return f"{url.partition('#')[0]}#{urlencode(values)}"
