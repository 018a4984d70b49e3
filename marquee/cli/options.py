"""The options and arguments that several commands have."""

import os

import click

from marquee import settings
from marquee.cli.database_mark import ON_POSTGRESQL
from marquee.db.open_database import sqlite_path
from marquee.errors import SettingsError
from marquee.ownership import require_own
from marquee.settings import Settings

DATA_DIR = "marquee.data_dir"


def _remember(ctx: click.Context, _parameter: click.Parameter, value: str | None) -> None:
    if value is not None:
        ctx.meta[DATA_DIR] = value  # shared by the contexts of a command line; the innermost one wins


data_dir_option = click.option(
    "--data-dir",
    metavar="DIR",
    callback=_remember,
    expose_value=False,
    help="The folder for the database, the media and the secrets (default: MARQUEE_DATA_DIR, or ./data).",
)


def _check_email(_ctx: click.Context, _parameter: click.Parameter, value: str) -> str:
    if "@" not in value or not value.isprintable():
        raise click.BadParameter("this is not an email address")
    return value


email_argument = click.argument("email", callback=_check_email)


def load_settings(**overrides: str) -> Settings:
    """The settings from the environment and the command line; `overrides` replace variables of the environment.

    Raises SettingsError, also where a data folder is of a site on PostgreSQL and no database is named: it would be
    another one; and OperatorError where root works on the site of somebody else.
    """
    data_dir = click.get_current_context().meta.get(DATA_DIR)
    current = settings.load({**os.environ, **overrides}, data_dir)
    require_own(current.data_dir)
    if path := sqlite_path(current.database_url):
        require_own(path.parent)
    if not current.has_database_url and (current.data_dir / ON_POSTGRESQL).exists():
        raise SettingsError(
            f"The site in {current.data_dir} is on PostgreSQL, and MARQUEE_DATABASE_URL is not set here. "
            f"Set it as the service has it, or, to use SQLite from now on, to {current.database_url}"
        )
    return current
