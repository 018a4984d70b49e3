"""React in a process that does nothing else: page data on standard input, JSON of `Cost` on standard output."""

import asyncio
import importlib
import os
import statistics
import sys
import time
from typing import Any

import msgspec

from benchmarks.harness.processes import memory_mb
from marquee.site import bundle

RENDERS = 200


class Cost(msgspec.Struct):
    """CPU milliseconds of a page, median, and of the first with the engine's start; megabytes the engine has added."""

    milliseconds: float
    first_milliseconds: float
    megabytes: float


async def measure(script: str, preloaded: str) -> Cost:
    """The cost of rendering one page again and again."""
    before = memory_mb(os.getpid())
    # Only now: the engine's library is a part of its memory.
    renderer = importlib.import_module("marquee.site.renderer").Renderer(script)
    times = [await _render(renderer, preloaded) for _ in range(RENDERS)]
    added = memory_mb(os.getpid()) - before
    renderer.close()
    return Cost(statistics.median(times), times[0], added)


async def _render(renderer: Any, preloaded: str) -> float:
    started = time.process_time()
    if await renderer.render(preloaded) is None:
        raise RuntimeError("The page could not be rendered.")
    return (time.process_time() - started) * 1000


if __name__ == "__main__":
    cost = asyncio.run(measure(bundle.load().render, sys.stdin.read()))
    print(msgspec.json.encode(cost).decode())
