"""`make torture`: one table of what was done to a site and what it survived; exit status 1 when a goal is missed."""

import argparse
import math
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from torture import (
    backups,
    corruption,
    disk,
    kills,
    meetings,
    restarts,
    room,
    rotations,
    sign_ins,
    syncs,
    upgrade,
    uploads,
)
from torture.clients import heads, large, slow
from torture.everything import rows as everything
from torture.generator import rows as generator
from torture.report import HEAD, Row
from torture.site import Site

DATABASES = ("SQLite", "PostgreSQL")


def main() -> None:
    asked = _arguments()
    faults = _faults(asked)
    started, missed = time.monotonic(), 0
    print(HEAD, flush=True)
    for name in asked.faults or faults:
        told = []
        with tempfile.TemporaryDirectory(prefix="marquee-torture-") as folder:
            for row in _told(name, faults[name](Path(folder))):
                print(row, flush=True)
                told.append(row)
        missed += sum(row.met is False for row in told)
        if asked.write and name == "generator":
            generator.write(told, asked.databases)
    print(f"\n{missed} goals missed; it took {(time.monotonic() - started) / 60:.1f} minutes.")
    sys.exit(missed > 0)


def _told(name: str, rows: Iterator[Row]) -> Iterator[Row]:
    """The rows of one fault, and one more where it broke off; nothing is left running."""
    try:
        yield from rows
    except Exception as error:
        traceback.print_exc()
        yield Row(name, "broke off", "to be tried", str(error), False)
    finally:
        Site.kill_all()


def _faults(asked: argparse.Namespace) -> dict[str, Callable[[Path], Iterator[Row]]]:
    """Every fault by its name; each wants an empty folder."""
    quick = asked.quick
    on_each = partial(partial, _on_each, asked.databases)
    return {
        "kills": on_each(kills.rows, asked.kills or (5 if quick else 200)),
        "everything": on_each(everything.rows, asked.kills or (3 if quick else 60)),
        "syncs": syncs.rows,
        "disk": disk.rows,
        "corruption": lambda folder: corruption.rows(folder, 5 if quick else 50),
        "upgrade": lambda folder: upgrade.rows(folder, 20 if quick else 7),
        "rotations": lambda folder: rotations.rows(folder, 1 if quick else 3),
        "meetings": on_each(meetings.rows, 3 if quick else 20),
        "sign-ins": on_each(sign_ins.rows, 2 if quick else 20),
        "backups": on_each(backups.rows, 3 if quick else 20),
        "restarts": on_each(restarts.rows, 2 if quick else 20),
        "slow": slow.rows,
        "heads": heads.rows,
        "uploads": on_each(uploads.rows, 5 if quick else 20),
        "room": lambda folder: room.rows(folder, 32 if quick else 4),
        "large": lambda folder: (
            row for name in asked.databases for row in large.rows(folder, 1_500 if quick else 10_000, name)
        ),
        "generator": lambda folder: generator.rows(
            folder, asked.requests or (1_000 if quick else 50_000), asked.seed, asked.databases, asked.minutes
        ),
    }


def _on_each(
    databases: Sequence[str], fault: Callable[[Path, int, str | None], Iterator[Row]], times: int, folder: Path
) -> Iterator[Row]:
    """The rows of a fault that both databases can meet, those of PostgreSQL named so."""
    if "SQLite" in databases:
        yield from fault(folder, times, None)
    if "PostgreSQL" in databases:
        elsewhere = folder / "postgresql"
        elsewhere.mkdir()
        with generator.postgresql() as server:
            for row in fault(elsewhere, times, server.url(server.create())):
                yield replace(row, fault=f"{row.fault}, PostgreSQL")


def _arguments() -> argparse.Namespace:
    known = _faults(argparse.Namespace(quick=True, kills=None, databases=DATABASES))
    parser = argparse.ArgumentParser(prog="python -m torture", description=__doc__)
    parser.add_argument("faults", nargs="*", metavar="fault", help=f"only these of {', '.join(known)}")
    parser.add_argument("--quick", action="store_true", help="a little of everything, in a few minutes")
    parser.add_argument("--kills", type=int, metavar="N", help="how often to kill the site (200; 5 when quick)")
    parser.add_argument(
        "--requests", type=int, metavar="N", help="how many the generator makes (50,000; 1,000 when quick)"
    )
    parser.add_argument(
        "--minutes", type=float, default=math.inf, metavar="N", help="how long the generator asks each database at most"
    )
    parser.add_argument("--seed", type=int, default=1, help="of the generator (1)")
    parser.add_argument(
        "--databases",
        nargs="+",
        choices=DATABASES,
        default=DATABASES,
        help="those of the faults that both can meet (both)",
    )
    parser.add_argument("--write", action="store_true", help="put what the generator found into docs/security.md")
    asked = parser.parse_args()
    if unknown := set(asked.faults) - known.keys():
        parser.error(f"there is no fault named {', '.join(sorted(unknown))}")
    return asked


if __name__ == "__main__":
    main()
