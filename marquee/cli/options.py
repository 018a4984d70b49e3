"""The options and arguments that several commands have."""

import os

import click

from marquee import settings
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
    """The settings from the environment and the command line; `overrides` replace variables of the environment."""
    data_dir = click.get_current_context().meta.get(DATA_DIR)
    return settings.load({**os.environ, **overrides}, data_dir)
