"""What a visitor downloads, in bytes as they cross the wire."""

import re
from pathlib import Path

import msgspec

DIST = Path(__file__).parent.parent / "marquee" / "site" / "dist"


def rows(home_page: int) -> list[tuple[str, int]]:
    """Name and brotli size of the home page (`home_page` bytes) and of each part of the build."""
    manifest = msgspec.json.decode((DIST / ".vite" / "manifest.json").read_bytes())
    entry = next(part for part in manifest.values() if part.get("isEntry"))
    first = [entry["file"], *_imported(manifest, entry)]
    found = [("home page, HTML with its styles and its data", home_page)]
    found += [(f"first view: {_plain(path)}", _size(path)) for path in first]
    later = sorted({part["file"] for part in manifest.values() if part.get("isDynamicEntry")} - set(first))
    return found + [(f"on demand: {_plain(path)}", _size(path)) for path in later]


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
