"""Makes anew what is kept of names and numbers for the search and the order of lists, when its rules are others."""

from sqlalchemy import Connection, delete, insert, select

from marquee.domain.list_order import derive_anew
from marquee.domain.search import BATCH, STORED_COLUMNS, replace_words
from marquee.domain.tables import music_artists, word_rules

VERSION = 6
"""Of the words that `search` stores, of `list_order`, and of what they are given: each change of these is another."""


def apply(connection: Connection) -> None:
    """Make the words of all rows anew unless they are of this version, within the caller's transaction."""
    if connection.execute(select(word_rules.c.version)).scalar_one_or_none() == VERSION:
        return
    for table in STORED_COLUMNS:
        last = ""
        page = select(table.c.id).order_by(table.c.id).limit(BATCH)
        while ids := [*connection.execute(page.where(table.c.id > last) if last else page).scalars()]:
            replace_words(connection, table, ids)
            if table is music_artists:
                derive_anew(connection, ids)
            last = ids[-1]
    connection.execute(delete(word_rules))
    connection.execute(insert(word_rules).values(version=VERSION))
