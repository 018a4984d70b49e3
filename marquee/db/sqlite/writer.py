"""Who writes to a SQLite file: one at a time, of whatever process; on the event loop, but for what has to wait.

Every call of SQLite lets go of the interpreter and has to win it back, so that a transaction in a thread costs several
times what it costs on the loop. Therefore statements run on the loop, as reads do, and a thread waits for the disk, for
other processes, and for what takes long. What is asked for meanwhile comes next, together: one commit, and one sync.
"""

import asyncio
import fcntl
import os
import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path
from typing import Any

from sqlalchemy import Connection

from marquee.db.database import WRITE_LIMIT_S, T
from marquee.db.sqlite.connection import OPERATIONAL, WRITER_WAITS_MS, Deadline, driver_of, make_engine
from marquee.errors import DatabaseUnavailable

ON_LOOP_S = 0.02
"""What takes longer is undone, and done again in the thread."""
TOGETHER_S = 0.005
"""No other write joins a transaction that is older."""


@dataclass
class _Asked:
    """A write, and who waits for its answer."""

    work: Callable[[Connection], Any]
    answer: asyncio.Future[Any]
    takes_long: bool
    value: Any = None
    error: Exception | None = None

    def settle(self, failed: BaseException | None) -> None:
        """Say what came of it; `failed` is why nothing was committed."""
        if self.answer.done():  # whoever asked has gone away
            return
        if error := failed or self.error:
            self.answer.set_exception(error)
        else:
            self.answer.set_result(self.value)


class Writer:
    """The one connection of this process that writes. `committed` is called with each commit that changed a row."""

    def __init__(self, path: Path, require_in_place: Callable[[], None], committed: Callable[[], None]) -> None:
        self._deadline = Deadline()
        self._engine = make_engine(path, self._deadline, query_only=False)
        self._lock_path = path.with_name(f"{path.name}.lock")
        self._require_in_place, self._committed = require_in_place, committed
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="writer")
        self._waiting: deque[_Asked] = deque()
        self._is_at_work = False

    @cached_property
    def _connection(self) -> Connection:
        return self._engine.connect()

    async def write(self, work: Callable[[Connection], T], *, takes_long: bool) -> T:
        """One transaction. Once it has begun, it is carried out whether or not the caller still waits."""
        answer: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._waiting.append(_Asked(work, answer, takes_long))
        if not self._is_at_work:
            self._go_on_soon()
        return await answer

    def write_now(self, work: Callable[[Connection], T]) -> T:
        """The same on the caller's own thread, for as long as it takes."""
        with self._transaction(waits=True) as transaction:
            return transaction.run(work)

    def _go_on_soon(self) -> None:
        """Soon, so that the answers of the last round leave first, and all who ask at this moment come together."""
        self._is_at_work = True
        asyncio.get_running_loop().call_soon(self._go_on)

    def _go_on(self) -> None:
        taken, rest = self._next()
        finished = asyncio.get_running_loop().run_in_executor(self._thread, self._finish, rest)
        finished.add_done_callback(partial(self._settle, taken))

    def _settle(self, taken: list[_Asked], finished: asyncio.Future[None]) -> None:
        for asked in taken:
            asked.settle(finished.exception())
        self._is_at_work = False
        if self._waiting:
            self._go_on_soon()

    def _next(self) -> tuple[list[_Asked], Callable[[], None]]:
        """Whose turn it is, and what is left to do in the thread: the commit, or everything."""
        taken = [self._waiting.popleft()]
        if taken[0].takes_long:
            return taken, partial(self._carry_out, taken[0])
        try:
            with ExitStack() as begun:
                transaction, until = begun.enter_context(self._transaction(waits=False)), time.monotonic() + TOGETHER_S
                self._join(transaction, taken[0])
                while self._waiting and not self._waiting[0].takes_long and time.monotonic() < until:
                    taken.append(self._waiting.popleft())
                    self._join(transaction, taken[-1])
                return taken, begun.pop_all().close
        except Exception:  # whatever it was, all is undone; each is tried again, alone, and told what comes of that
            self._waiting.extendleft(_Asked(asked.work, asked.answer, True) for asked in reversed(taken))
            return self._next()

    def _join(self, transaction: "_Transaction", asked: _Asked) -> None:
        if not asked.answer.done():
            with self._deadline.limited(ON_LOOP_S):
                transaction.run_among_others(asked)

    def _carry_out(self, asked: _Asked) -> None:
        if not asked.answer.done():
            asked.value = self.write_now(asked.work)

    def _finish(self, rest: Callable[[], None]) -> None:
        """What the thread does. Raises StatementTimeout, DatabaseUnavailable."""
        try:
            with self._deadline.limited(WRITE_LIMIT_S):
                rest()
        except OSError as error:  # the lock's: a failing disk is often made read-only
            raise DatabaseUnavailable() from error

    @contextmanager
    def _transaction(self, *, waits: bool) -> Iterator["_Transaction"]:
        """Committed at its end, undone when that raises. Raises what it would have to wait for, unless it `waits`."""
        self._require_in_place()
        with self._only_writer(waits=waits):
            transaction = _Transaction(self._connection)
            driver_of(self._connection).execute(f"PRAGMA busy_timeout = {WRITER_WAITS_MS if waits else 0}")
            with self._connection.begin():
                yield transaction
            if transaction.has_changed:  # what fails, or reaches no row, makes nothing old
                self._committed()

    @contextmanager
    def _only_writer(self, *, waits: bool) -> Iterator[None]:
        """A queue over processes: SQLite's own waiting polls, and starves a second writer.

        Raises BlockingIOError when it is another's turn, unless it `waits`.
        """
        lock = os.open(self._lock_path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX if waits else fcntl.LOCK_EX | fcntl.LOCK_NB)
            yield
        finally:
            os.close(lock)

    def close(self) -> None:
        self._thread.shutdown()
        if "_connection" in self.__dict__:
            self._connection.close()
        self._engine.dispose()


class _Transaction:
    """One that has begun, and whether a row was changed in it."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._driver = driver_of(connection)
        self.has_changed = False

    def run(self, work: Callable[[Connection], T]) -> T:
        before = self._driver.total_changes
        value = work(self._connection)
        self.has_changed = self.has_changed or self._driver.total_changes != before
        return value

    def run_among_others(self, asked: _Asked) -> None:
        """A refusal undoes only what was asked for; raised is what SQLite may undo the whole transaction for."""
        self._driver.execute("SAVEPOINT of_one")
        try:
            asked.value = self.run(asked.work)
        except OPERATIONAL:
            raise
        except Exception as error:
            asked.error = error
            self._driver.execute("ROLLBACK TO of_one")
        self._driver.execute("RELEASE of_one")
