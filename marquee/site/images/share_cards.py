"""Share cards: the pictures that other sites and messengers show for a link to a page.

Their URLs are `/share/{artist_id}-{hash}.jpg`, or `/share/-{hash}.jpg` for the site's own. The hash is of everything
that a card shows, so a card may be cached forever, and one that changes gets a new URL. The card of an artist with
upcoming dates lists them (`tour_pictures.py`). Pictures on other sites are never fetched.
"""

from urllib.parse import quote

from marquee.domain.brand import Brand
from marquee.site.head import Picture
from marquee.site.images.picture_cache import (
    DESIGN_VERSION,
    CachedPicture,
    Card,
    Found,
    digest_of,
    find_photograph,
    folder_of,
    stock_of,
)
from marquee.site.rows import ArtistSummary
from marquee.storage.media import Media
from marquee.storage.pixels.tasks import Task

_LAYOUT = "marquee.site.images.card_layout:card"
TAGLINE = "Artists, releases and dates"


def share_card(media: Media, artist: ArtistSummary | None, brand: Brand) -> Card:
    """The card of an artist without dates, or of the site for None: a photograph, or else words."""
    if artist is None:
        return _card("", brand.name, brand.tagline or TAGLINE, Found(), brand)
    return _card(artist.id, artist.name, artist.genre, find_photograph(media, artist.image), brand)


def _card(artist_id: str, name: str, label: str, found: Found, brand: Brand) -> Card:
    digest = digest_of(DESIGN_VERSION, artist_id, name, label, brand.name, found.state, *stock_of(brand))
    draw = Task(_LAYOUT, (found.photograph, name, label, brand.name, *stock_of(brand)))
    file = CachedPicture(folder_of("shares", artist_id), digest, found.is_lasting, draw)
    return Card(Picture(f"/share/{quote(artist_id)}-{digest}.jpg", name), file)
