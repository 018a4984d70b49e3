"""Dates, and who plays on each: the bill."""

from typing import Literal, get_args

from sqlalchemy import Column, ColumnElement, ForeignKey, Index, Table, TextClause, and_, func, literal_column, text

from marquee.db.column_types import INTEGER, TEXT, CalendarDate, Timestamp, UuidText
from marquee.domain.tables.columns import (
    INTERNAL,
    at_most,
    called,
    check,
    follows,
    goes_with,
    https_url,
    metadata,
    one_of,
    record,
    recorded_only_on,
    required,
    time_of_day,
)
from marquee.domain.tables.listing import list_by, sort_by
from marquee.domain.times.nights import NOON

TicketStatus = Literal["on_sale", "not_yet", "few_left", "sold_out", "free", "at_door"]
EventStatus = Literal["scheduled", "cancelled", "postponed", "moved"]

_IN_EVENING: tuple[TextClause, ...] = (
    text("(start_time IS NULL)"),
    text(f"(start_time < '{NOON}' AND coalesce(door_time, '') >= '{NOON}')"),
    text("start_time"),
    text("id"),
)
"""The order of a day: what starts the next morning comes after the evening, what has no start is last.

The first stands for NULLS LAST, which SQLite's indexes do not have.
"""

music_events = Table(
    "music_events",
    metadata,
    Column("id", UuidText, primary_key=True),
    # A calendar date at the venue, that of the doors: it never moves a day, wherever it is read.
    Column("date", CalendarDate, nullable=False, info=called("Date")),
    Column("venue", TEXT, nullable=False, info=called("Venue")),
    Column("location", TEXT, nullable=False, info=called("Location")),
    # The headliner. Who else plays is in music_lineup.
    Column("artist_id", TEXT, goes_with("music_artists.id"), nullable=False, info=called("Artist")),
    # 'HH:MM' at the venue; before the doors it is the next morning (times/nights.py). Null: not known.
    Column("start_time", TEXT, info=called("Start")),
    # 'HH:MM' at the venue, on the date. Null: not known.
    Column("door_time", TEXT, info=called("Doors")),
    # An IANA name such as 'Europe/Berlin'. Null: the site's time zone.
    Column("timezone", TEXT, info=called("Time zone")),
    Column("ticket_url", TEXT, info=called("Ticket link")),
    # As a person writes it: '18 €', '12 or more'.
    Column("price", TEXT, info=called("Price")),
    # 'on_sale', 'not_yet', 'few_left', 'sold_out', 'free' or 'at_door'. Null: nothing is said about tickets.
    Column("ticket_status", TEXT, info=called("Tickets", in_sheet="Ticket status")),
    # 'scheduled', 'cancelled', 'postponed' or 'moved'.
    Column("status", TEXT, nullable=False, server_default="scheduled", info=called("Status")),
    # The server's: the date that it was moved from, which it keeps when it is cancelled or postponed after that.
    Column("previous_date", CalendarDate, info=called("Date before", in_sheet="Previous date")),
    Column("note", TEXT, info=called("Note")),
    # The server's: the end of the event's night in its zone, at 05:00 or noon. Until then upcoming, from then on past.
    Column("upcoming_until", Timestamp, nullable=False, info=recorded_only_on()),
    # When it is announced; now if it is left out. Null: not yet. Until then it is there for its editors only.
    Column("published_at", Timestamp, info=called("Announced")),
    # Both are the server's. A whole-record save that carries an older updated_at is refused.
    Column("created_at", Timestamp, nullable=False, info=recorded_only_on("delete")),
    Column("updated_at", Timestamp, nullable=False, info=recorded_only_on("delete")),
    # How often it was changed, or what is shown with it: of this is a calendar's SEQUENCE (RFC 5545, 3.8.7.4).
    # Not part of the protocol.
    Column("revision", INTEGER, nullable=False, server_default="0", info=INTERNAL | recorded_only_on("delete")),
    # When what is shown with it was last changed: the names of its artists, or the site's zone. It makes no save stale.
    # Not part of the protocol.
    Column("beside_changed_at", Timestamp, info=INTERNAL),
    required("venue", 200),
    required("location", 200),
    time_of_day("start_time"),
    time_of_day("door_time"),
    check(
        "door_time",
        f"door_time <= start_time OR (start_time < '{NOON}' AND door_time >= '{NOON}')",
        "Doors cannot open after the start, unless that is the next morning.",
        "doors_before_start",
    ),
    check("timezone", "length(timezone) <= 64", "It must be a time zone such as Europe/Berlin."),
    https_url("ticket_url"),
    at_most("price", 100),
    one_of("ticket_status", get_args(TicketStatus)),
    one_of("status", get_args(EventStatus)),
    check(
        "status",
        "status <> 'moved' OR (previous_date IS NOT NULL AND previous_date <> date)",
        "A date is moved when it gets another date than it had: change the date together with the status.",
        "moved",
    ),
    at_most("note", 2000, is_line=False),
    # Lists by date, in the order of the evening, and those of one artist; the first also counts the upcoming ones.
    Index("music_events_date_start_time_id_idx", "date", *_IN_EVENING, "upcoming_until"),
    Index("music_events_artist_id_date_start_time_id_idx", "artist_id", "date", *_IN_EVENING),
    Index("music_events_location_id_idx", "location", "id"),
    Index("music_events_venue_id_idx", "venue", "id"),
    # The feed's order; those that were announced at one moment come by their ids.
    Index("music_events_published_at_id_idx", "published_at", "id"),
)

_NOON: ColumnElement[str] = literal_column(f"'{NOON}'")
STARTS_NEXT_MORNING: ColumnElement[bool] = and_(
    music_events.c.start_time < _NOON, func.coalesce(music_events.c.door_time, literal_column("''")) >= _NOON
)
"""As `nights.starts_next_morning`, in the words of the indexes."""

_event = music_events.c
record(music_events)
list_by(music_events, _event.date, _event.start_time.is_(None), STARTS_NEXT_MORNING, _event.start_time, _event.id)
# In the order of the evening.
sort_by(_event.start_time, STARTS_NEXT_MORNING, _event.start_time)

music_lineup = Table(
    "music_lineup",
    metadata,
    Column("id", UuidText, primary_key=True),
    Column("event_id", UuidText, goes_with("music_events.id"), nullable=False),
    # The order of the bill; those with one number stay in the order of their ids.
    Column("position", INTEGER, nullable=False, server_default="0"),
    # Null: a name without a profile, or one whose profile was deleted.
    Column("artist_id", TEXT, ForeignKey("music_artists.id", ondelete="SET NULL"), index=True),
    # The artist's present name, whatever is sent with an artist_id; else as it is to stand on the bill.
    Column("name", TEXT, nullable=False, info=follows("artist_id")),
    required("name", 200),
    Index("music_lineup_event_id_position_id_idx", "event_id", "position", "id"),
)

record(music_lineup)
list_by(music_lineup, music_lineup.c.position, music_lineup.c.id)
