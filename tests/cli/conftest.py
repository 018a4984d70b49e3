"""A site worth saving, and a backup of it."""

import pytest

from tests.cast import Site
from tests.cli.commands import new_site, run


@pytest.fixture(scope="session")
def first_start(tmp_path_factory):
    """A data folder as a first start leaves it, to copy: all migrations take longer than most commands."""
    folder = tmp_path_factory.mktemp("first-start") / "data"
    new_site(folder)
    return folder


@pytest.fixture
def data(sqlite_template, tmp_path):
    """A data folder with the cast and two pictures, and one that was made from these."""
    Site.open(sqlite_template, tmp_path / "data").service.database.close()
    pictures = tmp_path / "data" / "media" / "demo" / "große"
    pictures.mkdir(parents=True)
    (pictures / "one.webp").write_bytes(b"RIFF" * 5000)
    (pictures.parent / "empty.webp").write_bytes(b"")
    (tmp_path / "data" / "derived").mkdir()
    (tmp_path / "data" / "derived" / "small.webp").write_bytes(b"RIFF")
    return tmp_path / "data"


@pytest.fixture
def backup(data, tmp_path):
    file = tmp_path / "site.backup"
    assert run("backup", file, "--data-dir", data).exit_code == 0
    return file
