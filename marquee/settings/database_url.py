"""The URL of the database: a SQLite file, or PostgreSQL with the parameters that libpq has for it."""

import os
from pathlib import Path
from urllib.parse import parse_qsl, unquote, urlsplit

from marquee.errors import SettingsError

DATABASE_NAME = "marquee.sqlite3"
"""Of the database in the data folder."""

TLS_FILES = ("sslrootcert", "sslcert", "sslkey")
TLS_MODES = ("disable", "allow", "prefer", "require", "verify-ca", "verify-full")
ENCODED = "In a password # is written %23, / %2F, ? %3F, [ %5B, ] %5D, @ %40 and % %25"
PARAMETERS = ("host", "port", "user", "password", "sslmode", *TLS_FILES)


def database_url(url: str, folder: Path) -> str:
    if not url:
        return f"sqlite:///{folder / DATABASE_NAME}"
    if url.startswith("postgres://"):  # as some hosts hand it out
        url = "postgresql" + url.removeprefix("postgres")
    if url.removeprefix("sqlite:///") in ("", url) and not _is_postgresql(url):
        raise SettingsError(
            f"MARQUEE_DATABASE_URL must be sqlite:///path/to/file or postgresql://user:password@host/name. {ENCODED}"
        )
    if _is_postgresql(url):
        _check_parameters(urlsplit(url).query)
    return url


def _check_parameters(query: str) -> None:
    """What follows the name of a PostgreSQL database, in the words of libpq (PostgreSQL, 34.1.2)."""
    values = dict(parse_qsl(query, keep_blank_values=True))
    for name, value in values.items():
        if not name.isidentifier():  # it may be the rest of a password
            raise SettingsError(f"MARQUEE_DATABASE_URL cannot be read after its ?. {ENCODED}")
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
        unquote(url, errors="strict")
        parts = urlsplit(url)
        has_port = parts.port != 0
    except ValueError:
        return False
    has_name = len(parts.path) > 1 and not parts.fragment
    is_encoded = parts.netloc.count("@") < 2 and "@" not in parts.path
    return parts.scheme == "postgresql" and has_port and has_name and is_encoded
