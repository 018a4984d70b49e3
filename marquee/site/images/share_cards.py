"""Share cards: the pictures that other sites and messengers show for a link to a page.

Their URLs are `/share/{artist_id}-{hash}.jpg`, or `/share/-{hash}.jpg` for the site's own. The hash is of everything
that a card shows, so a card may be cached forever, and one that changes gets a new URL.
"""

from functools import partial
from hashlib import blake2b
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote

from starlette.responses import Response

from marquee.domain.tables import MEDIA_PREFIX
from marquee.site.bundle import IMMUTABLE
from marquee.site.head import Picture
from marquee.site.page_data import Confirm, Home, NotFound, Past, Profile
from marquee.site.rows import ArtistSummary
from marquee.storage.derived_files import DerivedFiles
from marquee.storage.media import Media
from marquee.web.context import Context

DESIGN_VERSION = "1"
"""Change it when the design of the cards changes, to invalidate those that are cached."""
TAGLINE = "Artists, releases and dates"
HEADERS = {
    "Cache-Control": IMMUTABLE,
    "Cross-Origin-Resource-Policy": "cross-origin",  # other sites are meant to show it
}


class ShareCard(NamedTuple):
    """What a card shows: a photograph, or else words. `artist_id` is empty for the card of the site."""

    artist_id: str
    name: str
    label: str
    photograph: Path | None
    digest: str

    @property
    def picture(self) -> Picture:
        return Picture(f"/share/{quote(self.artist_id)}-{self.digest}.jpg", self.name)


class ShareCards:
    """Chooses what the card of a page shows, and draws it when it is first requested."""

    def __init__(self, media: Media, derived_files: DerivedFiles, site_name: str) -> None:
        self._media, self._derived_files, self._site_name = media, derived_files, site_name
        self._cards = Media(derived_files.root, HEADERS)

    def of_page(self, data: Home | Profile | Past | Confirm | NotFound) -> ShareCard:
        """The card of a page: of the artist of a profile, or of the one that the home page shows first."""
        match data:
            case Profile(artist=artist):
                return self.of_artist(artist)
            case Home(featured=featured, artists=artists):
                return self.of_artist(featured or next(iter(artists), None))
            case Past() | Confirm() | NotFound():
                return self.of_artist(None)

    def of_artist(self, artist: ArtistSummary | None) -> ShareCard:
        """The card of an artist, or of the site for None. Pictures on other sites are never fetched."""
        if artist is None:
            return self._card("", self._site_name, TAGLINE, None, "")
        photograph, state = find_photograph(self._media, artist.image)
        return self._card(artist.id, artist.name, artist.genre, photograph, state)

    def _card(self, artist_id: str, name: str, label: str, photograph: Path | None, state: str) -> ShareCard:
        content = "\0".join((DESIGN_VERSION, artist_id, name, label, self._site_name, state))
        digest = blake2b(content.encode("utf-8", "surrogateescape"), digest_size=8).hexdigest()
        return ShareCard(artist_id, name, label, photograph, digest)

    async def respond(self, context: Context, card: ShareCard) -> Response:
        """The picture itself, drawn if that was not done before. Raises PictureUnavailable."""
        draw = partial(_draw, card.photograph, card.name, card.label, self._site_name)
        folder = f"shares/{blake2b(card.artist_id.encode(), digest_size=16).hexdigest()}"
        path = await self._derived_files.get_or_make(folder, f"{card.digest}.jpg", draw)
        return await self._cards.get_response(path, context.scope)


def find_photograph(media: Media, image: str) -> tuple[Path | None, str]:
    """The file of an artist's picture, if it is the site's own, and a text that differs when the file has changed."""
    found = media.find(image.removeprefix(MEDIA_PREFIX)) if image.startswith(MEDIA_PREFIX) else None
    return (found[0], f"{found[0]} {found[1].st_mtime_ns} {found[1].st_size}") if found else (None, "")


def _draw(photograph: Path | None, name: str, label: str, site_name: str) -> bytes:
    from marquee.site.images import drawing  # noqa: PLC0415 - Pillow is slow to load, and most pages are never shared

    return drawing.card(photograph, name, label, site_name)
