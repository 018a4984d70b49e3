"""People, as admins, programs and commands change them: what an account may do, and whether it can sign in.

Each is told of it by mail. One admin who can sign in always stays.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any
from uuid import uuid4

from sqlalchemy import ColumnElement, Connection, delete, insert, or_, select, update

from marquee import clock
from marquee.data_errors import LastAdmin, UnprovenEmail
from marquee.domain.constraint_errors import not_null_violation, unfit
from marquee.domain.notices import notify_all, queue_mail
from marquee.domain.roles import ROLES, SERVICE_ROLE
from marquee.domain.tables import (
    flow_states,
    music_contacts,
    music_people,
    music_sessions,
    one_time_tokens,
    users,
)
from marquee.domain.tables.columns import NOW

Values = Mapping[str, Any]

RIGHTS_CHANGED, BANNED, BAN_LIFTED = "rights_changed", "banned", "ban_lifted"
SIGNED_OUT, REMOVED = "signed_out", "account_removed"
"""Kinds of notices (auth/mail/messages.py)."""


def change(connection: Connection, ids: Sequence[str], values: Values) -> None:
    """Set these columns of `music_people`, each for those of the accounts that differ in it.

    Raises LastAdmin, UnprovenEmail, CHECK_VIOLATION, NOT_NULL_VIOLATION.
    """
    _require_valid(values)
    before = _people(connection, ids)

    def set_all() -> None:
        for name, value in values.items():
            differ = [id_ for id_, person in before.items() if person[name] != value]
            _SETTERS[name](connection, differ, value)

    _keeping_an_admin(connection, set_all)


def remove(connection: Connection, ids: Sequence[str]) -> None:
    """Delete accounts with everything but their artists. Raises LastAdmin."""
    people = _people(connection, ids)
    _keeping_an_admin(connection, lambda: connection.execute(delete(users).where(users.c.id.in_(ids))))
    for person in people.values():
        queue_mail(connection, REMOVED, person["email"])


def can_sign_in() -> ColumnElement[bool]:
    """Whose email is confirmed, and who is not blocked now: with a password, or with a mailed link."""
    return users.c.email_confirmed_at.is_not(None) & is_free()


def is_free() -> ColumnElement[bool]:
    """Who is not blocked now."""
    return or_(users.c.banned_until.is_(None), users.c.banned_until <= clock.timestamp())


def require_proven(connection: Connection, ids: Collection[str | None]) -> None:
    """Raises UnprovenEmail if one of the accounts, which are to get rights, has a password but no confirmed email.

    Whoever signed up with somebody else's email would have the rights as soon as that person follows the mailed link.
    """
    if not any(ids):
        return
    is_begun = users.c.email_confirmed_at.is_(None) & users.c.password_hash.is_not(None)
    begun = connection.execute(select(users.c.email).where(users.c.id.in_(ids), is_begun).limit(1)).scalar()
    if begun is not None:
        raise UnprovenEmail(begun)


def _people(connection: Connection, ids: Sequence[str]) -> dict[str, Values]:
    rows = connection.execute(select(music_people).where(music_people.c.id.in_(ids)), {NOW: clock.timestamp()})
    return {row["id"]: dict(row) for row in rows.mappings()}


def _require_valid(values: Values) -> None:
    for name in ("role", "is_contact"):
        if name in values and values[name] is None:
            raise not_null_violation(music_people, name, values)
    if values.get("role", SERVICE_ROLE) not in ROLES:
        raise unfit(music_people, "role", values)


def _keeping_an_admin(connection: Connection, write: Callable[[], object]) -> None:
    """Raises LastAdmin if the write leaves no admin who can sign in. Writers take turns: two cannot do it together."""
    admins = select(users.c.id).where(users.c.role == SERVICE_ROLE, can_sign_in()).limit(1)
    had_one = connection.execute(admins).first()
    write()
    if had_one and connection.execute(admins).first() is None:
        raise LastAdmin


def _set_role(connection: Connection, ids: Sequence[str], role: str) -> None:
    if role == SERVICE_ROLE:
        require_proven(connection, ids)
    _update(connection, ids, role=role)
    notify_all(connection, RIGHTS_CHANGED, ids)


def _set_contact(connection: Connection, ids: Sequence[str], is_contact: bool) -> None:
    if is_contact:
        require_proven(connection, ids)
        for id_ in ids:
            row = {"id": str(uuid4()), "user_id": id_, "created_at": clock.timestamp()}
            connection.execute(insert(music_contacts).values(row))
    else:
        connection.execute(delete(music_contacts).where(music_contacts.c.user_id.in_(ids)))
    notify_all(connection, RIGHTS_CHANGED, ids)


def _set_ban(connection: Connection, ids: Sequence[str], until: str | None) -> None:
    """Set the end of a ban, or lift it: what signed in before, a session or a mailed link, does not when it is over."""
    for table in (music_sessions, one_time_tokens, flow_states):
        connection.execute(delete(table).where(table.c.user_id.in_(ids)))
    _update(connection, ids, banned_until=until)
    is_banned = until is not None and until > clock.timestamp()
    notify_all(connection, BANNED if is_banned else BAN_LIFTED, ids)


def _end_sessions(connection: Connection, ids: Sequence[str], _none: int) -> None:
    connection.execute(delete(music_sessions).where(music_sessions.c.user_id.in_(ids)))
    notify_all(connection, SIGNED_OUT, ids)


def _update(connection: Connection, ids: Sequence[str], **columns: str | None) -> None:
    connection.execute(update(users).where(users.c.id.in_(ids)).values(**columns, updated_at=clock.timestamp()))


_SETTERS: dict[str, Callable[[Connection, Sequence[str], Any], None]] = {
    "role": _set_role,
    "is_contact": _set_contact,
    "banned_until": _set_ban,
    "sessions": _end_sessions,
}
