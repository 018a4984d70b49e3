"""Limits on failed sign-ins and on costly calls. Users who know their password rarely meet them.

The counts are in the database, so that every process and server sees the same, and a restart forgets none. Only what
fails is written. None of the limits locks an owner out: docs/decisions/0014-limits-on-failures.md.
"""

import hmac
import math
import unicodedata
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from sqlalchemy import Connection, Row, delete, func, insert, or_, select, update

from marquee import clock
from marquee.auth import known_clients
from marquee.auth.secrets.keys import Keys
from marquee.domain.tables import failures
from marquee.domain.texts.emails import normal_email
from marquee.errors import TooManyRequests


class Limit(NamedTuple):
    """At most `max_count` failures within a span of time, which begins with the first."""

    max_count: int
    within_s: int


PER_ACCOUNT_AND_IP = Limit(10, 5 * 60)
PER_IP = Limit(30, 5 * 60)  # over all accounts
PER_ACCOUNT = Limit(300, 60 * 60)  # over all IP addresses that the account was never used from
OVERALL = Limit(1000, 5 * 60)  # beyond it, the next limit replaces PER_IP
PER_IP_IN_FLOOD = Limit(3, 5 * 60)
# Of mail of one kind to a mailbox, whether or not it has an account; the second one over all IP addresses that the
# account was never used from, so that nobody keeps its owner from mail.
PER_MAILBOX_AND_IP = Limit(5, 3 * 60 * 60)
PER_MAILBOX = Limit(20, 3 * 60 * 60)
# Every call is counted, by IP address; of refreshes and factors only those with an invalid token or code.
CALLS = {
    "refresh": Limit(60, 5 * 60),
    "signup": Limit(30, 5 * 60),
    "recover": Limit(30, 5 * 60),
    "otp": Limit(30, 5 * 60),
    "resend": Limit(30, 5 * 60),
    "user": Limit(60, 5 * 60),
    "email_change": Limit(30, 5 * 60),
    "verify": Limit(30, 5 * 60),
    "challenge": Limit(60, 5 * 60),
    "factor": Limit(30, 5 * 60),
}

MAX_EMAIL_PREFIX = 256  # one character more than any account's email
MAX_ROWS = 100_000
SWEEP_EVERY = Limit(1, 5 * 60)
LONGEST = timedelta(days=1)
"""No limit's span is longer (`wrong_codes.PER_PLACE`)."""


class Bound(NamedTuple):
    """A limit and the key that is counted for it; with `refuses` false it is only counted."""

    key: str
    limit: Limit
    refuses: bool = True


class Attempt(NamedTuple):
    """An attempt to sign in to an account, or to have it sent a mail; it need not exist.

    `client` is what the client's IP address counts as; None where it is not known, so that only the limits on the
    account and on everything apply.
    """

    account: str
    user_id: str | None
    client: str | None


def account_key(email: str, keys: Keys) -> str:
    """A key coarser than `normal_email`: other spellings of an email give no further attempts."""
    normal = unicodedata.normalize("NFKC", normal_email(email[:MAX_EMAIL_PREFIX])).casefold().strip()
    return hmac.digest(keys.refresh_secret, b"failures of " + normal.encode("utf-8", "replace"), "sha256").hex()[:32]


def bounds_of(connection: Connection, attempt: Attempt) -> list[Bound]:
    """The limits that the attempt counts for. Raises TooManyRequests where one that it is under is reached."""
    overall, by_account = Bound("all", OVERALL), Bound(f"account {attempt.account}", PER_ACCOUNT)
    client = attempt.client
    if client is None:
        bounds = [by_account, overall]
    else:
        is_known = known_clients.is_known(connection, attempt.user_id, client)
        in_flood = not is_known and _longest_left_s([overall], _rows(connection, [overall])) > 0
        bounds = [
            Bound(f"account {attempt.account} ip {client}", PER_ACCOUNT_AND_IP),
            Bound(f"ip {client}", PER_IP_IN_FLOOD if in_flood else PER_IP),
            by_account._replace(refuses=not is_known),
            overall._replace(refuses=False),
        ]
    require_free(connection, bounds)
    return bounds


def mail_bounds(connection: Connection, kind: str, attempt: Attempt) -> list[Bound]:
    """The limits on mail of a kind to the mailbox of an account."""
    mailbox, client = f"mail {kind} {attempt.account}", attempt.client
    if client is None:
        return [Bound(mailbox, PER_MAILBOX)]
    is_known = known_clients.is_known(connection, attempt.user_id, client)
    return [Bound(f"{mailbox} ip {client}", PER_MAILBOX_AND_IP), Bound(mailbox, PER_MAILBOX, refuses=not is_known)]


def call_bounds(name: str, client: str | None) -> list[Bound]:
    """The limit of a call; of all clients together where their IP addresses are not known."""
    return [Bound(f"{name} all", OVERALL) if client is None else Bound(f"{name} ip {client}", CALLS[name])]


def require_free(connection: Connection, bounds: Sequence[Bound]) -> None:
    """Raises TooManyRequests where one of the limits is reached."""
    if left_s := wait_s(connection, bounds):
        raise TooManyRequests(left_s)


def wait_s(connection: Connection, bounds: Sequence[Bound]) -> int:
    """Seconds until none of the limits is reached; 0 if none is."""
    return math.ceil(_longest_left_s(bounds, _rows(connection, bounds)))


def count(connection: Connection, bounds: Sequence[Bound]) -> TooManyRequests | None:
    """Count a failure. The error if a limit was reached while it was judged: then its result must not be revealed.

    It is returned, not raised, so that the count is committed.
    """
    sweep = Bound("sweep", SWEEP_EVERY)
    rows = _rows(connection, [*bounds, sweep])
    left_s = _longest_left_s(bounds, rows)
    for bound in bounds:
        _add(connection, bound, rows.get(bound.key))
    if _left_s(rows.get(sweep.key), sweep.limit) <= 0:
        _sweep(connection)
        _add(connection, sweep, rows.get(sweep.key))
    return TooManyRequests(math.ceil(left_s)) if left_s > 0 else None


_Rows = dict[str, Row[Any]]


def _rows(connection: Connection, bounds: Sequence[Bound]) -> _Rows:
    found = select(failures).where(failures.c.key.in_([bound.key for bound in bounds]))
    return {row.key: row for row in connection.execute(found)}


def _longest_left_s(bounds: Sequence[Bound], rows: _Rows) -> float:
    reached = (
        _left_s(rows[bound.key], bound.limit)
        for bound in bounds
        if bound.refuses and bound.key in rows and rows[bound.key].times >= bound.limit.max_count
    )
    return max(reached, default=0)


def _left_s(row: Row[Any] | None, limit: Limit) -> float:
    """Seconds for which a count still holds; 0 if none.

    A count that began in the future is one from before the clock was set back. It holds for a span at most, and one
    that began further ahead does not count at all.
    """
    if row is None:
        return 0
    left = (datetime.fromisoformat(row.started_at) - clock.now()).total_seconds() + limit.within_s
    return min(left, limit.within_s) if 0 < left <= 2 * limit.within_s else 0


def _add(connection: Connection, bound: Bound, row: Row[Any] | None) -> None:
    anew = {"times": 1, "started_at": clock.timestamp()}
    if row is None:
        connection.execute(insert(failures).values(key=bound.key, **anew))
        return
    this = update(failures).where(failures.c.key == bound.key)
    connection.execute(this.values({"times": row.times + 1} if _left_s(row, bound.limit) > 0 else anew))


def _sweep(connection: Connection) -> None:
    """Delete the counts that no longer hold, and the oldest of those beyond `MAX_ROWS`."""
    past, future = (clock.timestamp(clock.now() + sign * LONGEST) for sign in (-1, 1))
    is_over = or_(failures.c.started_at <= past, failures.c.started_at > future)
    connection.execute(delete(failures).where(is_over, failures.c.key != "sweep"))
    surplus = connection.execute(select(func.count()).select_from(failures)).scalar_one() - MAX_ROWS
    if surplus > 0:
        oldest = select(failures.c.key).order_by(failures.c.started_at, failures.c.key).limit(surplus)
        connection.execute(delete(failures).where(failures.c.key.in_(oldest)))
