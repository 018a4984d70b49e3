"""CPU time of the server's whole process tree per request, 16 connections, medians of five rounds. The reference is
nginx serving the same bytes with the same header fields from files, in turn in the same run.
"""

from pathlib import Path
from typing import NamedTuple

from benchmarks.goals import CACHED, NOT_MODIFIED, Goal
from benchmarks.harness import nginx
from benchmarks.harness.load import Target, measure
from benchmarks.harness.processes import free_port, memory_mb, need, running
from benchmarks.harness.site import BROWSER, Site, answer, demo_site
from benchmarks.rows import Row

TITLE = "Ready answers"
# Some thousands of people, whose browsers differ in one field. Made before, for wrk shares the machine with the server.
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
EVENTS = "/rest/v1/music_events?select=*,artist:music_artists(id,name)&order=date.asc"


class Pair(NamedTuple):
    """One request, asked of both."""

    name: str
    ours: Target
    theirs: Target
    goal: Goal | None


def rows(scratch: Path) -> list[Row]:
    """CPU µs per request for each kind of request."""
    wrk, server = need("wrk", "wrk"), need("nginx", "nginx-light")
    with demo_site(scratch / "data") as site:
        keys, port = site.keys(), free_port()
        read = {**BROWSER, "apikey": keys["publishable"]}
        answers = {"/home": answer(f"{site.url}/", BROWSER), "/events": answer(f"{site.url}{EVENTS}", read)}
        conf = nginx.configure(scratch, nginx.Front(port, answers))
        with running([server, "-c", str(conf), "-p", str(scratch)], port) as nginx_pid:
            pairs = _pairs(site, keys["secret"], read, nginx_pid, f"http://127.0.0.1:{port}")
            measure(wrk, [target for pair in pairs for target in (pair.theirs, pair.ours)])
        found = [Row(pair.name, pair.ours.median, "µs", pair.theirs.median, pair.goal) for pair in pairs]
        return [*found, Row("memory of the server after that", memory_mb(site.pid), "MB")]


def _pairs(site: Site, secret: str, read: dict[str, str], nginx_pid: int, theirs: str) -> list[Pair]:
    # For the holder of the secret key nothing is cached; it is refused to what looks like a browser.
    uncached = {**read, "Authorization": f"Bearer {secret}", "User-Agent": "benchmark"}
    home, events = f"{site.url}/", f"{site.url}{EVENTS}"

    def pair(
        name: str,
        url: str,
        headers: dict[str, str],
        path: str,
        their: dict[str, str],
        goal: Goal | None = None,
        script: str = "",
    ) -> Pair:
        ours = Target(name, site.pid, url, headers, script)
        return Pair(name, ours, Target(f"{name}, nginx", nginx_pid, f"{theirs}{path}", their, script), goal)

    return [
        pair("home page", home, BROWSER, "/home", BROWSER, CACHED),
        pair("home page, each time another browser", home, BROWSER, "/home", BROWSER, script=MANY_BROWSERS),
        pair("home page, not modified", home, _had(home), "/home", _had(f"{theirs}/home"), NOT_MODIFIED),
        pair(
            "home page, not modified, another browser",
            home,
            _had(home),
            "/home",
            _had(f"{theirs}/home"),
            script=MANY_BROWSERS,
        ),
        pair("data read", events, read, "/events", BROWSER, CACHED),
        pair("data read, each time another browser", events, read, "/events", BROWSER, script=MANY_BROWSERS),
        pair("data read (20 events with their artists), not kept", events, uncached, "/events", BROWSER),
    ]


def _had(url: str) -> dict[str, str]:
    """The request of who has the answer already."""
    return {**BROWSER, "If-None-Match": answer(url, BROWSER)[0]["etag"]}
