"""A flood of sign-ins: some are answered, the rest is told to come back, and pages are answered meanwhile."""

import asyncio
import json
import re
from collections import Counter
from pathlib import Path

import pytest

from marquee.auth import accounts, passwords
from marquee.auth.secrets import secrets_file
from marquee.db.open_database import open_database
from tests.cast import PASSWORD
from tests.conftest import before_release
from tests.server.process import running

pytestmark = [pytest.mark.anyio, before_release]

EMAIL = "dana@stage.test"
AT_ONCE = 200
ROUNDS = 3
WRONG_EACH_ROUND = 1
GROWTH_MB = 150


async def test_flood_of_sign_ins_takes_neither_the_memory_nor_the_pages(sqlite_template, tmp_path, own_hashes):
    folder = tmp_path / "data"
    database = open_database(sqlite_template.copy(folder))
    database.write_now(accounts.add, EMAIL, passwords.hash_now(PASSWORD))
    database.close()
    key = secrets_file.load_or_create(folder).publishable
    with running(folder) as (pid, port):

        async def sign_in(password=PASSWORD):
            body = json.dumps({"email": EMAIL, "password": password})
            head = f"apikey: {key}\r\nContent-Length: {len(body)}\r\n\r\n"
            return await ask(port, f"POST /auth/v1/token?grant_type=password HTTP/1.1\r\n{head}{body}")

        answers: list[bytes] = []

        async def flood():
            for _ in range(ROUNDS):
                wrong = (sign_in("not the right password") for _ in range(WRONG_EACH_ROUND))
                right = (sign_in() for _ in range(AT_ONCE - WRONG_EACH_ROUND))
                answers.extend(await asyncio.gather(*wrong, *right))

        assert status_of(await sign_in()) == 200
        before = memory_mb(pid, "VmRSS")
        under_way = asyncio.create_task(flood())
        pages = [status_of(await ask(port, "GET / HTTP/1.1\r\n\r\n")) for _ in iter(under_way.done, True)]
        await under_way
        assert status_of(await sign_in()) == 200
        grown = memory_mb(pid, "VmHWM") - before
    counted = Counter(map(status_of, answers))
    assert set(counted) == {200, 400, 503}
    assert counted[200] >= ROUNDS
    assert all(b"retry-after: 1\r\n" in answer for answer in answers if status_of(answer) == 503)
    assert set(pages) == {200}
    assert grown < GROWTH_MB


async def ask(port, request):
    """One request on a connection of its own; all that comes back."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    line, rest = request.split("\r\n", 1)
    writer.write(f"{line}\r\nHost: 127.0.0.1\r\nConnection: close\r\n{rest}".encode())
    answer = await reader.read()
    writer.close()
    return answer


def status_of(answer):
    return int(answer[9:12])


def memory_mb(pid, name):
    status = Path(f"/proc/{pid}/status").read_text()
    return int(re.findall(rf"{name}:\s+(\d+) kB", status)[0]) / 1024
