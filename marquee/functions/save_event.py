"""`save_event`: a date with its bill, in one transaction, once what is asked about it is confirmed."""

from collections.abc import Iterable, Sequence
from functools import partial
from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, UnsetType
from sqlalchemy import Connection

from marquee.data_errors import DataError
from marquee.domain.actor import Actor
from marquee.domain.parts import MAX_PARTS
from marquee.domain.tables import music_events, music_lineup
from marquee.domain.writer import Part, Values, replace_parts
from marquee.functions.event_questions import circumstances, questions_about
from marquee.functions.parts import as_rows, parts_of
from marquee.functions.record import Along, Record, save
from marquee.rest.errors import INVALID_BODY
from marquee.rest.functions.arguments import read_arguments
from marquee.rest.mutation.from_tables import writer
from marquee.sheets.known import find_artists
from marquee.site.queries.select_lists import whole_list
from marquee.site.rows import EventRecord
from marquee.web.context import Context

WHOLE = f"select={whole_list(EventRecord)}"
"""What the page of an event shows, and its form edits."""


class Act(msgspec.Struct, forbid_unknown_fields=True):
    """A name on a bill; without an `artist_id` it is the artist's of this name, if there is just one."""

    name: Annotated[str, msgspec.Meta(max_length=200)]
    artist_id: str | UnsetType | None = UNSET


class Arguments(msgspec.Struct):
    """What a form of a date holds; without a `bill` the one that is there stays."""

    event: dict[str, Any]
    bill: Annotated[list[Act], msgspec.Meta(max_length=MAX_PARTS)] | None = None
    confirmed: frozenset[Literal["passed", "far", "same_day"]] = frozenset()


async def save_event(context: Context, actor: Actor) -> bytes:
    """Add an event or change one, with its bill. Raises UNCONFIRMED, and what a write raises."""
    arguments = await read_arguments(context, Arguments)
    zone, acts = context.settings.timezone, arguments.bill or []
    bill = as_rows(actor, music_lineup, [*map(msgspec.to_builtins, acts)], ("name", "artist_id"), zone)
    _refuse_repeated(bill)
    is_open = [act.artist_id is UNSET for act in acts]

    def write_bill(connection: Connection, event_id: str) -> Sequence[str]:
        if arguments.bill is None:
            return ()
        owner = {"event_id": event_id}
        there = parts_of(connection, music_lineup, owner)
        linked = _linked(connection, actor, bill, is_open, there)
        _refuse_repeated(linked)
        return replace_parts(connection, writer(actor), music_lineup, owner, there, _matched(there, linked))

    questions = partial(questions_about, actor=actor, zone=zone, confirmed=arguments.confirmed)
    record = Record(music_events.name, "event", arguments.event)
    along = Along(circumstances, write_bill, questions, music_lineup.name, len(acts))
    return await save(context, actor, record, along, WHOLE)


def _refuse_repeated(bill: Iterable[Values]) -> None:
    """Raises INVALID_BODY for an artist too, whatever they are called: the bill shows their present name."""
    names, artists = set[str](), set[str]()
    for place, entry in enumerate(bill):
        name = entry["name"].strip().lower()
        if name in names:
            raise DataError(INVALID_BODY, f"A name stands on a bill once - at `$.bill[{place}].name`")
        if entry["artist_id"] in artists:
            raise DataError(INVALID_BODY, f"An artist stands on a bill once - at `$.bill[{place}].artist_id`")
        names.add(name)
        artists |= {entry["artist_id"]} - {None}


def _linked(
    connection: Connection, actor: Actor, bill: Sequence[Values], is_open: Sequence[bool], there: Sequence[Values]
) -> list[Values]:
    """The bill with the artists of the names of which nobody said whose they are: as they are there already."""
    names = {entry["name"] for entry, open_ in zip(bill, is_open, strict=True) if open_}
    if not names:
        return [*bill]
    kept = {row["name"].lower(): row["artist_id"] for row in there}
    ids: dict[str, list[str]] = {}
    for artist in find_artists(connection, actor, names, ()):
        ids.setdefault(artist.name.lower(), []).append(artist.id)

    def artist_of(name: str) -> str | None:
        if stays := kept.get(name.strip().lower()):
            return str(stays)
        found = ids.get(name.strip().lower(), [])
        return found[0] if len(found) == 1 else None

    return [
        {**entry, "artist_id": artist_of(entry["name"])} if open_ else entry
        for entry, open_ in zip(bill, is_open, strict=True)
    ]


def _matched(there: Sequence[Values], bill: Sequence[Values]) -> list[Part]:
    """The entries of a bill, each with the id of that which is there: of the same artist, or else of the same name."""
    by_artist = {row["artist_id"]: row for row in there if row["artist_id"] is not None}
    by_name = {row["name"].lower(): row for row in there}
    parts, taken = list[Part](), set[str]()
    for entry in bill:
        row = by_artist.get(entry["artist_id"]) or by_name.get(entry["name"].lower())
        if row is None or row["id"] in taken:
            parts.append(Part(None, entry))
            continue
        taken.add(row["id"])
        # The name of an artist on a bill follows from their page.
        follows = entry["artist_id"] is not None and entry["artist_id"] == row["artist_id"]
        parts.append(Part(row["id"], {"artist_id": entry["artist_id"]} if follows else entry))
    return parts
