"""Puts it together: the routes, what they work with, start and stop."""

import contextlib
import gc
import multiprocessing
import os
import signal
import socket
import threading
from collections.abc import AsyncIterator
from multiprocessing.process import BaseProcess

import click
import uvicorn
from sqlalchemy import Connection
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Mount, Route
from uvicorn.supervisors import Multiprocess

from marquee import demo, integrity, logs, settings
from marquee.auth import accounts, keys
from marquee.auth import endpoints as auth
from marquee.auth.key_ring import KeyRing
from marquee.cache import Cache, Finished
from marquee.clock import Calendar
from marquee.connection import refusals
from marquee.database import ReadsAtOnce, open_database, sqlite_path
from marquee.edge import Edge
from marquee.edition import Edition
from marquee.errors import OperatorError
from marquee.hot import Hot, ask_the_app
from marquee.http import Service, log
from marquee.mail.delivery import Delivery, ToFolder, ToServer
from marquee.mail.messages import Sender
from marquee.mail.outbox import Outbox
from marquee.migrations import migrate
from marquee.rest import endpoints as rest
from marquee.rest.direct import DirectReads
from marquee.security_headers import security_headers
from marquee.server import Protocol
from marquee.settings import Settings
from marquee.site import bundle, feeds, pages, pictures, shares
from marquee.site.bundle import Bundle
from marquee.site.media import Media
from marquee.site.pictures import Pictures
from marquee.site.render import Renderer
from marquee.site.shares import Shares
from marquee.site.workshop import Workshop

ENV_LISTENING = "MARQUEE_LISTENING"
BACKLOG = 2048
SHUTDOWN_S = 8  # running requests have as long; supervisors often kill after 10
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
            Mount("/storage/v1/render/image/public", routes=pictures.routes),
            *feeds.routes,
            *shares.routes,
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


def serve(current: Settings, host: str, port: int, workers: int, with_demo: bool) -> None:
    """Migrate, fill if asked to, say where the site is, and serve until told to stop. Raises OperatorError."""
    logs.configure()
    keys.load_or_create(current.data_dir)
    listener = _listen(host, port)
    base_url = current.base_url or _address(listener)
    _prepare(current, with_demo)
    click.echo(f"\n{current.site_name} is at {base_url}\n")
    if current.mail_server is None:
        log.info("no mail server is set: mail is written to files", extra={"folder": current.data_dir / OUTBOX})
    if workers > 1 and _needs_one_process(current):
        log.warning("one worker only: this SQLite library loses data with more", extra={"asked": workers})
        workers = 1
    if current.base_url.startswith("https:") and not current.trusted_proxies:
        log.warning("every visitor has the proxy's address", extra={"setting": "MARQUEE_TRUSTED_PROXIES"})
    _configure_protocol(current)
    config = uvicorn.Config(
        create_app(current, base_url) if workers == 1 else "marquee.app:from_environment",
        factory=workers > 1,
        workers=workers,
        http=Protocol,
        backlog=BACKLOG,
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,  # of uvicorn: it trusts by its own settings; ours decide in http.client_address
        ws="none",
        timeout_graceful_shutdown=SHUTDOWN_S,
    )
    if workers == 1:
        uvicorn.Server(config).run(sockets=[listener])
    else:
        os.environ |= {"MARQUEE_DATA_DIR": str(current.data_dir), ENV_LISTENING: base_url}
        Multiprocess(config, sockets=[listener]).run()


def from_environment() -> Starlette:
    """The app of one of several worker processes, told by its parent where the site is reached."""
    logs.configure()
    if parent := multiprocessing.parent_process():
        threading.Thread(target=_stop_after, args=(parent,), daemon=True).start()
    current = settings.load(os.environ)
    _configure_protocol(current)
    return create_app(current, os.environ[ENV_LISTENING])


def _stop_after(parent: BaseProcess) -> None:
    """A worker whose parent was killed would serve on, and keep its address from the next start."""
    parent.join()
    os.kill(os.getpid(), signal.SIGTERM)


def _configure_protocol(current: Settings) -> None:
    Protocol.trusted_proxies = current.trusted_proxies
    Protocol.refusals = refusals(security_headers(current.base_url))


def _needs_one_process(current: Settings) -> bool:
    if sqlite_path(current.database_url) is None:
        return False
    from marquee.database import sqlite_connection  # noqa: PLC0415 - a site on PostgreSQL does without

    return sqlite_connection.needs_one_process()


def _prepare(current: Settings, with_demo: bool) -> None:
    if path := sqlite_path(current.database_url):
        integrity.require_whole(path)
    database = open_database(current.database_url)
    try:
        database.write_now(migrate)
        if with_demo:
            demo.fill(database, current)
        elif database.write_now(_is_without_accounts):
            click.echo(
                "This site has no account yet. Add the first admin with:\n"
                "  marquee user add you@example.com --role service_role --password-stdin"
            )
    finally:
        database.close()


def _is_without_accounts(connection: Connection) -> bool:
    return not accounts.everyone(connection)


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        listener.listen(BACKLOG)  # from here on a visitor waits instead of being refused
    except OSError as error:
        listener.close()
        raise OperatorError(f"Cannot listen on {host} port {port}: {error.strerror or error}.") from error
    listener.set_inheritable(True)
    return listener


def _address(listener: socket.socket) -> str:
    host, port = listener.getsockname()[:2]
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
