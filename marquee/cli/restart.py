"""Restarting without a gap: SIGHUP replaces the program by what is installed now, under the same process id.

1. A stand-in starts: the same command, with the listening socket of this process.
2. Once it serves, this process finishes its requests and executes the command anew, again with that socket.
3. Once that serves, it lets go of the stand-in, which finishes its requests and ends.

If the stand-in does not start, nothing has changed. See docs/decisions/0038-restarts-hand-the-socket-over.md.
"""

import logging
import os
import select
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping, MutableMapping
from contextlib import suppress

from marquee.errors import OperatorError
from marquee.server.listener import limit_unsent

log = logging.getLogger("marquee")

# How the processes tell each other which files they have inherited; for nobody else.
ENV_LISTENER = "MARQUEE_INHERITED_LISTENER"
ENV_STAND_IN = "MARQUEE_INHERITED_BY_STAND_IN"
ENV_RESTARTED = "MARQUEE_INHERITED_BY_RESTARTED"
START_MS = 600_000  # an upgrade begins with a backup of everything
FIRST_PASSED_FD = 3
"""Source: sd_listen_fds(3)."""
ONE_STREAM = "its .socket unit must have one ListenStream=, such as 127.0.0.1:8000"


class Restart:
    """At most one restart of this process."""

    def __init__(self, listener: socket.socket, from_file: frozenset[str], *, overlaps: bool) -> None:
        """`from_file`: the variables that the new program reads from `--env-file` itself, as they are then.

        `overlaps`: two processes may have the database open. If not, visitors wait, but are not refused.
        """
        self._listener = listener.dup()
        self._overlaps = overlaps
        self._thread: threading.Thread | None = None
        self._from_file = from_file
        self._more: dict[str, str] = {}
        self._inherited: list[int] = [self._listener.fileno()]
        self._is_ready = self._is_abandoned = False

    @property
    def is_due(self) -> bool:
        """Whether the requests of this process are to be finished for it."""
        return self._is_ready and not self._is_abandoned

    def begin(self, stop: Callable[[], None]) -> None:
        """Replace this process; `stop` makes it finish its requests. Returns at once."""
        if not self.is_due and (self._thread is None or not self._thread.is_alive()):
            self._thread = threading.Thread(target=self._replace, args=(stop,), daemon=True)
            self._thread.start()

    def abandon(self) -> None:
        """Let go of the socket, since this process stops: nobody may wait for an answer that never comes."""
        self._is_abandoned = True
        self._listener.close()

    def execute(self) -> None:
        """Become the new program. Does not return."""
        log.info("restarting")
        signal.signal(signal.SIGHUP, signal.SIG_IGN)  # until the new program listens for it
        for file in self._inherited:
            os.set_inheritable(file, True)
        sys.stdout.flush()
        os.execve(sys.executable, _command(), self._environ(self._more))  # noqa: S606 - the command that started this process

    def _environ(self, more: Mapping[str, str]) -> dict[str, str]:
        """That of the new program, which inherits the listening socket."""
        given = {name: value for name, value in os.environ.items() if name not in self._from_file}
        return {**given, ENV_LISTENER: str(self._listener.fileno()), **more}

    def _replace(self, stop: Callable[[], None]) -> None:
        if not (self._start_stand_in() if self._overlaps else os.access(sys.executable, os.X_OK)):
            log.error("not restarted, because the new program does not start")
            return
        self._is_ready = True
        stop()

    def _start_stand_in(self) -> bool:
        """Whether it serves now. It lives as long as our end of a pipe is open."""
        ready, tells_ready = os.pipe()
        waits, lifeline = os.pipe()
        theirs = (self._listener.fileno(), tells_ready, waits)
        environ = self._environ({ENV_STAND_IN: f"{tells_ready},{waits}"})
        try:
            stand_in = subprocess.Popen(_command(), env=environ, pass_fds=theirs)  # noqa: S603 - as above
        except OSError:
            os.close(ready)
            os.close(lifeline)
            return False
        finally:
            os.close(tells_ready)
            os.close(waits)
        poll = select.poll()
        poll.register(ready, select.POLLIN)
        serves = bool(poll.poll(START_MS)) and os.read(ready, 1) != b""
        os.close(ready)
        if serves:
            self._more = {ENV_RESTARTED: f"{lifeline},{stand_in.pid}"}
            self._inherited.append(lifeline)
        else:
            os.close(lifeline)
            stand_in.kill()
            stand_in.wait()
        return serves


def inherited_listener(environ: MutableMapping[str, str]) -> socket.socket | None:
    """The listening socket that a former program, or systemd, has left to this one. Raises OperatorError."""
    passed = environ.pop(ENV_LISTENER, None)
    if passed is None and environ.get("LISTEN_PID") == str(os.getpid()) and environ.get("LISTEN_FDS", "0") != "0":
        if (number := environ["LISTEN_FDS"]) != "1":
            raise OperatorError(f"systemd has passed {number} sockets, and Marquee serves one: {ONE_STREAM}")
        passed = str(FIRST_PASSED_FD)
    if passed is None:
        return None
    listener = _tcp_listener(int(passed))
    limit_unsent(listener)
    return listener


def _tcp_listener(file: int) -> socket.socket:
    """The socket of this number. Raises OperatorError for any other than one that visitors connect to by TCP."""
    try:
        passed = socket.socket(fileno=file)
    except OSError as error:
        raise OperatorError(f"systemd has passed a file that is no socket: {ONE_STREAM}") from error
    if passed.family == socket.AF_UNIX:
        path = os.fsdecode(passed.getsockname()) or "without a name"
        passed.close()
        raise OperatorError(f"systemd has passed the Unix socket {path}, and Marquee listens by TCP: {ONE_STREAM}")
    if passed.type != socket.SOCK_STREAM or not passed.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN):
        passed.close()
        raise OperatorError(f"systemd has passed a socket that takes no connections: {ONE_STREAM}, without Accept=")
    return passed


def when_serving(environ: MutableMapping[str, str]) -> Callable[[], None]:
    """What this process does once it serves, if it takes part in a restart."""
    if files := environ.pop(ENV_STAND_IN, None):
        tells_ready, waits = map(int, files.split(","))
        threading.Thread(target=_stop_at_end_of, args=(waits,), daemon=True).start()
        return lambda: _tell(tells_ready)
    if files := environ.pop(ENV_RESTARTED, None):
        lifeline, stand_in = map(int, files.split(","))
        os.set_inheritable(lifeline, False)
        _reap_ended()
        return lambda: _let_go(lifeline, stand_in)
    return lambda: None


def _reap_ended() -> None:
    """The children of the former program that have ended, of which this one knows nothing."""
    with suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass


def _command() -> list[str]:
    return [sys.executable, *sys.orig_argv[1:]]


def _stop_at_end_of(waits: int) -> None:
    os.read(waits, 1)
    os.kill(os.getpid(), signal.SIGTERM)


def _tell(ready: int) -> None:
    with suppress(BrokenPipeError):
        os.write(ready, b"1")
    os.close(ready)


def _let_go(lifeline: int, stand_in: int) -> None:
    os.close(lifeline)
    threading.Thread(target=_wait_for_end_of, args=(stand_in,), daemon=True).start()


def _wait_for_end_of(stand_in: int) -> None:
    with suppress(ChildProcessError):  # it had ended already
        os.waitpid(stand_in, 0)
    log.info("restarted")
