"""A hook of hatchling, which builds wheel and source archive: with the built front end, or not at all."""

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

DIST = "marquee/site/dist"
NEEDED = (".vite/manifest.json", "server/boot.js", "server/render.js")
"""What `marquee.site.bundle` cannot do without."""

REFUSAL = (
    "A wheel needs the built front end. In a clone, on a machine with Node, run: "
    "make build && .venv/bin/pip wheel --no-deps ."
)


class FrontEndHook(BuildHookInterface[Any]):
    """Stops the build. An editable installation is allowed: `make build` begins with one."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002 - hatchling's signature
        is_built = all(Path(self.root, DIST, name).is_file() for name in NEEDED)
        if version != "editable" and not is_built:
            self.app.abort(REFUSAL)
