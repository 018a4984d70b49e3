"""Bytes as they cross the wire, brotli where the kind of file gains by it."""

import re
from pathlib import Path

import msgspec

from benchmarks.goals import HOME_HTML, SCRIPT
from benchmarks.harness.site import BROWSER, answer, demo_site
from benchmarks.rows import Row
from marquee.site.bundle import DIST

TITLE = "What a visitor downloads"


def rows(scratch: Path) -> list[Row]:
    """The home page and each part of the build."""
    with demo_site(scratch / "data") as site:
        home_page = len(answer(f"{site.url}/", BROWSER)[1])
    manifest = msgspec.json.decode((DIST / ".vite" / "manifest.json").read_bytes())
    entry = next(part for part in manifest.values() if part.get("isEntry"))
    first = [entry["file"], *_imported(manifest, entry)]
    later = sorted({part["file"] for part in manifest.values() if part.get("isDynamicEntry")} - set(first))
    return [
        Row("home page: HTML with its styles and its data", home_page, "bytes", goal=HOME_HTML),
        Row("script of a first view", sum(_size(path) for path in first), "bytes", goal=SCRIPT),
        *(Row(f"font: {_plain(path)}", _size(path), "bytes") for path in entry.get("assets", ())),
        *(Row(f"on demand: {_plain(path)}", _size(path), "bytes") for path in later),
    ]


def _imported(manifest: dict, part: dict) -> list[str]:
    return [
        file
        for name in part.get("imports", ())
        for file in (manifest[name]["file"], *_imported(manifest, manifest[name]))
    ]


def _size(path: str) -> int:
    compressed = DIST / f"{path}.br"
    return (compressed if compressed.exists() else DIST / path).stat().st_size


def _plain(path: str) -> str:
    return re.sub(r"-[\w-]{8}(?=\.\w+$)", "", Path(path).name)
