"""Looks for known flaws in what the lock files name: pip-audit for Python, npm audit for the front end.

Fails when one is found, and when one of the two could not ask: no news is not good news. Where no network is to be
expected, `ADVISORIES_MAY_BE_UNREACHABLE=1` makes the latter a warning.
"""

import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).parents[1]
LOCKS = ("requirements.txt", "requirements-dev.txt", "requirements-audit.txt")
PIP_AUDIT = ("-m", "pip_audit", "--strict", "--disable-pip", "--require-hashes", "--progress-spinner=off", "-f", "json")
COMMANDS: dict[str, Sequence[str]] = {
    **{lock: (sys.executable, *PIP_AUDIT, "-r", lock) for lock in LOCKS},
    "package-lock.json": ("npm", "audit", "--json"),
}
ALLOW = "ADVISORIES_MAY_BE_UNREACHABLE"


def flaws(report: str) -> list[str] | None:
    """The packages with known flaws in a report of either program; None if it is no report, since nobody was asked."""
    try:
        found = json.loads(report)
        if "dependencies" in found:
            return [f"{one['name']} {one['version']}" for one in found["dependencies"] if one["vulns"]]
        return sorted(found["vulnerabilities"])
    except (ValueError, KeyError, TypeError):
        return None


def main(commands: Mapping[str, Sequence[str]], *, may_be_unreachable: bool) -> int:
    """Say what is known of each lock file. The exit status: 1 for a flaw, or for a lock file that was not checked."""
    status = 0
    for lock, command in commands.items():
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
        found = flaws(done.stdout)
        # A program that failed has not said that all is well, whatever it wrote.
        if found is None or (not found and done.returncode != 0):
            print(f"{lock}: NOT CHECKED, the advisories cannot be reached\n{done.stderr.strip()[-500:]}")
            status |= not may_be_unreachable
        elif found:
            print(f"{lock}: known flaws in {', '.join(found)}\n{done.stdout.strip()}")
            status = 1
        else:
            print(f"{lock}: no known flaws")
    return int(status)


if __name__ == "__main__":
    sys.exit(main(COMMANDS, may_be_unreachable=os.environ.get(ALLOW) == "1"))
