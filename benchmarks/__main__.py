"""Measures what `docs/performance.md` and, of one client at its worst, `docs/security.md` show; says what is missed.

`python -m benchmarks NAME …` measures some subjects only; `--write` puts their tables into these documents. A subject
is a module whose docstring begins with how it measures, and whose `rows(scratch)` gets an empty folder and leaves
nothing running. One that measures other things than rows has `tables(scratch)` instead, and a `PAGE` where they
belong.
"""

import argparse
import inspect
import signal
import sys
import tempfile
import traceback
from pathlib import Path
from types import ModuleType

from benchmarks import report
from benchmarks.harness.processes import REPOSITORY
from benchmarks.pages import first_interaction, first_load, hydration, interactions, lighthouse, signed_in
from benchmarks.server import growth, latency, ready, rendering, start, uncached, worst_client

PAGE = REPOSITORY / "docs" / "performance.md"
SUBJECTS: dict[str, ModuleType] = {
    "ready": ready,
    "uncached": uncached,
    "rendering": rendering,
    "growth": growth,
    "latency": latency,
    "worst_client": worst_client,
    "start": start,
    "first_load": first_load,
    "first_interaction": first_interaction,
    "hydration": hydration,
    "interactions": interactions,
    "signed_in": signed_in,
    "lighthouse": lighthouse,
}


def main() -> None:
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # so that every server is stopped
    asked = _arguments()
    sections: dict[str, str] = {}
    for name in asked.subjects or SUBJECTS:
        print(f"{name} …", file=sys.stderr, flush=True)
        try:
            sections[name] = _measure(SUBJECTS[name])
        except (Exception, SystemExit):  # the other subjects' minutes of work are worth showing
            traceback.print_exc()
            continue
        print(f"## {name}\n{sections[name]}", flush=True)
    print("## Goals missed\n\n" + report.missed("\n".join(sections.values())))
    if asked.write:
        for page in {_page(name) for name in sections}:
            its_own = {name: text for name, text in sections.items() if _page(name) == page}
            page.write_text(report.updated(page.read_text(), its_own))
    sys.exit(len(sections) < len(asked.subjects or SUBJECTS))


def _page(name: str) -> Path:
    """The document that has a subject's tables."""
    page: Path = getattr(SUBJECTS[name], "PAGE", PAGE)
    return page


def _measure(subject: ModuleType) -> str:
    how = inspect.getdoc(subject) or ""
    with tempfile.TemporaryDirectory(prefix="marquee-bench-") as scratch:
        if hasattr(subject, "tables"):
            return f"\n{how}\n\n{subject.tables(Path(scratch))}\n"
        return report.section(how.partition("\n\n")[0], subject.rows(Path(scratch)))


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("subjects", nargs="*", metavar="subject", help=f"only these of {', '.join(SUBJECTS)}")
    parser.add_argument(
        "--write", action="store_true", help="put the tables into docs/performance.md and docs/security.md"
    )
    asked = parser.parse_args()
    if unknown := set(asked.subjects) - set(SUBJECTS):
        parser.error(f"no such subject: {', '.join(sorted(unknown))}")
    return asked


if __name__ == "__main__":
    main()
