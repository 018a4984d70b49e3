"""Mails that tell a person what has happened to their account: queued here, written and sent by `auth.mail`."""

from collections.abc import Collection
from uuid import uuid4

from sqlalchemy import Connection, insert, select

from marquee import clock
from marquee.domain.tables import mail_requests, users


def notify(connection: Connection, kind: str, email: str, user_id: str | None) -> None:
    """Queue a notice to the owner of an account. There is no limit: each is about a change that was made.

    `user_id` is None where the account is gone.
    """
    queue_mail(connection, kind, email, user_id=user_id)


def queue_mail(connection: Connection, kind: str, email: str, **columns: str | None) -> None:
    """Queue a mail of this kind, without any limit; `columns` are further columns of its row."""
    now = clock.timestamp()
    row = {"id": str(uuid4()), "kind": kind, "address": email, **columns}
    connection.execute(insert(mail_requests).values(**row, created_at=now, next_attempt_at=now))


def notify_all(connection: Connection, kind: str, user_ids: Collection[str | None]) -> None:
    """`notify` for the owners of these accounts; None is nobody's."""
    if not user_ids:
        return
    for id_, email in connection.execute(select(users.c.id, users.c.email).where(users.c.id.in_(user_ids))).all():
        notify(connection, kind, email, id_)
