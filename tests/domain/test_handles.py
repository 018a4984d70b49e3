"""Names of profiles as people copy them, which forms read alike (frontend/src/texts/handles.test.ts)."""

import json
from pathlib import Path

import pytest

from marquee.domain.texts.handles import NoHandle, address, read

CASES = json.loads(Path("tests/handles.json").read_text())


@pytest.mark.parametrize(("column", "typed", "name"), CASES)
def test_name_is_read_out_of_what_was_typed(column, typed, name):
    if name is None:
        with pytest.raises(NoHandle):
            read(column, typed)
        assert address(column, typed) is None
    else:
        assert read(column, typed) == name
        assert str(address(column, typed)).endswith(f".com/{name}")


def test_name_that_is_saved_with_its_at_keeps_it():
    assert read("social_twitter", "@vesna") == "@vesna"


@pytest.mark.parametrize("typed", ["vesna" + "," * 1_000_000 + "kole", "v" * 1_000_000 + "!", "?" * 1_000_000 + "\nv"])
def test_a_long_text_is_refused_at_once(typed):
    with pytest.raises(NoHandle):
        read("social_instagram", typed)
