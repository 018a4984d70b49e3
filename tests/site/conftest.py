import pytest

from marquee.site import bundle
from marquee.site.renderer import Renderer


@pytest.fixture(autouse=True)
def day_of_the_cast(clock):
    """Pages are looked at on one day, from which the cast's dates are past, of tonight, or to come."""


@pytest.fixture
async def built(site):
    """The site with the front end as it was built."""
    real = bundle.load()
    site.app.state.site.bundle = real
    site.app.state.site.renderer = Renderer(real.render)
    yield site
    site.app.state.site.renderer.close()
