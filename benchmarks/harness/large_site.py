"""The content of a site of any size, the same each time."""

from sqlalchemy import Connection

from marquee.db.migrations import migrate
from marquee.db.open_database import open_database
from marquee.domain.records import insert_rows
from marquee.domain.tables import music_artists, music_events

GENRES = ("Art pop", "Dream pop", "Techno", "Jazz", "Folk", "Chanson", "Ambient", "Fado")
PLACES = ("Trieste, Italy", "Łódź, Poland", "Zürich, Switzerland", "Ghent, Belgium", "Bergen, Norway")
HEADS = "Sil Har Vel Or Cop Win Éto Pap Lan Mar Fog Del Ves Ha Cor Ab Tri Sal Wehr Kes".split()  # noqa: SIM905
TAILS = "ver bour vet chard per ter ile er tern row horn phine na lve morant el ngle zhaus mut tig".split()  # noqa: SIM905


def fill(url: str, artists: int, events: int) -> None:
    """Make a database of so many artists and upcoming events."""
    database = open_database(url)
    try:
        database.write_now(_fill, artists, events)
    finally:
        database.close()


def _fill(connection: Connection, artists: int, events: int) -> None:
    migrate(connection)
    ids = insert_rows(connection, music_artists, [_artist(number) for number in range(artists)])
    insert_rows(connection, music_events, [_event(number, ids[number % artists]) for number in range(events)])


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


def _event(number: int, artist_id: str) -> dict[str, str]:
    return {
        "date": f"{2090 + number % 9}-{number // 9 % 12 + 1:02}-{number // 108 % 28 + 1:02}",
        "venue": f"{_word(number * 3 + 1)} Hall {number % 500}",
        "location": PLACES[number % len(PLACES)],
        "artist_id": artist_id,
    }
