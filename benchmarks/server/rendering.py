"""CPU time over HTTP of the first home page after each of 50 saves, median; the reference is a page with the same
content by Starlette and a compiled template (`benchmarks/server/template_page.py`), which is asked after each save as
well. Then React alone, 200 home pages, median: in the server's engine, and the same bundle in Node.
"""

import re
import statistics
import subprocess
import sys
import time
from pathlib import Path

import httpx
import msgspec
import quickjs

from benchmarks.goals import FIRST_AFTER_SAVE
from benchmarks.harness.processes import REPOSITORY, free_port, running
from benchmarks.harness.site import Site, demo_site
from benchmarks.rows import Row
from benchmarks.server.after_a_save import Saver, Visitor

SAVES, RENDERS = 50, 200
BUNDLE = REPOSITORY / "marquee" / "site" / "dist" / "server" / "render.js"
PRELOADED = re.compile(rb'<script[^>]* id="preloaded"[^>]*>(.*?)</script>', re.DOTALL)
STYLE = re.compile(rb"<style[^>]*>(.*?)</style>", re.DOTALL)
# Prints the CPU ms of each render.
NODE = """
const { readFileSync } = require('node:fs');
require('node:vm').runInThisContext(readFileSync(process.argv[1], 'utf8'));
const preloaded = readFileSync(0, 'utf8');
const times = Array.from({ length: Number(process.argv[2]) }, () => {
  const before = process.cpuUsage();
  render(preloaded);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
});
console.log(JSON.stringify(times));
"""


def rows(scratch: Path) -> list[Row]:
    """CPU ms of pages and of renders, each beside its reference."""
    with demo_site(scratch / "data") as site:
        page = httpx.get(site.url).raise_for_status().content
        ours, theirs = _after_saves(site, scratch, page)
    preloaded = _found(PRELOADED, page)
    first, engine = _in_engine(preloaded.decode())
    return [
        Row("first home page after a save", ours, "ms", theirs, FIRST_AFTER_SAVE),
        Row("render of the home page, the engine ÷ Node", engine, "ms", _in_node(preloaded)),
        Row("the engine's first render, with its start", first, "ms"),
    ]


def _after_saves(site: Site, scratch: Path, page: bytes) -> tuple[float, float]:
    """CPU ms of the first page after each save, ours and the template's."""
    style = scratch / "style.css"
    style.write_bytes(_found(STYLE, page))
    database, port, saver = site.data_dir / "marquee.sqlite3", free_port(), Saver(site)
    command = [sys.executable, "-m", "uvicorn", "benchmarks.server.template_page:app", "--no-access-log"]
    times: tuple[list[float], list[float]] = ([], [])
    with running([*command, "--port", str(port)], port, DATABASE=str(database), STYLE=str(style)) as pid:
        visitor = Visitor(pid, f"http://127.0.0.1:{port}")
        for number in range(SAVES):
            times[0].append(saver.home_page_cpu_ms(number))
            times[1].append(visitor.home_page_cpu_ms())
    return statistics.median(times[0]), statistics.median(times[1])


def _in_engine(preloaded: str) -> tuple[float, float]:
    """CPU ms of the first render, with the engine's start, and the median of all."""
    started = time.process_time()
    context = quickjs.Context()
    context.eval(BUNDLE.read_text(encoding="utf-8"))
    render = context.get("render")
    times = []
    for _ in range(RENDERS):
        render(preloaded)
        times.append((time.process_time() - started) * 1000)
        started = time.process_time()
    return times[0], statistics.median(times)


def _in_node(preloaded: bytes) -> float:
    command = ["node", "-e", NODE, str(BUNDLE), str(RENDERS)]
    output = subprocess.run(command, input=preloaded, check=True, capture_output=True).stdout
    return statistics.median(msgspec.json.decode(output, type=list[float]))


def _found(pattern: re.Pattern[bytes], page: bytes) -> bytes:
    found = pattern.search(page)
    if found is None:
        raise RuntimeError(f"The home page has no {pattern.pattern!r}.")
    return found[1]
