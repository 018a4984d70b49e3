"""The worker that sends the mail that was asked for: woken by a request, and by a timer for what has to be repeated."""

import asyncio
import contextlib
import logging
import threading
from collections.abc import AsyncIterator, Callable
from concurrent.futures import Future
from datetime import datetime
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import Connection, Row

from marquee import clock
from marquee.auth import accounts, one_time_tokens
from marquee.auth.accounts import User
from marquee.auth.mail import queue
from marquee.auth.mail.delivery import Delivery, is_final
from marquee.auth.mail.messages import Letter, Sender, compose
from marquee.auth.pkce import Challenge
from marquee.db.database import Database
from marquee.errors import DatabaseUnavailable

T = TypeVar("T")

# How long another process's request waits at most.
LOOK_EVERY_S = 30.0
SEND_LIMIT_S = 60.0
STOP_LIMIT_S = 1.0

log = logging.getLogger("marquee.mail")


class Outbox:
    """Sends what `queue.ask` asked for. One for each process; a request is sent by one of them."""

    def __init__(self, database: Database, delivery: Delivery, sender: Sender) -> None:
        self.database = database
        self.delivery = delivery
        self.sender = sender
        self._woken = asyncio.Event()
        self._stopping = False

    def wake(self) -> None:
        """A request was written."""
        self._woken.set()

    @contextlib.asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """The worker runs as long as the block; the mail that is under way at its end gets a second."""
        self._stopping = False
        task = asyncio.create_task(self._run())
        try:
            yield
        finally:
            self._stopping = True
            self.wake()
            await asyncio.wait({task}, timeout=STOP_LIMIT_S)
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    async def _run(self) -> None:
        while not self._stopping:
            self._woken.clear()
            pause = LOOK_EVERY_S
            try:
                pause = await self.send_due()
            except DatabaseUnavailable:
                log.warning("mail is waiting for the database")
            except Exception:  # whatever it is, the next mail is to be sent all the same
                log.exception("mail worker failed")
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._woken.wait(), pause)

    async def send_due(self) -> float:
        """Send what is due, one after the other; answers the seconds until it is worth looking again."""
        while not self._stopping:
            due = await self.database.read(queue.next_attempt)
            if due is None:
                return LOOK_EVERY_S
            wait = (datetime.fromisoformat(due) - clock.now()).total_seconds()
            if wait > 0:
                return min(wait, LOOK_EVERY_S)
            claimed = await self.database.write(_claim)
            if claimed is None:  # another process was faster
                continue
            if claimed.letter is not None and not await self._is_settled(claimed, claimed.letter):
                continue
            # Of its own even when there was nobody to write to: whoever asks at the same time waits as long for both.
            await self.database.write(queue.finish, claimed.request_id)
        return 0

    async def _is_settled(self, claimed: "_Claimed", letter: Letter) -> bool:
        """One attempt, and whether it was the last: sent or given up.

        The log names the kind of a mail and never its address or link, so no trace either.
        """
        said: dict[str, Any] = {"mail_id": claimed.request_id, "kind": letter.kind, "attempt": claimed.attempt}
        try:
            message = compose(letter, self.sender)
            async with asyncio.timeout(SEND_LIMIT_S):
                await _in_thread(lambda: self.delivery.send(message, letter.to))
        except Exception as error:  # a mail that cannot be written or sent must not stop the others
            gives_up = is_final(error) or claimed.attempt > len(queue.PAUSES)
            said |= {"error": type(error).__name__, "code": getattr(error, "smtp_code", None)}
            log.warning("mail given up" if gives_up else "mail failed", extra=said)
            return gives_up
        log.info("mail sent", extra=said)
        return True


class _Claimed(NamedTuple):
    """A request of which this process makes one attempt; without a letter there was nobody to write to."""

    request_id: str
    attempt: int
    letter: Letter | None


def _claim(connection: Connection) -> _Claimed | None:
    """Take a request that is due and make the token of its letter, the only copy of which is the answer."""
    queue.sweep(connection)
    row = queue.claim(connection)
    if row is None:
        return None
    user = _recipient(connection, row)
    return _Claimed(row.id, row.attempts + 1, None if user is None else _letter(connection, row, user))


def _letter(connection: Connection, row: Row[Any], user: User) -> Letter:
    if row.kind not in one_time_tokens.LIFETIMES:
        return Letter(row.kind, row.address)
    challenge = Challenge(row.code_challenge, row.code_challenge_method) if row.code_challenge else None
    token = one_time_tokens.issue(connection, user.id, row.kind, row.address, challenge)
    return Letter(row.kind, row.address, token, user.new_email)


_DESERVES: dict[str, Callable[[User], bool]] = {
    "recovery": lambda user: True,
    "magiclink": lambda user: True,
    "account_exists": lambda user: True,
    "signup": lambda user: user.email_confirmed_at is None and user.confirmation_sent_at is not None,
    "invite": lambda user: user.email_confirmed_at is None and user.invited_at is not None,
    "email_change": lambda user: user.new_email is not None,
}
"""Which accounts get a mail of a kind: what was true when it was asked for may not be any more."""


def _recipient(connection: Connection, row: Row[Any]) -> User | None:
    """The account to which a request's address belongs, if it is to get this mail."""
    if row.user_id is None:
        user = accounts.find_by_email(connection, row.address)
    else:
        user = accounts.find(connection, row.user_id)
    if user is None or user.is_banned or row.address not in (user.email, user.new_email):
        return None
    return user if _DESERVES[row.kind](user) else None


async def _in_thread(work: Callable[[], T]) -> T:
    """Run what blocks in a thread that nobody waits for at the end of the process, unlike an executor's."""
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
