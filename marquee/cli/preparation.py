"""The database before a site is served: whole, upgraded, and this site's."""

import click
from sqlalchemy import Connection

from marquee.auth import accounts
from marquee.auth.secrets import fingerprint
from marquee.auth.secrets.keys import Keys
from marquee.cli.demo import fill
from marquee.cli.upgrade import upgrade
from marquee.db import integrity
from marquee.db.open_database import open_database, sqlite_path
from marquee.domain.event_times import set_site_zone
from marquee.settings import Settings


def prepare(current: Settings, keys: Keys, *, with_demo: bool) -> None:
    """Upgrade the database, fill it if asked to, or say how to begin. Raises OperatorError if it cannot be served."""
    if path := sqlite_path(current.database_url):
        integrity.require_whole(path)
    database = open_database(current.database_url)
    try:
        upgrade(current, database)
        database.write_now(fingerprint.require_own, keys, current.data_dir)
        database.write_now(set_site_zone, current.timezone.key)
        if with_demo:
            fill(database, current)
        elif database.write_now(_is_without_accounts):
            click.echo(
                "This site has no accounts yet. Add the first admin with:\n"
                "  marquee user add you@example.com --role service_role --password-stdin"
            )
    finally:
        database.close()


def _is_without_accounts(connection: Connection) -> bool:
    return not accounts.everyone(connection)
