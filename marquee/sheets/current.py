"""Whether what was known of a table's rows is still so: what has happened since is in the history."""

from collections.abc import Sequence
from typing import Any

import msgspec
from sqlalchemy import Connection, bindparam, select

from marquee.db.column_types import INTEGER
from marquee.db.statements import PreparedStatement
from marquee.domain.tables import music_artists, music_changes, music_owners
from marquee.sheets.known import Known

MAX_LOOKED_AT = 1_000
DECIDE_WHO_IS_MEANT = {"name", "published_at", "user_id"}
"""An artist's columns: what it is called, and who sees it."""

_columns = music_changes.c
_SINCE = PreparedStatement(
    select(_columns.table_name, _columns.action, _columns.artist_id, _columns.after)
    .where(_columns.id > bindparam("as_of", type_=INTEGER))
    .limit(MAX_LOOKED_AT)
)


def is_current(connection: Connection, known: Known) -> bool:
    """Whether nothing has happened since to the artists that are known, nor to whom a name may mean."""
    changes = _SINCE.run(connection, {"as_of": known.as_of})
    return len(changes) < MAX_LOOKED_AT and not any(_concerns(known, change) for change in changes)


def _concerns(known: Known, change: Sequence[Any]) -> bool:
    table, action, artist_id, after = change
    if table == music_owners.name or artist_id in known.by_id:
        return True
    if table != music_artists.name:
        return False
    return action != "update" or not DECIDE_WHO_IS_MEANT.isdisjoint(msgspec.json.decode(after))
