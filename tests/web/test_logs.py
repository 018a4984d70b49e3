"""Where log lines go."""

import io
import json
import logging
import sys

import pytest

from marquee import logs


@pytest.fixture
def root(monkeypatch):
    """The root logger, as it is before anybody has configured it."""
    root = logging.getLogger()
    monkeypatch.setattr(root, "handlers", [])
    monkeypatch.setattr(root, "level", root.level)
    return root


def test_lines_go_to_what_standard_error_is_as_they_are_written(root, monkeypatch):
    before, now = (io.TextIOWrapper(io.BytesIO()) for _ in range(2))
    monkeypatch.setattr(sys, "stderr", before)
    logs.configure()
    root.info("one")
    first = before.buffer.getvalue()
    before.close()  # as whoever took it away may do
    monkeypatch.setattr(sys, "stderr", now)
    root.info("another")
    assert [json.loads(line)["event"] for line in (first, now.buffer.getvalue())] == ["one", "another"]
