"""CPU time of a server per request, while wrk asks for one thing again and again."""

import re
import subprocess
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple, TypeVar

from benchmarks.harness.processes import cpu_seconds, need

Item = TypeVar("Item")


class Load(NamedTuple):
    """One kind of request to the server with process id `pid`; `script` is what wrk runs to make each request."""

    pid: int
    url: str
    headers: Mapping[str, str]
    script: str = ""
    connections: int = 16
    seconds: int = 2


def in_turn(items: Sequence[Item], rounds: int) -> Iterator[Item]:
    """A B C, C B A, A B C …: noise on the machine meets all items alike."""
    for number in range(rounds):
        yield from items if number % 2 == 0 else reversed(items)


def micros_per_request(load: Load) -> float:
    """CPU microseconds of the server's processes per request. Raises RuntimeError when a request fails."""
    before = cpu_seconds(load.pid)
    output = run_wrk(load)
    spent = cpu_seconds(load.pid) - before
    requests = int(_number(r"(\d+) requests in", output))
    if failed := _number(r"Non-2xx or 3xx responses: (\d+)", output):
        raise RuntimeError(f"{load.url}: {failed} of {requests} requests failed")
    return spent / requests * 1_000_000


def run_wrk(load: Load) -> str:
    """What wrk prints after the load's seconds."""
    command = [need("wrk", "wrk"), "-t1", f"-c{load.connections}", f"-d{load.seconds}s"]
    headers = [part for name, value in load.headers.items() for part in ("-H", f"{name}: {value}")]
    with tempfile.NamedTemporaryFile("w", suffix=".lua") as script:
        script.write(load.script)
        script.flush()
        scripted = ["-s", script.name] if load.script else []
        command += [*scripted, *headers, load.url]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def _number(pattern: str, text: str) -> str:
    found = re.search(pattern, text)
    return found[1] if found else ""
