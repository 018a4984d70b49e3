"""One kind of request, many times: CPU time per request, the targets taken in turn so that noise meets all alike."""

import re
import statistics
import subprocess
import tempfile
from dataclasses import dataclass, field

from benchmarks.harness.processes import cpu_seconds

CONNECTIONS = 16
SECONDS = 2
ROUNDS = 5


@dataclass
class Target:
    """What is asked of which server, and the samples taken."""

    name: str
    pid: int
    url: str
    headers: dict[str, str]
    script: str = ""
    """What wrk runs for each request."""
    micros: list[float] = field(default_factory=list)

    @property
    def median(self) -> float:
        return statistics.median(self.micros)


def measure(wrk: str, targets: list[Target], rounds: int = ROUNDS) -> None:
    """Fill every target's samples: A B C, C B A, A B C …"""
    for number in range(rounds):
        for target in targets if number % 2 == 0 else reversed(targets):
            target.micros.append(_sample(wrk, target))


def _sample(wrk: str, target: Target) -> float:
    before = cpu_seconds(target.pid)
    headers = [part for name, value in target.headers.items() for part in ("-H", f"{name}: {value}")]
    command = [wrk, "-t1", f"-c{CONNECTIONS}", f"-d{SECONDS}s", *headers]
    with tempfile.NamedTemporaryFile("w", suffix=".lua") as script:
        script.write(target.script)
        script.flush()
        scripted = ["-s", script.name] if target.script else []
        output = subprocess.run([*command, *scripted, target.url], check=True, capture_output=True, text=True).stdout
    spent = cpu_seconds(target.pid) - before
    requests = int(re.search(r"(\d+) requests in", output)[1])
    if failed := re.search(r"Non-2xx or 3xx responses: (\d+)", output):
        raise RuntimeError(f"{target.name}: {failed[1]} of {requests} requests failed")
    return spent / requests * 1_000_000
