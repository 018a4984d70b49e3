"""Web addresses lose their white space and control characters, which none may be saved with any more.

They become what browsers make of them: nothing at the ends, no line breaks, and anything else encoded.
"""

import json
import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

import sqlalchemy as sa
from alembic import op

from marquee.db.column_types import INTEGER, TEXT, UuidText

revision = "0017"
down_revision = "0016"

HTTP, HTTPS, NAME = r"(?:https?://|/storage/v1/object/public/).+", r"https://.+", r"[^/]*"
ADDRESSES: dict[str, dict[str, str]] = {
    "music_artists": {"image": HTTP, "website": HTTP, "social_instagram": NAME, "social_twitter": NAME},
    "music_events": {"ticket_url": HTTPS},
    "music_links": {"url": HTTPS},
    "music_settings": {"contact": r"https://.+|.+@.+", "logo": HTTP},
}
"""What the constraints ask of each column, besides its length."""
MAX_LENGTH = 2048
PAGE = 1_000
"""Changes at a time: a large site has more of them than fit into memory."""
BLANK = re.compile(r"[\s\x00-\x1f\x7f-\x9f]")
ENDS = "".join(map(chr, range(33)))

changes = sa.table(
    "music_changes",
    *(sa.column(name, INTEGER if name == "id" else TEXT) for name in ("id", "table_name", "before", "after")),
)


def upgrade() -> None:
    connection = op.get_bind()
    last = connection.execute(sa.select(sa.func.max(changes.c.id))).scalar() or 0
    for table, rules in ADDRESSES.items():
        for column, rule in rules.items():
            _mend_column(connection, table, column, rule)
    connection.execute(sa.delete(changes).where(changes.c.id > last))  # nobody has changed anything
    _mend_record(connection)


def mended(text: str, rule: str) -> str:
    """The address without blanks; as it is where the constraints would take none of that."""
    if not BLANK.search(text):
        return text
    inner = re.sub(r"[\t\r\n]", "", text.strip(ENDS))
    encoded = BLANK.sub(lambda blank: quote(blank[0]), inner)
    without = BLANK.sub("", text)
    fitting = (one for one in (encoded, without) if len(one) <= MAX_LENGTH and re.fullmatch(rule, one, re.IGNORECASE))
    return without if rule == NAME else next(fitting, text)


def _mend_column(connection: sa.Connection, name: str, column: str, rule: str) -> None:
    id_type = UuidText() if name in ("music_events", "music_links") else TEXT
    table = sa.table(name, sa.column("id", id_type), sa.column(column, TEXT))
    address = table.c[column]
    for id_, text in connection.execute(sa.select(table.c.id, address).where(address.is_not(None))).all():
        if (new := mended(text, rule)) != text:
            connection.execute(sa.update(table).where(table.c.id == id_).values({column: new}))


def _mend_record(connection: sa.Connection) -> None:
    """What was deleted can come back, and what was changed or added can still be taken back."""
    recorded = sa.select(changes).where(changes.c.table_name.in_(ADDRESSES)).order_by(changes.c.id).limit(PAGE)
    last = 0
    while page := connection.execute(recorded.where(changes.c.id > last)).all():
        for last, table, *versions in page:
            new = [version and _mended_version(version, ADDRESSES[table]) for version in versions]
            if new != versions:
                before, after = new
                connection.execute(sa.update(changes).where(changes.c.id == last).values(before=before, after=after))


def _mended_version(version: str, rules: Mapping[str, str]) -> str:
    values: dict[str, Any] = json.loads(version)
    new = {name: mended(values[name], rule) for name, rule in rules.items() if values.get(name)}
    return version if new.items() <= values.items() else json.dumps(values | new)
