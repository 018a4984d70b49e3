"""`marquee user`, `contact` and `artist`: the accounts of the people who work on the site, and their rights."""

import sys
from collections.abc import Callable
from functools import partial

import click
from sqlalchemy import Connection, select

from marquee.auth import accounts, factors, passwords
from marquee.cli.database import upgraded_database, write
from marquee.cli.options import data_dir_option, email_argument, load_settings
from marquee.domain import people
from marquee.domain.notices import notify_all
from marquee.domain.roles import AUTHENTICATED, ROLES
from marquee.domain.tables import music_artists
from marquee.errors import OperatorError
from marquee.web.audit import record_command


@click.group()
@data_dir_option
def user() -> None:
    """Manage accounts."""


@user.command("add")
@email_argument
@click.option("--role", type=click.Choice(ROLES), default=AUTHENTICATED, show_default=True)
@click.option("--password-stdin", is_flag=True, help="Read the password from standard input (required).")
@data_dir_option
def add_user(email: str, role: str, password_stdin: bool) -> None:
    """Add an account and print its id. The password is read from standard input."""
    if not password_stdin:
        raise click.UsageError("Pass --password-stdin, and the password on standard input.")
    password = password_from_stdin()
    passwords.check_policy(password, load_settings().password_minimum)
    with upgraded_database(may_be_new=True) as database:  # the first account may come before the first start
        added = database.write_now(accounts.add, email, passwords.hash_now(password), role)
    click.echo(added.id)
    record_command("user_added", account=added.id, role=role)


@user.command("list")
@data_dir_option
def list_users() -> None:
    """Print the accounts, one per line: id, role, email."""
    for account in write(accounts.everyone):
        click.echo(f"{account.id}  {account.role:<13}  {account.email}")


@user.command("role")
@email_argument
@click.argument("role", type=click.Choice(ROLES))
@data_dir_option
def set_user_role(email: str, role: str) -> None:
    """Make an account an admin (service_role) or an ordinary account (authenticated)."""
    account = _write_for_account(email, lambda connection, id_: people.change(connection, [id_], {"role": role}))
    record_command("role_changed", account=account, role=role)


@user.command("reset-factors")
@email_argument
@data_dir_option
def reset_user_factors(email: str) -> None:
    """Remove an account's second factors and end its sessions, when the device is lost."""
    record_command("factors_reset", account=_write_for_account(email, factors.reset))


@user.command("remove")
@email_argument
@data_dir_option
def remove_user(email: str) -> None:
    """Remove an account and end its sessions. Its artists stay. The last admin cannot be removed."""
    account = _write_for_account(email, lambda connection, id_: people.remove(connection, [id_]))
    record_command("user_removed", account=account)


@click.group()
@data_dir_option
def contact() -> None:
    """Manage music contacts, who may add, edit and delete events."""


@contact.command("add")
@email_argument
@data_dir_option
def add_contact(email: str) -> None:
    """Make an account a music contact."""
    record_command("contact_added", account=_write_for_account(email, partial(_set_contact, is_contact=True)))


@contact.command("remove")
@email_argument
@data_dir_option
def remove_contact(email: str) -> None:
    """Withdraw an account's rights as a music contact."""
    record_command("contact_removed", account=_write_for_account(email, partial(_set_contact, is_contact=False)))


@click.group()
@data_dir_option
def artist() -> None:
    """Manage artists' owners."""


@artist.command("owner")
@click.argument("artist_id")
@email_argument
@data_dir_option
def set_artist_owner(artist_id: str, email: str) -> None:
    """Make an account the first owner of an artist, so that it may edit the profile."""
    account = _write_for_account(email, partial(_set_owner, artist_id=artist_id))
    record_command("owner_changed", account=account, artist=artist_id)


def _set_contact(connection: Connection, user_id: str, *, is_contact: bool) -> None:
    people.change(connection, [user_id], {"is_contact": is_contact})


def _set_owner(connection: Connection, user_id: str, *, artist_id: str) -> None:
    """Set the first owner of an artist, and tell both. Raises OperatorError for an unknown artist, UnprovenEmail."""
    people.require_proven(connection, [user_id])
    before = connection.execute(select(music_artists.c.user_id).where(music_artists.c.id == artist_id)).scalar()
    accounts.set_artist_owner(connection, artist_id, user_id)
    if before != user_id:
        notify_all(connection, people.RIGHTS_CHANGED, [before, user_id])


def _write_for_account(email: str, fn: Callable[[Connection, str], None]) -> str:
    """Run `fn(connection, account_id)` for the account with this email, and return the id. Raises OperatorError."""

    def write_found(connection: Connection) -> str:
        user_id = accounts.require(connection, email).id
        fn(connection, user_id)
        return user_id

    return write(write_found)


def password_from_stdin() -> str:
    """The password on standard input, without line breaks at its end; a person at a terminal is asked for it.

    Raises OperatorError for several lines: nobody could type them to sign in.
    """
    if sys.stdin.isatty():
        typed: str = click.prompt("Password", hide_input=True, confirmation_prompt=True)
        return typed
    try:
        text = sys.stdin.buffer.read().decode("utf-8")
    except UnicodeDecodeError as error:
        raise OperatorError("The password on standard input is not valid UTF-8.") from error
    password = text.rstrip("\r\n")
    if "\n" in password or "\r" in password:
        raise OperatorError("A password is one line: pass no other on standard input.")
    return password
