"""The pictures of an artist's next dates: a poster, `/artist/{id}/poster.jpg`, and the profile's share card.

Pictures on other sites are never fetched.
"""

from typing import Literal
from urllib.parse import quote, urlsplit

from marquee.site.head import Picture
from marquee.site.images.facts import TourWording
from marquee.site.images.picture_cache import CachedPicture, Card, digest_of, find_photograph, folder_of, stock_of
from marquee.site.images.tour_wording import MAX_CARD_DATES, MAX_DATES, alt_of, tour_wording
from marquee.site.page_data import Profile, Tour
from marquee.site.site_facts import Site, artist_url
from marquee.storage.media import Media
from marquee.storage.pixels.tasks import Task

DESIGN_VERSION = "2"
"""Change it when the design changes, to invalidate what is cached."""

Kind = Literal["tour-cards", "tour-posters"]

_LAYOUTS: dict[Kind, str] = {
    "tour-cards": "marquee.site.images.tour_layout:share_card",
    "tour-posters": "marquee.site.images.tour_layout:poster",
}


def tour_poster(media: Media, tour: Tour, site: Site) -> CachedPicture:
    """The poster of a tour."""
    return _file(media, tour, _wording(tour, MAX_DATES, site), "tour-posters", site)


def tour_card(media: Media, tour: Tour | Profile, site: Site) -> Card:
    """The share card of an artist with dates."""
    wording = _wording(tour, MAX_CARD_DATES, site)
    file = _file(media, tour, wording, "tour-cards", site)
    return Card(Picture(f"/share/{quote(tour.artist.id)}-{file.digest}.jpg", alt_of(wording)), file)


def _wording(tour: Tour | Profile, max_dates: int, site: Site) -> TourWording:
    url = artist_url(site.base_url, tour.artist.id).removeprefix(f"{urlsplit(site.base_url).scheme}://")
    return tour_wording(tour, max_dates, site.name, url)


def _file(media: Media, tour: Tour | Profile, wording: TourWording, kind: Kind, site: Site) -> CachedPicture:
    found = find_photograph(media, tour.artist.image)
    stock = stock_of(site.brand)
    digest = digest_of(DESIGN_VERSION, kind, found.state, *wording, *stock)
    draw = Task(_LAYOUTS[kind], (found.photograph, wording, *stock))
    return CachedPicture(folder_of(kind, tour.artist.id), digest, kind == "tour-cards" and found.is_lasting, draw)
