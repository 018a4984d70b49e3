"""The pictures of a date: its share card, `/share/event/{id}-{hash}.jpg`, and its poster, `/event/{id}/poster.jpg`.

Pictures on other sites are never fetched.
"""

from typing import Literal
from urllib.parse import urlsplit

from marquee.site.head import Picture
from marquee.site.images.drawn import alt_of, drawn_of
from marquee.site.images.drawn_files import Card, DrawnFile, digest_of, find_photograph, stock_of
from marquee.site.images.facts import Drawn
from marquee.site.rows import EventRecord
from marquee.site.site_facts import Site
from marquee.storage.media import Media
from marquee.storage.pixels.tasks import Task

Form = Literal["card", "poster"]

DESIGN_VERSION = "2"
"""Change it when the design changes, to invalidate what is cached."""

_DRAWINGS: dict[Form, str] = {
    "card": "marquee.site.images.event_drawing:share_card",
    "poster": "marquee.site.images.event_drawing:poster",
}


class EventPictures:
    """Chooses what the pictures of an event show."""

    def __init__(self, media: Media) -> None:
        self._media = media

    def poster(self, event: EventRecord, site: Site) -> DrawnFile:
        """The poster."""
        return self._file(event, self._drawn(event, site), "poster", site)

    def card(self, event: EventRecord, site: Site) -> Card:
        """The share card."""
        drawn = self._drawn(event, site)
        file = self._file(event, drawn, "card", site)
        return Card(Picture(f"/share/event/{event.id}-{file.digest}.jpg", alt_of(drawn)), file)

    def _drawn(self, event: EventRecord, site: Site) -> Drawn:
        return drawn_of(event, site.name, urlsplit(site.base_url).netloc)

    def _file(self, event: EventRecord, drawn: Drawn, form: Form, site: Site) -> DrawnFile:
        photograph, state = find_photograph(self._media, event.artist.image)
        stock = stock_of(site.brand)
        digest = digest_of(DESIGN_VERSION, form, state, *drawn, *stock)
        draw = Task(_DRAWINGS[form], (photograph, drawn, *stock))
        return DrawnFile(f"{form}s/{event.id}", digest, form == "card", draw)
