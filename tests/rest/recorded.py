"""What tests of the record of changes, and of its undo, ask and compare."""

from sqlalchemy import select

from marquee.domain.tables import artist_words

OF_CONTENT = ("music_artists", "music_events", "music_lineup", "music_links")
RETURNING = {"Prefer": "return=representation"}


async def recorded(site, after=0, who="admin"):
    """The changes with a larger id than `after`, the oldest first."""
    return await site.rows(f"music_changes?id=gt.{after}&order=id", who)


async def newest(site):
    return (await site.rows("music_changes?select=id&limit=1"))[0]["id"]


async def undo(site, id_, who="admin"):
    return await site.rest("POST", "music_changes", who, json={"undo": id_}, headers=RETURNING)


async def undone(site, id_, who="admin"):
    """The change that the undo of this one made."""
    answer = await undo(site, id_, who)
    assert answer.status_code == 201, answer.text
    return answer.json()[0]


def content(site):
    """Every row of the recorded tables, but for what each write raises, and the words that they are found by."""
    tables = site.tables()
    without = ("updated_at", "revision", "beside_changed_at")
    rows = {
        name: [{key: value for key, value in row.items() if key not in without} for row in tables[name]]
        for name in OF_CONTENT
    }
    words = site.site.service.database.write_now(
        lambda connection: sorted(map(tuple, connection.execute(select(artist_words))))
    )
    return rows, words
