"""Where a followed link may lead: to this site and nowhere else. Pure. Source: wire.md sections 1.3 and 6.28."""

import re
from collections.abc import Mapping
from urllib.parse import urlencode

MOST = 2048
# What is left of an address behind its origin: no space, control character, backslash or foreign letter.
_REST = re.compile(r"(?:[/?#][!-\[\]-~]*)?")


def allowed(asked: str | None, base_url: str) -> str:
    """The address asked for when it begins with this site's very own origin, else the site's.

    It is compared as it is written: what no parser took apart, no two parsers can understand differently.
    """
    if asked is None or len(asked) > MOST or not asked.startswith(base_url):
        return base_url
    return asked if _REST.fullmatch(asked[len(base_url) :]) else base_url


def with_query(url: str, values: Mapping[str, str]) -> str:
    """The address with values added to its query; its fragment goes."""
    url = url.partition("#")[0]
    return f"{url}{'&' if '?' in url else '?'}{urlencode(values)}"


def with_fragment(url: str, values: Mapping[str, str]) -> str:
    """The address with values as its fragment."""
    return f"{url.partition('#')[0]}#{urlencode(values)}"
