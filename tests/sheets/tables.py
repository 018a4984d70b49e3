"""What a table becomes when it is read, for tests."""

from datetime import UTC

from marquee.sheets.reading import read
from marquee.sheets.sheet import Choices


def rows(text, zone=UTC, **choices):
    return read(text, Choices(**choices), zone).rows


def values(text):
    return [row.values for row in rows(text)]


def reasons(text, **choices):
    return [problem.reason for row in rows(text, **choices) for problem in row.problems]
