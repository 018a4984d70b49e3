"""Requests for mail: rows that are written the same way whether or not anybody has the address."""

import math
from datetime import datetime, timedelta
from typing import Any
from uuid import uuid4

from sqlalchemy import Connection, Row, and_, delete, func, insert, or_, select, update

from marquee import clock
from marquee.auth.pkce import Challenge
from marquee.domain.tables import flow_states, mail_requests, one_time_tokens
from marquee.errors import AuthError, TooManyRequests

# An address gets one mail of a kind in this time, whether or not it has an account. Of a kind: who asks for magic links
# to somebody else's address must not keep that person from choosing a new password.
INTERVAL = timedelta(minutes=1)
# Which of the two is written depends on there being an account: their intervals must not tell.
SIGNING_UP = ("signup", "account_exists")
PENDING_MOST = 1000

PAUSES = tuple(timedelta(minutes=minutes) for minutes in (1, 5, 15, 60, 180, 360))
"""Between attempts; after the last one the mail is given up."""


def ask(
    connection: Connection,
    kind: str,
    address: str,
    *,
    user_id: str | None = None,
    challenge: Challenge | None = None,
) -> None:
    """Ask for a mail of this kind. What it takes does not depend on anybody's having the address.

    Raises AuthError `over_email_send_rate_limit`: 429 when one was asked for a moment ago, 503 when too many wait.
    """
    _require_interval(connection, kind, address)
    _require_room(connection)
    now = clock.timestamp()
    row = {"id": str(uuid4()), "kind": kind, "address": address, "user_id": user_id}
    if challenge:
        row |= {"code_challenge": challenge.value, "code_challenge_method": challenge.method}
    connection.execute(insert(mail_requests).values(**row, created_at=now, next_attempt_at=now))


def ask_both(connection: Connection, user_id: str, addresses: tuple[str, str], challenge: Challenge | None) -> None:
    """Ask an account's old and new address to confirm the change. Raises as `ask` does."""
    for address in addresses:
        ask(connection, "email_change", address, user_id=user_id, challenge=challenge)


def _require_interval(connection: Connection, kind: str, address: str) -> None:
    alike = SIGNING_UP if kind in SIGNING_UP else (kind,)
    to_address = mail_requests.c.address == address, mail_requests.c.kind.in_(alike)
    asked_at = connection.execute(select(func.max(mail_requests.c.created_at)).where(*to_address)).scalar_one()
    left = timedelta() if asked_at is None else datetime.fromisoformat(asked_at) + INTERVAL - clock.now()
    if left > timedelta():
        seconds = math.ceil(left.total_seconds())
        message = f"For security purposes, you can only request this after {seconds} seconds."
        raise TooManyRequests(seconds, "over_email_send_rate_limit", message)


def _require_room(connection: Connection) -> None:
    waiting = select(func.count()).where(mail_requests.c.next_attempt_at.is_not(None))
    if connection.execute(waiting).scalar_one() >= PENDING_MOST:
        raise AuthError(503, "over_email_send_rate_limit", "Too much mail is waiting, please try again later")


def next_attempt(connection: Connection) -> str | None:
    """When the next mail is due; None when none waits."""
    due: str | None = connection.execute(select(func.min(mail_requests.c.next_attempt_at))).scalar_one()
    return due


def claim(connection: Connection) -> Row[Any] | None:
    """A request that is due, taken so that no other process sends it too: its next attempt is put off first."""
    now = clock.timestamp()
    due = select(mail_requests).where(mail_requests.c.next_attempt_at <= now)
    row = connection.execute(due.order_by(mail_requests.c.next_attempt_at).limit(1)).one_or_none()
    if row is not None:
        pause = PAUSES[min(row.attempts, len(PAUSES) - 1)]
        later = {"attempts": row.attempts + 1, "next_attempt_at": clock.timestamp(clock.now() + pause)}
        connection.execute(update(mail_requests).where(mail_requests.c.id == row.id).values(later))
    return row


def finish(connection: Connection, request_id: str) -> None:
    """Nothing more is to be done about a request."""
    connection.execute(update(mail_requests).where(mail_requests.c.id == request_id).values(next_attempt_at=None))


def stop(connection: Connection, kind: str, user_id: str) -> None:
    """Mail of one kind to one account is not sent any more."""
    theirs = (mail_requests.c.kind == kind) & (mail_requests.c.user_id == user_id)
    connection.execute(update(mail_requests).where(theirs).values(next_attempt_at=None))


def sweep(connection: Connection) -> None:
    """Remove what has no use any more: requests that are done, or of before a restored backup; tokens long expired."""
    yesterday = clock.timestamp(clock.now() - timedelta(days=1))
    a_minute_ago = clock.timestamp(clock.now() - INTERVAL)
    is_done = and_(mail_requests.c.next_attempt_at.is_(None), mail_requests.c.created_at < a_minute_ago)
    connection.execute(delete(mail_requests).where(or_(is_done, mail_requests.c.created_at < yesterday)))
    for table in (one_time_tokens, flow_states):
        connection.execute(delete(table).where(table.c.expires_at < yesterday))
