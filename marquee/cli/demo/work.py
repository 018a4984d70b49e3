"""What the people of the demonstration have done: it is in History, among what was deleted, and under People."""

from datetime import date, datetime, time, timedelta
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from sqlalchemy import Column, Connection, Table, bindparam

from marquee import clock
from marquee.auth import accounts
from marquee.db.statements import StatementCache
from marquee.domain import invitations
from marquee.domain.history.changes import run_as
from marquee.domain.records import delete_rows, insert_row, update_rows
from marquee.domain.tables import music_artists, music_events

ADMIN, CONTACT, OWNER, FURTHER_OWNER = "mira", "jonas", "vesna", "noor"
FURTHER_OWNED = "night-ferry"
INVITED_TO = "ayo-marchetti"

LATER = {
    "name": "Paper Dogs",
    "genre": "Garage rock",
    "followers": "3,100",
    "latest_song": "Kettle On",
    "bio": "Two brothers and the girl from next door, who owns the drums. Signed after the show in Leeds.",
}
"""An artist who is announced later: admins see it in the panel, and visitors nowhere."""
LATER_IMAGE = "marrow-street.webp#focus=12,58"
LATER_DAYS, LATER_TIME = 21, time(10)

TWICE = {"venue": "Depot 23", "location": "Ghent, Belgium", "artist_id": "halve"}
"""A date that was added twice, and deleted once."""
TWICE_DAYS = 74


class Press(NamedTuple):
    """Somebody's change of the rows in which `column` has `value`."""

    who: str
    table: Table
    column: Column[Any]
    value: str
    new: dict[str, Any]


PRESSES = (
    Press(ADMIN, music_artists, music_artists.c.id, "vesna-kole", {"is_featured": True}),
    Press(OWNER, music_artists, music_artists.c.id, "vesna-kole", {"credit": "Lidija Mrak"}),
    Press(CONTACT, music_events, music_events.c.venue, "Warehouse Six", {"start_time": "20:30", "price": "£14"}),
)


def do(connection: Connection, people: dict[str, str], images: str, zone: ZoneInfo) -> None:
    """Make the changes, each as one of `people` (account ids by name); `images` is where pictures are."""
    run_as(connection, people[ADMIN], accounts.add_owner, FURTHER_OWNED, people[FURTHER_OWNER])
    invitations.invite(connection, people[ADMIN], [{"role": "owner", "artist_id": INVITED_TO}])
    run_as(connection, people[ADMIN], _prepare, images, zone)
    for press in PRESSES:
        run_as(connection, people[press.who], _change, press)
    run_as(connection, people[CONTACT], _add_and_delete, clock.today(zone))


def _prepare(connection: Connection, images: str, zone: ZoneInfo) -> None:
    at = datetime.combine(clock.today(zone) + timedelta(days=LATER_DAYS), LATER_TIME, zone)
    values = {**LATER, "image": f"{images}{LATER_IMAGE}", "published_at": clock.timestamp(at)}
    insert_row(connection, music_artists, values)


def _change(connection: Connection, press: Press) -> None:
    rows = press.column == bindparam("value", type_=press.column.type)
    update_rows(connection, press.table, rows, {"value": press.value}, press.new, StatementCache())


def _add_and_delete(connection: Connection, today: date) -> None:
    values = {**TWICE, "date": (today + timedelta(days=TWICE_DAYS)).isoformat()}
    id_ = insert_row(connection, music_events, values)
    delete_rows(connection, music_events, music_events.c.id == bindparam("event"), {"event": id_}, StatementCache())
