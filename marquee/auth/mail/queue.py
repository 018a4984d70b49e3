"""The queue of mail: requests are rows that are written in the same way whether or not an account has the email."""

import math
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, Row, and_, case, delete, func, literal, or_, select, update

from marquee import clock
from marquee.auth.pkce import CodeChallenge
from marquee.domain.notices import queue_mail
from marquee.domain.tables import flow_states, mail_requests, one_time_tokens
from marquee.errors import AuthError, TooManyRequests

# An email gets one mail of each kind in this time, whether or not it has an account. Kinds are counted apart, so that
# requests for magic links to another person's email do not keep that person from choosing a new password.
INTERVAL = timedelta(minutes=1)
# Which of the two is sent depends on whether there is an account, so they share an interval, which reveals nothing.
SIGN_UP_KINDS = ("signup", "account_exists")
MAX_PENDING = 1000

PAUSES = tuple(timedelta(minutes=minutes) for minutes in (1, 5, 15, 60, 180, 360))
"""The pauses between attempts; after the last one the mail is given up."""


_IS_WAITING = mail_requests.c.next_attempt_at.is_not(None)


class Flow(NamedTuple):
    """What becomes of a mail's link: a code for this challenge, or a session, at this address or at the site."""

    challenge: CodeChallenge | None
    redirect_to: str | None

    def columns(self) -> dict[str, str | None]:
        """What a request keeps of it."""
        value, method = self.challenge or (None, None)
        return {"code_challenge": value, "code_challenge_method": method, "redirect_to": self.redirect_to}


def ask(connection: Connection, kind: str, email: str, flow: Flow, *, user_id: str | None = None) -> None:
    """Queue a mail of this kind. The work done does not depend on whether an account has the email.

    Raises AuthError `over_email_send_rate_limit`: 429 when one was queued a moment ago, 503 when too many wait.
    """
    _require_interval(connection, kind, email)
    _require_room(connection)
    queue_mail(connection, kind, email, user_id, **flow.columns())


def counted_together(kind: str) -> tuple[str, ...]:
    """The kinds that share a limit with this one."""
    return SIGN_UP_KINDS if kind in SIGN_UP_KINDS else (kind,)


def too_soon(wait_s: int) -> TooManyRequests:
    """The refusal of another mail."""
    message = f"For security purposes, you can only request this after {wait_s} seconds."
    return TooManyRequests(wait_s, "over_email_send_rate_limit", message)


def _require_interval(connection: Connection, kind: str, email: str) -> None:
    # A clock that ran ahead, and was corrected since, has said nothing about the last minute.
    is_past = mail_requests.c.created_at <= clock.timestamp(clock.now() + INTERVAL)
    earlier = mail_requests.c.address == email, mail_requests.c.kind.in_(counted_together(kind)), is_past
    last_at = connection.execute(select(func.max(mail_requests.c.created_at)).where(*earlier)).scalar_one()
    left = timedelta() if last_at is None else datetime.fromisoformat(last_at) + INTERVAL - clock.now()
    if left > timedelta():
        raise too_soon(math.ceil(left.total_seconds()))


def _require_room(connection: Connection) -> None:
    waiting = select(func.count()).select_from(mail_requests).where(_IS_WAITING)
    if connection.execute(waiting).scalar_one() >= MAX_PENDING:
        raise AuthError(503, "over_email_send_rate_limit", "Too much mail is queued, please try again later")


def next_attempt(connection: Connection) -> str | None:
    """When the next mail is due; None when none waits."""
    due: str | None = connection.execute(select(func.min(_due_at())).where(_IS_WAITING)).scalar_one()
    return due


def _due_at() -> ColumnElement[str]:
    """When a mail that waits is due: at once where a clock that ran ahead, and was corrected since, had put it off."""
    at, created_at, now = mail_requests.c.next_attempt_at, mail_requests.c.created_at, clock.now()
    was_ahead = or_(created_at > clock.timestamp(now), at > clock.timestamp(now + PAUSES[-1]))
    return case((was_ahead, literal(clock.timestamp(now), at.type)), else_=at)


def claim(connection: Connection) -> Row[Any] | None:
    """Take a request that is due. Its next attempt is postponed first, so that no other process sends it too."""
    now, due_at = clock.timestamp(), _due_at()
    due = select(mail_requests).where(_IS_WAITING, due_at <= now)
    row = connection.execute(due.order_by(due_at).limit(1)).one_or_none()
    if row is not None:
        pause = PAUSES[min(row.attempts, len(PAUSES) - 1)]
        later = {"attempts": row.attempts + 1, "next_attempt_at": clock.timestamp(clock.now() + pause)}
        later["created_at"] = min(row.created_at, now)
        connection.execute(update(mail_requests).where(mail_requests.c.id == row.id).values(later))
    return row


def hold(connection: Connection, request_id: str) -> None:
    """Leave a request that is still being sent to its process for another first pause, unless it was stopped."""
    until = clock.timestamp(clock.now() + PAUSES[0])
    is_sooner = mail_requests.c.next_attempt_at < until
    connection.execute(
        update(mail_requests).where(mail_requests.c.id == request_id, is_sooner).values(next_attempt_at=until)
    )


def finish(connection: Connection, request_id: str) -> None:
    """Mark a request as done: sent, or given up."""
    connection.execute(update(mail_requests).where(mail_requests.c.id == request_id).values(next_attempt_at=None))


def stop(connection: Connection, kind: str, user_id: str) -> None:
    """Drop the queued mail of one kind to one account."""
    queued = (mail_requests.c.kind == kind) & (mail_requests.c.user_id == user_id)
    connection.execute(update(mail_requests).where(queued).values(next_attempt_at=None))


def sweep(connection: Connection) -> None:
    """Delete what is of no more use: requests that are done or a day old (as in a restored backup), expired tokens."""
    yesterday = clock.timestamp(clock.now() - timedelta(days=1))
    a_minute_ago, in_a_minute = (clock.timestamp(clock.now() + by) for by in (-INTERVAL, INTERVAL))
    is_of_this_minute = mail_requests.c.created_at.between(a_minute_ago, in_a_minute)
    is_done = and_(~_IS_WAITING, ~is_of_this_minute)
    connection.execute(delete(mail_requests).where(or_(is_done, mail_requests.c.created_at < yesterday)))
    for table in (one_time_tokens, flow_states):
        connection.execute(delete(table).where(table.c.expires_at < yesterday))
