"""`make bench`: CPU time per request as a ratio to nginx serving the same bytes in the same run, and download sizes."""

import subprocess
import sys
import tempfile
from pathlib import Path

import httpx

from benchmarks import nginx, sizes
from benchmarks.load import Target, measure
from benchmarks.processes import free_port, memory_mb, need, running

MARQUEE = str(Path(sys.executable).with_name("marquee"))
BROWSER = {
    "Accept-Encoding": "gzip, deflate, br, zstd",
    "Accept-Language": "en-US,en;q=0.9",
    "User-Agent": "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Safari/537.36",
    "Sec-Fetch-Mode": "navigate",
    "Sec-Fetch-Site": "same-origin",
}
EVENTS = "/rest/v1/music_events?select=*,artist:music_artists(id,name)&order=date.asc"


def main() -> None:
    wrk, server = need("wrk", "wrk"), need("nginx", "nginx-light")
    with tempfile.TemporaryDirectory() as scratch:
        folder, port, reference = Path(scratch), free_port(), free_port()
        command = [MARQUEE, "serve", "--demo", "--data-dir", str(folder / "data"), "--port", str(port)]
        with running(command, port) as pid:
            keys = _keys(folder / "data")
            read, ours = {**BROWSER, "apikey": keys["publishable"]}, f"http://127.0.0.1:{port}"
            # For the holder of the secret key nothing is cached; it is refused to what looks like a browser.
            uncached = {**read, "Authorization": f"Bearer {keys['secret']}", "User-Agent": "benchmark"}
            home, events = _answer(f"{ours}/", BROWSER), _answer(f"{ours}{EVENTS}", read)
            conf = nginx.configure(folder, reference, {"/home": home, "/events": events})
            with running([server, "-c", str(conf), "-p", str(folder)], reference) as nginx_pid:
                theirs = f"http://127.0.0.1:{reference}"
                targets = [
                    Target("home page, nginx", nginx_pid, f"{theirs}/home", BROWSER),
                    Target("home page, cached", pid, f"{ours}/", BROWSER),
                    Target(
                        "home page not modified, nginx", nginx_pid, f"{theirs}/home", _had(f"{theirs}/home", BROWSER)
                    ),
                    Target("home page not modified, cached", pid, f"{ours}/", _had(f"{ours}/", BROWSER)),
                    Target("data read, nginx", nginx_pid, f"{theirs}/events", BROWSER),
                    Target("data read, cached", pid, f"{ours}{EVENTS}", read),
                    Target("data read, not cached", pid, f"{ours}{EVENTS}", uncached),
                ]
                measure(wrk, targets)
                _print_costs(targets)
                print(f"\nMemory of the server after that: {memory_mb(pid):.0f} MB\n")
        _print_sizes(sizes.rows(len(home[1])))


def _answer(url: str, headers: dict[str, str]) -> tuple[dict[str, str], bytes]:
    """Header fields and the body as it crosses the wire."""
    with httpx.stream("GET", url, headers=headers) as answer:
        answer.raise_for_status()
        return dict(answer.headers), b"".join(answer.iter_raw())


def _had(url: str, headers: dict[str, str]) -> dict[str, str]:
    """The request of who has the answer already."""
    return {**headers, "If-None-Match": _answer(url, headers)[0]["etag"]}


def _keys(data_dir: Path) -> dict[str, str]:
    output = subprocess.run([MARQUEE, "keys", "--data-dir", str(data_dir)], check=True, capture_output=True, text=True)
    return dict(line.split(" ", 1) for line in output.stdout.splitlines())


def _print_costs(targets: list[Target]) -> None:
    references = {target.name.rpartition(",")[0]: target for target in targets if target.name.endswith(", nginx")}
    print("| request | CPU µs per request | ÷ nginx, same bytes |\n| --- | ---: | ---: |")
    for target in targets:
        ratio = target.median / references[target.name.rpartition(",")[0]].median
        print(f"| {target.name} | {target.median:.1f} | {ratio:.2f} |")


def _print_sizes(rows: list[tuple[str, int]]) -> None:
    print("| what a visitor downloads | bytes, brotli |\n| --- | ---: |")
    for name, size in rows:
        print(f"| {name} | {size:,} |")


if __name__ == "__main__":
    main()
