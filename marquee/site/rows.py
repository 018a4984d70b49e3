"""The rows that pages show, as typed records: each has the columns that its query selects."""

from msgspec import Struct


class ArtistName(Struct, frozen=True, forbid_unknown_fields=True):
    """The artist of an event."""

    id: str
    name: str


class ArtistSummary(ArtistName, frozen=True):
    """What a share card shows."""

    genre: str
    image: str


class ArtistCard(ArtistSummary, frozen=True):
    """What the home page shows."""

    followers: str
    latest_song: str | None
    is_featured: bool


class Artist(ArtistCard, frozen=True):
    """Every column that the data protocol has."""

    user_id: str | None
    bio: str | None
    social_instagram: str | None
    social_twitter: str | None
    website: str | None
    created_at: str
    updated_at: str


class Event(Struct, frozen=True, forbid_unknown_fields=True):
    """A date of an artist; `date` is a calendar date in ISO form."""

    id: str
    date: str
    venue: str
    location: str


class EventWithArtist(Event, frozen=True):
    """An event in a list of several artists' events."""

    artist: ArtistName


class CalendarEvent(EventWithArtist, frozen=True):
    """An event of a calendar, which also says when it was last changed."""

    updated_at: str
