"""Brings a picture's bytes to their name together with the row that tells of them: both, or neither."""

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Concatenate, ParamSpec

from sqlalchemy import Connection

from marquee.db.database import Database
from marquee.errors import MarqueeError
from marquee.storage.objects import Object, settle
from marquee.storage.store import DiskStore

P = ParamSpec("P")


async def place(
    database: Database,
    store: DiskStore,
    name: str,
    content: Path,
    fn: Callable[Concatenate[Connection, Callable[[], None], P], Object],
    *args: P.args,
    **kwargs: P.kwargs,
) -> Object:
    """The row that `fn(connection, put, …)` saves; `put` brings the file `content` to this name. Raises what `fn` does.

    If the row is not saved, as on a full disk, the name has again what it had before. Whether it is, the database
    says: an answer may be lost on its way.
    """
    has_put = is_saved = False

    def put() -> None:
        nonlocal has_put
        has_put = True
        store.put(name, content)

    try:
        row = await database.write(fn, put, *args, **kwargs)
        is_saved = True
        return row
    finally:
        if has_put and not (is_saved and name not in store.unsettled()):
            with suppress(MarqueeError):  # while there is no database; the next start does it
                await database.write(settle, name, store)
