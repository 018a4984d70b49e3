"""While one client asks the most expensive reads that are accepted, or a backup runs, others hardly notice."""

import asyncio
import shutil
import time

import pytest
from sqlalchemy import update

from benchmarks.harness import large_site
from marquee.auth import keys
from marquee.db.open_database import open_database
from marquee.domain.tables import music_artists
from tests.server.process import running
from torture.site import MARQUEE

pytestmark = pytest.mark.anyio

WORST = "&".join(f"bio=ilike.*q{number}x*" for number in range(99))
ARTISTS, AT_ONCE, SECONDS = 3000, 6, 3
NOTICEABLE_S = 0.4
"""Without turns others wait for seconds; with them some 20 ms on two quiet cores."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory, sqlite_template):
    made = tmp_path_factory.mktemp("worst") / "data"
    shutil.copytree(sqlite_template.folder, made)
    url = f"sqlite:///{made / 'marquee.sqlite3'}"
    large_site.fill(url, ARTISTS, 100)
    database = open_database(url)
    bio = "Née à Gand, she sings of harbours and of trains. " * 40
    database.write_now(lambda connection: connection.execute(update(music_artists).values(bio=bio)))
    database.close()
    return made


async def get(port, key, path, ip):
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(ip, 0))
    writer.write(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\napikey: {key}\r\n\r\n".encode())
    answer = await reader.read()
    writer.close()
    return int(answer[9:12]), answer


async def read_s(port, key, number):
    """How long a read takes that nobody else has made, in seconds."""
    started = time.monotonic()
    path = f"/rest/v1/music_artists?select=name&limit=20&offset={number}"
    status, answer = await get(port, key, path, "127.0.0.3")
    assert status == 200, answer
    return time.monotonic() - started


def p95(waited):
    return sorted(waited)[len(waited) * 95 // 100]


async def test_everybody_else_is_answered_while_one_client_does_its_worst(folder):
    key = keys.load_or_create(folder).publishable
    ends = time.monotonic() + SECONDS
    seen: list[tuple[int, bytes]] = []
    waited: list[float] = []

    async def attack(number):
        while time.monotonic() < ends:
            path = f"/rest/v1/music_artists?select=id&{WORST}&name=neq.{number}-{len(seen)}"
            seen.append(await get(port, key, path, "127.0.0.2"))

    async def read():
        while time.monotonic() < ends:
            waited.append(await read_s(port, key, len(waited)))
            await asyncio.sleep(0.005)

    with running(folder) as (_, port):
        await asyncio.gather(read(), *(attack(number) for number in range(AT_ONCE)))
    assert p95(waited) < NOTICEABLE_S
    assert {status for status, _ in seen} <= {200, 503}
    assert all(b"retry-after: 1" in answer.lower() for status, answer in seen if status == 503)


async def test_everybody_is_answered_during_a_backup(folder, tmp_path):
    key, file = keys.load_or_create(folder).publishable, tmp_path / "site.backup"
    with running(folder) as (_, port):
        await read_s(port, key, 0)
        backup = await asyncio.create_subprocess_exec(MARQUEE, "backup", file, "--data-dir", folder)
        done = asyncio.create_task(backup.wait())
        waited = [await read_s(port, key, number) for number, _ in enumerate(iter(done.done, True))]
    assert done.result() == 0
    assert file.stat().st_size > 0
    assert p95(waited) < NOTICEABLE_S
