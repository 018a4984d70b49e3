import pytest

from marquee.site import bundle
from marquee.site.renderer import Renderer


@pytest.fixture
async def built(site):
    """The site with the front end as it was built."""
    real = bundle.load()
    site.app.state.site.bundle = real
    site.app.state.site.renderer = Renderer(real.render)
    yield site
    site.app.state.site.renderer.close()
