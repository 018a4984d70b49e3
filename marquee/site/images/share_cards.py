"""The picture that stands for a page where it is shared: `/share/{artist_id}-{hash}.jpg`, or `/share/-{hash}.jpg`.

The hash is of all that it is made from, so that who has kept an address keeps the picture, and a change has a new one.
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
from marquee.site.page_data import Confirm, Home, NotFound, PageData, Profile
from marquee.site.rows import ArtistSummary
from marquee.storage.derived_files import Workshop
from marquee.storage.media import Media
from marquee.web.context import Context

LOOK = "1"
"""Of what `cards` draws: another number where it draws something else from the same."""
TAGLINE = "Artists, releases and dates"
HEADERS = {
    "Cache-Control": IMMUTABLE,
    "Cross-Origin-Resource-Policy": "cross-origin",  # it is made to be shown elsewhere
}


class Share(NamedTuple):
    """What a card is made from: the artist's own picture, or words. `artist_id` is empty for the site's own card."""

    artist_id: str
    name: str
    label: str
    original: Path | None
    mark: str

    @property
    def picture(self) -> Picture:
        return Picture(f"/share/{quote(self.artist_id)}-{self.mark}.jpg", self.name)


class ShareCards:
    def __init__(self, media: Media, workshop: Workshop, site_name: str) -> None:
        self._media, self._workshop, self._site_name = media, workshop, site_name
        self._made = Media(workshop.folder, HEADERS)

    def of_page(self, data: PageData) -> Share:
        """The card of a page: of the artist of a profile, or of the one that the home page shows first."""
        match data:
            case Profile(artist=artist):
                return self.of_artist(artist)
            case Home(featured=featured, artists=artists):
                return self.of_artist(featured or next(iter(artists), None))
            case Confirm() | NotFound():
                return self.of_artist(None)

    def of_artist(self, artist: ArtistSummary | None) -> Share:
        """The card of an artist, or of the site for None. Pictures on other sites are never fetched."""
        if artist is None:
            return self._share("", self._site_name, TAGLINE, None, "")
        found = None
        if artist.image.startswith(MEDIA_PREFIX):
            found = self._media.find(artist.image.removeprefix(MEDIA_PREFIX))
        state = f"{found[0]} {found[1].st_mtime_ns} {found[1].st_size}" if found else ""
        return self._share(artist.id, artist.name, artist.genre, found and found[0], state)

    def _share(self, artist_id: str, name: str, label: str, original: Path | None, state: str) -> Share:
        made_from = "\0".join((LOOK, artist_id, name, label, self._site_name, state))
        mark = blake2b(made_from.encode("utf-8", "surrogateescape"), digest_size=8).hexdigest()
        return Share(artist_id, name, label, original, mark)

    async def sent(self, context: Context, share: Share) -> Response:
        """The picture itself, made where that is needed. Raises PictureUnavailable."""
        make = partial(_card, share.original, share.name, share.label, self._site_name)
        place = f"shares/{blake2b(share.artist_id.encode(), digest_size=16).hexdigest()}"
        made = await self._workshop.get_or_make(place, f"{share.mark}.jpg", make)
        return await self._made.get_response(made, context.scope)


def _card(original: Path | None, name: str, label: str, site_name: str) -> bytes:
    from marquee.site.images import drawing  # noqa: PLC0415 - most pages are never shared

    return drawing.card(original, name, label, site_name)
