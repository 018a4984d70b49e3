"""The settings of a site, from environment and data folder: `table` lists them, and a module reads each kind."""

import ipaddress
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

from marquee.errors import SettingsError
from marquee.settings import kept, values
from marquee.settings.base_url import base_url
from marquee.settings.database_url import database_url
from marquee.settings.table import DATA_DIR, SETTINGS, Setting
from marquee.settings.values import MailServer, Networks


@dataclass(frozen=True)
class Settings:
    """What `load` read. `base_url` has no trailing slash and is empty when unset.

    `has_database_url`: the database was named, even if as the default would.
    """

    data_dir: Path
    database_url: str = field(repr=False)
    base_url: str
    timezone: ZoneInfo
    site_name: str
    security_contact: str
    password_minimum: int
    trusted_proxies: Networks
    allowed_origins: tuple[str, ...]
    redirects: tuple[str, ...]
    mail_server: MailServer | None
    mail_from: str
    has_signup: bool
    admins_need_factor: bool
    session_idle: timedelta
    session_longest: timedelta
    has_hot_path: bool
    backups: Path | None
    has_database_url: bool


def load(environ: Mapping[str, str], data_dir: str | None = None, there: Mapping[str, str] | None = None) -> Settings:
    """Read the settings from the environment, and from the data folder what `marquee setup` keeps there.

    `data_dir` is the command line's, `there` what would be kept instead. Raises SettingsError with a plain sentence
    that names the variable.
    """
    folder = Path(data_dir or _read(DATA_DIR, environ))
    environ = kept.merged(environ, kept.read(folder) if there is None else there)
    texts = {setting.name: _read(setting, environ) for setting in SETTINGS}
    return Settings(
        data_dir=folder,
        database_url=database_url(texts["MARQUEE_DATABASE_URL"], folder),
        base_url=base_url(texts["MARQUEE_BASE_URL"]),
        timezone=values.timezone(texts["MARQUEE_TIMEZONE"]),
        site_name=texts["MARQUEE_SITE_NAME"],
        security_contact=values.contact(texts["MARQUEE_SECURITY_CONTACT"]),
        password_minimum=values.password_minimum(texts["MARQUEE_PASSWORD_MINIMUM"]),
        trusted_proxies=values.proxies(texts["MARQUEE_TRUSTED_PROXIES"]),
        allowed_origins=values.origins(texts["MARQUEE_ALLOWED_ORIGINS"]),
        redirects=values.redirects(texts["MARQUEE_REDIRECTS"]),
        mail_server=values.mail_server(texts["MARQUEE_SMTP_URL"]),
        mail_from=values.mail_from(texts["MARQUEE_MAIL_FROM"]),
        has_signup=values.switch("MARQUEE_SIGNUP", texts["MARQUEE_SIGNUP"]),
        admins_need_factor=values.admins_need_factor(texts["MARQUEE_REQUIRE_SECOND_FACTOR"]),
        session_idle=values.days("MARQUEE_SESSION_IDLE_DAYS", texts["MARQUEE_SESSION_IDLE_DAYS"]),
        session_longest=values.days("MARQUEE_SESSION_MAX_DAYS", texts["MARQUEE_SESSION_MAX_DAYS"]),
        has_hot_path=values.switch("MARQUEE_HOT_PATH", texts["MARQUEE_HOT_PATH"]),
        has_database_url=bool(texts["MARQUEE_DATABASE_URL"]),
        backups=Path(texts["MARQUEE_BACKUPS"]) if texts["MARQUEE_BACKUPS"] else None,
    )


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
