"""Many rows that are added as one statement are the rows that were given, in their order."""

import pytest
from sqlalchemy import select
from sqlalchemy.exc import IntegrityError

from marquee.db.bulk_insert import insert_alike
from marquee.domain.tables import music_artists, music_changes

pytestmark = pytest.mark.anyio

TEXTS = (
    "plain",
    "",
    'it\'s "so" \\ 100 %',
    "Ś 🎤 事変",
    "two\nlines\u2028three",
    "1",
    "0.5",
    "null",
    "[1]",
    '{"a": 1}',
    None,
)
NOW = "2026-11-21T10:00:00.12+00:00"


def artist(number, **values):
    row = {
        "id": f"new-{number:02}",
        "name": f"New {number}",
        "genre": "Folk",
        "image": "https://pictures.example/n.webp",
    }
    return {**row, "popularity": number * 10**12, "is_featured": False, "created_at": NOW, "updated_at": NOW, **values}


def added(connection, rows):
    insert_alike(connection, music_artists, rows)
    columns = [music_artists.c[name] for name in rows[0]]
    found = select(*columns).where(music_artists.c.id.like("new-%")).order_by(music_artists.c.id)
    changes = select(music_changes.c.row_id).where(music_changes.c.row_id.like("new-%")).order_by(music_changes.c.id)
    return [dict(row) for row in connection.execute(found).mappings()], connection.execute(changes).scalars().all()


async def test_values_of_every_kind_are_added_as_they_are_and_in_their_order(site):
    rows = [artist(number, bio=text) for number, text in enumerate(TEXTS)][::-1]
    found, changes = await site.service.database.write(added, rows)
    assert found == rows[::-1]
    assert changes == [row["id"] for row in rows]


async def test_row_that_is_refused_takes_the_others_along(site):
    rows = [artist(number, name=f"New {number}" if number < 5 else "") for number in range(8)]
    with pytest.raises(IntegrityError):
        await site.service.database.write(added, rows)
    assert await site.rows("music_artists?select=id&id=like.new-*") == []
