"""Which tests run on both databases."""

import pytest

from tests.databases import ON_BOTH, ONE_IS_ENOUGH
from tests.postgresql import ROOT


@pytest.mark.parametrize("named", (*ON_BOTH, *ONE_IS_ENOUGH))
def test_what_is_named_is_there(named):
    path, _, test = named.partition("::")
    assert (ROOT / path).exists()
    assert not test or f"def {test}(" in (ROOT / path).read_text()
