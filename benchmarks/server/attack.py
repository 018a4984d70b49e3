"""`python -m benchmarks.server.attack`: one client at its worst, as its standard input says, until it is told to stop.

A program of its own, so that its work does not delay the visitors who are timed beside it, and at the lowest priority:
such a client has a machine of its own.
"""

import asyncio
import itertools
import json
import os
import random
import resource
import socket
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from typing import Any

PLACE = "@"
"""Where a request has it, each time a new number stands: nothing is answered from what was kept."""
PAUSE_S = 0.005
LARGE, FOR_EVER_S = 1 << 20, 3600


@dataclass(frozen=True)
class Attack:
    """`requests` are asked in turn on as many connections at once: (method, path, header fields, body)."""

    name: str
    requests: tuple[tuple[str, str, dict[str, str], str], ...] = ()
    connections: int = 8
    reads: bool = True
    """Whether the answers are read; if not, each connection asks once and stays."""


def own_ip() -> str:
    """An address of this machine that is not its loopback, which has no limit on connections; else that."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # sends nothing: it only chooses the address that would be used
        except OSError:
            return "127.0.0.9"
        return str(probe.getsockname()[0])


@contextmanager
def under(attack: Attack, address: tuple[str, int], ip: str) -> Iterator[Counter[str]]:
    """The attack, from an IP address, as long as the block lasts; after it, how often it was answered what."""
    answered: Counter[str] = Counter()
    command = [sys.executable, "-m", "benchmarks.server.attack"]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert process.stdin
    process.stdin.write(json.dumps([asdict(attack), address, ip]) + "\n")
    process.stdin.flush()
    try:
        yield answered
    finally:
        told, _ = process.communicate("stop\n", timeout=60)
        answered.update(json.loads(told))


async def _run(attack: Attack, address: tuple[str, int], ip: str) -> Counter[str]:
    answered: Counter[str] = Counter()
    turns = itertools.cycle(attack.requests or (None,))
    tasks = [asyncio.create_task(_attacker(attack, address, ip, turns, answered)) for _ in range(attack.connections)]
    await asyncio.to_thread(sys.stdin.readline)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return answered


async def _attacker(
    attack: Attack, address: tuple[str, int], ip: str, turns: Iterator[Any], answered: Counter[str]
) -> None:
    while True:
        try:
            answered[await _one(attack, address, ip, next(turns))] += 1
        except OSError:
            answered["no connection"] += 1
        await asyncio.sleep(0 if attack.reads else PAUSE_S)


async def _one(attack: Attack, address: tuple[str, int], ip: str, request: Any) -> str:
    """One connection to its end; the status that it was answered."""
    peer = await _connected(address, ip, attack)
    reader, writer = await asyncio.open_connection(sock=peer, limit=LARGE if attack.reads else 1)
    try:
        if request:
            writer.write(_encoded(*request))
            if not attack.reads:
                await asyncio.sleep(FOR_EVER_S)
        first = await reader.read(LARGE)
        while await reader.read(LARGE):
            pass
        return first[9:12].decode() or "cut"
    finally:
        writer.close()


async def _connected(address: tuple[str, int], ip: str, attack: Attack) -> socket.socket:
    peer = socket.socket()
    peer.setblocking(False)
    if not attack.reads:
        peer.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    peer.bind((ip, 0))
    try:
        await asyncio.get_running_loop().sock_connect(peer, address)
    except OSError:
        peer.close()
        raise
    return peer


def _encoded(method: str, path: str, headers: dict[str, str], body: str) -> bytes:
    number = f"{random.getrandbits(48):x}"
    content = body.replace(PLACE, number).encode()
    fields = {"Host": "127.0.0.1", "Connection": "close", "Content-Length": str(len(content)), **headers}
    head = "".join(f"{name}: {value}\r\n" for name, value in fields.items())
    return f"{method} {path.replace(PLACE, number)} HTTP/1.1\r\n{head}\r\n".encode() + content


def main() -> None:
    os.nice(19)
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    described, address, ip = json.loads(sys.stdin.readline())
    described["requests"] = tuple(map(tuple, described["requests"]))
    print(json.dumps(asyncio.run(_run(Attack(**described), tuple(address), ip))))


if __name__ == "__main__":
    main()
