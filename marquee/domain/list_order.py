"""What lists of artists are sorted by: columns that the server keeps by others of the row."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import Connection, bindparam, select, update

from marquee.domain.followers import popularity
from marquee.domain.tables import music_artists
from marquee.text import sort_key

DERIVED = {"popularity": "followers", "sort_name": "name"}
"""The columns, and that by which each is kept."""

_columns = music_artists.c


def derived(row: Mapping[str, Any]) -> dict[str, Any]:
    """Their values for an artist."""
    return {"popularity": popularity(row.get("followers")), "sort_name": sort_key(row.get("name") or "")}


def derive_anew(connection: Connection, ids: list[str]) -> None:
    """Set them for these artists, who are there."""
    kept = [_columns.id, *(_columns[name] for name in (*DERIVED, *DERIVED.values()))]
    rows = map(dict, connection.execute(select(*kept).where(_columns.id.in_(ids))).mappings())
    changed = [(row["id"], new) for row in rows if not (new := derived(row)).items() <= row.items()]
    if changed:
        values = {name: bindparam(f"new_{name}", type_=_columns[name].type) for name in DERIVED}
        statement = update(music_artists).where(_columns.id == bindparam("row_id", type_=_columns.id.type))
        named = [{"row_id": id_, **{f"new_{name}": value for name, value in new.items()}} for id_, new in changed]
        connection.execute(statement.values(values), named)
