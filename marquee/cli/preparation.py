"""The database before a site is served: whole, upgraded, and this site's."""

import logging
import time
from contextlib import closing

import click

from marquee import logs
from marquee.auth import accounts
from marquee.auth.secrets import fingerprint
from marquee.auth.secrets.keys import Keys
from marquee.cli.database import require_file, require_site
from marquee.cli.database_mark import had_database
from marquee.cli.demo import fill
from marquee.cli.schema_upgrade import upgrade_database
from marquee.db import integrity
from marquee.db.database import Database
from marquee.db.open_database import open_database, sqlite_path
from marquee.domain.texts import email_forms
from marquee.domain.times.event_times import set_site_zone
from marquee.errors import NotYetThere
from marquee.settings import Settings

PATIENCE_S = 60
LOOK_EVERY_S = 1.0

log = logging.getLogger("marquee")


def prepare(current: Settings, keys: Keys, *, with_demo: bool) -> None:
    """Upgrade the database, fill it if asked to, or say how to begin. Raises OperatorError if it cannot be served."""
    is_new = not had_database(current.data_dir)
    if not is_new:
        require_file(current)
    if path := sqlite_path(current.database_url):
        integrity.require_whole(path)
    with closing(open_database(current.database_url)) as database:
        _wait_for(database)
        if not is_new:
            require_site(current, database)
        upgrade_database(current, database)
        database.write_now(fingerprint.require_own, keys, current.data_dir)
        database.write_now(set_site_zone, current.timezone.key)
        for ids in database.read_now(email_forms.doubled):
            log.warning(
                "two accounts have one email, and only the first can sign in: as an admin, give the other another "
                "email or remove it",
                extra={"accounts": ids},
            )
        if with_demo:
            fill(database, current)
        elif not database.read_now(accounts.everyone):
            click.echo("This site has no accounts yet. Add the first admin with:\n  marquee setup")


def _wait_for(database: Database) -> None:
    """Until the database's server answers: where a machine starts, it may come up after the site."""
    gives_up_at = time.monotonic() + PATIENCE_S
    seldom = logs.Seldom(log)
    while True:
        try:
            database.require_reachable()
        except NotYetThere as error:
            if time.monotonic() > gives_up_at:
                raise
            seldom.warning("waiting up to a minute for the database", reason=error.message)
            time.sleep(LOOK_EVERY_S)
        else:
            return
