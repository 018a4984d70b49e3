"""The pictures of an artist's next dates: a poster, `/artist/{id}/poster.jpg`, and the profile's share card.

Pictures on other sites are never fetched.
"""

from urllib.parse import quote, urlsplit

from marquee.domain.brand import Brand
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

_LAYOUTS = {
    "tour-cards": "marquee.site.images.tour_layout:share_card",
    "tour-posters": "marquee.site.images.tour_layout:poster",
}


class TourPictures:
    """Chooses what the pictures of a tour show."""

    def __init__(self, media: Media) -> None:
        self._media = media

    def poster(self, tour: Tour, site: Site) -> CachedPicture:
        """The poster."""
        return self._file(tour, self._wording(tour, MAX_DATES, site), site.brand, "tour-posters", is_lasting=False)

    def card(self, tour: Tour | Profile, site: Site) -> Card:
        """The share card."""
        wording = self._wording(tour, MAX_CARD_DATES, site)
        file = self._file(tour, wording, site.brand, "tour-cards", is_lasting=True)
        return Card(Picture(f"/share/{quote(tour.artist.id)}-{file.digest}.jpg", alt_of(wording)), file)

    def _wording(self, tour: Tour | Profile, max_dates: int, site: Site) -> TourWording:
        url = artist_url(site.base_url, tour.artist.id).removeprefix(f"{urlsplit(site.base_url).scheme}://")
        return tour_wording(tour, max_dates, site.name, url)

    def _file(
        self, tour: Tour | Profile, wording: TourWording, brand: Brand, kind: str, *, is_lasting: bool
    ) -> CachedPicture:
        found = find_photograph(self._media, tour.artist.image)
        digest = digest_of(DESIGN_VERSION, kind, found.state, *wording, *stock_of(brand))
        draw = Task(_LAYOUTS[kind], (found.photograph, wording, *stock_of(brand)))
        return CachedPicture(folder_of(kind, tour.artist.id), digest, is_lasting and found.is_lasting, draw)
