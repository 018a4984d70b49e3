"""A site worth saving, and a backup of it."""

import pytest

from tests.cast import Site
from tests.cli.commands import run


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
