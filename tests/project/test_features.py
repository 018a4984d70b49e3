"""Every row of docs/features.md is named by a test of each run, and no test names a row that is not there."""

import re
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]
FOLDERS = {"browser": "browser", "client": "wire"}
LISTED = re.compile(r"^\| ([A-Z]\d+) \|.*\| (browser|client) \|$", re.MULTILINE)
ROWS = LISTED.findall((TESTS.parent / "docs" / "features.md").read_text())
ROWS_OF_A_TITLE = re.compile(r" \(((?:[A-Z]\d+)(?:, [A-Z]\d+)*)\)( @release)?['\"`]")
MAX_ROWS_PER_TEST = 3


def _titles_in(folder: str) -> list[tuple[list[str], bool]]:
    """The rows that each test title of a folder ends with, and whether each run has the test."""
    files = [path for path in (TESTS / folder).rglob("*.ts") if ".test." in path.name or ".spec." in path.name]
    found = [title for path in files for title in ROWS_OF_A_TITLE.findall(path.read_text())]
    return [(rows.split(", "), not tag) for rows, tag in found]


TITLES = {folder: _titles_in(folder) for folder in FOLDERS.values()}


@pytest.mark.parametrize(("row", "where"), ROWS, ids=[row for row, _ in ROWS])
def test_every_row_is_named_by_a_test_of_each_run(row, where):
    assert any(row in rows for rows, is_in_each_run in TITLES[FOLDERS[where]] if is_in_each_run)


def test_no_test_names_a_missing_row():
    named = {row for titles in TITLES.values() for rows, _ in titles for row in rows}
    assert named - {row for row, _ in ROWS} == set()


def test_no_test_names_more_than_three_rows():
    assert max(len(rows) for titles in TITLES.values() for rows, _ in titles) <= MAX_ROWS_PER_TEST
