"""The admin whom `marquee setup` makes: asked for or told, new or somebody who has an account."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import partial
from typing import Literal, NamedTuple

import click
from sqlalchemy import ColumnElement, Connection, select

from marquee.auth import accounts, passwords
from marquee.auth.accounts import SERVICE_ROLE
from marquee.cli.accounts import password_from_stdin, record
from marquee.cli.database import upgraded_database
from marquee.db.migrations import has_schema
from marquee.db.open_database import open_database, sqlite_path
from marquee.domain import people
from marquee.domain.tables import users
from marquee.domain.texts.emails import normal_email
from marquee.errors import MarqueeError
from marquee.settings import Settings

Made = Literal["user_added", "role_changed"] | None


class FirstAdmin(NamedTuple):
    """Without a password, the account is there already and keeps its own."""

    email: str
    password: str | None


def told_admin(current: Settings, email: str | None, *, password_stdin: bool) -> FirstAdmin | None:
    """The admin of the command line. Raises AuthError for an email that is none or a weak password."""
    if email is None:
        return None
    email = accounts.checked_email(email)
    if _roles(current, email):
        return FirstAdmin(email, None)
    if not password_stdin:
        raise click.UsageError(f"{email} has no account yet: pass --password-stdin, and a password on standard input.")
    password = password_from_stdin()
    passwords.check_policy(password, current.password_minimum)
    return FirstAdmin(email, password)


def ask_for_admin(current: Settings, email: str | None) -> FirstAdmin | None:
    """The admin who is given or, where there is none yet, asked for."""
    if email is None:
        if _roles(current, None):
            return None
        email = click.prompt("Which email will its first admin sign in with", value_proc=_checked_email)
    email = accounts.checked_email(email)
    if _roles(current, email):
        return FirstAdmin(email, None)
    check = partial(_checked_password, current.password_minimum)
    return FirstAdmin(
        email, click.prompt("And which password", hide_input=True, confirmation_prompt=True, value_proc=check)
    )


def make_admin(person: FirstAdmin) -> str:
    """Make the account an admin's, and say so."""
    encoded = passwords.hash_now(person.password) if person.password else None
    with upgraded_database(may_be_new=True) as database:
        event, account = database.write_now(_make, person.email, encoded)
    if event is None:
        return f"{person.email} is an admin already, whose password stays."
    record(event, account=account, role=SERVICE_ROLE)
    return f"{person.email} is an admin now." + ("" if encoded else " The password stays.")


def _make(
    connection: Connection, email: str, encoded: str | None
) -> tuple[Literal["user_added", "role_changed"] | None, str]:
    """What happened, for the audit trail, and the account."""
    there = accounts.find_by_email(connection, email)
    if there is None:
        return "user_added", accounts.add(connection, email, encoded, SERVICE_ROLE).id
    if there.role == SERVICE_ROLE:
        return None, there.id
    people.change(connection, [there.id], {"role": SERVICE_ROLE})
    return "role_changed", there.id


def _roles(current: Settings, email: str | None) -> list[str]:
    """The role of the account with this email; without one, those of all admins. From any schema of ours."""
    path = sqlite_path(current.database_url)
    if path and not path.is_file():
        return []
    is_meant = users.c.email == normal_email(email) if email else users.c.role == SERVICE_ROLE
    with closing(open_database(current.database_url)) as database:
        return database.read_now(_selected, is_meant) if database.read_now(has_schema) else []


def _selected(connection: Connection, is_meant: ColumnElement[bool]) -> list[str]:
    return [*connection.execute(select(users.c.role).where(is_meant)).scalars()]


def _checked_email(text: str) -> str:
    with _said_again():
        return accounts.checked_email(text.strip())


def _checked_password(minimum: int, text: str) -> str:
    with _said_again():
        passwords.check_policy(text, minimum)
    return text


@contextmanager
def _said_again() -> Iterator[None]:
    """What is typed wrong is said, and asked for again."""
    try:
        yield
    except MarqueeError as error:
        raise click.BadParameter(error.message) from error
