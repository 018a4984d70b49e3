"""The rows that pages show, as typed records: each has the columns that its query selects.

The front end has the same ones, in `frontend/src/schema.ts`. `TABLE` is where a record is found.
"""

from datetime import UTC, date, datetime, time, timedelta
from typing import ClassVar
from zoneinfo import ZoneInfo

from msgspec import UNSET, Struct, UnsetType

from marquee.domain.tables.events import EventStatus, TicketStatus
from marquee.domain.times import nights

_EVENING = timedelta(hours=3)


class Record(Struct, frozen=True, forbid_unknown_fields=True):
    """What is read of a row: its fields are columns, or records of the rows beside it."""

    TABLE: ClassVar[str]


class ArtistName(Record, frozen=True):
    """The artist of an event."""

    TABLE: ClassVar = "music_artists"

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


class ListedLink(Record, frozen=True):
    """An https address of an artist elsewhere; without a label it is called what its service is called."""

    TABLE: ClassVar = "music_links"

    url: str
    label: str | None


class Link(ListedLink, frozen=True):
    """A link where it can be edited, with its place in the artist's list."""

    id: str
    position: int


class Artist(ArtistCard, frozen=True):
    """All of an artist, and the links in their order.

    `published_at` is null where no moment is set. Pages do not have it: what they show is announced.
    """

    user_id: str | None
    image_alt: str | None
    credit: str | None
    bio: str | None
    social_instagram: str | None
    social_twitter: str | None
    website: str | None
    created_at: str
    updated_at: str
    links: list[Link]
    published_at: str | UnsetType | None = UNSET


class Announced(Record, frozen=True):
    """When visitors first saw an artist."""

    TABLE: ClassVar = "music_artists"

    published_at: str


class EventId(Record, frozen=True):
    """An event that exists."""

    TABLE: ClassVar = "music_events"

    id: str


class EventFacts(Record, frozen=True):
    """A date, without who plays.

    `date` and `previous_date` are calendar dates in ISO form, the times 'HH:MM' at the venue. `timezone` is an IANA
    name; without one it is the site's. `upcoming_until` is the instant from which the date is past.
    """

    TABLE: ClassVar = "music_events"

    id: str
    date: str
    venue: str
    location: str
    start_time: str | None
    door_time: str | None
    timezone: str | None
    ticket_url: str | None
    price: str | None
    ticket_status: TicketStatus | None
    status: EventStatus
    previous_date: str | None
    upcoming_until: str


class Act(Record, frozen=True):
    """Somebody else on the bill of an event; without an `artist_id`, a name that has no profile."""

    TABLE: ClassVar = "music_lineup"

    name: str
    artist_id: str | None


class ListedEvent(EventFacts, frozen=True):
    """An event in a list."""

    artist: ArtistName
    lineup: tuple[Act, ...]


class PastEvent(Record, frozen=True):
    """An event in the list of those that are over: that it was, and where."""

    TABLE: ClassVar = "music_events"

    id: str
    date: str
    venue: str
    location: str
    door_time: str | None
    start_time: str | None
    status: EventStatus
    artist: ArtistName


class BillEntry(Act, frozen=True):
    """An act of the bill on the event's own page."""

    id: str
    position: int
    artist: ArtistName | None


class EventRecord(EventFacts, frozen=True):
    """All of an event, the headliner and the bill in its order; `published_at` as in `Artist`."""

    artist_id: str
    note: str | None
    created_at: str
    updated_at: str
    artist: ArtistSummary
    lineup: tuple[BillEntry, ...]
    published_at: str | UnsetType | None = UNSET


class FeedEvent(EventRecord, frozen=True):
    """An event in a feed of what is new: `published_at` is when it was announced, or its artist if that was later."""

    published_at: str


def day_of(event: EventFacts) -> date:
    """The calendar date at the venue."""
    return date.fromisoformat(event.date)


def is_past(event: EventFacts, now: datetime) -> bool:
    """Whether the date is over at that instant: from 05:00 of the following day in its own zone."""
    return datetime.fromisoformat(event.upcoming_until) <= now


def doors_of(event: ListedEvent | EventRecord, zone: ZoneInfo) -> datetime | None:
    """When the doors open, with the offset of the event's own zone then; `zone` is the site's. None if unknown."""
    return _at(event, day_of(event), event.door_time, zone) if event.door_time else None


def span(event: ListedEvent | EventRecord, zone: ZoneInfo) -> tuple[datetime, datetime] | None:
    """When it starts and is taken to end: nobody says it, and without an end it would take no time.

    None where no time is known, and at either end of Python's calendar.
    """
    if not event.start_time:
        return None
    try:
        start = _at(event, nights.start_day(day_of(event), event.door_time, event.start_time), event.start_time, zone)
        return start, (start.astimezone(UTC) + _EVENING).astimezone(start.tzinfo)
    except OverflowError:
        return None


def night_of(event: EventFacts, weekday: str = "%A") -> str:
    """`night from Thursday to Friday` of one that is after midnight, else nothing."""
    return nights.in_words(day_of(event), event.door_time, event.start_time, weekday)


def _at(event: ListedEvent | EventRecord, day: date, local_time: str, zone: ZoneInfo) -> datetime:
    own = ZoneInfo(event.timezone) if event.timezone else zone
    return datetime.combine(day, time.fromisoformat(local_time), own)
