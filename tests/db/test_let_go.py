"""What a write or a read had is let go of when it is answered: it may be a table of 5,000 rows, and the next may come
tomorrow."""

import gc
import weakref

import pytest

from tests.waiting import eventually

pytestmark = pytest.mark.anyio


class Large:
    """Something that takes much memory."""


def use(_connection, large):
    return [large]


WAYS = {
    "write": lambda service, large: service.database.write(use, large),
    "slow read": lambda service, large: service.database.read_for_client(False, use, large),
    "quick read": lambda service, large: service.database.read_for_client(True, use, large),
}


@pytest.mark.parametrize("way", WAYS)
async def test_nothing_of_it_stays(site, way):
    large = Large()
    stays = weakref.ref(large)
    await WAYS[way](site.service, large)
    del large

    async def is_gone():
        gc.collect()
        return stays() is None

    await eventually(is_gone)
