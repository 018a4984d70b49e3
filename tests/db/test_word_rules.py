"""An upgrade makes the words anew by which the search finds what was there before."""

import pytest
from sqlalchemy import delete, insert, select

from marquee.domain import word_rules
from marquee.domain.schema import upgrade_schema
from marquee.domain.tables import artist_words, music_artists
from marquee.domain.tables import word_rules as versions
from tests.cast import ARTIST, insert_row

pytestmark = pytest.mark.anyio


async def test_words_of_before_are_made_anew_once(site):
    database = site.service.database

    def with_old_words(connection):
        upgrade_schema(connection)
        insert_row(connection, music_artists, {**ARTIST, "id": "b", "name": "バード"})
        connection.execute(delete(artist_words))
        connection.execute(insert(artist_words), [{"word": "ハード", "artist_id": "b", "in_name": True}])
        connection.execute(delete(versions))

    def words(connection):
        mine = select(artist_words.c.word).where(artist_words.c.in_name, artist_words.c.artist_id == "b")
        return {*connection.execute(mine).scalars()}

    database.write_now(with_old_words)
    database.write_now(upgrade_schema)
    assert database.read_now(words) == {" ばーど", "ばーど", "ーど", "ど"}
    database.write_now(lambda connection: connection.execute(delete(artist_words)))
    database.write_now(word_rules.apply)
    assert database.read_now(words) == set()
