"""The server's processes, and the signals that they obey: SIGTERM and SIGINT stop, SIGHUP restarts."""

import os
import signal
import socket
import sys
import time
from collections.abc import Callable, Sequence
from types import FrameType

import uvicorn
from uvicorn.supervisors.multiprocess import Multiprocess, Process

from marquee.cli.restart import Restart, when_serving
from marquee.server.protocol import Protocol

START_S = 60


def run(config: uvicorn.Config, listener: socket.socket, restart: Restart) -> None:
    """Serve until told to stop. Does not return from a restart."""
    serving = when_serving(os.environ)
    if config.workers == 1:
        _Server(config, restart, serving).run([listener])
    else:
        _Supervisor(config, listener, restart, serving).run()
    if restart.is_due:
        restart.execute()


def ignore_signals() -> None:
    """Let SIGUSR1, which some log rotations send, end nothing; nor SIGHUP until there is something to restart."""
    signal.signal(signal.SIGUSR1, signal.SIG_IGN)
    if not _has_terminal():
        signal.signal(signal.SIGHUP, signal.SIG_IGN)


def begin_to_stop() -> None:
    """From now on each connection has one more answer at most."""
    Protocol.is_stopping = True


def stop_gently_at_sigterm() -> None:
    """In a worker, whose server handles SIGTERM already: let connections know as well."""
    ignore_signals()
    handler = signal.getsignal(signal.SIGTERM)

    def handle(number: int, frame: FrameType | None) -> None:
        begin_to_stop()
        if callable(handler):
            handler(number, frame)

    signal.signal(signal.SIGTERM, handle)


def _has_terminal() -> bool:
    """Whether SIGHUP says that the terminal is gone."""
    return sys.stdin is not None and not sys.stdin.closed and sys.stdin.isatty()


class _Server(uvicorn.Server):
    """The only process."""

    def __init__(self, config: uvicorn.Config, restart: Restart, serving: Callable[[], None]) -> None:
        super().__init__(config)
        self._restart, self._serving = restart, serving
        if not _has_terminal():
            signal.signal(signal.SIGHUP, lambda _number, _frame: restart.begin(self._stop))

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._serving()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        begin_to_stop()
        self._restart.abandon()
        super().handle_exit(sig, frame)

    def _stop(self) -> None:
        begin_to_stop()
        self.should_exit = True


class _Supervisor(Multiprocess):
    """The parent of several."""

    def __init__(
        self, config: uvicorn.Config, listener: socket.socket, restart: Restart, serving: Callable[[], None]
    ) -> None:
        super().__init__(config, [listener])
        self._restart, self._serving = restart, serving
        self._has_told = False

    def run(self) -> None:
        super().run()
        self._close_listeners()
        if {signal.SIGTERM, signal.SIGINT}.intersection(self.signal_queue):  # it came during a restart, and wins
            self._restart.abandon()

    def init_processes(self) -> None:
        super().init_processes()
        self._wait_for(self.processes)

    def keep_subprocess_alive(self) -> None:
        before = self.processes.copy()
        super().keep_subprocess_alive()
        self._wait_for([process for process in self.processes if process not in before])

    def _wait_for(self, started: Sequence[Process]) -> None:
        """Until these serve, and say so once all do.

        A worker that says nothing for five seconds counts as hung, and a start can take longer on a small machine.
        """
        for process in started:
            deadline = time.monotonic() + START_S
            while process.process.is_alive() and not self.signal_queue and time.monotonic() < deadline:
                if process.is_ready(timeout=1):
                    break
                time.sleep(0.1)
        if not self._has_told and all(process.is_ready() for process in self.processes):
            self._has_told = True
            self._serving()

    def handle_term(self) -> None:
        super().handle_term()
        self._restart.abandon()
        self._close_listeners()

    def handle_int(self) -> None:
        self.handle_term()

    def handle_hup(self) -> None:
        if _has_terminal():
            self.should_exit.set()
        else:
            self._restart.begin(self.should_exit.set)

    def _close_listeners(self) -> None:
        """A restart passes on the one of its own."""
        for listener in self.sockets:
            listener.close()
