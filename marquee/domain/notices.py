"""Mails that tell a person what has happened to their account: queued here, written and sent by `auth.mail`."""

from collections.abc import Collection
from uuid import uuid4

from sqlalchemy import Connection, insert, select

from marquee import clock
from marquee.domain.tables import mail_requests, users


def queue_mail(
    connection: Connection, kind: str, email: str, user_id: str | None = None, **columns: str | None
) -> None:
    """Queue a mail of this kind, without any limit: a notice is about a change that was made.

    `user_id` is None where the address alone says whose it is, or the account is gone; `columns` are further ones of
    its row.
    """
    now = clock.timestamp()
    row = {"id": str(uuid4()), "kind": kind, "address": email, "user_id": user_id, **columns}
    connection.execute(insert(mail_requests).values(**row, created_at=now, next_attempt_at=now))


def notify_all(connection: Connection, kind: str, user_ids: Collection[str | None]) -> None:
    """`queue_mail` for the owners of these accounts; None is nobody's."""
    if not user_ids:
        return
    for id_, email in connection.execute(select(users.c.id, users.c.email).where(users.c.id.in_(user_ids))).all():
        queue_mail(connection, kind, email, id_)
