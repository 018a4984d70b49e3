"""What the process that computes pixels may be made to do, by a picture that was made for it or by a fault of ours."""

import os
import signal
import time
from pathlib import Path


def die(*_):
    os.kill(os.getpid(), signal.SIGKILL)


def hang(file, *_):
    """Says which process hangs, if it is asked to."""
    if file is not None:
        Path(file).write_text(str(os.getpid()))
    time.sleep(3600)


def hang_silently(*_):
    hang(None)


def eat(*_):
    """More memory than there is for it."""
    return bytes(10**10)


def fail(*_):
    raise ArithmeticError("a fault of ours")


def talk_nonsense(*_):
    """On the pipe to the server, as a decoder that runs somebody else's code could."""
    for descriptor in range(3, 10):
        try:
            os.write(descriptor, b"\0\0\0\4\x93\xff\x01\x02")
        except OSError:
            continue
    hang(None)


def surroundings(*_):
    secrets = sorted(name for name in os.environ if name.startswith("MARQUEE_"))
    return f"{os.nice(0)} {secrets}".encode()
