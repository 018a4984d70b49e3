"""What the front end's forms go by is what the tables do."""

import pytest

from marquee.sheets.headers import KNOWN, MEANINGS
from marquee.text import plain_words
from scripts.generate_columns import generated


@pytest.mark.parametrize("path", generated(), ids=lambda path: path.name)
def test_what_forms_go_by_is_up_to_date(path):
    assert path.read_text() == generated()[path], "run `make docs`"


@pytest.mark.parametrize("kind", MEANINGS)
def test_what_a_column_is_called_is_understood_as_its_name(kind):
    """A table whose columns people name as the site does is imported without a question."""
    understood = {label: KNOWN[kind].get(" ".join(plain_words(label))) for label in MEANINGS[kind].values()}
    assert understood == {label: column for column, label in MEANINGS[kind].items()}


def test_who_is_featured_is_not_asked_of_the_table_of_somebody_else():
    assert "is_featured" in KNOWN["artists"].values()
    assert "is_featured" not in MEANINGS["artists"]
