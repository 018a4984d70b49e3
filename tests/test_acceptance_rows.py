"""Every row of the acceptance checklist has a test that is named after it."""

import re
from pathlib import Path

import pytest

ROWS = (
    [f"H{number}" for number in range(1, 8)]
    + [f"P{number}" for number in range(1, 13)]
    + [f"A{number}" for number in range(1, 10)]
    + [f"D{number}" for number in range(1, 10)]
)
BY_THE_OFFICIAL_CLIENT = {"D1", "D2", "D4", "D7", "D8"}
"""Shown against the live server through the client library; every other row in a real browser."""

TESTS = Path(__file__).parent
TITLE = re.compile(r"\btest(?:\.each\b[\s\S]*?\))?\(\s*(['\"`])((?:[HPAD]\d+ )+)")


def _named(folder: str) -> set[str]:
    """The row ids that the titles of a folder's tests begin with; a title may begin with several."""
    files = [*(TESTS / folder).glob("*.test.ts"), *(TESTS / folder).glob("*.spec.ts")]
    return {row for file in files for title in TITLE.findall(file.read_text()) for row in title[1].split()}


@pytest.fixture(scope="module")
def wire() -> set[str]:
    return _named("wire")


@pytest.fixture(scope="module")
def browser() -> set[str]:
    return _named("browser")


@pytest.mark.parametrize("row", ROWS)
def test_row_has_a_test_of_its_name(row, wire, browser):
    """By the client or in the browser, as the checklist says."""
    assert row in (wire if row in BY_THE_OFFICIAL_CLIENT else browser)


def test_no_test_is_named_after_a_row_that_does_not_exist(wire, browser):
    assert (wire | browser) <= set(ROWS)
