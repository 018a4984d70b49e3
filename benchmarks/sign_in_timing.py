"""`python -m benchmarks.sign_in_timing`: does the time of a failed sign-in show whether the account exists?

Tries with a known and an unknown email in random order. Each comes from an IP of its own, as a trusted proxy would say
it: the limits on failures are not what is measured. Exits with 1 when the two can be told apart.
"""

import json
import math
import random
import sys
import tempfile
import time
from http.client import HTTPConnection
from pathlib import Path
from statistics import median

from benchmarks.harness.site import PASSWORD, marquee, served

TRIES = 200
KNOWN, UNKNOWN = "known@undercard.example", "unknown@undercard.example"
# The promise: the medians differ by less than the one or the other, and chance explains the difference.
NEAR_MS, NEAR_SHARE, CHANCE = 2.0, 0.05, 0.01


def main() -> None:
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch) / "data"
        marquee(folder, "user", "add", KNOWN, "--password-stdin", stdin=PASSWORD)
        with served(folder, MARQUEE_TRUSTED_PROXIES="127.0.0.1") as site:
            times = _measure(HTTPConnection("127.0.0.1", site.port), site.keys()["publishable"])
    known, unknown = median(times[KNOWN]), median(times[UNKNOWN])
    p = mann_whitney(times[KNOWN], times[UNKNOWN])
    print("| failed sign-in | median ms |\n| --- | ---: |")
    print(f"| known email | {known:.2f} |\n| unknown email | {unknown:.2f} |\n\nMann-Whitney p = {p:.3f}")
    apart = abs(known - unknown)
    if (apart >= NEAR_MS and apart >= NEAR_SHARE * known) or p <= CHANCE:
        sys.exit("The two can be told apart.")


def mann_whitney(one: list[float], other: list[float]) -> float:
    """How likely two samples without ties differ this much by chance: the two-sided p, by the normal approximation."""
    ranks = {value: rank for rank, value in enumerate(sorted(one + other), start=1)}
    u = sum(ranks[value] for value in one) - len(one) * (len(one) + 1) / 2
    n, m = len(one), len(other)
    return math.erfc(abs(u - n * m / 2) / math.sqrt(n * m * (n + m + 1) / 12) / math.sqrt(2))


def _measure(connection: HTTPConnection, key: str) -> dict[str, list[float]]:
    """Milliseconds of each try. The first ones, which fill the server's caches, do not count."""
    times: dict[str, list[float]] = {KNOWN: [], UNKNOWN: []}
    for number in range(-10, TRIES):
        for email in random.sample((KNOWN, UNKNOWN), 2):
            ip = f"2001:db8:{number % 65536:x}:{email == KNOWN:d}::1"
            headers = {"apikey": key, "X-Forwarded-For": ip}
            body = json.dumps({"email": email, "password": "not the right password"})
            started = time.perf_counter()
            connection.request("POST", "/auth/v1/token?grant_type=password", body, headers)
            answer = connection.getresponse()
            answer.read()
            if answer.status != 400:
                sys.exit(f"Answered {answer.status} instead of 400.")
            if number >= 0:
                times[email].append((time.perf_counter() - started) * 1000)
    return times


if __name__ == "__main__":
    main()
