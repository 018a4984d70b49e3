"""`python -m benchmarks.server.loop_lag FILE serve …`: the `marquee` command, with a watch on its event loop.

Every five milliseconds something is due on the loop. FILE gets a line for each: when it was due, on the monotonic clock
that all processes share, and how many seconds later the loop came to it.
"""

import asyncio
import sys
import time
from importlib.metadata import entry_points
from pathlib import Path
from socket import socket
from typing import TextIO

import uvicorn

INTERVAL_S = 0.005


def main() -> None:
    file = Path(sys.argv.pop(1)).open("w", buffering=1, encoding="utf-8")  # noqa: SIM115 - it is open to the end
    serve = uvicorn.Server.serve

    async def watched(server: uvicorn.Server, sockets: list[socket] | None = None) -> None:
        watch = asyncio.create_task(_watch(file))
        await serve(server, sockets)
        watch.cancel()

    setattr(uvicorn.Server, "serve", watched)  # noqa: B010 - a plain assignment is no method to the type checker
    (command,) = entry_points(group="console_scripts", name="marquee")
    command.load()()


async def _watch(file: TextIO) -> None:
    due = time.monotonic()
    while True:
        await asyncio.sleep(due - time.monotonic())
        now = time.monotonic()
        while due <= now:  # a long stop counts for all that was due meanwhile
            file.write(f"{due} {now - due}\n")
            due += INTERVAL_S


if __name__ == "__main__":
    main()
