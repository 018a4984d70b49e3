"""What an admin can do to accounts: plain functions over the users table, for the calls under `/admin/users`."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from sqlalchemy import Connection, func, select

from marquee import clock
from marquee.auth import accounts, factors
from marquee.auth.accounts import Factor, User
from marquee.domain import notices, people
from marquee.domain.history.changes import run_as
from marquee.domain.roles import AUTHENTICATED
from marquee.domain.tables import users
from marquee.errors import AuthError


@dataclass(frozen=True)
class AccountChanges:
    """What an admin sets on an account. None and empty values leave it as it is; a ban of length zero lifts the ban.

    The email is in its normal form.
    """

    email: str | None
    role: str | None
    password_hash: str | None
    is_confirmed: bool
    ban: timedelta | None
    user_metadata: dict[str, Any]
    app_metadata: dict[str, Any]


def page(connection: Connection, number: int, size: int, part_of_email: str) -> tuple[list[User], int]:
    """One page of the accounts whose email has this part, newest first, and their number. Pages count from 1."""
    wanted = users.c.email.contains(part_of_email.lower(), autoescape=True)
    newest_first = select(users).where(wanted).order_by(users.c.created_at.desc(), users.c.id.desc())
    total = connection.execute(select(func.count()).select_from(users).where(wanted)).scalar_one()
    return accounts.fetch(connection, newest_first.limit(size).offset((number - 1) * size)), total


def get(connection: Connection, user_id: str) -> User:
    """The account with this id. Raises AuthError `user_not_found`."""
    user = accounts.find(connection, user_id)
    if user is None:
        raise AuthError(404, "user_not_found", "User not found")
    return user


def create(connection: Connection, changes: AccountChanges, user_id: str | None) -> User:
    """Create an account. Raises AuthError `email_exists`, `user_already_exists`, 400 without an email."""
    if user_id is not None and accounts.find(connection, user_id):
        raise AuthError(422, "user_already_exists", "A user with this id has already been registered")
    role, columns = changes.role or AUTHENTICATED, {"id": user_id} if user_id else {}
    if changes.ban:
        columns["banned_until"] = _end(changes.ban)
    user = accounts.add(
        connection, changes.email or "", changes.password_hash, role, is_confirmed=changes.is_confirmed, **columns
    )
    return _apply(connection, user.id, changes)


def update(connection: Connection, user_id: str, changes: AccountChanges) -> User:
    """Change an account; a new password ends all of its sessions.

    Raises AuthError `user_not_found`, `email_exists`, LastAdmin, and UnprovenEmail.
    """
    user = get(connection, user_id)
    if changes.email and changes.email != user.email:
        accounts.require_free(connection, changes.email)
        accounts.void_links(connection, user_id)
        accounts.change(connection, user_id, email=changes.email)
        for address in (user.email, changes.email):
            notices.queue_mail(connection, "email_changed", address, user_id)
    if changes.is_confirmed and user.email_confirmed_at is None:
        accounts.change(connection, user_id, email_confirmed_at=clock.timestamp())
    rights: dict[str, Any] = {"role": changes.role} if changes.role else {}
    if changes.ban is not None:
        accounts.void_links(connection, user_id)
        rights["banned_until"] = _end(changes.ban) if changes.ban else None
    people.change(connection, [user_id], rights)
    if changes.password_hash:
        accounts.change_password(connection, user_id, changes.password_hash)
        notices.queue_mail(connection, "password_changed", get(connection, user_id).email, user_id)
    return _apply(connection, user_id, changes)


def remove(connection: Connection, user_id: str) -> None:
    """Delete an account with everything but its artists. Raises AuthError `user_not_found`, and LastAdmin."""
    run_as(connection, None, people.remove, [get(connection, user_id).id])


def remove_factor(connection: Connection, user_id: str, factor_id: str) -> Factor:
    """Remove a factor of an account. Raises AuthError `user_not_found`, `mfa_factor_not_found`."""
    return factors.remove(connection, get(connection, user_id), factor_id)


def _end(ban: timedelta) -> str:
    return clock.timestamp(clock.now() + ban)


def _apply(connection: Connection, user_id: str, changes: AccountChanges) -> User:
    """Set what new and existing accounts have in common."""
    user = get(connection, user_id)
    accounts.change_metadata(connection, user, changes.user_metadata)
    accounts.change_app_metadata(connection, user, changes.app_metadata)
    return get(connection, user_id)
