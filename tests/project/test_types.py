"""The types for supabase-js are those of the tables."""

from scripts.generate_types import TYPES, generated


def test_types_are_those_of_the_tables():
    assert TYPES.read_text() == generated(), "run `make docs`"
