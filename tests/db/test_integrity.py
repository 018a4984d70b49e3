"""A damaged database is not served and not touched: the operator is told what to do."""

import hashlib
import random
import subprocess
import sys
from pathlib import Path

import pytest

from marquee.db import integrity
from marquee.db.open_database import open_database
from marquee.errors import OperatorError

MARQUEE = Path(sys.executable).with_name("marquee")
PAGE = 4096


@pytest.fixture
def file(sqlite_template, tmp_path):
    """The database of a site that was stopped."""
    folder = tmp_path / "data"
    folder.mkdir(mode=0o700)
    sqlite_template.databases.full(folder)
    return folder / "marquee.sqlite3"


def overwrite(file, place, seed=1):
    with file.open("r+b") as stream:
        stream.seek(place)
        stream.write(random.Random(seed).randbytes(PAGE))  # noqa: S311


def digest(file):
    return hashlib.sha256(file.read_bytes()).hexdigest()


def refusal(file):
    with pytest.raises(OperatorError) as refused:
        integrity.require_whole(file)
    return refused.value.message


@pytest.mark.parametrize("seed", range(30))
def test_four_random_kilobytes_anywhere_are_noticed(file, seed):
    overwrite(file, random.Random(seed).randrange(file.stat().st_size - PAGE + 1), seed)  # noqa: S311
    before = digest(file)
    assert "is damaged" in refusal(file)
    assert digest(file) == before


@pytest.mark.parametrize("place", [16, 18, 19, 24, 40, 44, 47, 56, 100])
def test_damaged_head_is_noticed(file, place):
    overwrite(file, place)
    assert "is damaged" in refusal(file)


def test_value_that_its_index_does_not_know_is_noticed(file):
    file.write_bytes(file.read_bytes().replace(b"2026-12-24", b"2026-12-25", 1))
    assert "is damaged" in refusal(file)


def test_index_of_a_large_file_is_not_compared(file, monkeypatch):
    monkeypatch.setattr(integrity, "FULL_UP_TO", PAGE)
    file.write_bytes(file.read_bytes().replace(b"2026-12-24", b"2026-12-25", 1))
    integrity.require_whole(file)
    overwrite(file, 3 * PAGE)
    assert "is damaged" in refusal(file)


def test_cut_off_end_is_noticed(file):
    with file.open("r+b") as stream:
        stream.truncate(file.stat().st_size - PAGE)
    assert "is damaged" in refusal(file)


def test_whole_one_in_use_and_one_that_is_not_there_yet_are_let_through(file, tmp_path):
    integrity.require_whole(file)
    integrity.require_whole(tmp_path / "not there yet")
    database = open_database(f"sqlite:///{file}")
    integrity.require_whole(file)
    database.close()


def test_file_that_cannot_be_opened_is_not_called_damaged(tmp_path):
    assert refusal(tmp_path).startswith("The database cannot be used: ")


def test_serve_refuses_with_a_sentence_that_says_how_to_go_on(file):
    overwrite(file, 3 * PAGE)
    before = digest(file)
    command = [MARQUEE, "serve", "--port", "0", "--data-dir", file.parent]
    refused = subprocess.run(command, check=False, capture_output=True, text=True, timeout=30)
    assert refused.returncode == 1
    assert refused.stdout == ""
    assert refused.stderr.startswith(f"The database {file} is damaged (")
    assert refused.stderr.endswith("Restore a backup with: marquee restore FILE --replace\n")
    assert refused.stderr.count("\n") == 1
    assert digest(file) == before


def test_file_that_is_no_database_is_refused_with_a_sentence(tmp_path):
    (tmp_path / "db").write_bytes(b"no database" * 1000)
    with pytest.raises(OperatorError, match=r"The database cannot be used: file is not a database\."):
        open_database(f"sqlite:///{tmp_path / 'db'}")
