"""Counts, breaks and stops the system calls of a running site, where strace is there and may."""

import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


def missing() -> str | None:
    """Why there can be no strace here, or None."""
    if shutil.which("strace") is None:
        return "strace is not installed"
    tried = subprocess.run(["strace", "-o", "/dev/null", "true"], check=False, capture_output=True)
    return None if tried.returncode == 0 else "strace may not trace here"


def counting(calls: str, report: Path) -> list[str]:
    """What to run a site under, so that `report` tells in the end how often it made `calls`."""
    return ["strace", "-D", "-f", "-c", "-e", f"trace={calls}", "-o", str(report)]


def killed_at(call: str, turn: int) -> list[str]:
    """What to run a site under, so that it is killed as it makes that call for that time."""
    return [
        "strace",
        "-D",
        "-f",
        "-e",
        f"trace={call}",
        "-e",
        f"inject={call}:signal=KILL:when={turn}",
        "-o",
        "/dev/null",
    ]


@contextmanager
def failing(pid: int, calls: str, error: str, when: str) -> Iterator[None]:
    """As long as the block lasts, `calls` of a running process fail with `error`: all, or `when` strace is told."""
    command = [
        "strace",
        "-f",
        "-p",
        str(pid),
        "-e",
        f"trace={calls}",
        "-e",
        f"inject={calls}:error={error}:when={when or '1+'}",
    ]
    with subprocess.Popen([*command, "-o", "/dev/null"], stderr=subprocess.PIPE, text=True) as tracer:
        assert tracer.stderr
        tracer.stderr.readline()  # "attached"
        try:
            yield
        finally:
            tracer.terminate()
