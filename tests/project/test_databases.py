"""Which tests run on both databases."""

import pytest

from tests.databases import ON_BOTH
from tests.postgresql import ROOT


@pytest.mark.parametrize("path", ON_BOTH)
def test_what_runs_on_both_is_there(path):
    assert (ROOT / path).exists()
