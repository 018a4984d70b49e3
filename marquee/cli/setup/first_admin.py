"""The admin whom `marquee setup` makes: asked for or told, new or somebody who has an account."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import partial
from typing import NamedTuple

import click
from sqlalchemy import ColumnElement, Connection, select

from marquee.auth import accounts, passwords
from marquee.cli.accounts import password_from_stdin
from marquee.cli.database import upgraded_database
from marquee.db.migrations import has_schema
from marquee.db.open_database import open_database, sqlite_path
from marquee.domain import people
from marquee.domain.roles import SERVICE_ROLE
from marquee.domain.tables import users
from marquee.domain.texts.emails import normal_email
from marquee.errors import MarqueeError, OperatorError
from marquee.settings import Settings
from marquee.web.audit import Event, record_command

Events = dict[Event, dict[str, str]]


ADMIN = {"role": SERVICE_ROLE}


class FirstAdmin(NamedTuple):
    """Without a password, the account is there already and keeps its own."""

    email: str
    password: str | None


def told_admin(current: Settings, email: str | None, *, password_stdin: bool) -> FirstAdmin | None:
    """The admin of the command line. Raises AuthError for an email that is none or a weak password, OperatorError."""
    if email is None:
        if password_stdin:
            raise click.UsageError("--password-stdin is for the password of --admin.")
        return None
    email = accounts.checked_email(email)
    if has_account(current, email):
        return FirstAdmin(email, None)
    if not password_stdin:
        raise click.UsageError(f"{email} has no account yet: pass --password-stdin, and a password on standard input.")
    password = password_from_stdin()
    passwords.check_policy(password, current.password_minimum)
    return FirstAdmin(email, password)


def ask_for_admin(current: Settings, email: str | None) -> FirstAdmin | None:
    """The admin who is given or, where there is none yet, asked for. Raises as `told_admin` does."""
    if email is None:
        if admins(current):
            return None
        email = click.prompt("The email of its first admin", value_proc=_checked_email)
    email = accounts.checked_email(email)
    if has_account(current, email):
        return FirstAdmin(email, None)
    question = f"A password for them, of at least {current.password_minimum} characters"
    check = partial(_checked_password, current.password_minimum)
    return FirstAdmin(email, click.prompt(question, hide_input=True, confirmation_prompt=True, value_proc=check))


def make_admin(person: FirstAdmin) -> str:
    """Make the account an admin's, and say so."""
    encoded = passwords.hash_now(person.password) if person.password else None
    with upgraded_database(may_be_new=True) as database:
        events, account = database.write_now(_make, person.email, encoded)
    if not events:
        return f"{person.email} is an admin already, whose password stays."
    for event, details in events.items():
        record_command(event, account=account, **details)
    return f"{person.email} is an admin now." + ("" if encoded else " The password stays.")


def admins(current: Settings) -> list[str]:
    """The emails of the admins, from any schema of ours."""
    return [email for email, _ in _accounts(current, users.c.role == SERVICE_ROLE)]


def has_account(current: Settings, email: str) -> bool:
    """Whether somebody has an account with this email, and has proved that it is theirs.

    Raises OperatorError for one that was only begun: whoever began it has chosen its password, if it has one.
    """
    found = _accounts(current, users.c.email == normal_email(email))
    for _, confirmed_at in found:
        if confirmed_at is None:
            raise OperatorError(
                f"{email} has an account that was never confirmed. "
                f"Remove it, and set up the admin again: marquee user remove {email}"
            )
    return bool(found)


def has_site(current: Settings) -> bool:
    """Whether there is a database with a schema of ours."""
    path = sqlite_path(current.database_url)
    if path and not path.is_file():
        return False
    with closing(open_database(current.database_url)) as database:
        return database.read_now(has_schema)


def _make(connection: Connection, email: str, encoded: str | None) -> tuple[Events, str]:
    """What happened, for the audit trail, and the account."""
    there = accounts.find_by_email(connection, email)
    if there is None:
        return {"user_added": ADMIN}, accounts.add(connection, email, encoded, SERVICE_ROLE).id
    events: Events = {}
    if there.role != SERVICE_ROLE:
        people.change(connection, [there.id], ADMIN)
        events["role_changed"] = ADMIN
    if there.is_banned:
        people.change(connection, [there.id], {"banned_until": None})
        events["ban_changed"] = {"until": "none"}
    return events, there.id


Account = tuple[str, str | None]
"""Email, and when that was confirmed."""


def _accounts(current: Settings, is_meant: ColumnElement[bool]) -> list[Account]:
    if not has_site(current):
        return []
    with closing(open_database(current.database_url)) as database:
        return database.read_now(_selected, is_meant)


def _selected(connection: Connection, is_meant: ColumnElement[bool]) -> list[Account]:
    wanted = select(users.c.email, users.c.email_confirmed_at).where(is_meant)
    return [tuple(row) for row in connection.execute(wanted.order_by(users.c.created_at))]


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
