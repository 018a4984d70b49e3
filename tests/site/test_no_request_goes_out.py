"""Addresses that people save are shown, and nobody at the site goes there: a picture may be of an internal host."""

import re
import socket
import sys
from contextlib import closing

import pytest

from tests.cast import ARTIST

pytestmark = pytest.mark.anyio

HOST = "metadata.internal"
asked_for: list[object] = []


@pytest.fixture
def lookups():
    """The names that are looked up."""
    asked_for.clear()
    yield asked_for
    asked_for.clear()


def _note(event, arguments):
    if event == "socket.getaddrinfo":
        asked_for.append(arguments[0])


sys.addaudithook(_note)  # for the life of the process: there is no way to take it back


@pytest.fixture
def listener():
    """An address that must never be connected to."""
    with closing(socket.create_server(("127.0.0.1", 0))) as listening:
        listening.setblocking(False)
        yield listening


async def test_addresses_of_internal_hosts_open_no_connection(site, listener, lookups):
    port = listener.getsockname()[1]
    for number, url in enumerate((f"http://127.0.0.1:{port}/", f"http://localhost:{port}/", f"http://{HOST}/")):
        row = {**ARTIST, "name": f"Inside {number}", "image": f"{url}a.webp", "website": url, "bio": url}
        assert (await site.rest("POST", "music_artists", "admin", json=row)).status_code == 201
    for number in range(3):
        await everything(site, f"inside-{number}", port)
    with pytest.raises(BlockingIOError):
        listener.accept()
    assert not {HOST, "localhost"} & set(lookups)


async def everything(site, artist, port):
    """Ask for all that the site makes of an artist, and for pictures by an address."""
    page = await site.client.get(f"/artist/{artist}")
    assert f"{port}" in page.text or HOST in page.text
    cards = re.findall(r'og:image" content="https?://[^/]*(/[^"]*)"', page.text)
    assert cards
    paths = ["/", "/events.ics", "/sitemap.xml", f"/artist/{artist}/events.ics", *cards]
    paths += [
        f"/storage/v1/{kind}/public/{url}"
        for kind in ("object", "render/image")
        for url in (f"http://127.0.0.1:{port}/a.webp?width=240", f"http:%2F%2F{HOST}%2Fa.webp?width=240")
    ]
    for path in paths:
        assert (await site.client.get(path)).status_code < 500
