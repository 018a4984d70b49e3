"""`marquee keys`: prints and replaces the site's secrets."""

import time
from collections.abc import Callable

import click

from marquee.auth.secrets import fingerprint, key_ring, renewal, rotation, secrets_file
from marquee.auth.secrets.keys import Content, Keys
from marquee.cli.database import existing_database, write
from marquee.cli.options import data_dir_option, load_settings
from marquee.web.audit import record_command


@click.group(invoke_without_command=True)
@click.option("--rotate", is_flag=True, help="The same as `keys rotate`.")
@click.option("--rotate-secret", is_flag=True, help="Replace the secret API key; the old one stops working at once.")
@data_dir_option
@click.pass_context
def keys(context: click.Context, rotate: bool, rotate_secret: bool) -> None:
    """Print the API keys, one per line. A running site picks up new keys within a second."""
    if context.invoked_subcommand is not None:
        return
    if rotate:
        _rotate_signing_key()
    if rotate_secret:
        _replace(rotation.with_new_secret)
        record_command("secrets_renewed", which="secret_key")
    _print()


@keys.command("rotate")
@click.option(
    "--all",
    "is_all",
    is_flag=True,
    help="Replace every secret and sign everybody out, for when a backup or secrets.json has leaked.",
)
@data_dir_option
def rotate_keys(is_all: bool) -> None:
    """Sign access tokens with a new key, and print the API keys. Without --all no one is signed out."""
    if is_all:
        _renew_all()
    else:
        _rotate_signing_key()
    _print()


@keys.command("adopt")
@data_dir_option
def adopt_keys() -> None:
    """Make the secrets of this data folder those of the site, and print the API keys.

    For a site whose own secrets are lost: whatever was made with them, such as sessions, mailed links and second
    factors, works no more. Every other server of the site needs a copy of this secrets.json then.
    """
    folder = load_settings().data_dir
    write(lambda connection: fingerprint.adopt(connection, secrets_file.load_or_create(folder)))
    record_command("secrets_renewed", which="adopted")
    _print()


def _rotate_signing_key() -> None:
    _replace(rotation.with_new_signing_key)
    record_command("secrets_renewed", which="signing_key")


def _replace(changed: Callable[[Content], Content]) -> Keys:
    """Within a transaction of the database, so that nothing is replaced while that cannot be told."""
    return write(fingerprint.replace, load_settings().data_dir, changed)


def _renew_all() -> None:
    """First the file, then the database, when every running process has the new secrets: none seals with an old one."""
    folder = load_settings().data_dir
    renewed = _replace(rotation.with_all_new)
    time.sleep(2 * key_ring.LOOK_EVERY_S)
    done = write(renewal.renew, renewed)
    secrets_file.change(folder, rotation.without_former)
    ended = f"{_counted(done.sessions, 'session')} and {_counted(done.links, 'link')}"
    click.echo(f"Ended {ended}, re-encrypted {_counted(done.factors, 'second factor')}.", err=True)
    record_command("secrets_renewed", which="all", **done._asdict())


def _counted(number: int, thing: str) -> str:
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def _print() -> None:
    with existing_database() as (current, database):
        own = fingerprint.own_keys(database.read_now(fingerprint.of_database), current.data_dir)
    click.echo(f"publishable {own.publishable}\nsecret {own.secret}")
