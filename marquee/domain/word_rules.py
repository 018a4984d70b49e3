"""Makes the words that the search finds rows by anew when they are made by other rules than before."""

from sqlalchemy import Connection, delete, insert, select

from marquee.domain.search import BATCH, SEARCHED, replace_words
from marquee.domain.tables import word_rules

VERSION = 4
"""Of the words that `search` stores, and of the texts that it is given: each change of what they are is another."""


def apply(connection: Connection) -> None:
    """Make the words of all rows anew unless they are of this version, within the caller's transaction."""
    if connection.execute(select(word_rules.c.version)).scalar_one_or_none() == VERSION:
        return
    for table in SEARCHED:
        last = ""
        page = select(table.c.id).order_by(table.c.id).limit(BATCH)
        while ids := [*connection.execute(page.where(table.c.id > last) if last else page).scalars()]:
            replace_words(connection, table, ids)
            last = ids[-1]
    connection.execute(delete(word_rules))
    connection.execute(insert(word_rules).values(version=VERSION))
