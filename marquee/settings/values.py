"""What the text of each setting means. Every reader raises SettingsError for what is unsafe or unreadable."""

import ipaddress
import re
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from urllib.parse import SplitResult, unquote, urlsplit
from zoneinfo import ZoneInfo

from marquee import clock
from marquee.domain_names import in_ascii
from marquee.errors import SettingsError
from marquee.settings.database_url import ENCODED

Networks = tuple[ipaddress.IPv4Network | ipaddress.IPv6Network, ...]


@dataclass(frozen=True)
class MailServer:
    """`is_tls`: the connection begins with TLS. An empty `user` does not sign in."""

    host: str
    port: int
    is_tls: bool
    user: str
    password: str = field(repr=False)


def timezone(name: str) -> ZoneInfo:
    name = name or _server_zone_name()
    if name not in clock.zones():
        raise SettingsError(f"MARQUEE_TIMEZONE is not a known time zone: {name}")
    return ZoneInfo(name)


def contact(address: str) -> str:
    """One URI without spaces: it becomes a line of its own. Source: RFC 9116, 2.5.3."""
    if address and not re.fullmatch(r"mailto:[!-~]+@[!-~]+|https://[!-~]+", address):
        raise SettingsError("MARQUEE_SECURITY_CONTACT must be a mailto: or https: URL")
    return address


def password_minimum(number: str) -> int:
    """From 8, below which guessing is a matter of time, to 64, which must be enough. Source: NIST SP 800-63B-4."""
    if not re.fullmatch(r"[0-9]{1,2}", number) or not 8 <= int(number) <= 64:
        raise SettingsError("MARQUEE_PASSWORD_MINIMUM must be a number from 8 to 64")
    return int(number)


def proxies(networks: str) -> Networks:
    try:
        return tuple(ipaddress.ip_network(part.strip()) for part in networks.split(",") if part.strip())
    except ValueError as error:
        raise SettingsError(
            f"MARQUEE_TRUSTED_PROXIES must be comma-separated IP addresses or networks: {error}"
        ) from error


def origins(origins: str) -> tuple[str, ...]:
    """As browsers send them, so that they can be compared byte for byte. Source: RFC 6454, 6.2."""
    found = tuple(part.strip() for part in origins.split(",") if part.strip())
    for origin in found:
        if not re.fullmatch(r"https?://(?:[a-z0-9.-]+|\[[0-9a-f:]+\])(?::[1-9][0-9]{0,4})?", origin):
            raise SettingsError(
                f"MARQUEE_ALLOWED_ORIGINS must be comma-separated origins such as https://label.example, not {origin}"
            )
        if (origin.partition(":")[0], origin.rpartition(":")[2]) in (("http", "80"), ("https", "443")):
            raise SettingsError(f"MARQUEE_ALLOWED_ORIGINS must be without the default port: {origin}")
    return found


_HOST = r"(?:(?:[a-z0-9?-]|\*(?!\*))+\.)*(?:[a-z0-9-]+\.[a-z0-9-]+|localhost)(?::[1-9][0-9]{0,4})?"
"""With wildcards in all but its last two labels."""
_REDIRECT = re.compile(
    rf'https?://{_HOST}(?:/[!"$-\[\]-~]*)?'
    # Of an app. Browsers run or show what follows these names.
    r'|(?!(?:https?|javascript|data|vbscript|blob|file|about):)[a-z][a-z0-9+.-]*://[!"$-\[\]-~]*'
)


def redirects(addresses: str) -> tuple[str, ...]:
    """Patterns of absolute addresses without fragments, whose wildcards `auth.redirects` knows."""
    found = tuple(part.strip() for part in addresses.split(",") if part.strip())
    for address in found:
        if not _REDIRECT.fullmatch(address):
            raise SettingsError(
                "MARQUEE_REDIRECTS must be comma-separated addresses such as io.example.app://login or "
                f"https://app.example/**, not {address}"
            )
    return found


def mail_server(url: str) -> MailServer | None:
    if not url:
        return None
    try:
        url.encode()
        return _mail_server(urlsplit(url))
    except ValueError as error:
        # Without the value: it holds a password.
        raise SettingsError(f"MARQUEE_SMTP_URL must have the form smtp://user:password@host:port. {ENCODED}") from error


def _mail_server(parts: SplitResult) -> MailServer:
    """Raises ValueError, also for an escape that is not UTF-8."""
    default = {"smtp": 587, "smtps": 465}.get(parts.scheme)
    host = parts.hostname or ""
    is_host = in_ascii(host.removesuffix("."))
    if default is None or not is_host or parts.path.strip("/") or parts.query or parts.fragment:
        raise ValueError("not a mail server's")
    user, password = (unquote(part or "", errors="strict") for part in (parts.username, parts.password))
    return MailServer(host, parts.port or default, parts.scheme == "smtps", user, password)


def mail_from(address: str) -> str:
    """With its domain in ASCII, which every mail server knows."""
    local, at, domain = address.rpartition("@")
    address = f"{local}{at}{in_ascii(domain) or domain}"
    if address and not re.fullmatch(r"[A-Za-z0-9._+-]+@[A-Za-z0-9.-]+", address):
        raise SettingsError("MARQUEE_MAIL_FROM must be a plain email address such as noreply@undercard.example")
    return address


def switch(name: str, value: str) -> bool:
    if value not in ("on", "off", "1", "0"):
        raise SettingsError(f"{name} must be on or off")
    return value in ("on", "1")


def admins_need_factor(value: str) -> bool:
    if value not in ("admins", "off"):
        raise SettingsError("MARQUEE_REQUIRE_SECOND_FACTOR must be admins or off")
    return value == "admins"


def days(name: str, number: str) -> timedelta:
    if not re.fullmatch(r"[1-9][0-9]{0,3}", number):
        raise SettingsError(f"{name} must be a number of days, from 1 to 9999")
    return timedelta(days=int(number))


def _server_zone_name() -> str:
    """The zone's IANA name from the places where Linux and macOS keep it; UTC when neither says."""
    try:
        target = str(Path("/etc/localtime").resolve(strict=True))
        if match := re.search(r"zoneinfo/(?:posix/|right/)?(.+)$", target):
            return match[1]
        return Path("/etc/timezone").read_text(encoding="ascii").strip() or "UTC"
    except (OSError, UnicodeDecodeError):
        return "UTC"
