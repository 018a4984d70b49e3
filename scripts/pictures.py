"""The pictures of docs/pictures.md, from a new demonstration in a real browser. `make pictures` takes them anew."""

import os
import re
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image

ROOT = Path(__file__).parents[1]
PICTURES = ROOT / "docs" / "pictures"
WIDTH = 1200
QUALITY = 72


def _take(folder: Path) -> None:
    """The pictures as PNG, in a folder."""
    data = folder / "site"
    command = [
        str(Path(sys.executable).with_name("marquee")),
        "--data-dir",
        str(data),
        "serve",
        "--demo",
        "--port",
        "0",
    ]
    environ = {**os.environ, "MARQUEE_SITE_NAME": "Undercard"}
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=environ) as site:
        try:
            url = next(found[1] for line in site.stdout or () if (found := re.search(r" is at (http:\S+)", line)))
            taker = ["node", ROOT / "scripts" / "take-pictures.mjs", url, data / "demo-accounts.txt", folder]
            subprocess.run(taker, check=True)
        finally:
            site.terminate()


def main() -> None:
    PICTURES.mkdir(exist_ok=True)
    with TemporaryDirectory() as name:
        _take(Path(name))
        for file in sorted(Path(name).glob("*.png")):
            with Image.open(file) as picture:
                height = round(picture.height * min(1, WIDTH / picture.width))
                small = picture.convert("RGB").resize((min(WIDTH, picture.width), height), Image.Resampling.LANCZOS)
            small.save(PICTURES / f"{file.stem}.webp", quality=QUALITY, method=6)
            print(f"docs/pictures/{file.stem}.webp")


if __name__ == "__main__":
    main()
