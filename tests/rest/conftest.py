"""Sites that tests share: copying one for each of a thousand cases would take longer than the cases."""

import pytest

from tests.cast import EVERYBODY, Site
from tests.rest.shared import Shared


@pytest.fixture(scope="module")
async def shared(template, tmp_path_factory):
    """One site for the module's cases that change nothing; everybody is signed in once."""
    site = Site.open(template, tmp_path_factory.mktemp("shared") / "data", lasting=True)
    yield Shared(site, {who: site.headers(who) for who in EVERYBODY})
    await site.close()


@pytest.fixture
def restored(shared):
    """The shared site for a case that changes rows: they are put back as they were."""
    yield shared
    shared.restore()
