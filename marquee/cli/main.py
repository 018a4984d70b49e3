"""The `marquee` command: serving the site, and the accounts of the people who work on it."""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Concatenate, ParamSpec, TypeVar

import click
from sqlalchemy import Connection
from sqlalchemy.exc import DatabaseError

from marquee import logs, settings
from marquee.auth import accounts, factors, keys, passwords
from marquee.db.database import Database, open_database
from marquee.db.migrations import migrate
from marquee.errors import MarqueeError, OperatorError
from marquee.settings import Settings
from marquee.web import audit

P = ParamSpec("P")
T = TypeVar("T")

DATA_DIR = "marquee.data_dir"


class _Command(click.Group):
    """The whole command: what goes wrong is one plain sentence on standard error and the exit status 1."""

    def invoke(self, ctx: click.Context) -> object:
        try:
            return super().invoke(ctx)
        except MarqueeError as error:
            click.echo(error.message, err=True)
        except DatabaseError as error:
            click.echo(f"The database cannot be used: {error.orig}.", err=True)
        raise click.exceptions.Exit(1)


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


def _address(_ctx: click.Context, _parameter: click.Parameter, value: str) -> str:
    if "@" not in value or not value.isprintable():
        raise click.BadParameter("this is not an email address")
    return value


email_argument = click.argument("email", callback=_address)


@click.group(cls=_Command)
@data_dir_option
def main() -> None:
    """A website for music artists, with its own data and session service."""
    logs.configure()


@main.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option("--port", default=8000, show_default=True, type=click.IntRange(0, 65535), help="The port to listen on.")
@click.option("--workers", default=1, show_default=True, type=click.IntRange(1), help="The number of server processes.")
@click.option("--demo", is_flag=True, help="Fill an empty database with demonstration content.")
@data_dir_option
def serve(host: str, port: int, workers: int, demo: bool) -> None:
    """Upgrade the database if needed, and serve the site."""
    # Only this command needs the web framework and the page renderer.
    from marquee.cli import serve  # noqa: PLC0415

    serve.serve(_settings(), host, port, workers, demo)


@main.command("keys")
@click.option("--rotate", is_flag=True, help="Sign access tokens with a new key; no one is signed out.")
@click.option("--rotate-secret", is_flag=True, help="Replace the secret API key; the old one stops working at once.")
@data_dir_option
def show_keys(rotate: bool, rotate_secret: bool) -> None:
    """Print the API keys, one per line. A running site picks up new keys within a second."""
    folder = _settings().data_dir
    if rotate:
        keys.rotate_signing_key(folder)
    if rotate_secret:
        keys.rotate_secret(folder)
    found = keys.load_or_create(folder)
    click.echo(f"publishable {found.publishable}\nsecret {found.secret}")


@main.command()
@click.argument("file", type=click.Path(path_type=Path))
@data_dir_option
def backup(file: Path) -> None:
    """Back up the database, the media and the secrets to a new FILE. The site may be running.

    The file is read back and verified. Keep it private: it contains the secrets.
    """
    from marquee.cli import backup  # noqa: PLC0415 - as in `serve`: each command loads what it alone needs

    click.echo(backup.make(_settings(), file))


@main.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--replace", is_flag=True, help="Move the data folder's content aside first, and say where to.")
@data_dir_option
def restore(file: Path, replace: bool) -> None:
    """Verify a backup FILE and restore it. The site must be stopped."""
    from marquee.cli import restore  # noqa: PLC0415

    for kept in restore.restore(_settings(), file, replace=replace):
        click.echo(f"The previous content is in {kept}")
    click.echo(f"Restored {file}")


@main.command()
@click.option(
    "--to", "url", metavar="URL", required=True, help="The empty target database, in the form of MARQUEE_DATABASE_URL."
)
@data_dir_option
def move(url: str) -> None:
    """Copy all rows to another database, SQLite or PostgreSQL, and verify them there.

    The site must be stopped. The old database, media and secrets stay where they are.
    Afterwards set MARQUEE_DATABASE_URL and start the site.
    """
    from marquee.cli import move  # noqa: PLC0415

    target = settings.load({**os.environ, "MARQUEE_DATABASE_URL": url}, _data_dir())
    with _migrated() as source, closing(open_database(target.database_url)) as other:
        source.require_unused()
        counts = move.copy(source, other)
    click.echo("Copied and verified: " + ", ".join(f"{count} {name}" for name, count in counts.items()))


@main.group()
@data_dir_option
def user() -> None:
    """Manage accounts."""


@user.command("add")
@email_argument
@click.option("--role", type=click.Choice(accounts.ROLES), default=accounts.AUTHENTICATED, show_default=True)
@click.option("--password-stdin", is_flag=True, help="Read the password from standard input (required).")
@data_dir_option
def add_user(email: str, role: str, password_stdin: bool) -> None:
    """Add an account and print its id. The password is read from standard input."""
    if not password_stdin:
        raise click.UsageError("Pass --password-stdin, and the password on standard input.")
    password = _password_from_stdin()
    passwords.check_policy(password, _settings().password_minimum)
    added = _write(accounts.add, email, passwords.hash_now(password), role)
    click.echo(added.id)
    _record("user_added", account=added.id, role=role)


@user.command("list")
@data_dir_option
def list_users() -> None:
    """Print the accounts, one per line: id, role, email."""
    for account in _write(accounts.everyone):
        click.echo(f"{account.id}  {account.role:<13}  {account.email}")


@user.command("role")
@email_argument
@click.argument("role", type=click.Choice(accounts.ROLES))
@data_dir_option
def set_user_role(email: str, role: str) -> None:
    """Make an account an admin (service_role) or an ordinary account (authenticated)."""
    changed = _write(accounts.set_role, email, role)
    _record("role_changed", account=changed.id, role=role)


@user.command("reset-factors")
@email_argument
@data_dir_option
def reset_user_factors(email: str) -> None:
    """Remove an account's second factors and end its sessions, when the device is lost."""
    _record("factors_reset", account=_write_for(email, factors.reset))


@user.command("remove")
@email_argument
@data_dir_option
def remove_user(email: str) -> None:
    """Remove an account and end its sessions. Its artists stay."""
    removed = _write(accounts.remove, email)
    _record("user_removed", account=removed.id)


@main.group()
@data_dir_option
def contact() -> None:
    """Manage music contacts, who may add and delete events."""


@contact.command("add")
@email_argument
@data_dir_option
def add_contact(email: str) -> None:
    """Make an account a music contact."""
    _record("contact_added", account=_write_for(email, accounts.add_contact))


@contact.command("remove")
@email_argument
@data_dir_option
def remove_contact(email: str) -> None:
    """Withdraw an account's rights as a music contact."""
    _record("contact_removed", account=_write_for(email, accounts.remove_contact))


@main.group()
@data_dir_option
def artist() -> None:
    """Manage artists' owners."""


@artist.command("owner")
@click.argument("artist_id")
@email_argument
@data_dir_option
def set_artist_owner(artist_id: str, email: str) -> None:
    """Make an account the owner of an artist, so that it may edit the profile."""
    account = _write_for(email, lambda connection, id_: accounts.set_artist_owner(connection, artist_id, id_))
    _record("owner_changed", account=account, artist=artist_id)


def _record(event: audit.Event, **what: str) -> None:
    audit.record(event, audit.COMMAND_LINE, f"uid {os.getuid()}", **what)


def _settings() -> Settings:
    return settings.load(os.environ, _data_dir())


def _data_dir() -> str | None:
    return click.get_current_context().meta.get(DATA_DIR)


def _write(fn: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Run `fn(connection, …)` in one transaction on the migrated database."""
    with _migrated() as database:
        return database.write_now(fn, *args, **kwargs)


def _write_for(email: str, fn: Callable[[Connection, str], None]) -> str:
    """`fn(connection, account id)` for the account of an address, in one transaction; the id. Raises OperatorError."""

    def run(connection: Connection) -> str:
        user_id = accounts.require(connection, email).id
        fn(connection, user_id)
        return user_id

    return _write(run)


@contextmanager
def _migrated() -> Iterator[Database]:
    current = _settings()
    keys.make_data_dir(current.data_dir)
    database = open_database(current.database_url)
    try:
        _migrate(database)
        yield database
    finally:
        database.close()


def _migrate(database: Database) -> None:
    try:
        database.write_now(migrate)
    except OSError as error:
        raise OperatorError(f"The data folder is not writable: {error.strerror} ({error.filename}).") from error


def _password_from_stdin() -> str:
    """Standard input without its last line end."""
    try:
        text = sys.stdin.buffer.read().decode("utf-8")
    except UnicodeDecodeError as error:
        raise OperatorError("The password on standard input is not valid UTF-8.") from error
    return text.removesuffix("\n").removesuffix("\r")
