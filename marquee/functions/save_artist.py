"""`save_artist`: an artist with its links, in one transaction, once what is asked about it is confirmed."""

from collections.abc import Collection, Sequence
from functools import partial
from typing import Annotated, Any, Literal

import msgspec
from sqlalchemy import Connection, select

from marquee.data_errors import DataError
from marquee.db.functions import among
from marquee.db.statements import PreparedStatement
from marquee.domain.actor import Actor
from marquee.domain.parts import MAX_PARTS
from marquee.domain.tables import music_artists, music_links
from marquee.domain.writer import Part, Values, replace_parts
from marquee.functions.parts import as_rows, parts_of
from marquee.functions.record import Along, Question, Record, save
from marquee.rest.errors import INVALID_BODY, stale
from marquee.rest.functions.arguments import read_arguments
from marquee.rest.mutation.from_tables import writer
from marquee.sheets.known import find_artists
from marquee.sheets.there import key_of
from marquee.site.queries.select_lists import whole_list
from marquee.site.rows import Artist
from marquee.web.context import Context

WHOLE = f"select={whole_list(Artist)}"
"""What the page of an artist shows, and its form edits."""

_artists = music_artists.c
_NEWEST = PreparedStatement(
    select(_artists.id, _artists.name, _artists.created_at)
    .where(among(_artists.id, "ids"))
    .order_by(_artists.created_at.desc(), _artists.id)
    .limit(1)
)


class Link(msgspec.Struct, forbid_unknown_fields=True):
    """A link of an artist; without an `id` it is one of this address that there is, or else a new one."""

    url: str
    label: str | None = None
    id: str | None = None


class Arguments(msgspec.Struct):
    """What a form of an artist holds; without `links` those that are there stay."""

    artist: dict[str, Any]
    links: Annotated[list[Link], msgspec.Meta(max_length=MAX_PARTS)] | None = None
    confirmed: frozenset[Literal["namesake"]] = frozenset()


async def save_artist(context: Context, actor: Actor) -> bytes:
    """Add an artist or change one, with its links. Raises UNCONFIRMED, STALE_RECORD, and what a write raises."""
    arguments = await read_arguments(context, Arguments)
    sent, zone = [*map(msgspec.to_builtins, arguments.links or [])], context.settings.timezone
    links = as_rows(actor, music_links, sent, ("id", "url", "label"), zone)
    _refuse_repeated(links)

    def write_links(connection: Connection, artist_id: str) -> Sequence[str]:
        if arguments.links is None:
            return ()
        owner = {"artist_id": artist_id}
        there = parts_of(connection, music_links, owner)
        return replace_parts(connection, writer(actor), music_links, owner, there, _matched(there, links))

    questions = partial(_questions, actor=actor, confirmed=arguments.confirmed)
    record = Record(music_artists.name, "artist", arguments.artist)
    along = Along(_name, write_links, questions, music_links.name, len(links))
    return await save(context, actor, record, along, WHOLE)


def _refuse_repeated(links: Sequence[Values]) -> None:
    ids = [link["id"] for link in links]
    for place, id_ in enumerate(ids):
        if id_ is not None and id_ in ids[:place]:
            raise DataError(INVALID_BODY, f"A link stands in the list once - at `$.links[{place}].id`")


def _matched(there: Sequence[Values], links: Sequence[Values]) -> list[Part]:
    """The links, each with the id of that which is there. Raises STALE_RECORD for an id that no longer is."""
    named = {link["id"] for link in links if link["id"] is not None}
    if not named <= {row["id"] for row in there}:
        raise stale("links")
    of_address: dict[str, list[str]] = {}
    for row in there:
        if row["id"] not in named:
            of_address.setdefault(row["url"], []).append(row["id"])
    parts = list[Part]()
    for link in links:
        alike = [] if link["id"] else of_address.get(link["url"], [])
        id_ = alike.pop(0) if alike else link["id"]
        parts.append(Part(id_, {"url": link["url"], "label": link["label"]}))
    return parts


def _name(connection: Connection, id_: str) -> str:
    name: str = connection.execute(select(_artists.name).where(_artists.id == id_)).scalar_one()
    return name


def _questions(
    connection: Connection, id_: str, before: str | None, actor: Actor, confirmed: Collection[str]
) -> list[Question]:
    """Whether a new artist, who had no name before, is another one than the newest of those who are called so."""
    if before is not None or "namesake" in confirmed:
        return []
    name = _name(connection, id_)
    alike = {one.id for one in find_artists(connection, actor, [name], ()) if key_of(one.name) == key_of(name)}
    newest = _NEWEST.run(connection, {"ids": [*alike - {id_}]})
    return [{"code": "namesake", "id": row[0], "name": row[1], "created_at": row[2]} for row in newest]
