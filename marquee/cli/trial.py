"""Starts the site for one page, without a port: what keeps a new version from serving shows while the former serves."""

import asyncio
from urllib.parse import urlsplit

from starlette.applications import Starlette
from starlette.types import Message

from marquee.app import create_app
from marquee.errors import OperatorError
from marquee.settings import Settings
from marquee.site import bundle
from marquee.version import VERSION

ANY_URL = "http://127.0.0.1"


def require_start(current: Settings) -> None:
    """Raises OperatorError unless this version answers with the home page, from a database with its schema."""
    base_url = current.base_url or ANY_URL
    try:
        status = asyncio.run(_status_of_home(create_app(current, base_url, bundle.load()), base_url))
    except OperatorError as error:
        raise _no_start(str(error)) from error
    except Exception as error:  # whatever is missing or broken here
        raise _no_start(f"{type(error).__name__}: {error}") from error
    if status != 200:
        raise _no_start(f"Its home page was answered {status}; the log says why.")


def _no_start(reason: str) -> OperatorError:
    return OperatorError(f"Version {VERSION} would not serve the site, so leave the former one running. {reason}")


async def _status_of_home(app: Starlette, base_url: str) -> int:
    parts, statuses = urlsplit(base_url), list[int]()
    scope = {
        "type": "http",
        "http_version": "1.1",
        "method": "GET",
        "scheme": parts.scheme,
        "path": "/",
        "raw_path": b"/",
        "query_string": b"",
        "root_path": "",
        "headers": [(b"host", parts.netloc.encode())],
        "client": None,
        "server": None,
    }

    async def receive() -> Message:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Message) -> None:
        if message["type"] == "http.response.start":
            statuses.append(message["status"])

    async with app.router.lifespan_context(app) as state:
        await app(scope | {"state": dict(state or {})}, receive, send)
    return statuses[0]
