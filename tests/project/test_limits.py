"""The front end's copy of the limits is the database's."""

from scripts.generate_limits import LIMITS, generated


def test_limits_of_the_forms_are_those_of_the_tables():
    assert LIMITS.read_text() == generated(), "run `make docs`"
