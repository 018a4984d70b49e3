"""What the site has already of the rows of a table, and in what a row says something else."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import date
from functools import lru_cache
from typing import Any, NamedTuple

from sqlalchemy import Connection, Select, Table, select

from marquee.db.functions import among
from marquee.db.statements import PreparedStatement
from marquee.domain.actor import Actor, actor_values
from marquee.domain.policies.data import visible
from marquee.domain.tables import music_artists, music_events, music_lineup, music_links
from marquee.domain.times.event_times import stored_site_zone
from marquee.sheets.announced import UNANNOUNCED
from marquee.sheets.headers import ARTIST_WORDS, EVENT_WORDS
from marquee.text import sort_key

Values = Mapping[str, Any]
DAYS_AROUND = 3
"""Before and after a date in which the same artist in the same place is likely to be the same show."""
MAX_KEYS = 16_384
"""Of the largest table: the same names are compared several times, some of them while nobody else can write."""


class There(NamedTuple):
    """A row of the site: its id, and what it has in the columns that tables can have, named as theirs."""

    id: str
    values: Values


class Change(NamedTuple):
    """What a row of a table would change of one that is there: the column, what the site has, and what the row has."""

    column: str
    here: Any
    yours: Any


@lru_cache(MAX_KEYS)
def key_of(text: str) -> str:
    """What two names have in common that mean the same."""
    return sort_key(text)


def days_around(day: str) -> list[str]:
    """The days of which a show may be that of this one, the nearest first."""
    middle = date.fromisoformat(day).toordinal()
    near = sorted(range(middle - DAYS_AROUND, middle + DAYS_AROUND + 1), key=lambda number: abs(number - middle))
    return [date.fromordinal(each).isoformat() for each in near if 1 <= each <= date.max.toordinal()]


def changes(here: Values, yours: Values) -> list[Change]:
    """In what a row differs. An empty cell says nothing, and a name that is only written in another way is the same."""
    return [
        Change(column, here[column], value)
        for column, value in yours.items()
        if column in here and _told(column, value) != _told(column, here[column])
    ]


def _told(column: str, value: Any) -> Any:
    """What counts of a value."""
    if column in ("venue", "location", "name"):
        return key_of(value or "")
    return [*map(key_of, value)] if column == "lineup" else value


def events_there(
    connection: Connection, actor: Actor, artist_ids: Collection[str], dates: Collection[str], former: Collection[str]
) -> dict[tuple[str, str], list[There]]:
    """The events of these artists on these dates or moved from `former` ones, by artist and date, as of the evening."""
    zone, found, rows = stored_site_zone(connection), defaultdict(list), dict[str, Values]()
    for column, days in (("date", dates), ("previous_date", former)):
        bound = {"artists": [*artist_ids], "dates": [*days]}
        read = _run(connection, actor, music_events, EVENT_WORDS, bound, artists="artist_id", dates=column)
        rows |= {row["id"]: row for row in read}
    bills = beside(connection, actor, music_lineup, "event_id", [*rows])
    for row in sorted(rows.values(), key=lambda row: (row["start_time"] or "", row["id"])):
        lineup = [entry["name"] for entry in bills[row["id"]]]
        values = {**_values(row), "timezone": row["timezone"] or zone, "lineup": lineup}
        found[row["artist_id"], row["date"]].append(There(row["id"], values))
    return found


def artists_there(connection: Connection, actor: Actor, ids: Iterable[str]) -> dict[str, There]:
    """The artists of these ids."""
    rows = _run(connection, actor, music_artists, ARTIST_WORDS, {"ids": [*{*ids}]}, ids="id")
    links = beside(connection, actor, music_links, "artist_id", [row["id"] for row in rows])
    found = {}
    for row in rows:
        own = [{"url": link["url"], "label": link["label"]} for link in links[row["id"]]]
        found[row["id"]] = There(row["id"], {**_values(row), "is_featured": bool(row["is_featured"]), "links": own})
    return found


def _values(row: Values) -> dict[str, Any]:
    return {**row, "published_at": row["published_at"] or UNANNOUNCED}


def _run(
    connection: Connection, actor: Actor, table: Table, words: Mapping[str, str], bound: Values, **columns: str
) -> Sequence[Values]:
    """The rows that the actor sees of those whose `columns` have one of the values bound under these names."""
    kept = [column for column in table.c if column.name in {*words, "id"}]
    named = (among(table.c[column], name) for name, column in columns.items())
    return _dicts(connection, actor, select(*kept).where(*named, visible(actor, table)), bound)


def beside(
    connection: Connection, actor: Actor, table: Table, key: str, ids: Sequence[str] | None = None
) -> Mapping[str, list[Values]]:
    """The rows of a table that the actor sees, by what they belong to and in order; of these `ids` or of all."""
    found = defaultdict(list)
    seen = select(table).where(visible(actor, table)).order_by(table.c.position, table.c.id)
    wanted = seen if ids is None else seen.where(among(table.c[key], "ids"))
    for row in _dicts(connection, actor, wanted, {} if ids is None else {"ids": ids}):
        found[row[key]].append(row)
    return found


def _dicts(connection: Connection, actor: Actor, query: Select[Any], bound: Values) -> list[Values]:
    names = [column.name for column in query.selected_columns]
    rows = PreparedStatement(query).run(connection, {**bound, **actor_values(actor)})
    return [dict(zip(names, row, strict=True)) for row in rows]
