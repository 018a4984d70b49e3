"""While one client asks the most expensive reads that are accepted, or a backup runs, everybody else is answered; how
soon, `python -m benchmarks worst_client latency` measures."""

import asyncio
import shutil

import pytest
from sqlalchemy import update

from benchmarks.harness import large_site
from marquee.auth.secrets import secrets_file
from marquee.db.open_database import open_database
from marquee.domain.tables import music_artists
from tests.conftest import before_release
from tests.server.process import running
from torture.site import MARQUEE

pytestmark = [pytest.mark.anyio, before_release]

WORST = "&".join(f"bio=ilike.*q{number}x*" for number in range(99))
ARTISTS, AT_ONCE = 3000, 6
READS, WITHIN_S = 100, 60
"""Without turns each of them waited for seconds."""


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


async def read(port, key, number):
    """A read that nobody else has made."""
    path = f"/rest/v1/music_artists?select=name&limit=20&offset={number}"
    status, answer = await get(port, key, path, "127.0.0.3")
    assert status == 200, answer


async def test_everybody_else_is_answered_while_one_client_does_its_worst(folder):
    key = secrets_file.load_or_create(folder).publishable
    seen: list[tuple[int, bytes]] = []
    enough = asyncio.Event()

    async def attack(number):
        while not enough.is_set():
            path = f"/rest/v1/music_artists?select=id&{WORST}&name=neq.{number}-{len(seen)}"
            seen.append(await get(port, key, path, "127.0.0.2"))

    async def read_often():
        async with asyncio.timeout(WITHIN_S):
            for number in range(READS):
                await read(port, key, number)
        enough.set()

    with running(folder) as (_, port):
        await asyncio.gather(read_often(), *(attack(number) for number in range(AT_ONCE)))
    assert {status for status, _ in seen} <= {200, 503}
    assert all(b"retry-after: 1" in answer.lower() for status, answer in seen if status == 503)


async def test_everybody_is_answered_during_a_backup(folder, tmp_path):
    key, file = secrets_file.load_or_create(folder).publishable, tmp_path / "site.backup"
    with running(folder) as (_, port):
        await read(port, key, 0)
        backup = await asyncio.create_subprocess_exec(MARQUEE, "backup", file, "--data-dir", folder)
        done = asyncio.create_task(backup.wait())
        number = 0
        while not done.done():
            number += 1
            await read(port, key, number)
    assert done.result() == 0
    assert file.stat().st_size > 0
