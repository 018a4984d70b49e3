"""Security headers: what responses forbid to browsers. See docs/decisions/0016-security-headers-follow-the-url.md."""

from base64 import b64encode
from collections.abc import Iterable
from hashlib import sha256
from urllib.parse import urlsplit

Headers = tuple[tuple[bytes, bytes], ...]

HSTS = (b"strict-transport-security", b"max-age=31536000")
# For responses that are not pages: opened on their own they load nothing, and no site may frame them.
NO_PAGE_POLICY = (b"content-security-policy", b"default-src 'none'; frame-ancestors 'none'")

ALWAYS: Headers = (
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"strict-origin-when-cross-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"x-frame-options", b"DENY"),
)


def security_headers(base_url: str = "") -> Headers:
    """The headers of every response of a site at this URL. A site on HTTPS tells browsers never to use HTTP again."""
    return (*ALWAYS, HSTS) if _is_https(base_url) else ALWAYS


def page_policy(base_url: str, *, scripts: Iterable[str] = (), styles: Iterable[str] = ()) -> str:
    """The content security policy of a page. Pictures may come from anywhere; at an HTTPS site, by HTTPS only.

    `scripts` and `styles` are the texts that stand in the page: they are allowed by their hash, and no others.
    """
    pictures = "https:" if _is_https(base_url) else "https: http:"
    directives = [
        "default-src 'none'",
        " ".join(("script-src 'self'", *map(_hash, scripts))),
        " ".join(("style-src 'self'", *map(_hash, styles))),
        "font-src 'self'",
        f"img-src 'self' {pictures} data:",
        "connect-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
        "trusted-types 'none'",
    ]
    if _is_https(base_url):
        directives.append("upgrade-insecure-requests")
    return "; ".join(directives)


def _hash(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


def _is_https(base_url: str) -> bool:
    return urlsplit(base_url).scheme == "https"
