"""The pictures of a date: its share card, `/share/event/{id}-{hash}.jpg`, and its poster, `/event/{id}/poster.jpg`.

Pictures on other sites are never fetched.
"""

from typing import Literal
from urllib.parse import urlsplit

from marquee.site.head import Picture
from marquee.site.images.event_wording import alt_of, event_wording
from marquee.site.images.facts import EventWording
from marquee.site.images.picture_cache import CachedPicture, Card, digest_of, find_photograph, stock_of
from marquee.site.rows import EventRecord
from marquee.site.site_facts import Site
from marquee.storage.media import Media
from marquee.storage.pixels.tasks import Task

Form = Literal["card", "poster"]

DESIGN_VERSION = "2"
"""Change it when the design changes, to invalidate what is cached."""

_LAYOUTS: dict[Form, str] = {
    "card": "marquee.site.images.event_layout:share_card",
    "poster": "marquee.site.images.event_layout:poster",
}


def event_poster(media: Media, event: EventRecord, site: Site) -> CachedPicture:
    """The poster of a date."""
    return _file(media, event, _wording(event, site), "poster", site)


def event_card(media: Media, event: EventRecord, site: Site) -> Card:
    """The share card of a date."""
    wording = _wording(event, site)
    file = _file(media, event, wording, "card", site)
    return Card(Picture(f"/share/event/{event.id}-{file.digest}.jpg", alt_of(wording)), file)


def _wording(event: EventRecord, site: Site) -> EventWording:
    return event_wording(event, site.name, urlsplit(site.base_url).netloc)


def _file(media: Media, event: EventRecord, wording: EventWording, form: Form, site: Site) -> CachedPicture:
    found = find_photograph(media, event.artist.image)
    stock = stock_of(site.brand)
    digest = digest_of(DESIGN_VERSION, form, found.state, *wording, *stock)
    draw = Task(_LAYOUTS[form], (found.photograph, wording, *stock))
    return CachedPicture(f"{form}s/{event.id}", digest, form == "card" and found.is_lasting, draw)
