"""CPU time of the server per request for a response that is ready, 16 connections, medians of five rounds. The
reference is nginx serving the same bytes with the same header fields from files.
"""

import statistics
from collections import defaultdict
from pathlib import Path
from typing import NamedTuple

from benchmarks.goals import MEMORY_AFTER_TRAFFIC_MB, NOT_MODIFIED, READY, Goal
from benchmarks.harness import nginx
from benchmarks.harness.load import Load, in_turn, micros_per_request
from benchmarks.harness.processes import free_port, memory_mb, need, running
from benchmarks.harness.site import BROWSER, demo_site, fetch
from benchmarks.rows import Row

ROUNDS = 5
EVENTS = "/rest/v1/music_events?select=*,artist:music_artists(id,name)&order=date.asc"
# Thousands of visitors, whose browsers differ in one header field. All are made first: wrk shares the machine with
# the server.
MANY_BROWSERS = """
local heads, n = {}, 0
init = function()
  for i = 1, 4096 do
    wrk.headers["User-Agent"] = "Mozilla/5.0 (X11; Linux x86_64) Chrome/130.0 Safari/537.36 " .. i
    heads[i] = wrk.format()
  end
end
request = function()
  n = n % #heads + 1
  return heads[n]
end
"""


class Case(NamedTuple):
    """One kind of request, to the site and to nginx."""

    name: str
    goal: Goal | None
    ours: Load
    theirs: Load


def rows(scratch: Path) -> list[Row]:
    """CPU µs of each kind of request, and the server's memory when all were answered."""
    with demo_site(scratch / "data") as site:
        read = {**BROWSER, "apikey": site.keys()["publishable"]}
        responses = {"/": fetch(f"{site.url}/", BROWSER), EVENTS: fetch(f"{site.url}{EVENTS}", read)}
        front = nginx.Front(free_port(), {"/home": responses["/"], "/events": responses[EVENTS]})
        conf = nginx.configure(scratch, front)
        with running([need("nginx", "nginx-light"), "-c", str(conf), "-p", str(scratch)], front.port) as pid:
            their_url = f"http://127.0.0.1:{front.port}"
            home = Load(site.pid, f"{site.url}/", BROWSER), Load(pid, f"{their_url}/home", BROWSER)
            events = Load(site.pid, f"{site.url}{EVENTS}", read), Load(pid, f"{their_url}/events", BROWSER)
            found = _measured(
                [
                    Case("home page", READY, *home),
                    Case("data read of 20 events with their artists", READY, *events),
                    Case("home page, 304", NOT_MODIFIED, *map(_revalidating, home)),
                    Case("home page, each time a new browser", None, *map(_from_many_browsers, home)),
                    Case("data read, each time a new browser", None, *map(_from_many_browsers, events)),
                ]
            )
        return [*found, Row("memory after that traffic", memory_mb(site.pid), "MB", goal=MEMORY_AFTER_TRAFFIC_MB)]


def _measured(cases: list[Case]) -> list[Row]:
    samples: dict[str, list[tuple[float, float]]] = defaultdict(list)
    for case in in_turn(cases, ROUNDS):
        theirs = micros_per_request(case.theirs)
        samples[case.name].append((micros_per_request(case.ours), theirs))
    return [_row(case, samples[case.name]) for case in cases]


def _row(case: Case, samples: list[tuple[float, float]]) -> Row:
    ours, theirs = (statistics.median(one) for one in zip(*samples, strict=True))
    return Row(case.name, ours, "µs", theirs, case.goal)


def _revalidating(load: Load) -> Load:
    """The request of a browser that has the response already."""
    return load._replace(headers={**load.headers, "If-None-Match": fetch(load.url, load.headers)[0]["etag"]})


def _from_many_browsers(load: Load) -> Load:
    return load._replace(script=MANY_BROWSERS)
