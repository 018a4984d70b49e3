"""What the front end's forms go by is what the tables do."""

import pytest

from scripts.generate_limits import generated


@pytest.mark.parametrize("path", generated(), ids=lambda path: path.name)
def test_what_forms_go_by_is_up_to_date(path):
    assert path.read_text() == generated()[path], "run `make docs`"
