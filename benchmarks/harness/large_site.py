"""The content of a site of any size, the same each time but for its dates, of which one half is over."""

from datetime import date, timedelta

from sqlalchemy import Connection, text

from marquee.db.column_types import POSTGRESQL
from marquee.db.open_database import open_database
from marquee.domain.records import insert_rows
from marquee.domain.schema import upgrade_schema
from marquee.domain.tables import music_artists, music_events, music_lineup

GENRES = ("Art pop", "Dream pop", "Techno", "Jazz", "Folk", "Chanson", "Ambient", "Fado")
PLACES = ("Trieste, Italy", "Łódź, Poland", "Zürich, Switzerland", "Ghent, Belgium", "Bergen, Norway")
HEADS = "Sil Har Vel Or Cop Win Éto Pap Lan Mar Fog Del Ves Ha Cor Ab Tri Sal Wehr Kes".split()  # noqa: SIM905
TAILS = "ver bour vet chard per ter ile er tern row horn phine na lve morant el ngle zhaus mut tig".split()  # noqa: SIM905
DAYS = 3653
"""Ten years at most, with today in the middle; numbers of days have nothing in common with `STEP`."""
APART = 24
"""Days from one event to the next on a small site, as in the demonstration."""
STEP = 1597
LARGE = (10_000, 100_000)
"""The artists and events of a site that is called large."""
WITH_BILL = 4
"""Every so many events have somebody else on their bill."""


def fill(url: str, artists: int, events: int) -> None:
    """Make a database of so many artists and events; on PostgreSQL what its planner knows of them is new."""
    database = open_database(url)
    try:
        database.write_now(_fill, artists, events)
    finally:
        database.close()


def _fill(connection: Connection, artists: int, events: int) -> None:
    upgrade_schema(connection)  # before there are rows, or the first start makes the words of all of them anew
    days = min(DAYS, events * APART)
    ids = insert_rows(connection, music_artists, [_artist(number) for number in range(artists)])
    dates = insert_rows(
        connection, music_events, [_event(number, days, ids[number % artists]) for number in range(events)]
    )
    bills = [{"event_id": id_, "artist_id": ids[place * 3 % artists]} for place, id_ in enumerate(dates[::WITH_BILL])]
    insert_rows(connection, music_lineup, bills)
    if connection.dialect.name == POSTGRESQL:
        connection.execute(text("ANALYZE"))


def _word(number: int) -> str:
    """One of four hundred, some with accents."""
    return HEADS[number % 20] + TAILS[number // 20 % 20]


def _artist(number: int) -> dict[str, object]:
    name = f"{_word(number)} {_word(number * 7 + 3)} {number}"
    return {
        "name": name,
        "genre": GENRES[number % len(GENRES)],
        "image": f"https://pictures.example/{number}.webp",
        "followers": f"{number % 900 + 1}K",
        "latest_song": f"{_word(number + 1)} Song",
        "bio": f"{name} has played every room there is. " * 10,
        "is_featured": number == 0,
    }


def _event(number: int, days: int, artist_id: str) -> dict[str, str]:
    return {
        "date": f"{date.today() + timedelta(days=number * STEP % days - days // 2)}",
        "start_time": f"{18 + number % 5}:30",
        "venue": f"{_word(number * 3 + 1)} Hall {number % 500}",
        "location": PLACES[number % len(PLACES)],
        "artist_id": artist_id,
    }
