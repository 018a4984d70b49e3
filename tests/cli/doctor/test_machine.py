"""The disk that the site has, and the one of its backups."""

import shutil
from collections import namedtuple

from tests.cli.doctor.examining import examined

Usage = namedtuple("Usage", "total used free")


def test_disk_that_is_full_is_an_error(folder, monkeypatch):
    monkeypatch.setattr(shutil, "disk_usage", lambda _path: Usage(10**9, 10**9, 10**6))
    assert examined(folder)["disk"]["status"] == "error"


def test_disk_without_room_for_a_backup_is_a_warning(folder, monkeypatch):
    picture = folder / "media" / "artists" / "large"
    picture.parent.mkdir(parents=True)
    with picture.open("wb") as file:
        file.truncate(300_000_000)
    monkeypatch.setattr(shutil, "disk_usage", lambda _path: Usage(10**9, 10**9, 200_000_000))
    check = examined(folder)["disk"]
    assert (check["status"], "for the backup before an upgrade, which needs 30" in check["message"]) == (
        "warning",
        True,
    ), check


def test_backups_on_another_disk_need_no_room_on_this_one(folder, tmp_path, monkeypatch):
    """As the sentence about an upgrade without room says: make backups a link."""
    (tmp_path / "other disk").mkdir()
    (folder / "backups").symlink_to(tmp_path / "other disk")
    picture = folder / "media" / "artists" / "large"
    picture.parent.mkdir(parents=True)
    with picture.open("wb") as file:
        file.truncate(300_000_000)
    monkeypatch.setattr(
        shutil, "disk_usage", lambda path: Usage(10**9, 10**9, 10**9 if path.is_symlink() else 200_000_000)
    )
    assert examined(folder)["disk"]["status"] == "ok"
