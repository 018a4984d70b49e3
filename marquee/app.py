"""The composition root: puts the routes and what they work with together."""

import contextlib
import gc
from collections.abc import AsyncIterator

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Mount, Route

from marquee import settings
from marquee.auth.api import token as auth
from marquee.auth.key_ring import KeyRing
from marquee.auth.mail.delivery import Delivery, ToFolder, ToServer
from marquee.auth.mail.messages import Sender
from marquee.auth.mail.outbox import Outbox
from marquee.clock import Calendar
from marquee.db.database import ReadsAtOnce, open_database
from marquee.rest import endpoints as rest
from marquee.rest.direct import DirectReads
from marquee.server.fast_path.wire_cache import Hot, ask_the_app
from marquee.settings import Settings
from marquee.site import bundle, pages
from marquee.site.bundle import Bundle
from marquee.site.feeds import endpoints as feeds
from marquee.site.images import endpoints as share_cards
from marquee.site.images.endpoints import Shares
from marquee.site.renderer import Renderer
from marquee.storage import endpoints as storage
from marquee.storage.derived_files import Workshop
from marquee.storage.endpoints import Pictures
from marquee.storage.media import Media
from marquee.web.cache_version import Edition
from marquee.web.http import Service, log
from marquee.web.middleware import Edge
from marquee.web.response_cache import Cache, Finished

OUTBOX = "outbox"
DERIVED = "derived"


def create_app(current: Settings, base_url: str, built: Bundle | None = None) -> Starlette:
    """The whole service over an up-to-date database; `base_url` is where it is reached, `built` the front end."""
    database = open_database(current.database_url)
    key_ring = KeyRing(current.data_dir)
    edition = Edition(database, Calendar(current.timezone), key_ring)
    cache: Cache[Finished] = Cache(edition)
    sender = Sender(current.site_name, settings.sender_address(current, base_url), base_url)
    outbox = Outbox(database, _delivery(current), sender)
    service = Service(current, base_url, database, key_ring, cache, outbox)
    direct = DirectReads(service, database) if isinstance(database, ReadsAtOnce) else ask_the_app
    for_server = {"hot": Hot(edition, direct)} if current.has_hot_path else {}
    media, workshop = Media(current.data_dir / "media"), Workshop(current.data_dir / DERIVED)

    @contextlib.asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[dict[str, Hot]]:
        gc.freeze()  # what is here now stays: the collector need not walk through it again and again
        async with outbox.running():
            yield for_server
        app.state.renderer.close()
        workshop.close()
        await database.disconnect()
        database.close()

    app = Starlette(
        routes=[
            *rest.routes,  # first: routes are tried one after the other
            Route("/health/live", live),
            Route("/health/ready", ready),
            Mount("/auth/v1", routes=auth.routes),
            Mount("/storage/v1/object/public", media),
            Mount("/storage/v1/render/image/public", routes=storage.routes),
            *feeds.routes,
            *share_cards.routes,
            *pages.routes,
        ],
        middleware=[Middleware(Edge, base_url=current.base_url, trusted_proxies=current.trusted_proxies)],
        lifespan=lifespan,
    )
    app.state.service = service
    app.state.pictures = Pictures(media, workshop)
    app.state.shares = Shares(media, workshop, current.site_name)
    app.state.bundle = built or bundle.load()
    app.state.renderer = Renderer(app.state.bundle.render)
    return app


def _delivery(current: Settings) -> Delivery:
    return ToServer(current.mail_server) if current.mail_server else ToFolder(current.data_dir / OUTBOX)


async def live(_request: Request) -> Response:
    """200 while the process runs."""
    return PlainTextResponse("", headers={"Cache-Control": "no-store"})


async def ready(request: Request) -> Response:
    """200 only while it can answer from its database."""
    found: Service = request.app.state.service
    try:
        await found.database.require_ready()
    except Exception:
        log.exception("not ready")
        return PlainTextResponse("", 503, headers={"Cache-Control": "no-store"})
    return PlainTextResponse("", headers={"Cache-Control": "no-store"})
