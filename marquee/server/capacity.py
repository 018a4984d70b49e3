"""How many connections a process may have, which the files that it may open decide; and what its threads may keep."""

import ctypes
import resource
from contextlib import suppress
from typing import NamedTuple

MAX_CONNECTIONS = 10_000
MAX_FILES = 65_536
"""More are not asked for: some systems know no limit."""
OWN_FILES = 64
"""Database, log, listening sockets, and whatever threads have open for a moment."""
REFUSED_AT_ONCE = 32
"""So many connections beyond the limit are kept until they have read their refusal."""
MAX_ARENAS, MAX_HEAP_BLOCK = 2, 256 * 1024
_M_ARENA_MAX, _M_MMAP_THRESHOLD = -8, -3  # from glibc's malloc.h


class Capacity(NamedTuple):
    """The files that this process may open, and the connections that this is enough for."""

    files: int
    connections: int


def raise_file_limit() -> Capacity:
    """Raise the soft limit of open files to the hard one, as far as the system lets us."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MAX_FILES if hard == resource.RLIM_INFINITY else hard
    if soft != resource.RLIM_INFINITY and soft < wanted:
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        except (OSError, ValueError):  # macOS has a lower limit of the kernel's
            wanted = soft
    return capacity(wanted)


def capacity(files: int) -> Capacity:
    """Each connection may have a picture open besides itself."""
    return Capacity(files, min(MAX_CONNECTIONS, max(1, (files - OWN_FILES - REFUSED_AT_ONCE) // 2)))


def limit_heaps() -> None:
    """Let threads share what they have freed, and give large blocks back. To be called before there are any threads.

    By default glibc gives nearly every thread a heap of its own, and makes room in heaps for blocks as large as any
    before. With large answers made in turn by several threads, that is 50 to 150 MB that nobody uses.
    Other C libraries have no such settings.
    """
    with suppress(OSError, AttributeError):
        mallopt = ctypes.CDLL(None).mallopt
        mallopt(_M_ARENA_MAX, MAX_ARENAS)
        mallopt(_M_MMAP_THRESHOLD, MAX_HEAP_BLOCK)
