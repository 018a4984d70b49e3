"""What a person is asked about a date before it is saved."""

from collections.abc import Collection
from datetime import datetime, timedelta, tzinfo
from typing import Any, NamedTuple
from urllib.parse import quote

import msgspec
from sqlalchemy import Connection, select

from marquee import clock
from marquee.domain.actor import Actor
from marquee.domain.tables import music_events
from marquee.functions.record import Question
from marquee.rest.plan_cache import BoundPlan
from marquee.rest.query import read_rows
from marquee.rest.request import RawRequest, parse

FAR = timedelta(days=2 * 365)

_events = music_events.c


class Circumstances(NamedTuple):
    """What the questions about an event depend on."""

    date: str
    venue: str
    artist_id: str
    upcoming_until: str

    @property
    def show(self) -> tuple[str, str, str]:
        """Who plays where on which day."""
        return self.artist_id, self.venue, self.date


def circumstances(connection: Connection, id_: str) -> Circumstances:
    """Those of the event of this id."""
    columns = (_events[name] for name in Circumstances._fields)
    return Circumstances(*connection.execute(select(*columns).where(_events.id == id_)).one())


def questions_about(
    connection: Connection,
    id_: str,
    before: Circumstances | None,
    actor: Actor,
    zone: tzinfo,
    confirmed: Collection[str],
) -> list[Question]:
    """What is asked about an event as it has been written, and as it was before, and is not `confirmed`.

    A date `passed` at the end of its night where it takes place; `far` is counted from today in the site's `zone`.
    """
    now = circumstances(connection, id_)
    questions = list[Question]()
    if before is None or now.date != before.date:
        if "passed" not in confirmed and datetime.fromisoformat(now.upcoming_until) <= clock.now():
            questions.append({"code": "passed"})
        if "far" not in confirmed and now.date > (clock.today(zone) + FAR).isoformat():
            questions.append({"code": "far"})
    if "same_day" not in confirmed and (before is None or now.show != before.show):
        same = (each for each in _same_day(connection, id_, now, actor, zone) if _is_same(each["venue"], now.venue))
        questions += [{"code": "same_day", **each} for each in same][:1]
    return questions


def _same_day(
    connection: Connection, id_: str, event: Circumstances, actor: Actor, zone: tzinfo
) -> list[dict[str, Any]]:
    """The other events of the artist on this day that the actor sees."""
    query = (
        "select=id,venue,start_time,artist:music_artists(name)"
        f"&artist_id=eq.{quote(event.artist_id, safe='')}&date=eq.{event.date}&id=neq.{id_}"
    )
    bound = BoundPlan(actor, parse(RawRequest("GET", music_events.name, query.encode())), zone)
    found: list[dict[str, Any]] = msgspec.json.decode(read_rows(connection, bound).array)
    return found


def _is_same(venue: str, other: str) -> bool:
    return venue.strip().lower() == other.strip().lower()
