"""The same work in one process and one thread, with the plain driver and msgspec: no server can be cheaper."""

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from time import process_time
from typing import Any

import msgspec

from marquee.db.sqlite.connection import sqlite
from marquee.domain.tables import exposed_columns, music_events

PRAGMAS = ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON", "busy_timeout = 5000")

_COLUMNS = [str(name) for name in exposed_columns(music_events)]
_Event = msgspec.defstruct("_Event", [(name, str) for name in _COLUMNS], module=__name__)
_READ = f"SELECT {', '.join(_COLUMNS)} FROM music_events WHERE date >= ? ORDER BY date, id LIMIT 50"
_READ_WITH_ARTISTS = (
    f"SELECT {', '.join(f'e.{name}' for name in _COLUMNS)}, a.id, a.name FROM music_events e"
    " LEFT JOIN music_artists a ON a.id = e.artist_id WHERE e.date >= ? ORDER BY e.date, e.id LIMIT 50"
)
ARTIST_COLUMNS = (
    *("id", "name", "genre", "image", "followers", "latest_song"),
    *("social_instagram", "social_twitter", "website", "user_id", "created_at", "updated_at"),
)
_Row = msgspec.defstruct("_Row", [(name, str | None) for name in ARTIST_COLUMNS], module=__name__)
_READ_ARTISTS = (
    f"SELECT {', '.join(ARTIST_COLUMNS)} FROM music_artists WHERE created_at >= ?"
    " ORDER BY popularity DESC, name, id LIMIT 50"
)
_SESSION = "SELECT u.role FROM users u JOIN sessions s ON s.user_id = u.id WHERE s.id = ?"


class _Artist(msgspec.Struct):
    id: str
    name: str


class _EventOf(_Event):  # type: ignore[misc, valid-type]
    artist: _Artist


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


class Work:
    """The references at work on one file, which nobody else uses."""

    def __init__(self, path: Path, session_id: str) -> None:
        self._connection = sqlite.connect(str(path), isolation_level=None)
        for pragma in PRAGMAS:
            self._connection.execute(f"PRAGMA {pragma}")
        self._session_id = session_id
        self._encode = msgspec.json.Encoder().encode
        self._decode = msgspec.json.Decoder(Record).decode

    def read(self, day: str) -> bytes:
        """Fifty events from a day on."""
        return self._encode([_Event(*row) for row in self._connection.execute(_READ, (day,))])

    def read_with_artists(self, day: str) -> bytes:
        """The same, each with its artist's id and name."""
        rows = self._connection.execute(_READ_WITH_ARTISTS, (day,))
        return self._encode([_EventOf(*row[:-2], _Artist(*row[-2:])) for row in rows])

    def read_artists(self, day: str) -> bytes:
        """Fifty artists of twelve columns."""
        return self._encode([_Row(*row) for row in self._connection.execute(_READ_ARTISTS, (day,))])

    def write(self, body: bytes) -> bytes:
        """An artist's whole-record save, on disk when it returns."""
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
    """CPU time of one piece of work, taken over all of `arguments`."""
    before = process_time()
    for argument in arguments:
        work(argument)
    return (process_time() - before) / len(arguments) * 1_000_000
