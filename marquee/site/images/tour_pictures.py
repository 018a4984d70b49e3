"""The pictures of an artist's next dates: a poster, `/artist/{id}/poster.jpg`, and the profile's share card.

Pictures on other sites are never fetched.
"""

from urllib.parse import quote, unquote, urlsplit

from marquee.site.head import Picture
from marquee.site.images.facts import TourWording
from marquee.site.images.picture_cache import CachedPicture, Card, Design, folder_of, picture_of
from marquee.site.images.wording import MAX_CARD_DATES, MAX_DATES, tour_alt, tour_wording
from marquee.site.page_data import Profile, Tour
from marquee.site.site_facts import Site, artist_url
from marquee.storage.media import Media

_CARD = Design("tour-cards", "marquee.site.images.tour_layout:share_card", is_lasting=True)
_POSTER = Design("tour-posters", "marquee.site.images.tour_layout:poster", is_lasting=False)


def tour_poster(media: Media, tour: Tour, site: Site) -> CachedPicture:
    """The poster of a tour."""
    return _file(media, tour, _wording(tour, MAX_DATES, site), _POSTER, site)


def tour_card(media: Media, tour: Tour | Profile, site: Site) -> Card:
    """The share card of an artist with dates."""
    wording = _wording(tour, MAX_CARD_DATES, site)
    file = _file(media, tour, wording, _CARD, site)
    return Card(Picture(f"/share/{quote(tour.artist.id)}-{file.digest}.jpg", tour_alt(wording)), file)


def _wording(tour: Tour | Profile, max_dates: int, site: Site) -> TourWording:
    url = artist_url(site.base_url, tour.artist.id).removeprefix(f"{urlsplit(site.base_url).scheme}://")
    return tour_wording(tour, max_dates, site.name, unquote(url))


def _file(media: Media, tour: Tour | Profile, wording: TourWording, design: Design, site: Site) -> CachedPicture:
    return picture_of(media, design, folder_of(design.name, tour.artist.id), tour.artist.image, wording, site.brand)
