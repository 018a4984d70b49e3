"""The composition root: puts the routes and what they work with together."""

import asyncio
import contextlib
import gc
from collections.abc import AsyncIterator, Coroutine
from typing import Any

from starlette.applications import Starlette
from starlette.middleware import Middleware

from marquee import settings
from marquee.auth.api import routes as auth
from marquee.auth.api.context import AuthServices
from marquee.auth.identity import Identity
from marquee.auth.mail.delivery import Delivery, FolderDelivery, ServerDelivery
from marquee.auth.mail.messages import Sender
from marquee.auth.mail.outbox import Outbox
from marquee.auth.secrets.key_ring import KeyRing
from marquee.db.open_database import open_database
from marquee.db.turns import Turns
from marquee.functions import FUNCTIONS
from marquee.rest import endpoints as rest
from marquee.server.fast_path import FastPath
from marquee.server.outgoing import BoundedSending, Outgoing
from marquee.settings import Settings
from marquee.site import bundle, pages
from marquee.site import context as site
from marquee.site.bundle import Bundle
from marquee.site.context import SiteServices
from marquee.site.feeds import endpoints as feeds
from marquee.site.images import endpoints as image_endpoints
from marquee.site.images import icon_endpoints
from marquee.site.images.picture_cache import PictureCache
from marquee.site.near_urls import forgiving
from marquee.site.renderer import Renderer
from marquee.storage import endpoints as storage
from marquee.storage.derived_files import DerivedFiles
from marquee.storage.link_tokens import derived_secret
from marquee.storage.media import Media
from marquee.storage.pictures import Pictures
from marquee.storage.resumable import ResumableUploads
from marquee.storage.services import PictureServices
from marquee.storage.store import DiskStore
from marquee.storage.sweep import Sweeper
from marquee.storage.uploads import Uploads
from marquee.web import absent_services, any_path, health
from marquee.web.beside import Beside
from marquee.web.cache_version import CacheVersion
from marquee.web.context import Services
from marquee.web.cross_origin import CrossOriginReads
from marquee.web.last_modified import LastModified
from marquee.web.middleware import RequestMiddleware
from marquee.web.response_cache import ResponseCache, StoredResponse

OUTBOX = "outbox"
DERIVED = "derived"
PAGES_WAIT_S, PAGES_WAITING = 10.0, 1_000
"""How long a client's pages wait for one another while each is made, and how many of them."""


def create_app(current: Settings, base_url: str, built: Bundle | None = None) -> Starlette:
    """The whole service over an up-to-date database; `base_url` is where it is reached, `built` the front end."""
    any_path.register()
    database = open_database(current.database_url, current.data_dir)
    key_ring = KeyRing(current.data_dir)
    identity = Identity(key_ring, database)
    version = CacheVersion(database, key_ring.current)
    last_modified = LastModified(version)
    cache: ResponseCache[StoredResponse] = ResponseCache(version, look_ahead=version.look_ahead)
    beside = Beside()
    sender = Sender(current.site_name, settings.sender_address(current, base_url), base_url, current.timezone)
    outbox = Outbox(database, _delivery(current), sender)
    services = Services(
        current, base_url, database, cache, last_modified, identity.admit, identity.identify, outbox.wake, beside
    )
    auth_services = AuthServices(key_ring, outbox)
    media, derived_files = Media(current.data_dir / "media"), DerivedFiles(current.data_dir / DERIVED)
    store = DiskStore(media.root)
    resumable = ResumableUploads(store.incoming)
    picture_services = PictureServices(
        Pictures(media, derived_files),
        store,
        Uploads(store, derived_files),
        resumable,
        lambda: derived_secret(key_ring.current().refresh_secret),
    )
    sweeper = Sweeper(database, store, resumable, derived_files)
    front_end = built or bundle.load()
    site_services = SiteServices(
        front_end,
        Renderer(front_end.render),
        media,
        PictureCache(derived_files),
        Turns(in_all=None, max_wait_s=PAGES_WAIT_S, max_waiting=PAGES_WAITING),
        lambda: key_ring.current().publishable,
    )
    server_state = {"fast_path": FastPath(version, last_modified.of)} if current.has_hot_path else {}

    @contextlib.asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[dict[str, FastPath]]:
        gc.freeze()  # what is here now stays: the collector need not walk through it again and again
        async with auth_services.outbox.running(), _in_background(last_modified.watch(), sweeper.run()):
            yield server_state
        site_services.renderer.close()
        derived_files.close()
        beside.close()
        await database.disconnect()
        database.close()

    files = forgiving((*feeds.PATHS, *image_endpoints.PATHS))
    app = Starlette(
        routes=[
            *rest.routes(services, FUNCTIONS),  # first: routes are tried one after the other
            *health.routes(database),
            *auth.routes(services, auth_services),
            *storage.routes(services, picture_services),
            *absent_services.routes(),
            *site.routes(services, site_services, (*files, *icon_endpoints.PATHS, *pages.PATHS)),
        ],
        middleware=_middleware(current),
        lifespan=lifespan,
    )
    app.router.redirect_slashes = False  # to a URL with whatever Host was sent; site.near_urls knows better
    app.state.services, app.state.auth, app.state.site = services, auth_services, site_services
    app.state.sweeper, app.state.derived_files = sweeper, derived_files
    return app


@contextlib.asynccontextmanager
async def _in_background(*work: Coroutine[Any, Any, None]) -> AsyncIterator[None]:
    """Workers that are cancelled when the block ends."""
    tasks = [asyncio.create_task(one) for one in work]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def _middleware(current: Settings) -> list[Middleware]:
    outermost = Middleware(RequestMiddleware, base_url=current.base_url, trusted_proxies=current.trusted_proxies)
    innermost = Middleware(BoundedSending, outgoing=Outgoing(), trusted_proxies=current.trusted_proxies)
    if not current.allowed_origins:
        return [outermost, innermost]
    return [outermost, Middleware(CrossOriginReads, allowed=current.allowed_origins), innermost]


def _delivery(current: Settings) -> Delivery:
    return ServerDelivery(current.mail_server) if current.mail_server else FolderDelivery(current.data_dir / OUTBOX)
