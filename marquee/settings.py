"""Every setting once: its environment variable, default and help; refuses what is unsafe or unreadable."""

import ipaddress
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import NamedTuple
from urllib.parse import SplitResult, parse_qsl, unquote, urlsplit
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from marquee.errors import SettingsError

DATABASE_NAME = "marquee.sqlite3"
"""Of the database in the data folder."""

Networks = tuple[ipaddress.IPv4Network | ipaddress.IPv6Network, ...]


class Setting(NamedTuple):
    """One line of the table below: what `docs/settings.md` shows and `load` reads."""

    name: str
    default: str
    help: str


SETTINGS = (
    Setting(
        "MARQUEE_DATA_DIR",
        "./data",
        "The folder for the database, the media and the generated secrets. `--data-dir` takes precedence.",
    ),
    Setting(
        "MARQUEE_DATABASE_URL",
        "",
        "The database: `sqlite:///path/to/file`, or `postgresql://user:password@host/name`, which several servers can "
        "share, with libpq's `sslmode`, `sslrootcert`, `sslcert` and `sslkey` for TLS. "
        "Default: `marquee.sqlite3` in the data folder.",
    ),
    Setting(
        "MARQUEE_BASE_URL",
        "",
        "The site's public URL, such as `https://undercard.example`. Default: the address it listens on; a site that "
        "listens on every address (`0.0.0.0`) mails no links until this is set.",
    ),
    Setting(
        "MARQUEE_TIMEZONE",
        "",
        "The site's time zone, such as `Europe/Berlin`; it decides what today is. Default: the server's.",
    ),
    Setting("MARQUEE_SITE_NAME", "Marquee", "The site's name, until an admin gives it one in the panel."),
    Setting(
        "MARQUEE_SECURITY_CONTACT",
        "",
        "Where to report security flaws, a `mailto:` or `https:` URL for `/.well-known/security.txt`. "
        "Default: there is no such file.",
    ),
    Setting(
        "MARQUEE_PASSWORD_MINIMUM",
        "15",
        "The minimum length of new passwords, from 8 to 64. Below 15, a password should not be the only factor.",
    ),
    Setting(
        "MARQUEE_TRUSTED_PROXIES",
        "",
        "Proxies in front of the site, as comma-separated IP addresses or networks: `127.0.0.1, 10.0.0.0/8`. "
        "Only their `X-Forwarded-For` is trusted.",
    ),
    Setting(
        "MARQUEE_ALLOWED_ORIGINS",
        "",
        "Other sites whose pages may read the data and the calendars in a browser, with the publishable key: "
        "comma-separated origins such as `https://label.example`. Default: none.",
    ),
    Setting(
        "MARQUEE_SMTP_URL",
        "",
        "The mail server: `smtp://user:password@host:port`, or `smtps://` for TLS from the start. A server on another "
        "machine must offer TLS and have a valid certificate. "
        "Default: mail is written to `outbox/` in the data folder.",
    ),
    Setting(
        "MARQUEE_MAIL_FROM",
        "",
        "The sender of mail. Default: `noreply@` the site's host.",
    ),
    Setting("MARQUEE_SIGNUP", "off", "`on` lets anyone create an account, without rights, by confirming their email."),
    Setting(
        "MARQUEE_REQUIRE_SECOND_FACTOR",
        "off",
        "`admins`: accounts of the role `service_role` have an admin's rights only once they have a second factor.",
    ),
    Setting("MARQUEE_SESSION_IDLE_DAYS", "30", "A session that was not used for so many days ends."),
    Setting("MARQUEE_SESSION_MAX_DAYS", "180", "A session ends so many days after its sign-in, however it is used."),
    Setting(
        "MARQUEE_HOT_PATH",
        "on",
        "`off` sends every request through the whole application: slower, but otherwise the same.",
    ),
)


@dataclass(frozen=True)
class MailServer:
    """`is_tls`: the connection begins with TLS. An empty `user` does not sign in."""

    host: str
    port: int
    is_tls: bool
    user: str
    password: str = field(repr=False)


@dataclass(frozen=True)
class Settings:
    """What `load` read. `base_url` has no trailing slash and is empty when unset."""

    data_dir: Path
    database_url: str = field(repr=False)
    base_url: str
    timezone: ZoneInfo
    site_name: str
    security_contact: str = ""
    password_minimum: int = 15
    trusted_proxies: Networks = ()
    allowed_origins: tuple[str, ...] = ()
    mail_server: MailServer | None = None
    mail_from: str = ""
    has_signup: bool = False
    admins_need_factor: bool = False
    session_idle: timedelta = timedelta(days=30)
    session_longest: timedelta = timedelta(days=180)
    has_hot_path: bool = True


def load(environ: Mapping[str, str], data_dir: str | None = None) -> Settings:
    """Read the settings from the environment; `data_dir` is the command line's.

    Raises SettingsError with a plain sentence that names the variable.
    """
    values = {setting.name: _read(setting, environ) for setting in SETTINGS}
    folder = Path(data_dir or values["MARQUEE_DATA_DIR"])
    return Settings(
        data_dir=folder,
        database_url=_database_url(values["MARQUEE_DATABASE_URL"], folder),
        base_url=_base_url(values["MARQUEE_BASE_URL"]),
        timezone=_timezone(values["MARQUEE_TIMEZONE"]),
        site_name=values["MARQUEE_SITE_NAME"],
        security_contact=_contact(values["MARQUEE_SECURITY_CONTACT"]),
        password_minimum=_password_minimum(values["MARQUEE_PASSWORD_MINIMUM"]),
        trusted_proxies=_proxies(values["MARQUEE_TRUSTED_PROXIES"]),
        allowed_origins=_origins(values["MARQUEE_ALLOWED_ORIGINS"]),
        mail_server=_mail_server(values["MARQUEE_SMTP_URL"]),
        mail_from=_mail_from(values["MARQUEE_MAIL_FROM"]),
        has_signup=_switch("MARQUEE_SIGNUP", values["MARQUEE_SIGNUP"]),
        admins_need_factor=_admins_need_factor(values["MARQUEE_REQUIRE_SECOND_FACTOR"]),
        session_idle=_days("MARQUEE_SESSION_IDLE_DAYS", values["MARQUEE_SESSION_IDLE_DAYS"]),
        session_longest=_days("MARQUEE_SESSION_MAX_DAYS", values["MARQUEE_SESSION_MAX_DAYS"]),
        has_hot_path=_switch("MARQUEE_HOT_PATH", values["MARQUEE_HOT_PATH"]),
    )


def is_wildcard(url: str) -> bool:
    """Whether a URL is a listener's on every address, such as `http://0.0.0.0:8000`, to which no link can lead."""
    try:
        return ipaddress.ip_address(urlsplit(url).hostname or "").is_unspecified
    except ValueError:
        return False


def sender_address(current: Settings, base_url: str) -> str:
    """Where mail comes from, for a site that is reached at `base_url`."""
    if current.mail_from:
        return current.mail_from
    host = urlsplit(base_url).hostname or "localhost"
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return f"noreply@{host}"
    return "noreply@localhost"


def _read(setting: Setting, environ: Mapping[str, str]) -> str:
    from_file = environ.get(f"{setting.name}_FILE")
    if from_file:
        try:
            return Path(from_file).read_text(encoding="utf-8").strip()
        except (OSError, UnicodeDecodeError) as error:
            raise SettingsError(f"{setting.name}_FILE names a file that cannot be read: {from_file}") from error
    return environ.get(setting.name, "").strip() or setting.default


def _database_url(url: str, folder: Path) -> str:
    if not url:
        return f"sqlite:///{folder / DATABASE_NAME}"
    if url.startswith("postgres://"):  # as some hosts hand it out
        url = "postgresql" + url.removeprefix("postgres")
    if url.removeprefix("sqlite:///") in ("", url) and not _is_postgresql(url):
        raise SettingsError(
            "MARQUEE_DATABASE_URL must be sqlite:///path/to/file or postgresql://user:password@host/name"
        )
    if _is_postgresql(url):
        _check_parameters(urlsplit(url).query)
    return url


TLS_FILES = ("sslrootcert", "sslcert", "sslkey")
TLS_MODES = ("disable", "allow", "prefer", "require", "verify-ca", "verify-full")
PARAMETERS = ("host", "port", "user", "password", "sslmode", *TLS_FILES)


def _check_parameters(query: str) -> None:
    """What follows the name of a PostgreSQL database, in the words of libpq (PostgreSQL, 34.1.2)."""
    values = dict(parse_qsl(query, keep_blank_values=True))
    for name, value in values.items():
        if name not in PARAMETERS or not value:
            known = ", ".join(PARAMETERS)
            raise SettingsError(f"MARQUEE_DATABASE_URL has {name} after its ?, where only {known} may have a value")
    mode = values.get("sslmode", "prefer")
    if mode not in TLS_MODES:
        raise SettingsError(f"MARQUEE_DATABASE_URL must have one of {', '.join(TLS_MODES)} as its sslmode")
    if "sslrootcert" in values and mode in ("disable", "allow", "prefer"):
        raise SettingsError("MARQUEE_DATABASE_URL needs sslmode=verify-full beside sslrootcert, or nothing is checked")
    for name in TLS_FILES:
        if name in values and not os.access(values[name], os.R_OK):
            raise SettingsError(f"MARQUEE_DATABASE_URL names a file that cannot be read: {name}={values[name]}")


def _is_postgresql(url: str) -> bool:
    try:
        parts = urlsplit(url)
        return parts.scheme == "postgresql" and parts.port != 0 and len(parts.path) > 1
    except ValueError:
        return False


def _base_url(url: str) -> str:
    if not url:
        return ""
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.path.strip("/") or parts.query:
        raise SettingsError("MARQUEE_BASE_URL must be a URL without a path, such as https://undercard.example")
    if is_wildcard(url):
        raise SettingsError("MARQUEE_BASE_URL must be where visitors find the site: no link leads to every address")
    return url.rstrip("/")


def _timezone(name: str) -> ZoneInfo:
    name = name or _server_zone_name()
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError) as error:
        raise SettingsError(f"MARQUEE_TIMEZONE is not a known time zone: {name}") from error


def _contact(address: str) -> str:
    """One URI without spaces: it becomes a line of its own. Source: RFC 9116, 2.5.3."""
    if address and not re.fullmatch(r"mailto:[!-~]+@[!-~]+|https://[!-~]+", address):
        raise SettingsError("MARQUEE_SECURITY_CONTACT must be a mailto: or https: URL")
    return address


def _password_minimum(number: str) -> int:
    """From 8, below which guessing is a matter of time, to 64, which must be enough. Source: NIST SP 800-63B-4."""
    if not re.fullmatch(r"[0-9]{1,2}", number) or not 8 <= int(number) <= 64:
        raise SettingsError("MARQUEE_PASSWORD_MINIMUM must be a number from 8 to 64")
    return int(number)


def _proxies(networks: str) -> Networks:
    try:
        return tuple(ipaddress.ip_network(part.strip()) for part in networks.split(",") if part.strip())
    except ValueError as error:
        raise SettingsError(
            f"MARQUEE_TRUSTED_PROXIES must be comma-separated IP addresses or networks: {error}"
        ) from error


def _origins(origins: str) -> tuple[str, ...]:
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


def _mail_server(url: str) -> MailServer | None:
    if not url:
        return None
    parts = urlsplit(url)
    port = _port(parts, {"smtp": 587, "smtps": 465}.get(parts.scheme))
    if port is None or not parts.hostname or parts.path.strip("/") or parts.query or parts.fragment:
        # Without the value: it holds a password.
        raise SettingsError("MARQUEE_SMTP_URL must have the form smtp://user:password@host:port")
    user, password = unquote(parts.username or ""), unquote(parts.password or "")
    return MailServer(parts.hostname, port, parts.scheme == "smtps", user, password)


def _port(parts: SplitResult, default: int | None) -> int | None:
    try:
        return default and (parts.port or default)
    except ValueError:
        return None


def _mail_from(address: str) -> str:
    if address and not re.fullmatch(r"[A-Za-z0-9._+-]+@[A-Za-z0-9.-]+", address):
        raise SettingsError("MARQUEE_MAIL_FROM must be a plain email address such as noreply@undercard.example")
    return address


def _switch(name: str, value: str) -> bool:
    if value not in ("on", "off", "1", "0"):
        raise SettingsError(f"{name} must be on or off")
    return value in ("on", "1")


def _admins_need_factor(value: str) -> bool:
    if value not in ("admins", "off"):
        raise SettingsError("MARQUEE_REQUIRE_SECOND_FACTOR must be admins or off")
    return value == "admins"


def _days(name: str, number: str) -> timedelta:
    if not re.fullmatch(r"[1-9][0-9]{0,3}", number):
        raise SettingsError(f"{name} must be a number of days, from 1 to 9999")
    return timedelta(days=int(number))


def _server_zone_name() -> str:
    """The zone's IANA name from the places where Linux and macOS keep it; UTC when neither says."""
    try:
        target = str(Path("/etc/localtime").resolve(strict=True))
        if match := re.search(r"zoneinfo/(?:posix/)?(.+)$", target):
            return match[1]
        return Path("/etc/timezone").read_text(encoding="ascii").strip() or "UTC"
    except (OSError, UnicodeDecodeError):
        return "UTC"
