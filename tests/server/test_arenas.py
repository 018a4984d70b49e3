"""Memory that threads have freed is there for the others."""

import platform
import subprocess
import sys

import pytest

from marquee.server.capacity import MAX_ARENAS

PROGRAM = """
import ctypes, sys, threading
from marquee.server.capacity import limit_heaps

if sys.argv[1] == "limited":
    limit_heaps()
together = threading.Barrier(8)

def work():
    held = [bytes(100_000) for _ in range(10)]
    together.wait()

threads = [threading.Thread(target=work) for _ in range(8)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
libc = ctypes.CDLL(None)
libc.malloc_info(0, ctypes.c_void_p.in_dll(libc, "stdout"))
libc.fflush(None)
"""


def arenas(how):
    """How many heaps a program of eight threads ends with."""
    done = subprocess.run([sys.executable, "-c", PROGRAM, how], check=True, capture_output=True, text=True)
    return done.stdout.count("<heap ")


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="other C libraries have no arenas")
def test_threads_share_a_few_heaps():
    assert arenas("limited") <= MAX_ARENAS < arenas("as usual")
