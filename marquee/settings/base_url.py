"""The site's own URL: which texts are one, in the one form that links, Host and Origin are compared with."""

import ipaddress
import re
from typing import NoReturn
from urllib.parse import SplitResult, urlsplit

from marquee.domain_names import in_ascii
from marquee.errors import SettingsError

DEFAULT_PORTS = {"http": 80, "https": 443}

_LABEL = r"(?!-)[a-z0-9_-]{1,63}(?<!-)"
_HOST = re.compile(rf"{_LABEL}(?:\.{_LABEL})*")
_IPV4 = re.compile(r"(?:.*\.)?(?:[0-9]+|0x[0-9a-f]*)")
"""What browsers take for an address, and write in its usual form. Source: URL Standard, 3.5, "ends in a number"."""


def is_wildcard(url: str) -> bool:
    """Whether a URL is a listener's on every address, such as `http://0.0.0.0:8000`, to which no link can lead."""
    try:
        return ipaddress.ip_address(urlsplit(url).hostname or "").is_unspecified
    except ValueError:
        return False


def base_url(url: str) -> str:
    """Scheme and host, and the port if it is not the scheme's own: in lower case, an international domain in ASCII."""
    if not url:
        return ""
    if any(letter.isspace() or not letter.isprintable() for letter in url):
        _refuse("it has a blank in it")
    try:
        parts = urlsplit(url)
    except ValueError:
        _refuse("it has a [ or ] that is not around an IPv6 address")
    if parts.scheme not in DEFAULT_PORTS:
        _refuse("it does not begin with https:// or http://")
    if "@" in parts.netloc:
        _refuse("it has a user or a password in it, and everybody sees it")
    for sign, what in {"?": "a query", "#": "a fragment"}.items():
        if sign in url:
            _refuse(f"it has {what}")
    if parts.path.strip("/"):
        _refuse("it has a path")
    host, port = _host(parts.hostname or ""), _port(parts)
    if is_wildcard(f"//{host}"):
        raise SettingsError("MARQUEE_BASE_URL must be where visitors find the site: no link leads to every address")
    return f"{parts.scheme}://{host}" + ("" if port in (None, DEFAULT_PORTS[parts.scheme]) else f":{port}")


def _host(name: str) -> str:
    """As it stands in a URL: an address of IPv6 in brackets, a name in ASCII."""
    if ":" in name:
        return f"[{_address(name)}]"
    host = name.lower() if name.isascii() else in_ascii(name) or ""
    if not _HOST.fullmatch(host):
        _refuse(f"{name} is no name of a host" if name else "it has no host")
    return _address(host) if _IPV4.fullmatch(host) else host


def _address(text: str) -> str:
    """In its usual form, and without a zone, which only the machine itself knows."""
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        address = None
    if address is None or "%" in text:
        _refuse(f"{text} is no IP address of a site")
    return str(address)


def _port(parts: SplitResult) -> int | None:
    try:
        port = parts.port
    except ValueError:
        port = 0
    if port == 0:
        _refuse("its port is not a number from 1 to 65535")
    return port


def _refuse(why: str) -> NoReturn:
    raise SettingsError(f"MARQUEE_BASE_URL must be a URL without a path, such as https://undercard.example: {why}")
