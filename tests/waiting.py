"""Waiting for what happens by itself."""

import asyncio


async def eventually(holds, seconds=5):
    """Until `await holds()` is true; fails when it does not become so."""
    async with asyncio.timeout(seconds):
        while not await holds():  # noqa: ASYNC110 - whoever is waited for knows nothing of an event
            await asyncio.sleep(0.01)
