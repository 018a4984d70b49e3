"""`make bench`: every figure of `docs/performance.md` in one run, and which goals are missed.

A subject is a module with a `TITLE`, a first paragraph that says how it is measured, and `rows(scratch)`, which gets an
empty folder and leaves nothing running. `python -m benchmarks NAME …` measures some of them.
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
from benchmarks.pages import first_load, lighthouse, sizes
from benchmarks.rows import Row
from benchmarks.server import growth, ready, rendering, start, uncached

SUBJECTS: dict[str, ModuleType] = {
    "ready": ready,
    "uncached": uncached,
    "rendering": rendering,
    "growth": growth,
    "start": start,
    "sizes": sizes,
    "pages": first_load,
    "lighthouse": lighthouse,
}


def main() -> None:
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # nothing is left running
    measured: list[Row] = []
    sections, has_failed = [], False
    for name in _asked():
        print(f"{name} …", file=sys.stderr, flush=True)
        try:
            found = _measure(SUBJECTS[name])
        except (Exception, SystemExit):  # what the others have found, in some minutes, is told all the same
            traceback.print_exc()
            has_failed = True
            continue
        measured += found
        sections.append(report.section(SUBJECTS[name].TITLE, _how(SUBJECTS[name]), found))
    print("\n\n".join([report.goals(measured), report.missed(measured), *sections]))
    sys.exit(has_failed)


def _measure(subject: ModuleType) -> list[Row]:
    with tempfile.TemporaryDirectory(prefix="marquee-bench-") as scratch:
        rows: list[Row] = subject.rows(Path(scratch))
        return rows


def _how(subject: ModuleType) -> str:
    return (inspect.getdoc(subject) or "").partition("\n\n")[0]


def _asked() -> list[str]:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("subjects", nargs="*", metavar="subject", help=f"only these of {', '.join(SUBJECTS)}")
    asked: list[str] = parser.parse_args().subjects
    if unknown := set(asked) - set(SUBJECTS):
        parser.error(f"no such subject: {', '.join(sorted(unknown))}")
    return asked or list(SUBJECTS)


if __name__ == "__main__":
    main()
