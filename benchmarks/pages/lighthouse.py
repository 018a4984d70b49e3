"""Lighthouse's mobile preset with Debian's Chromium on the demonstration's pages, five runs each, in turn: the median
of each score, and in how many runs an audit that counts was below 100.
"""

import statistics
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from benchmarks.goals import LIGHTHOUSE_SCORE
from benchmarks.harness.processes import REPOSITORY, chromium, run
from benchmarks.harness.site import demo_site
from benchmarks.rows import Row

ROUNDS = 5
ATTEMPTS = 3
PAGES = {"home": "/", "profile": "/artist/vesna-kole"}
# 360 MB that only this needs, with a newer Node than the project's. They are installed once, outside of package.json.
LIGHTHOUSE_VERSION, NODE_VERSION = "13.5.0", "22.23.3"
TOOLS = REPOSITORY / ".build" / f"lighthouse-{LIGHTHOUSE_VERSION}-node-{NODE_VERSION}"
CATEGORIES = "performance,accessibility,best-practices,seo"
CHROME_FLAGS = "--headless --no-sandbox --disable-gpu --disable-background-networking --no-first-run"


def rows(scratch: Path) -> list[Row]:
    """Four scores of each page, and the audits that keep them below 100."""
    _install()
    reports: dict[str, list[dict[str, Any]]] = {page: [] for page in PAGES}
    with demo_site(scratch / "data") as site:
        for _ in range(ROUNDS):
            for page, path in PAGES.items():
                reports[page].append(_report(f"{site.url}{path}", scratch / "report.json"))
    return [row for page, found in reports.items() for row in _rows(page, found)]


def _rows(page: str, reports: list[dict[str, Any]]) -> Iterator[Row]:
    for name, category in reports[0]["categories"].items():
        scores = [report["categories"][name]["score"] * 100 for report in reports]
        yield Row(f"{page}: {category['title']}", statistics.median(scores), goal=LIGHTHOUSE_SCORE)
    lost = Counter(audit for report in reports for audit in _lost(report))
    for audit, runs in sorted(lost.items()):
        yield Row(f"{page}: `{audit}` below 100", runs, f"of {ROUNDS} runs")


def _lost(report: dict[str, Any]) -> set[str]:
    """The audits that cost points. One that does not apply has no score; one that failed to run has none either."""
    counted = {
        each["id"] for category in report["categories"].values() for each in category["auditRefs"] if each["weight"]
    }
    audits = {name: report["audits"][name] for name in counted}
    broken = {name for name, audit in audits.items() if audit["scoreDisplayMode"] == "error"}
    return broken | {name for name, audit in audits.items() if audit["score"] is not None and audit["score"] < 1}


def _report(url: str, output: Path) -> dict[str, Any]:
    tools = TOOLS / "node_modules"
    command = [str(tools / "node" / "bin" / "node"), str(tools / "lighthouse" / "cli" / "index.js"), url, "--quiet"]
    options = [f"--only-categories={CATEGORIES}", f"--chrome-flags={CHROME_FLAGS}", "--no-enable-error-reporting"]
    for attempt in range(ATTEMPTS):
        try:
            run([*command, *options, "--output=json", f"--output-path={output}"], CHROME_PATH=chromium())
            break
        except RuntimeError:  # a machine that stalls can break a trace: "Please run Lighthouse again"
            if attempt == ATTEMPTS - 1:
                raise
    report: dict[str, Any] = msgspec.json.decode(output.read_bytes())
    return report


def _install() -> None:
    if (TOOLS / "node_modules" / ".package-lock.json").exists():  # what npm writes last
        return
    TOOLS.mkdir(parents=True, exist_ok=True)
    packages = [f"lighthouse@{LIGHTHOUSE_VERSION}", f"node@{NODE_VERSION}"]
    options = ["--no-save", "--no-audit", "--no-fund", "--loglevel=error"]
    run(["npm", "install", "--prefix", TOOLS, *options, *packages])
