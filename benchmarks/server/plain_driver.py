"""The same work in one process and one thread, with the plain driver and msgspec: no server can be cheaper."""

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from time import process_time
from typing import Any

import msgspec

try:
    import pysqlite3 as sqlite
except ImportError:  # where it has no wheel, the server uses Python's own as well
    import sqlite3 as sqlite

PRAGMAS = ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON", "busy_timeout = 5000")
EVENT_COLUMNS = ("id", "date", "venue", "location", "artist_id", "created_at", "updated_at")
ARTIST_COLUMNS = (
    *("id", "name", "genre", "image", "followers", "latest_song"),
    *("social_instagram", "social_twitter", "website", "user_id", "created_at", "updated_at"),
)
_READ_ARTISTS = (
    f"SELECT {', '.join(ARTIST_COLUMNS)} FROM music_artists WHERE created_at >= ?"
    " ORDER BY popularity DESC, name, id LIMIT 50"
)
_READ_EVENTS = (
    f"SELECT {', '.join(f'e.{name}' for name in EVENT_COLUMNS)}, a.id, a.name FROM music_events e"
    " LEFT JOIN music_artists a ON a.id = e.artist_id WHERE e.date >= ? ORDER BY e.date, e.id LIMIT 50"
)
_SESSION = "SELECT u.role FROM users u JOIN music_sessions s ON s.user_id = u.id WHERE s.id = ?"

_Artist = msgspec.defstruct("_Artist", [(name, str | None) for name in ARTIST_COLUMNS], module=__name__)
_EventFields = msgspec.defstruct("_EventFields", [(name, str) for name in EVENT_COLUMNS], module=__name__)


class _ArtistOfEvent(msgspec.Struct):
    id: str
    name: str


class _Event(_EventFields):  # type: ignore[misc, valid-type]
    artist: _ArtistOfEvent


class Record(msgspec.Struct):
    """An artist as a whole-record save sends it."""

    id: str
    name: str
    genre: str
    image: str
    followers: str
    latest_song: str | None
    bio: str | None
    social_instagram: str | None
    social_twitter: str | None
    website: str | None
    is_featured: bool
    user_id: str | None


_FIELDS = Record.__struct_fields__[1:]
_UPDATE = f"UPDATE music_artists SET {', '.join(f'{name} = ?' for name in _FIELDS)}, updated_at = ? WHERE id = ?"


class PlainDriver:
    """Does what the requests ask for, on a copy of the site's database that nobody else uses."""

    def __init__(self, source: Path, copy: Path) -> None:
        # Two writers of one file would measure how they wait for each other.
        original = sqlite.connect(str(source))
        self._connection = sqlite.connect(str(copy), isolation_level=None)
        original.backup(self._connection)
        original.close()
        for pragma in PRAGMAS:
            self._connection.execute(f"PRAGMA {pragma}")
        self._session_id = self._connection.execute("SELECT id FROM music_sessions").fetchone()[0]
        self._encode = msgspec.json.Encoder().encode
        self._decode = msgspec.json.Decoder(Record).decode

    def read_artists(self, day: str) -> bytes:
        """Fifty artists of twelve columns, created on a day or later."""
        return self._encode([_Artist(*row) for row in self._connection.execute(_READ_ARTISTS, (day,))])

    def read_events(self, day: str) -> bytes:
        """Fifty events from a day on, each with its artist's id and name."""
        rows = self._connection.execute(_READ_EVENTS, (day,))
        return self._encode([_Event(*row[:-2], _ArtistOfEvent(*row[-2:])) for row in rows])

    def save(self, body: bytes) -> bytes:
        """Save a whole artist; it is on disk when this returns."""
        self._connection.execute(_SESSION, (self._session_id,)).fetchone()
        record = self._decode(body)
        values = [getattr(record, name) for name in _FIELDS]
        self._connection.execute("BEGIN IMMEDIATE")
        self._connection.execute(_UPDATE, (*values, datetime.now(UTC).isoformat(), record.id))
        self._connection.execute("COMMIT")
        return self._encode([{"id": record.id}])

    def close(self) -> None:
        self._connection.close()


def micros(work: Callable[[Any], bytes], arguments: list[Any]) -> float:
    """CPU time of one piece of work, over all of `arguments`."""
    before = process_time()
    for argument in arguments:
        work(argument)
    return (process_time() - before) / len(arguments) * 1_000_000
