"""A site that many cases share, its people signed in once, its rows put back on demand."""

from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import delete, insert, select

from marquee.tables import EXPOSED
from tests.cast import Site

Tables = dict[str, list[dict[str, Any]]]


@dataclass
class Shared:
    """`rest` and `rows` as `Site` has them; `kept` is what `restore` goes back to."""

    site: Site
    signed_in: dict[str, dict[str, str]]
    kept: Tables = field(init=False)

    def __post_init__(self):
        self.kept = self.tables()

    async def rest(self, method, path, who="visitor", **options):
        headers = {**self.signed_in[who], **options.pop("headers", {})}
        return await self.site.client.request(method, f"/rest/v1/{path}", headers=headers, **options)

    async def rows(self, path, who="admin"):
        answer = await self.rest("GET", path, who)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def tables(self) -> Tables:
        """Every row of the exposed tables, as they are in the database."""
        return self.site.service.database.write_now(_all_rows)

    def restore(self):
        self.site.service.database.write_now(_put_back, self.kept)


def _all_rows(connection):
    return {
        name: [dict(row) for row in connection.execute(select(table).order_by(table.c.id)).mappings()]
        for name, table in EXPOSED.items()
    }


def _put_back(connection, kept):
    for name in reversed(EXPOSED):
        connection.execute(delete(EXPOSED[name]))
    for name, rows in kept.items():
        connection.execute(insert(EXPOSED[name]), rows)
