"""A backup that is not, to the last byte, what was written is refused: damaged, foreign or crafted."""

import contextlib
import hashlib
import io
import tarfile
import tempfile
from pathlib import Path

import msgspec
import pytest

from marquee.cli import backup_file
from marquee.db.sqlite.connection import sqlite
from marquee.errors import OperatorError
from tests.cli.commands import failed, member, run


@pytest.mark.parametrize("part", range(40))
def test_a_damaged_byte_anywhere_is_refused(backup, tmp_path, part):
    whole = bytearray(backup.read_bytes())
    place = (len(whole) - 1) * part // 39
    whole[place] ^= 0x01
    backup.write_bytes(whole)
    assert failed(run("restore", backup, "--data-dir", tmp_path / "other"), "damaged or not a Marquee backup")
    assert not (tmp_path / "other").exists()


def test_every_byte_of_the_end_is_guarded(backup):
    whole = backup.read_bytes()
    for place in range(len(whole) - 3000, len(whole)):
        with pytest.raises(OperatorError), damaged(backup, whole, place).open("rb") as stream:
            backup_file.check_whole(stream, backup)


def damaged(file, whole, place):
    copy = bytearray(whole)
    copy[place] ^= 0x80
    file.write_bytes(copy)
    return file


@pytest.mark.parametrize("cut", [0, 1, 511, 512, 10240, -1, -512, -10240])
def test_shortened_file_is_refused(backup, tmp_path, cut):
    backup.write_bytes(backup.read_bytes()[:cut])
    assert failed(run("restore", backup, "--data-dir", tmp_path / "other"), "damaged or not a Marquee backup")


def test_lengthened_file_is_refused(backup, tmp_path):
    backup.write_bytes(backup.read_bytes() + bytes(10240))
    assert failed(run("restore", backup, "--data-dir", tmp_path / "other"), "damaged or not a Marquee backup")


@pytest.mark.parametrize("text", [b"", b"a letter home", b"\0" * 40000, b"SQLite format 3\0" * 4000])
def test_foreign_file_is_refused(tmp_path, text):
    (tmp_path / "x").write_bytes(text)
    assert failed(run("restore", tmp_path / "x", "--data-dir", tmp_path / "other"), "damaged or not a Marquee backup")


def test_missing_file_is_said(tmp_path):
    assert failed(run("restore", tmp_path / "x", "--data-dir", tmp_path / "other"), "cannot be read or written")


def rebuilt(backup, change):
    """The backup again, whole to the last byte, with `change` done to its manifest and its members first."""
    with tarfile.open(backup) as tar:
        members = {found.name: (found, member(tar, found)) for found in tar if found.isreg()}
    manifest = msgspec.json.decode(members.pop("manifest.json")[1])
    members.pop("SHA256")
    change(manifest, members)
    made = io.BytesIO()
    tar = tarfile.open(fileobj=made, mode="w", format=tarfile.PAX_FORMAT)  # noqa: SIM115 - its end is written below
    for info, data in members.values():
        tar.addfile(info, io.BytesIO(data))
    text = msgspec.json.encode(manifest)
    info = tarfile.TarInfo("manifest.json")
    info.size = len(text)
    tar.addfile(info, io.BytesIO(text))
    start = tar.offset
    backup.write_bytes(made.getvalue() + backup_file.end(hashlib.sha256(made.getvalue()).hexdigest(), start))


def add(name, kind=tarfile.REGTYPE, data=b"x", link="", listed=True):
    def change(manifest, members):
        info = tarfile.TarInfo(name)
        info.type, info.linkname, info.size = kind, link, len(data)
        members["the new one"] = (info, data)
        if listed:
            manifest["members"][name] = hashlib.sha256(data).hexdigest()

    return change


def change_database(statement):
    def change(manifest, members):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "changed"
            path.write_bytes(members["database.sqlite3"][1])
            with contextlib.closing(sqlite.connect(path)) as connection:
                connection.executescript(statement)
            other_bytes("database.sqlite3", path.read_bytes())(manifest, members)

    return change


def other_bytes(name, data):
    def change(manifest, members):
        members[name][0].size = len(data)
        members[name] = (members[name][0], data)
        manifest["members"][name] = hashlib.sha256(data).hexdigest()

    return change


LINK = {"link": "/etc/passwd", "data": b""}
CRAFTED = [
    (lambda manifest, members: None, None),
    (lambda manifest, members: manifest.update(format=2), "newer version of Marquee"),
    (lambda manifest, members: manifest.update(schema="9999"), "newer version of Marquee"),
    (lambda manifest, members: manifest.update(members=[]), "damaged"),
    (lambda manifest, members: manifest["members"].update({"media/lost.webp": "0" * 64}), "damaged"),
    (lambda manifest, members: manifest["members"].update({"secrets.json": "0" * 64}), "damaged"),
    (lambda manifest, members: members.pop("database.sqlite3"), "damaged"),
    (lambda manifest, members: (members.pop("secrets.json"), manifest["members"].pop("secrets.json")), "damaged"),
    (other_bytes("database.sqlite3", b"not a database" * 999), "damaged"),
    (other_bytes("secrets.json", b"{}"), "damaged"),
    (change_database("UPDATE alembic_version SET version_num = '9999'"), "damaged"),
    (change_database("DROP TABLE alembic_version"), "damaged"),
    (change_database("UPDATE music_events SET artist_id = 'nobody'"), "damaged"),
    (add("media/extra.webp", listed=False), "damaged"),
    (add("media/demo/empty.webp"), "damaged"),
    (add("media/demo/empty.webp/below"), ""),
    (add("../escaped"), "damaged"),
    (add("media/../../escaped"), "damaged"),
    (add("/srv/escaped"), "damaged"),
    (add("media"), "damaged"),
    (add("media//x"), "damaged"),
    (add("media/./x"), "damaged"),
    (add("notes.txt"), "damaged"),
    (add("media/link", tarfile.SYMTYPE, **LINK), "damaged"),
    (add("media/link", tarfile.LNKTYPE, **LINK), "damaged"),
    (add("media/device", tarfile.CHRTYPE, b""), "damaged"),
    (add("media/pipe", tarfile.FIFOTYPE, b""), "damaged"),
    (add("media/folder", tarfile.DIRTYPE, b""), "damaged"),
]


@pytest.mark.parametrize(("change", "words"), CRAFTED)
def test_crafted_backup_is_refused(backup, tmp_path, change, words):
    rebuilt(backup, change)
    result = run("restore", backup, "--data-dir", tmp_path / "other")
    if words is None:
        assert result.exit_code == 0, result.stderr
        return
    assert failed(result, words)
    assert not (tmp_path / "other" / "marquee.sqlite3").exists()
    assert not list(tmp_path.rglob("escaped"))
    assert not (tmp_path / "other" / "media").exists()
