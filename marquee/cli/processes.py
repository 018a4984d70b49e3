"""The server's processes, and the signals that they obey: SIGTERM and SIGINT stop, SIGUSR1 and SIGHUP end nothing."""

import logging
import signal
import socket
import sys
import time
from collections.abc import Sequence
from types import FrameType

import uvicorn
from uvicorn.supervisors.multiprocess import Multiprocess, Process

from marquee.server.protocol import Protocol

START_S = 60

log = logging.getLogger("marquee")


def run(config: uvicorn.Config, listener: socket.socket) -> None:
    """Serve until told to stop."""
    if config.workers == 1:
        _Server(config).run([listener])
    else:
        _Supervisor(config, [listener]).run()


def ignore_signals() -> None:
    """Let SIGUSR1, which some log rotations send, end nothing; nor SIGHUP, which restarted the site once."""
    signal.signal(signal.SIGUSR1, signal.SIG_IGN)
    if not _has_terminal():
        signal.signal(signal.SIGHUP, lambda _number, _frame: _decline_restart())


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


def _decline_restart() -> None:
    log.warning("SIGHUP restarts nothing: `systemctl restart` does, or a stop and a new start")


class _Server(uvicorn.Server):
    """The only process."""

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        begin_to_stop()
        super().handle_exit(sig, frame)


class _Supervisor(Multiprocess):
    """The parent of several."""

    def init_processes(self) -> None:
        super().init_processes()
        self._wait_for(self.processes)

    def keep_subprocess_alive(self) -> None:
        before = self.processes.copy()
        super().keep_subprocess_alive()
        self._wait_for([process for process in self.processes if process not in before])

    def _wait_for(self, started: Sequence[Process]) -> None:
        """Until these serve.

        A worker that says nothing for five seconds counts as hung, and a start can take longer on a small machine.
        """
        for process in started:
            deadline = time.monotonic() + START_S
            while process.process.is_alive() and not self.signal_queue and time.monotonic() < deadline:
                if process.is_ready(timeout=1):
                    break
                time.sleep(0.1)

    def handle_term(self) -> None:
        super().handle_term()
        for listener in self.sockets:
            listener.close()

    def handle_int(self) -> None:
        self.handle_term()

    def handle_hup(self) -> None:
        if _has_terminal():
            self.handle_term()
        else:
            _decline_restart()
