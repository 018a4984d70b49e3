"""The folder of the media that tests put pictures into."""

import pytest


@pytest.fixture
def folder(site):
    found = site.service.settings.data_dir / "media" / "demo"
    found.mkdir(parents=True)
    return found
