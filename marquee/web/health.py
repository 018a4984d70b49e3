"""`/health`: whether the site works, for whoever watches it. It is asked by address, so under any Host."""

import logging

from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from marquee.db.database import Database
from marquee.version import VERSION

PATHS = frozenset({"/health", "/health/live", "/health/ready"})
NO_STORE = {"Cache-Control": "no-store"}

log = logging.getLogger("marquee")


def routes(database: Database) -> list[Route]:
    """Without a body for those who only need the status, and with the version for people."""

    async def is_ready() -> bool:
        try:
            await database.require_ready()
        except Exception:
            log.exception("not ready")
            return False
        return True

    async def health(_request: Request) -> Response:
        ready = await is_ready()
        said = {"status": "ok" if ready else "unavailable", "version": VERSION}
        return JSONResponse(said, 200 if ready else 503, headers=NO_STORE)

    async def ready(_request: Request) -> Response:
        """200 only while it can answer from its database."""
        return PlainTextResponse("", 200 if await is_ready() else 503, headers=NO_STORE)

    return [Route("/health", health), Route("/health/live", live), Route("/health/ready", ready)]


async def live(_request: Request) -> Response:
    """200 while the process runs."""
    return PlainTextResponse("", headers=NO_STORE)
