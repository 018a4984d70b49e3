"""Waiting for what happens by itself."""

import asyncio

PATIENCE_S = 60
"""How late anything may be that is not about time: a shared machine stands still for seconds now and then."""


async def eventually(holds):
    """Until `await holds()` is true; fails when it does not become so."""
    async with asyncio.timeout(PATIENCE_S):
        while not await holds():  # noqa: ASYNC110 - whoever is waited for knows nothing of an event
            await asyncio.sleep(0.01)


async def keeps(site):
    """Until a site keeps its answers: PostgreSQL has to hear of changes first."""

    async def version_stands_still():
        await site.rows("music_artists?select=id", "visitor")
        return site.service.cache.version() == site.service.cache.version()

    await eventually(version_stands_still)
