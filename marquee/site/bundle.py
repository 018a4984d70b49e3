"""What the front end's build left in the package: its files, ready to be sent, and which of them a page starts with."""

import mimetypes
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from marquee.errors import OperatorError
from marquee.web.compression import Coding
from marquee.web.response_cache import StoredResponse

DIST = Path(__file__).parent / "dist"
IMMUTABLE = "public, max-age=31536000, immutable"
REVALIDATE = "no-cache"
_TYPES = {".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8", ".woff2": "font/woff2"}
_SUFFIXES: dict[Coding, str] = {"br": ".br", "gzip": ".gz"}
_INTERNAL = {*_SUFFIXES.values(), ".map"}
SERVER = "server"
SCRIPT, STYLE = "src/app/main.tsx", "style.css"
FONT = "src/fonts/archivo-latin.woff2"
"""The part of the typeface that every page needs."""
_HIDDEN = {".vite", SERVER}


@dataclass(frozen=True)
class Bundle:
    """What the front end's build left: `files` by URL path; `script` and `font` are such paths.

    `parts` are the scripts that some pages need besides it, by the name of the part (frontend/vite.config.ts).
    `css` and `boot` are in every page; `boot` starts the front end when the hero's picture is there, or someone
    touches the page. `render` is the script that renders pages on the server. The reasons are in
    docs/decisions/0017-pages-are-rendered-in-this-process.md.
    """

    files: dict[str, StoredResponse]
    script: str
    parts: dict[str, tuple[str, ...]]
    css: str
    font: str | None
    boot: str
    render: str


def load(dist: Path = DIST) -> Bundle:
    """Read the build's manifest and files into memory. Raises OperatorError where nothing was built."""
    try:
        manifest = msgspec.json.decode((dist / ".vite" / "manifest.json").read_bytes())
        boot, render = ((dist / SERVER / name).read_text(encoding="utf-8") for name in ("boot.js", "render.js"))
    except (OSError, msgspec.DecodeError) as error:
        raise OperatorError("The front end has not been built. Run: make build") from error
    return Bundle(
        files={f"/{path.relative_to(dist)}": _finished(dist, path) for path in _public_files(dist)},
        script=f"/{manifest[SCRIPT]['file']}",
        parts={part["name"]: _scripts(manifest, part) for part in manifest.values() if "imports" in part},
        css=(dist / manifest[STYLE]["file"]).read_text(encoding="utf-8").strip(),
        font=f"/{manifest[FONT]['file']}" if FONT in manifest else None,
        boot=boot,
        render=render,
    )


def _scripts(manifest: dict[str, Any], part: dict[str, Any]) -> tuple[str, ...]:
    """The script of a part and those that it imports, which a browser would otherwise ask for one after the other."""
    imported = (manifest[name] for name in part["imports"])
    return tuple(f"/{one['file']}" for one in (part, *imported) if not one.get("isEntry"))


def _public_files(dist: Path) -> list[Path]:
    return [
        path
        for path in dist.rglob("*")
        if path.is_file() and path.relative_to(dist).parts[0] not in _HIDDEN and path.suffix not in _INTERNAL
    ]


def _finished(dist: Path, path: Path) -> StoredResponse:
    content_type = _TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    is_hashed = dist / "assets" in path.parents
    headers = (("Content-Type", content_type), ("Cache-Control", IMMUTABLE if is_hashed else REVALIDATE))
    return StoredResponse.ready(200, headers, path.read_bytes(), _compressed(path))


def _compressed(path: Path) -> dict[Coding, bytes]:
    """What the build compressed, by coding."""
    files = {coding: path.with_name(path.name + suffix) for coding, suffix in _SUFFIXES.items()}
    return {coding: file.read_bytes() for coding, file in files.items() if file.exists()}
