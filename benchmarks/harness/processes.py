"""CPU time of a server's whole process tree, and starting and stopping the servers that are measured."""

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any

from torture.generator.costs import children
from torture.site import listens

REPOSITORY = Path(__file__).parent.parent.parent


def cpu_seconds(pid: int) -> float:
    """User and system time of a process and of those it started, exact to the microsecond.

    Those that end meanwhile are left out.
    """
    clock = (~pid << 3) | 2  # what clock_getcpuclockid(3) answers for another process on Linux
    started = children(pid)
    total = time.clock_gettime(clock)
    for child in started:
        with suppress(OSError):
            total += cpu_seconds(child)
    return total


def memory_mb(pid: int) -> float:
    """Proportional set size of a process."""
    return _kilobytes(pid, "smaps_rollup", "Pss") / 1024


def peak_memory_mb(pid: int) -> float:
    """The largest resident set size that a process has had."""
    return _kilobytes(pid, "status", "VmHWM") / 1024


def _kilobytes(pid: int, file: str, field: str) -> int:
    lines = Path(f"/proc/{pid}/{file}").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith(f"{field}:"))


def need(program: str, package: str) -> str:
    """The path of a program; where it is missing and this user is root, it is installed from Debian's packages."""
    found = shutil.which(program, path=f"{os.environ['PATH']}:/usr/sbin")
    if found is None and os.geteuid() == 0 and shutil.which("apt-get"):
        subprocess.run(["apt-get", "install", "-y", "-qq", "--no-install-recommends", package], check=True)
        found = shutil.which(program, path=f"{os.environ['PATH']}:/usr/sbin")
    if found is None:
        sys.exit(f"The benchmark needs {program} (Debian's package {package}).")
    return found


def chromium() -> str:
    """The path of the browser, which is installed like the program that `need` finds."""
    return subprocess.run(
        [REPOSITORY / "scripts" / "find-chromium"], check=True, capture_output=True, text=True
    ).stdout.strip()


def run(command: Sequence[str | Path], **environ: str) -> None:
    """Run a command in the repository to its end; on an interrupt, everything that it started ends as well.

    Raises RuntimeError with the command's output when it fails.
    """
    process = subprocess.Popen(
        command,
        cwd=REPOSITORY,
        env={**os.environ, **environ},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )
    try:
        output, _ = process.communicate()
    except BaseException:
        os.killpg(process.pid, signal.SIGINT)  # the command ends the browsers that it started
        _end(process)
        raise
    if process.returncode:
        raise RuntimeError(f"{command[0]} failed:\n{output}")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def running(command: list[str], port: int, stderr: IO[str] | None = None, **environ: str) -> Iterator[int]:
    """A server as long as the block lasts; its process id, once it accepts connections on `port`."""
    process = subprocess.Popen(
        command,
        cwd=REPOSITORY,
        env={**os.environ, **environ},
        stdout=subprocess.DEVNULL,
        stderr=stderr or subprocess.DEVNULL,
    )
    try:
        deadline = time.monotonic() + 20
        while not listens(port):
            if process.poll() is not None or time.monotonic() > deadline:
                sys.exit(f"{command[0]} did not start.")
            time.sleep(0.05)
        yield process.pid
    finally:
        process.terminate()
        _end(process)


def _end(process: subprocess.Popen[Any]) -> None:
    try:
        process.wait(timeout=20)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
