"""The process that computes pixels: `workshop` starts it, sends tasks through its standard input, and reads replies.

It yields to the site's other processes, and has a bound on its memory, so that a picture that was made to do harm ends
this process and nothing else.
"""

import logging
import os
import resource
import signal
import traceback
from contextlib import suppress
from importlib import import_module
from multiprocessing.connection import Connection
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import cast

from msgspec.msgpack import encode

from marquee import logs
from marquee.storage.errors import PictureUnavailable, StorageError, too_hard
from marquee.storage.pixels.tasks import Failed, Made, Refused, Reply, Task

NICENESS = 5
MAX_MEMORY = 512 * 1024 * 1024
"""Of addresses. The hardest picture within the limits of pixels and bytes, a progressive JPEG in CMYK, takes 465."""

FIRST_VICTIM = "1000"
"""For Linux: where memory is short, this process ends first. Source: proc_pid_oom_score_adj(5)."""

log = logging.getLogger("marquee")


def main() -> None:
    """Answer one task after the other until nobody can ask any more."""
    _yield_to_others()
    logs.configure()
    pipe, tasks = Connection(os.dup(0)), SimpleQueue[Task]()
    Thread(target=_receive, args=(pipe, tasks), daemon=True).start()
    while True:
        pipe.send_bytes(encode(answer(tasks.get())))


def _yield_to_others() -> None:
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)  # sent to all processes: whoever asks decides when this one ends
    os.nice(NICENESS)
    with suppress(OSError, ValueError):  # macOS does not bound addresses
        resource.setrlimit(resource.RLIMIT_AS, (MAX_MEMORY, MAX_MEMORY))
    with suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text(FIRST_VICTIM)


def _receive(pipe: "Connection[bytes, Task]", tasks: SimpleQueue[Task]) -> None:
    """Reads on a thread, so that also in the middle of a task this process ends with the one that asks."""
    try:
        while True:
            tasks.put(pipe.recv())
    except (EOFError, OSError):  # nobody asks any more
        os._exit(0)
    except Exception:
        log.exception("a task cannot be read")
        os._exit(1)


def answer(task: Task) -> Reply:
    """What becomes of a task."""
    try:
        module, _, function = task.function.partition(":")
        made = getattr(import_module(module), function)(*task.arguments)
        return Made(made) if isinstance(made, bytes) else cast("Made", made)
    except (StorageError, PictureUnavailable) as refusal:
        return Refused(type(refusal).__name__, refusal.message)
    except MemoryError:
        return Refused("TooLarge", too_hard().message)
    except Exception:
        return Failed(traceback.format_exc())


if __name__ == "__main__":
    main()
