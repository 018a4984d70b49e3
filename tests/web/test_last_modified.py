"""Clients that ask by date are told when nothing has changed, and never when something has."""

import asyncio
import time
from email.utils import formatdate

import pytest

from marquee.web.last_modified import LastModified
from marquee.web.negotiation import parse_date
from tests.cast import ARTIST
from tests.server.served import Served
from tests.waiting import PATIENCE_S, eventually, keeps

PATHS = ["/", "/artist/mara-voss", "/events.ics", "/sitemap.xml", "/rest/v1/music_artists?select=name"]
LONG_AGO = "Sun, 06 Nov 1994 08:49:37 GMT"
ASSET = "/assets/main.js"


async def ask(site, path, since=None, **headers):
    if since:
        headers["if-modified-since"] = since
    return await site.client.get(path, headers={**site.headers(), **headers})


async def dated(site, clock, path):
    """The date of this path's response, once it has one."""
    assert "last-modified" not in (await ask(site, path)).headers
    clock.move(seconds=2)
    return (await ask(site, path)).headers["last-modified"]


@pytest.mark.anyio
@pytest.mark.parametrize("path", PATHS)
async def test_client_that_asks_by_date_is_told_that_nothing_has_changed(site, clock, path):
    await keeps(site)
    date = await dated(site, clock, path)
    clock.move(minutes=10)
    again = await ask(site, path, date)
    assert (again.status_code, again.content, again.headers["last-modified"]) == (304, b"", date)
    assert (await ask(site, path, LONG_AGO)).status_code == 200
    assert (await ask(site, path, "yesterday")).status_code == 200


@pytest.mark.anyio
@pytest.mark.parametrize("set_back", [0, 3600])
async def test_client_that_asks_by_date_sees_every_save(site, clock, set_back):
    """Within the same second, and where the clock was set back."""
    await keeps(site)
    date = await dated(site, clock, "/")
    clock.move(seconds=-set_back)
    for number in range(3):
        await site.rest("POST", "music_artists", "admin", json={**ARTIST, "name": f"Halve {number}"})
        await keeps(site)
        answer = await ask(site, "/", date)
        assert answer.status_code == 200
        assert "last-modified" not in answer.headers
    clock.move(seconds=set_back + 60)
    assert (await ask(site, "/", date)).status_code == 200
    clock.move(seconds=2)  # a quarter of an hour may have begun with the last step
    assert (await ask(site, "/")).headers["last-modified"] > date


@pytest.mark.anyio
async def test_entity_tag_counts_where_there_is_one(site, clock):
    await keeps(site)
    date = await dated(site, clock, "/")
    etag = (await ask(site, "/")).headers["etag"]
    assert (await ask(site, "/", date, **{"if-none-match": '"other"'})).status_code == 200
    assert (await ask(site, "/", "yesterday", **{"if-none-match": etag})).status_code == 304


@pytest.mark.anyio
async def test_what_has_no_version_has_no_date(site, clock):
    await keeps(site)
    await dated(site, clock, "/")
    for path in (ASSET, "/nowhere"):
        assert "last-modified" not in (await ask(site, path, formatdate(usegmt=True))).headers


def test_date_is_of_the_version_that_was_asked_for(clock):
    number = 1
    modified = LastModified(lambda: number)
    assert modified.of(1) is None
    clock.move(seconds=2)
    seen = modified.of(1)
    assert seen is not None
    assert seen <= clock.seconds() - 1
    number = 2
    clock.move(seconds=60)
    assert (modified.of(1), modified.of(2)) == (None, None)
    clock.move(seconds=60)
    assert modified.of(1) is None
    again = modified.of(2)
    assert again is not None
    assert again > seen


@pytest.mark.anyio
async def test_whoever_asks_first_has_a_date(clock):
    """After a start and after a save, if it was not in this very second."""
    number, looks = 1, []

    def version():
        looks.append(number)
        return number

    async def is_seen():
        return looks[-1:] == [number]

    modified, dates = LastModified(version), [0]
    watching = asyncio.create_task(modified.watch(every_s=0.001))
    for number in (1, 2):
        await eventually(is_seen)
        clock.move(seconds=2)
        dates.append(modified.of(number) or 0)
    watching.cancel()
    assert dates == sorted(set(dates))
    assert len(dates) == 3


@pytest.mark.parametrize(
    "date", [b"Sun, 06 Nov 1994 08:49:37 GMT", b"Sunday, 06-Nov-94 08:49:37 GMT", b"Sun Nov  6 08:49:37 1994"]
)
def test_date_is_read_in_all_three_forms(date):
    assert parse_date(date) == 784111777


@pytest.mark.parametrize("date", [b"", b"x", b"Sun, 99 Nov 1994 08:49:37 GMT", b"\xff", b"9" * 5000])
def test_what_is_no_date_is_ignored(date):
    assert parse_date(date) is None


@pytest.mark.parametrize("method", ["GET", "HEAD"])
def test_ready_responses_have_the_same_date(sqlite_template, tmp_path, method):
    hot = Served(sqlite_template, tmp_path / "data")
    try:
        deadline = time.monotonic() + PATIENCE_S
        while (modified := header(hot, method)) is None:
            assert time.monotonic() < deadline
            time.sleep(0.1)
        hot.prime("/", method=method)
        status, _, body, was_ready = hot.get("/", f"If-Modified-Since: {modified}", method=method)
        assert (status, body, was_ready) == (304, b"", True)
        for fields in (
            ["If-Modified-Since: Sun, 06 Nov 1994 08:49:37 GMT"],
            ["If-None-Match: x", f"If-Modified-Since: {modified}"],
        ):
            status, *_, was_ready = hot.get("/", *fields, method=method)
            assert (status, was_ready) == (200, True)
        assert header(hot, method) == modified
        with hot.connect() as peer:
            peer.sendall(hot.head("/", f"If-Modified-Since: {modified}", method=method))
            assert f"last-modified: {modified}".encode() in peer.recv(65536)
    finally:
        hot.stop()


def header(hot, method):
    with hot.connect() as peer:
        peer.sendall(hot.head("/", method=method))
        head = peer.recv(65536).partition(b"\r\n\r\n")[0].decode()
    return next((line.partition(": ")[2] for line in head.split("\r\n") if line.startswith("last-modified")), None)
