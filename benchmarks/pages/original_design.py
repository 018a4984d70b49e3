"""An ordinary single-page application (`benchmarks/original/`), built and served over the data of a running site.

nginx stands in front of both designs, so that only the pages differ and not what carries them.
"""

import mimetypes
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import brotli

from benchmarks.harness import nginx
from benchmarks.harness.processes import REPOSITORY, free_port, need, run, running
from benchmarks.harness.site import Site

SOURCE = REPOSITORY / "benchmarks" / "original"
SERVICES = ("/rest/", "/auth/", "/storage/")
IMMUTABLE = "public, max-age=31536000, immutable"
COMPRESSED = {".html", ".js", ".css"}


class Fronts(NamedTuple):
    """The URLs of the two designs."""

    ours: str
    original: str


@contextmanager
def both_served(site: Site, scratch: Path, pages: Mapping[str, str]) -> Iterator[Fronts]:
    """Both designs, as long as the block lasts; `pages` are the paths that answer with the shell, by name."""
    files = _built(scratch / "original", site.keys()["publishable"])
    shell = files.pop("/index.html")
    ours = nginx.Front(free_port(), {}, ("/",), site.url)
    original = nginx.Front(free_port(), {**files, **dict.fromkeys(pages.values(), shell)}, SERVICES, site.url)
    conf = nginx.configure(scratch, ours, original)
    with running([need("nginx", "nginx-light"), "-c", str(conf), "-p", str(scratch)], original.port):
        yield Fronts(f"http://127.0.0.1:{ours.port}", f"http://127.0.0.1:{original.port}")


def _built(folder: Path, key: str) -> dict[str, nginx.Response]:
    """The build's files as responses, compressed as far as ours are."""
    run(["npm", "ci", "--prefix", SOURCE, "--no-audit", "--no-fund", "--loglevel=error"])
    command: list[str | Path] = [
        SOURCE / "node_modules" / ".bin" / "vite",
        "build",
        "--config",
        SOURCE / "vite.config.ts",
        "--outDir",
        folder,
    ]
    run(command, VITE_API_KEY=key)
    files = [path for path in folder.rglob("*") if path.is_file()]
    return {f"/{path.relative_to(folder)}": _response(path) for path in files}


def _response(path: Path) -> nginx.Response:
    kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    headers = {"content-type": kind, "Cache-Control": "no-cache" if path.suffix == ".html" else IMMUTABLE}
    if path.suffix not in COMPRESSED:
        return headers, path.read_bytes()
    return {**headers, "Content-Encoding": "br"}, brotli.compress(path.read_bytes())
