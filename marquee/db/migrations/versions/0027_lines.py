"""Texts on one line lose their breaks and what cannot be seen, with which none may be saved any more.

One of which nothing would be left stays as it is: whoever edits it is told to name it.
"""

from marquee.db.migrations.mending import mend_texts
from marquee.visible import has_ink, mended_line

revision = "0027"
down_revision = "0026"

LINES = {
    "music_artists": ("name", "genre", "followers", "image_alt", "credit", "latest_song"),
    "music_events": ("venue", "location", "price"),
    "music_lineup": ("name",),
    "music_links": ("label",),
    "music_settings": ("site_name", "tagline", "footer"),
}


def upgrade() -> None:
    mend_texts({table: dict.fromkeys(columns, mended) for table, columns in LINES.items()})


def mended(text: str) -> str:
    """The text as it may be saved, if anything of it can be seen."""
    line = mended_line(text)
    return line if has_ink(line) else text
