"""A connection to a SQLite file that only reads. It is kept: opening one takes longer than most queries."""

import math
from collections.abc import Callable
from functools import cached_property
from pathlib import Path

from sqlalchemy import Connection
from sqlalchemy.pool import PoolProxiedConnection

from marquee.db.database import T
from marquee.db.sqlite.connection import STEPS_BETWEEN_CHECKS, Deadline, begin, driver_of, make_engine


class Reader:
    """Runs one read transaction at a time, on the caller's thread. Two threads never use a reader at once."""

    def __init__(self, path: Path, steps_between_checks: int = STEPS_BETWEEN_CHECKS) -> None:
        self._deadline = Deadline()
        self._engine = make_engine(path, self._deadline, query_only=True, steps_between_checks=steps_between_checks)

    @cached_property
    def _connection(self) -> Connection:
        return self._engine.connect()

    def connect(self) -> PoolProxiedConnection:
        """Another connection, for the caller to close. Raises DriverError."""
        return self._engine.raw_connection()

    def run(self, fn: Callable[[Connection], T], limit_s: float, cpu_limit_s: float = math.inf) -> T:
        """`fn(connection)` in one transaction. Raises StatementTimeout, DatabaseUnavailable."""
        with self._deadline.limited(limit_s, cpu_limit_s):
            connection = self._connection
            driver = driver_of(connection)
            begin(driver, "BEGIN")  # SQLAlchemy's own takes three times as long
            try:
                return fn(connection)
            finally:
                if connection.in_transaction():  # SQLAlchemy counts ours as its own once a statement ran through it
                    connection.rollback()
                driver.rollback()

    def interrupt(self) -> None:
        """Give up the running statement, from another thread; one that begins later is not."""
        if "_connection" in self.__dict__:
            driver_of(self._connection).interrupt()

    def close(self) -> None:
        if "_connection" in self.__dict__:
            self._connection.close()
        self._engine.dispose()
