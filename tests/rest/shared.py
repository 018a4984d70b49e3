"""A site that many cases share, its people signed in once, its rows put back on demand."""

import re
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import delete, insert, select

from marquee import clock
from marquee.db.column_types import POSTGRESQL
from marquee.db.derived_table import DerivedTable
from marquee.domain import search
from marquee.domain.tables import EXPOSED, invitations, users
from marquee.domain.tables.columns import NOW
from tests.cast import Site

# Whole phrases: a word alone may be an echo of what was asked.
INTERNALS = re.compile(
    r"Traceback \(|SELECT .* FROM|INSERT INTO \w+ \(|UPDATE \w+ SET|DELETE FROM \w+ WHERE"
    r"|sqlite3\.|asyncpg\.|sqlalchemy\.|site-packages|/tmp/|\$argon2id\$v=19\$m=\d+,t=\d+,p=\d+\$[\w+/]{20}"
)


def is_fine(answer):
    """Answered, or refused in the protocol's shape with nothing of the server's insides."""
    if answer.status_code < 300:
        return True
    if not 400 <= answer.status_code < 500:
        return False
    body = answer.json()
    shape = {"code", "message", "details", "hint"} if "code" in body else {"message", "hint"}
    told = f"{body['message']}{body.get('details')}{body['hint']}"
    return body.keys() == shape and not INTERNALS.search(told)


TABLES = {"users": users, **EXPOSED, "music_invitations": invitations}
Tables = dict[str, list[dict[str, Any]]]


@dataclass
class Shared:
    """`rest` and `rows` as `Site` has them; `kept` is what `restore` goes back to, where rows may have changed."""

    site: Site
    signed_in: dict[str, dict[str, str]]
    kept: Tables = field(init=False)
    may_have_changed: bool = False
    _kept_at: str = field(init=False)

    def __post_init__(self):
        self.keep()

    def keep(self):
        """Go back to what there is now from here on."""
        self.kept = self.tables()
        self._is_as_kept()

    async def rest(self, method, path, who="visitor", **options):
        headers = {**self.signed_in[who], **options.pop("headers", {})}
        self.may_have_changed |= method not in ("GET", "HEAD", "OPTIONS")
        return await self.site.client.request(method, f"/rest/v1/{path}", headers=headers, **options)

    async def rows(self, path, who="admin"):
        answer = await self.rest("GET", path, who)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def tables(self, *names: str) -> Tables:
        """Every row of these tables, or of all that are exposed, as they are in the database."""
        return self.site.service.database.write_now(_all_rows, names or TABLES)

    def write(self, change, *values):
        """Change rows without a request."""
        self.may_have_changed = True
        return self.site.service.database.write_now(change, *values)

    def assert_unchanged(self):
        """Nothing was committed; or else no row is another one."""
        if self._committed() != self._kept_at:
            assert self.tables() == self.kept
        self._is_as_kept()

    def restore(self):
        if self.may_have_changed and self._committed() != self._kept_at:
            self.site.service.database.write_now(put_back, self.kept)
        self._is_as_kept()

    @contextmanager
    def restoring(self):
        """Restores what the block changes."""
        try:
            yield
        finally:
            self.restore()

    def _is_as_kept(self):
        self.may_have_changed, self._kept_at = False, self._committed()

    def _committed(self):
        """What is another text once anybody has committed a change, of whatever it may be."""
        return self.site.service.database.read_now(_state)


def _state(connection):
    is_postgresql = connection.dialect.name == POSTGRESQL
    # The number of the next transaction that writes; that of what others have committed, as this connection sees it.
    asked = "SELECT pg_snapshot_xmax(pg_current_snapshot())::text" if is_postgresql else "PRAGMA data_version"
    return str(connection.exec_driver_sql(asked).scalar_one())


def _all_rows(connection, names):
    now = {NOW: clock.timestamp()}
    statements = {name: select(TABLES[name]).order_by(TABLES[name].c.id) for name in names}
    return {name: [*map(dict, connection.execute(one, now).mappings())] for name, one in statements.items()}


def put_back(connection, kept):
    """Replace the rows of the exposed tables, and those of accounts, by these."""
    stored = {name: rows for name, rows in kept.items() if not isinstance(TABLES[name], DerivedTable)}
    for name in reversed(stored):
        connection.execute(delete(TABLES[name]))
    for name, rows in stored.items():
        if name == "music_changes":  # what putting back the others has recorded
            connection.execute(delete(TABLES[name]))
        if not rows:
            continue
        connection.execute(insert(TABLES[name]), rows)
        search.add_words(connection, TABLES[name], rows)
