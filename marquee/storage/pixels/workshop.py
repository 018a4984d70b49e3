"""The door to the process that computes pixels: started for the first task, ended when there were none for a while."""

import os
import subprocess
import sys
import threading
import time
from multiprocessing import Pipe

from msgspec import DecodeError
from msgspec.msgpack import Decoder

from marquee.storage import errors
from marquee.storage.pixels.tasks import Failed, Made, Refused, Reply, Task

DEADLINE_S = 30.0
"""For one task, also where other programs use the cores; the hardest picture takes 6 seconds of one."""
MAX_REPLY = 64 * 1024 * 1024
MODULE = "marquee.storage.pixels.process"

# glibc gives large blocks back as soon as they are free, as server/capacity.py has it for this process.
_HEAP = {"MALLOC_ARENA_MAX": "1", "MALLOC_MMAP_THRESHOLD_": "262144"}
_REFUSALS = {
    error.__name__: error
    for error in (errors.BrokenPicture, errors.PictureUnavailable, errors.TooLarge, errors.WrongType)
}
_decoder: Decoder[Reply] = Decoder(Reply)


class Workshop:
    """Has pixels computed elsewhere, one task at a time. Its methods block; one thread calls them, but for `kill`."""

    def __init__(self, deadline_s: float = DEADLINE_S) -> None:
        self._deadline_s = deadline_s
        self._process: _Process | None = None

    def make(self, task: Task) -> Made:
        """What the task's function returns.

        Raises BrokenPicture, PictureUnavailable, TooLarge or WrongType as that does, TooLarge where it takes too long
        or too much memory, and PictureUnavailable if the process dies, in which case the next task has a new one.
        """
        match self._ask(task):
            case Made() as made:
                return made
            case Refused(error, message):
                raise _REFUSALS[error](message)
            case Failed(trace):
                raise RuntimeError(trace)

    def end(self) -> None:
        """End the process, if there is one."""
        if self._process is not None:
            self._process.end()
            self._process = None

    def kill(self) -> None:
        """End the process in the middle of its task. For any thread."""
        if process := self._process:
            process.kill()

    def _ask(self, task: Task) -> Reply:
        begun = time.monotonic()
        late = threading.Timer(self._deadline_s, self.kill)
        late.start()
        try:
            return self._running().ask(task)
        except (EOFError, OSError, DecodeError) as error:
            self.end()
            if time.monotonic() - begun >= self._deadline_s:
                raise errors.too_hard() from error
            raise errors.PictureUnavailable from error
        finally:
            late.cancel()

    def _running(self) -> "_Process":
        if self._process is None or not self._process.is_alive:
            self.end()
            self._process = _Process()
        return self._process


class _Process:
    """One process, which ends when this end of its pipe is closed: by `end`, or because our process has died."""

    def __init__(self) -> None:
        """Starts it. Raises OSError."""
        self._pipe, theirs = Pipe()
        # Of the settings, which may hold passwords, it needs none.
        environ = {name: value for name, value in os.environ.items() if not name.startswith("MARQUEE_")}
        environ |= {"PYTHONPATH": os.pathsep.join(filter(None, sys.path)), **_HEAP}
        with theirs:
            self._popen = subprocess.Popen(  # noqa: S603 - our own module
                [sys.executable, "-P", "-m", MODULE],
                stdin=theirs.fileno(),
                stdout=subprocess.DEVNULL,
                env=environ,
                process_group=0,  # what a terminal sends to all of its processes is not for this one
            )

    @property
    def is_alive(self) -> bool:
        return self._popen.poll() is None

    def ask(self, task: Task) -> Reply:
        """Its answer. Raises EOFError or OSError if it dies, and DecodeError if that is no answer."""
        self._pipe.send(task)
        return _decoder.decode(self._pipe.recv_bytes(MAX_REPLY))

    def kill(self) -> None:
        self._popen.kill()

    def end(self) -> None:
        """Does not wait for what it is doing."""
        self._pipe.close()
        self._popen.kill()
        self._popen.wait()
