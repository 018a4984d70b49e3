"""What the site has: its settings, secrets, database and people."""

import os

from sqlalchemy import Connection, func, select

from marquee.auth.secrets import fingerprint, secrets_file
from marquee.cli.database import way_on
from marquee.cli.doctor.finding import Finding, error, ok, warning
from marquee.db import integrity
from marquee.db.database import Database
from marquee.db.migrations import has_schema, revision_before_upgrade
from marquee.db.open_database import describe, sqlite_path
from marquee.domain.people import can_sign_in
from marquee.domain.roles import SERVICE_ROLE
from marquee.domain.tables import users
from marquee.settings import Settings, kept
from marquee.settings.unknown_names import unknown_names
from marquee.version import VERSION


def variables(current: Settings) -> Finding:
    """Whether every name of a setting is one, and the site knows its address."""
    for name, near in unknown_names([*os.environ, *kept.read(current.data_dir)]).items():
        return warning(f"{name} is not a setting, and nothing reads it.", f"Perhaps {near} is meant." if near else "")
    if not current.base_url:
        return warning("The site does not know its own address.", "Run: marquee setup --yes --base-url URL")
    if current.base_url.startswith("https:") and not current.trusted_proxies:
        return warning(
            "Every visitor appears to have the proxy's IP address, in the log and for every limit.",
            "Set MARQUEE_TRUSTED_PROXIES to the address of the proxy.",
        )
    return ok(f"The site is {current.site_name}, at {current.base_url}, in {current.timezone.key}.")


def intact(current: Settings) -> Finding:
    """Whether a SQLite database is there and intact; a server looks after its own. Raises OperatorError."""
    path = sqlite_path(current.database_url)
    if path is None:
        return ok(f"The site is in {describe(current.database_url)}.")
    if not path.is_file():
        return error(f"There is no database at {path}.", way_on(current))
    integrity.require_whole(path)
    return ok(f"The site is in {path}, which is whole.")


def schema(current: Settings, database: Database) -> Finding:
    """Whether the database is that of this version."""
    if not database.read_now(has_schema):
        return error("There is no site in the database.", way_on(current))
    if before := database.read_now(revision_before_upgrade):
        said = f"The database has schema {before}, and is upgraded by the next start or command."
        return warning(said, "See what that does: marquee upgrade --dry-run")
    return ok(f"The database is that of version {VERSION}.")


def secrets(current: Settings, database: Database) -> Finding:
    """Whether the secrets are there, closed to others, and those of the database."""
    path = current.data_dir / secrets_file.FILE_NAME
    if not path.is_file():
        return error(f"There are no secrets in {path}.", fingerprint.WAY_ON)
    keys = secrets_file.read(path)
    if database.read_now(fingerprint.of_database) not in (None, fingerprint.fingerprint(keys)):
        return error(f"The secrets in {path} are not those of the site's database.", fingerprint.WAY_ON)
    return ok(f"The secrets are in {path}.")


def people(_current: Settings, database: Database) -> Finding:
    """Whether somebody can sign in as an admin."""
    if number := database.read_now(_number_of_admins):
        return ok(f"Accounts that can sign in as an admin: {number}.")
    return error("Nobody can sign in as an admin.", "Run: marquee setup --admin EMAIL")


def _number_of_admins(connection: Connection) -> int:
    is_admin = users.c.role == SERVICE_ROLE
    admins = select(func.count()).select_from(users).where(is_admin, can_sign_in())
    return connection.execute(admins).scalar_one()
