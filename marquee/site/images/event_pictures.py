"""The pictures of a date: its share card, `/share/event/{id}-{hash}.jpg`, and its poster, `/event/{id}/poster.jpg`.

Pictures on other sites are never fetched.
"""

from urllib.parse import urlsplit

from marquee.site.head import Picture
from marquee.site.images.facts import EventWording
from marquee.site.images.picture_cache import CachedPicture, Card, Design, picture_of
from marquee.site.images.wording import event_alt, event_wording
from marquee.site.rows import EventRecord
from marquee.site.site_facts import Site
from marquee.storage.media import Media

_CARD = Design("card", "marquee.site.images.event_layout:share_card", is_lasting=True)
_POSTER = Design("poster", "marquee.site.images.event_layout:poster", is_lasting=False)


def event_poster(media: Media, event: EventRecord, site: Site) -> CachedPicture:
    """The poster of a date."""
    return _file(media, event, _wording(event, site), _POSTER, site)


def event_card(media: Media, event: EventRecord, site: Site) -> Card:
    """The share card of a date."""
    wording = _wording(event, site)
    file = _file(media, event, wording, _CARD, site)
    return Card(Picture(f"/share/event/{event.id}-{file.digest}.jpg", event_alt(wording)), file)


def _wording(event: EventRecord, site: Site) -> EventWording:
    return event_wording(event, site.name, urlsplit(site.base_url).netloc)


def _file(media: Media, event: EventRecord, wording: EventWording, design: Design, site: Site) -> CachedPicture:
    return picture_of(media, design, f"{design.name}s/{event.id}", event.artist.image, wording, site.brand)
