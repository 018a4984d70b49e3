"""The pictures of a date: its share card, `/share/event/{id}-{hash}.jpg`, and its poster, `/event/{id}/poster.jpg`.

Both are drawn when they are first asked for, and again when what they show has changed.
"""

from functools import partial
from hashlib import blake2b
from pathlib import Path
from typing import Literal, NamedTuple
from urllib.parse import urlsplit

from starlette.responses import Response

from marquee.site.bundle import IMMUTABLE, REVALIDATE
from marquee.site.head import Picture
from marquee.site.images.drawn import Drawn, alt_of, drawn_of
from marquee.site.images.share_cards import find_photograph
from marquee.site.rows import EventRecord
from marquee.storage.derived_files import DerivedFiles
from marquee.storage.media import Media
from marquee.web.context import Context

Form = Literal["card", "poster"]

DESIGN_VERSION = "1"
"""Change it when the design changes, to invalidate what is cached."""
_FOR_EVERYBODY = {"Cross-Origin-Resource-Policy": "cross-origin"}  # other sites are meant to show it


class EventPicture(NamedTuple):
    """A picture that can be drawn; `digest` is of everything that it shows."""

    event_id: str
    form: Form
    alt: str
    drawn: Drawn
    photograph: Path | None
    digest: str

    @property
    def picture(self) -> Picture:
        """A share card as a page names it."""
        return Picture(f"/share/event/{self.event_id}-{self.digest}.jpg", self.alt)


class EventPictures:
    """Chooses what the pictures of an event show, draws and keeps them."""

    def __init__(self, media: Media, derived_files: DerivedFiles, site_name: str) -> None:
        self._media, self._derived_files, self._site_name = media, derived_files, site_name
        self._files = {
            "card": Media(derived_files.root, {"Cache-Control": IMMUTABLE, **_FOR_EVERYBODY}),
            "poster": Media(derived_files.root, {"Cache-Control": REVALIDATE, **_FOR_EVERYBODY}),
        }

    def of(self, event: EventRecord, form: Form, base_url: str) -> EventPicture:
        """The picture of an event in this form. Pictures on other sites are never fetched."""
        photograph, state = find_photograph(self._media, event.artist.image)
        drawn = drawn_of(event, self._site_name, urlsplit(base_url).netloc)
        shown = (DESIGN_VERSION, form, state, *map(str, drawn))
        digest = blake2b("\0".join(shown).encode("utf-8", "surrogateescape"), digest_size=8).hexdigest()
        return EventPicture(event.id, form, alt_of(event), drawn, photograph, digest)

    async def respond(self, context: Context, chosen: EventPicture) -> Response:
        """The picture itself, drawn if that was not done before. Raises PictureUnavailable."""
        folder, draw = f"{chosen.form}s/{chosen.event_id}", partial(_draw, chosen)
        path = await self._derived_files.get_or_make(folder, f"{chosen.digest}.jpg", draw)
        return await self._files[chosen.form].get_response(path, context.scope)


def _draw(chosen: EventPicture) -> bytes:
    from marquee.site.images import event_drawing  # noqa: PLC0415 - Pillow is slow to load, as in share_cards

    draw = event_drawing.poster if chosen.form == "poster" else event_drawing.share_card
    return draw(chosen.photograph, chosen.drawn)
