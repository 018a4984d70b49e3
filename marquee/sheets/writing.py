"""Writes what a site has as tables that spreadsheets open and `reading` reads again, and as JSON."""

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import Any, Literal, NamedTuple

import msgspec
from sqlalchemy import Connection, select

from marquee import clock
from marquee.domain.actor import SECRET_KEY_HOLDER, VISITOR, Actor, actor_values
from marquee.domain.policies.data import visible
from marquee.domain.tables import (
    exposed_columns,
    music_artists,
    music_events,
    music_lineup,
    music_links,
    music_settings,
)
from marquee.domain.tables.columns import names_in_sheets
from marquee.domain.times import nights
from marquee.domain.times.event_times import stored_site_zone
from marquee.sheets.announced import UNANNOUNCED
from marquee.sheets.cells import escaped
from marquee.sheets.there import beside

Name = Literal["events", "artists", "bandsintown", "site"]
BOM = "\ufeff"
"""Without it, Excel takes UTF-8 for Windows-1252."""

ARTIST_COLUMNS = ("id", *names_in_sheets(music_artists), "links")
EVENT_COLUMNS = ("artist", "artist_id", *names_in_sheets(music_events), "lineup")
# As exporters of 2025 and 2026 write them; an upload may leave out what has no star.
BANDSINTOWN_COLUMNS = (
    *("Artist Name", "Venue*", "Country*", "Address", "City*", "Region*", "Postal Code", "Timezone*"),
    *("Start Date* (yyyy-mm-dd)", "Start Time* (HH:MM)", "End Date", "End Time", "Streaming Link"),
    *("Ticket Link", "Ticket Type", "Ticket Link 2", "Ticket Type 2", "On-Sale Date", "On-Sale Time"),
    *("Lineup", "Event Name", "Event Display Format", "Description", "Schedule Date", "Schedule Time"),
    *("Do Not Announce", "Setlist", "Event Image"),
)

Row = Mapping[str, Any]


class Everything(NamedTuple):
    """What is exported: artists with their links, events with the artist's name and the bill, the site's settings.

    `zone` is the site's time zone.
    """

    artists: list[Row]
    events: list[Row]
    settings: Sequence[Row]
    zone: str


def fetch(connection: Connection, name: Name, actor: Actor = SECRET_KEY_HOLDER) -> Everything:
    """What `write` needs to write this, so far as the actor sees it; what goes to Bandsintown is public."""
    artists = _artists(connection, actor) if name in ("artists", "site") else []
    events = _events(connection, VISITOR if name == "bandsintown" else actor) if name != "artists" else []
    settings = [dict(row) for row in connection.execute(select(music_settings)).mappings()] if name == "site" else []
    return Everything([*artists], [*events], settings, stored_site_zone(connection))


def write(everything: Everything, name: Name) -> str:
    """Everything of a kind as CSV: `bandsintown` has what takes place, in its template; `site` is all of it as JSON."""
    artists, events, settings, zone = everything
    match name:
        case "artists":
            return _csv(ARTIST_COLUMNS, map(_artist_cells, artists))
        case "events":
            return _csv(EVENT_COLUMNS, map(_event_cells, events))
        case "bandsintown":
            return _csv(
                BANDSINTOWN_COLUMNS, (_bandsintown_cells(event, zone) for event in events if _is_to_come(event))
            )
        case "site":
            there = {
                "exported_at": clock.timestamp(),
                "settings": next(iter(settings), None),
                "artists": artists,
                "events": events,
            }
            return msgspec.json.format(msgspec.json.encode(there)).decode()


def _csv(columns: Sequence[str], rows: Iterable[Row]) -> str:
    text = io.StringIO()
    text.write(BOM)
    writer = csv.writer(text)
    writer.writerow(columns)
    for row in rows:
        writer.writerow([escaped(row.get(column) or "") for column in columns])
    return text.getvalue()


def _artists(connection: Connection, actor: Actor) -> Iterable[dict[str, Any]]:
    links = beside(connection, actor, music_links, "artist_id")
    columns = [column for name, column in exposed_columns(music_artists).items() if name != "user_id"]
    seen = select(*columns).where(visible(actor, music_artists)).order_by(music_artists.c.name, music_artists.c.id)
    for row in connection.execute(seen, actor_values(actor)).mappings():
        yield {**row, "links": [{"url": link["url"], "label": link["label"]} for link in links[row["id"]]]}


def _events(connection: Connection, actor: Actor) -> Iterable[dict[str, Any]]:
    bills = beside(connection, actor, music_lineup, "event_id")
    columns = exposed_columns(music_events).values()
    seen = (
        select(music_artists.c.name.label("artist"), *columns).join(music_artists).where(visible(actor, music_events))
    )
    ordered = seen.order_by(music_events.c.date, music_events.c.id)
    for row in connection.execute(ordered, actor_values(actor)).mappings():
        bill = [{"name": entry["name"], "artist_id": entry["artist_id"]} for entry in bills[row["id"]]]
        yield {**row, "lineup": bill}


def _artist_cells(artist: Row) -> dict[str, Any]:
    links = "\n".join(f"{link['label']}: {link['url']}" if link["label"] else link["url"] for link in artist["links"])
    featured = "yes" if artist["is_featured"] else ""
    return {**artist, "is_featured": featured, "links": links, "published_at": artist["published_at"] or UNANNOUNCED}


def _event_cells(event: Row) -> dict[str, Any]:
    """A former date is left out of a scheduled event: earlier imports have kept some, and none takes them any more."""
    names = _names([entry["name"] for entry in event["lineup"]])
    former = None if event["status"] == "scheduled" else event["previous_date"]
    return {**event, "previous_date": former, "lineup": names, "published_at": event["published_at"] or UNANNOUNCED}


def _names(names: Sequence[str]) -> str:
    """Names divided by semicolons; one that has a semicolon is in quotation marks."""
    text = io.StringIO()
    csv.writer(text, delimiter=";", lineterminator="").writerow(names)
    is_read_as_several = len(names) == 1 and ";" not in text.getvalue()
    return f"{text.getvalue()};" if is_read_as_several else text.getvalue()


def _is_to_come(event: Row) -> bool:
    """Whether it takes place at its date, which of a postponed event is the one that it had."""
    return event["upcoming_until"] > clock.timestamp() and event["status"] in ("scheduled", "moved")


def _bandsintown_cells(event: Row, site_zone: str) -> dict[str, Any]:
    """`Portland, OR` is a city with a region, `Leipzig, Germany` one with a country; there are no doors."""
    city, *rest = [part.strip() for part in event["location"].split(",")]
    country = rest.pop() if rest and not (len(rest) == 1 and len(rest[0]) == 2) else ""
    day = nights.start_day(date.fromisoformat(event["date"]), event["door_time"], event["start_time"])
    return {
        "Artist Name": event["artist"],
        "Venue*": event["venue"],
        "Country*": country,
        "City*": city,
        "Region*": ", ".join(rest),
        "Timezone*": event["timezone"] or site_zone,
        "Start Date* (yyyy-mm-dd)": day.isoformat(),
        "Start Time* (HH:MM)": event["start_time"],
        "Ticket Link": event["ticket_url"],
        "Ticket Type": "Tickets" if event["ticket_url"] else "",
        "Lineup": ", ".join(entry["name"] for entry in event["lineup"]),
        "Description": " ".join((event["note"] or "").split()),
    }
