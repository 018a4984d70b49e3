"""The worker that sends queued mail: it is woken by each request, and by a timer for further attempts."""

import asyncio
import contextlib
import logging
import threading
from collections.abc import AsyncIterator, Callable
from concurrent.futures import Future
from datetime import datetime
from email.message import EmailMessage
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import Connection, Row

from marquee import clock
from marquee.auth import accounts, one_time_tokens
from marquee.auth.accounts import User
from marquee.auth.link_lifetimes import LIFETIMES
from marquee.auth.mail import queue
from marquee.auth.mail.delivery import Delivery, UnreachableMailbox, is_final
from marquee.auth.mail.messages import NOTICES, PURPOSES, Letter, Sender, compose
from marquee.auth.pkce import CodeChallenge
from marquee.db.database import Database
from marquee.domain import invitations
from marquee.domain.brand import read_brand
from marquee.domain.people import REMOVED, RIGHTS_CHANGED
from marquee.errors import DatabaseUnavailable, MarqueeError

T = TypeVar("T")

# The longest that mail queued by another process waits.
POLL_INTERVAL_S = 30.0
# Longer than a server may take over a mail.
SEND_TIMEOUT_S = 720.0
# How long one mail holds up the next, and how many may take longer than that at a time: each has a thread.
PATIENCE_S = 15.0
MAX_SLOW = 5
# How often a mail that is still being sent is held back from other processes: twice in the first pause.
HOLD_INTERVAL_S = 30.0
# How soon the database is told again of what it had no time to hear.
FINISH_INTERVAL_S = 5.0
STOP_TIMEOUT_S = 1.0

log = logging.getLogger("marquee.mail")


class Outbox:
    """Sends what `queue.ask` has queued. Each process has one; a mail is sent by only one of them."""

    def __init__(self, database: Database, delivery: Delivery, sender: Sender) -> None:
        self.database = database
        self.delivery = delivery
        self.sender = sender
        self._woken = asyncio.Event()
        self._stopping = False
        self._making: dict[str, asyncio.Task[None]] = {}  # the attempts that are being made, by their request
        self._settled: set[str] = set()  # what is sent or given up, until the database knows

    def wake(self) -> None:
        """Look at the queue now, as a request was added."""
        self._woken.set()

    @contextlib.asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Run the worker for the length of the block; a mail that is being sent at its end gets another second."""
        self._stopping = False
        task = asyncio.create_task(self._run())
        try:
            yield
        finally:
            self._stopping = True
            self.wake()
            await asyncio.wait({task}, timeout=STOP_TIMEOUT_S)
            ended = [task, *self._making.values()]
            for one in ended:
                one.cancel()
            await asyncio.gather(*ended, return_exceptions=True)

    async def _run(self) -> None:
        while not self._stopping:
            self._woken.clear()
            pause = POLL_INTERVAL_S
            try:
                pause = await self.send_due()
            except DatabaseUnavailable:
                log.warning("mail is waiting for the database")
            except Exception:  # whatever the fault, the next mail must still be sent
                log.exception("mail worker failed")
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._woken.wait(), FINISH_INTERVAL_S if self._settled else pause)
        if self._making:
            await asyncio.wait(self._making.values())
        await self._finish_settled()

    async def send_due(self) -> float:
        """Send what is due, one mail after the other, and return the seconds until the next look at the queue.

        One whose server takes long holds up the others for a moment only, and may not be sent when this returns.
        """
        await self._finish_settled()
        while not self._stopping:
            due = await self.database.read(queue.next_attempt)
            if due is None:
                return POLL_INTERVAL_S
            wait = (datetime.fromisoformat(due) - clock.now()).total_seconds()
            if wait > 0:
                return min(wait, POLL_INTERVAL_S)
            attempt = await self.database.write(_claim, self.sender.name)
            # Another process was faster, or the database had no time to hear that this one is at it.
            if attempt is None or attempt.request_id in self._making.keys() | self._settled:
                continue
            await self._make(attempt)
            await self._finish_settled()
        return 0

    async def _make(self, attempt: "_Attempt") -> None:
        """Make an attempt. One that takes long is left to itself, as long as there are few of them."""
        making = asyncio.create_task(self._settle(attempt))
        self._making[attempt.request_id] = making
        making.add_done_callback(lambda _: self._making.pop(attempt.request_id))
        await asyncio.wait({making}, timeout=PATIENCE_S)
        if not making.done():
            making.add_done_callback(lambda _: self.wake())  # to tell the database
        if len(self._making) >= MAX_SLOW:
            await asyncio.wait(self._making.values(), return_when=asyncio.FIRST_COMPLETED)

    async def _settle(self, attempt: "_Attempt") -> None:
        # Also without a recipient: by the time of the write that follows, nobody may tell whether there is an account.
        if attempt.letter is None or await self._is_settled(attempt, attempt.letter):
            self._settled.add(attempt.request_id)

    async def _finish_settled(self) -> None:
        """Before anything is claimed, or a mail would be sent again whose end the database did not hear of."""
        for request_id in tuple(self._settled):
            await self.database.write(queue.finish, request_id)
            self._settled.discard(request_id)

    async def _is_settled(self, attempt: "_Attempt", letter: Letter) -> bool:
        """Make an attempt. True if it was the last: the mail is sent or given up.

        The log names the kind of a mail but not its recipient or link, so tracebacks are left out too.
        """
        fields: dict[str, Any] = {"mail_id": attempt.request_id, "kind": letter.kind, "attempt": attempt.number}
        try:
            message = compose(letter, self.sender._replace(name=attempt.site_name))
            async with asyncio.timeout(SEND_TIMEOUT_S):
                await self._send(attempt.request_id, message, letter.to)
        except Exception as error:  # a mail that cannot be written or sent must not stop the others
            gives_up = is_final(error) or attempt.number > len(queue.PAUSES)
            fields |= {"error": type(error).__name__, "code": getattr(error, "smtp_code", None)}
            if isinstance(error, UnreachableMailbox):
                fields["reason"] = str(error)
            log.warning("mail given up" if gives_up else "mail failed", extra=fields)
            return gives_up
        log.info("mail sent", extra=fields)
        return True

    async def _send(self, request_id: str, message: EmailMessage, to: str) -> None:
        """Raises as `Delivery.send`. However long it takes, no other process takes the mail's sender for dead."""
        sending = asyncio.create_task(_in_thread(lambda: self.delivery.send(message, to)))
        try:
            while not (await asyncio.wait({sending}, timeout=HOLD_INTERVAL_S))[0]:
                with contextlib.suppress(MarqueeError):  # of the database, which may have time in a moment
                    await self.database.write(queue.hold, request_id)
            sending.result()
        finally:
            sending.cancel()  # what becomes of a mail that took too long is not told: an error may name its recipient


class _Attempt(NamedTuple):
    """An attempt to send a request's mail, which this process has claimed; no letter if there is no recipient."""

    request_id: str
    number: int
    letter: Letter | None
    site_name: str


def _claim(connection: Connection, default_name: str) -> _Attempt | None:
    """Claim a request that is due and make its letter, which has the only copy of its token."""
    queue.sweep(connection)
    row = queue.claim(connection)
    if row is None:
        return None
    letter: Letter | None
    if row.kind == REMOVED:  # the account is gone
        letter = Letter(row.kind, row.address, at=row.created_at)
    elif row.kind == invitations.MAIL:
        letter = _invitation_letter(connection, row)
    else:
        user = _recipient(connection, row)
        letter = None if user is None else _letter(connection, row, user)
    return _Attempt(row.id, row.attempts + 1, letter, read_brand(connection, default_name).name)


def _invitation_letter(connection: Connection, row: Row[Any]) -> Letter | None:
    """The mail with a link of its own to an invitation that is still open."""
    invitation = invitations.find_open(connection, row.invitation_id)
    if invitation is None:
        return None
    token = invitations.new_token(connection, invitation.id)
    purpose = PURPOSES[invitation.role].format(artist=invitation.artist_name)
    by = invitation.invited_by or "Whoever runs this site"
    return Letter(row.kind, row.address, token, until=invitation.expires_at, invited_by=by, purpose=purpose)


def _letter(connection: Connection, row: Row[Any], user: User) -> Letter:
    if row.kind in NOTICES:
        rights = accounts.rights(connection, user) if row.kind == RIGHTS_CHANGED else ()
        return Letter(row.kind, row.address, None, user.email, row.created_at, user.banned_until, rights)
    if row.kind not in LIFETIMES:
        return Letter(row.kind, row.address)
    challenge = CodeChallenge(row.code_challenge, row.code_challenge_method) if row.code_challenge else None
    token = one_time_tokens.issue(connection, user.id, row.kind, row.address, challenge)
    return Letter(row.kind, row.address, token, user.new_email, redirect_to=row.redirect_to)


_IS_WANTED: dict[str, Callable[[User], bool]] = {
    "recovery": lambda user: True,
    "magiclink": lambda user: True,
    "account_exists": lambda user: True,
    "signup": lambda user: user.email_confirmed_at is None and user.confirmation_sent_at is not None,
    "invite": lambda user: user.email_confirmed_at is None and user.invited_at is not None,
    "email_change": lambda user: user.new_email is not None,
}
"""Whether an account is still to get a mail of a kind, as it may have changed since the request."""


def _recipient(connection: Connection, row: Row[Any]) -> User | None:
    """The account that a request's mail is for, if it is still to get it."""
    if row.user_id is None:
        user = accounts.find_by_email(connection, row.address)
    else:
        user = accounts.find(connection, row.user_id)
    if row.kind in NOTICES:
        return user
    if user is None or user.is_banned or row.address not in (user.email, user.new_email):
        return None
    return user if _IS_WANTED[row.kind](user) else None


async def _in_thread(work: Callable[[], T]) -> T:
    """Run blocking work in a thread that the process does not wait for when it ends, unlike an executor's."""
    future: Future[T] = Future()
    future.set_running_or_notify_cancel()

    def run() -> None:
        try:
            result = work()
        except BaseException as error:
            future.set_exception(error)
        else:
            future.set_result(result)

    threading.Thread(target=run, name="mail", daemon=True).start()
    return await asyncio.wrap_future(future)
