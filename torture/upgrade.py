"""An upgrade that dies at any of its writes, and a database that is newer than the program."""

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine

from marquee.db import migrations
from torture import sqlite, strace
from torture.report import Row, skipped
from torture.site import DidNotStart, Site

FAULT = "upgrade that dies"
SCRIPTS = migrations.__path__[0]


def rows(folder: Path, step: int) -> Iterator[Row]:
    """`step`: of the writes of an upgrade, every which one is where it dies."""
    if why := strace.missing():
        yield skipped(FAULT, why)
    else:
        yield _died(folder, step)
    yield _newer(folder)


def _died(folder: Path, step: int) -> Row:
    kills, torn, stuck = 0, 0, 0
    schemas = [script.revision for script in ScriptDirectory(SCRIPTS).walk_revisions() if not script.is_head]
    for schema in ("base", *schemas):
        old = folder / schema
        _make(old, schema)
        before, after = _content(old / "marquee.sqlite3"), _upgraded(old, folder / f"{schema}-upgraded")
        turn = 1
        while (died := _die(old, folder / f"{schema}-{turn}", turn)) is not None:
            kills += 1
            torn += _content(died.database) not in (before, after)
            stuck += died.marquee("user", "list").returncode != 0 or _content(died.database) != after
            shutil.rmtree(died.data)
            turn += step
    return Row(
        FAULT,
        f"{kills} × kill -9 at a write of the start, from {', '.join(['an empty folder', *schemas])}",
        "schema and rows as before or after; the next start works",
        f"{torn} torn, {stuck} stuck",
        kills > 0 and torn == stuck == 0,
    )


def _content(file: Path) -> str:
    """What an upgrade makes; every start reckons the dates in the site's zone, and notes it, after it."""
    return sqlite.content(file, without="site_zone")


def _make(data: Path, schema: str) -> None:
    """A data folder as an older version left it."""
    data.mkdir(mode=0o700)
    engine = create_engine(f"sqlite:///{data / 'marquee.sqlite3'}")
    with closing(engine.raw_connection()) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
    if schema != "base":
        config = Config()
        config.set_main_option("script_location", SCRIPTS)
        with engine.begin() as connection:
            config.attributes["connection"] = connection
            command.upgrade(config, schema)
    engine.dispose()


def _upgraded(old: Path, copy: Path) -> str:
    shutil.copytree(old, copy)
    site = Site(copy)
    site.marquee("user", "list")
    return _content(site.database)


def _die(old: Path, copy: Path, turn: int) -> Site | None:
    """A copy whose start was killed at that write; None when it made fewer."""
    shutil.copytree(old, copy)
    site = Site(copy)
    try:
        site.start(*strace.killed_at("pwrite64", turn))
    except DidNotStart:
        return site
    site.kill()
    return None


def _newer(folder: Path) -> Row:
    site = Site.new(folder / "newer")
    site.stop()
    with closing(sqlite3.connect(site.database)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
        connection.commit()
    before = _content(site.database)
    try:
        site.start()
        said = ""
        site.kill()
    except DidNotStart as refusal:
        said = refusal.said.strip()
    is_met = "needs a newer version of Marquee" in said and "\n" not in said and _content(site.database) == before
    return Row("database of a newer version", "`marquee serve`", "refused in a sentence, untouched", said, is_met)
