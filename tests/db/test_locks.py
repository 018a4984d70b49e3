"""The files beside a SQLite database, by which processes take turns: nobody else may hold them."""

import os
import stat
from contextlib import closing

import pytest

from marquee.db.migrations import migrate
from marquee.db.open_database import open_database


@pytest.fixture
def umask():
    """Of a machine where new files may be read by everybody."""
    before = os.umask(0)
    yield
    os.umask(before)


def others_may(folder):
    return {file.name for file in folder.iterdir() if stat.S_IMODE(file.stat().st_mode) & 0o077}


def test_only_the_owner_can_open_them(tmp_path, umask):
    for _ in ("new", "of an earlier version"):
        with closing(open_database(f"sqlite:///{tmp_path / 'site.db'}")) as database:
            database.write_now(migrate)
            names = {file.name for file in tmp_path.iterdir()}
            assert {"site.db.open", "site.db.lock", "site.db.gate", "site.db.generation"} < names
            assert others_may(tmp_path) == set()
        for name in ("open", "lock", "gate"):
            (tmp_path / f"site.db.{name}").chmod(0o644)
