"""`marquee serve`: prepares the database, listens, and runs one or several server processes."""

import logging
import multiprocessing
import os
import signal
import socket
import threading
from multiprocessing.process import BaseProcess
from urllib.parse import urlsplit

import click
import uvicorn
from starlette.applications import Starlette

from marquee import logs, settings, threads
from marquee.app import OUTBOX, create_app
from marquee.auth.secrets import secrets_file
from marquee.cli import processes
from marquee.cli.backup import unfit
from marquee.cli.options import data_dir_option, load_settings
from marquee.cli.passed_socket import passed_listener
from marquee.cli.preparation import prepare
from marquee.db.open_database import needs_one_process
from marquee.server.capacity import Capacity, limit_heaps, raise_file_limit
from marquee.server.listener import listen
from marquee.server.protocol import Protocol
from marquee.server.refusals import refusals
from marquee.settings import Settings, kept
from marquee.settings.base_url import is_wildcard
from marquee.site import bundle
from marquee.web.security_headers import security_headers

log = logging.getLogger("marquee")

ENV_LISTENING = "MARQUEE_LISTENING"
BACKLOG = 2048
SHUTDOWN_S = 8  # how long running requests may take; supervisors often kill after 10 s


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option("--port", default=8000, show_default=True, type=click.IntRange(0, 65535), help="The port to listen on.")
@click.option("--workers", default=1, show_default=True, type=click.IntRange(1), help="The number of server processes.")
@click.option("--demo", is_flag=True, help="Fill an empty database with demonstration content.")
@data_dir_option
def serve(host: str, port: int, workers: int, demo: bool) -> None:
    """Upgrade the database if needed, and serve the site."""
    serve_site(load_settings(), host, port, workers, with_demo=demo)


def serve_site(current: Settings, host: str, port: int, workers: int, *, with_demo: bool) -> None:
    """Migrate, fill if asked to, say where the site is, and serve until told to stop. Raises OperatorError."""
    logs.configure()
    processes.ignore_signals()
    front_end = bundle.load()
    keys = secrets_file.load_or_create(current.data_dir)
    with passed_listener(os.environ) or listen(host, port, BACKLOG) as listener:
        base_url = current.base_url or _url(listener)
        prepare(current, keys, with_demo=with_demo)
        click.echo(f"\n{current.site_name} is at {_openable(base_url)}\n")
        _run(current, listener, base_url, front_end, workers)


def log_notices(current: Settings, base_url: str) -> None:
    """Log what a site that is reached at `base_url` will not do, or not as expected: settings that were forgotten."""
    if current.mail_server is None:
        log.info("no mail server is set, mail is written to files", extra={"folder": current.data_dir / OUTBOX})
    if is_wildcard(base_url):
        log.warning("no mail with links is sent: the site's URL is not known", extra={"setting": "MARQUEE_BASE_URL"})
    elif current.mail_server is not None and not current.base_url:
        log.warning(
            "links in mail lead to the address that this site listens on", extra={"setting": "MARQUEE_BASE_URL"}
        )
    if current.base_url.startswith("https:") and not current.trusted_proxies:
        log.warning(
            "every visitor appears to have the proxy's IP address", extra={"setting": "MARQUEE_TRUSTED_PROXIES"}
        )
    if current.backups and (why := unfit(current, current.backups)):
        log.warning("this is no folder for backups", extra={"setting": "MARQUEE_BACKUPS", "reason": why})


def _run(current: Settings, listener: socket.socket, base_url: str, front_end: bundle.Bundle, workers: int) -> None:
    if workers > 1 and needs_one_process(current.database_url):
        log.warning(
            "using one worker, because this SQLite library can lose data with several", extra={"asked": workers}
        )
        workers = 1
    log_notices(current, base_url)
    possible = _configure_protocol(current)
    log.info("limits of each process", extra=possible._asdict())
    config = uvicorn.Config(
        create_app(current, base_url, front_end) if workers == 1 else "marquee.cli.serve:from_environment",
        factory=workers > 1,
        workers=workers,
        http=Protocol,
        # All that wait may be accepted at once, and each needs a file then.
        backlog=min(BACKLOG, possible.connections),
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,  # of uvicorn: it trusts by its own settings; web.client_ip trusts by ours
        ws="none",
        timeout_graceful_shutdown=SHUTDOWN_S,
    )
    if workers > 1:  # one that is started anew later has the settings of the others
        unset = kept.missing_from(os.environ, kept.read(current.data_dir))
        os.environ.pop("MARQUEE_DATA_DIR_FILE", None)
        os.environ |= {**unset, "MARQUEE_DATA_DIR": str(current.data_dir), ENV_LISTENING: base_url}
    processes.run(config, listener)


def from_environment() -> Starlette:
    """The app of one of several worker processes, which gets the URL of the site from its parent."""
    logs.configure()
    processes.stop_gently_at_sigterm()
    if parent := multiprocessing.parent_process():
        threading.Thread(target=_stop_after, args=(parent,), daemon=True).start()
    current = settings.load(os.environ)
    _configure_protocol(current)
    return create_app(current, os.environ[ENV_LISTENING])


def _stop_after(parent: BaseProcess) -> None:
    """Stop when the parent was killed: a worker that went on would keep the port from the next start."""
    parent.join()
    os.kill(os.getpid(), signal.SIGTERM)


def _configure_protocol(current: Settings) -> Capacity:
    """Set what the connections of this process have in common, and its own limits."""
    limit_heaps()
    threads.give_way_soon()
    possible = raise_file_limit()
    Protocol.MAX_CONNECTIONS = possible.connections
    Protocol.trusted_proxies = current.trusted_proxies
    Protocol.refusals = refusals(security_headers(current.base_url))
    return possible


def _url(listener: socket.socket) -> str:
    host, port = listener.getsockname()[:2]
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def _openable(base_url: str) -> str:
    """The site's URL, as a browser on this machine can open it."""
    return f"http://localhost:{urlsplit(base_url).port}" if is_wildcard(base_url) else base_url
