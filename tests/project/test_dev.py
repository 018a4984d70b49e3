"""`make dev` serves the components from their sources, and the data from a server of its own."""

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import httpx
import pytest

from benchmarks.harness.processes import free_port
from tests.conftest import before_release

ROOT = Path(__file__).parents[2]


@pytest.fixture
def development():
    port = free_port()
    command = [sys.executable, "-m", "scripts.dev"]
    environ = {**os.environ, "PORT": str(port)}
    process = subprocess.Popen(command, cwd=ROOT, env=environ, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    yield process, f"http://127.0.0.1:{port}"
    process.terminate()  # it ends both servers
    process.wait(30)


def get(url):
    """The answer, as soon as there is one."""
    deadline = time.monotonic() + 60
    while True:
        try:
            return httpx.get(url, timeout=30)
        except httpx.TransportError:
            assert time.monotonic() < deadline, "it starts within a minute on any machine"
            time.sleep(0.1)  # polling: a process that starts offers nothing to wait for


@before_release
def test_page_has_hot_reload_and_data_and_both_servers_stop_together(development):
    process, url = development
    page = get(url).text
    assert "/@vite/client" in page
    assert "/src/app/main.tsx" in page
    (key,) = re.findall(r'"key":"(sb_publishable_[^"]+)"', page)
    artists = get(f"{url}/rest/v1/music_artists?select=id&apikey={key}")
    assert len(artists.json()) == 8
    assert get(f"{url}/robots.txt").text.startswith("User-agent")
    process.send_signal(signal.SIGTERM)
    assert process.wait(30) == 0
    with pytest.raises(httpx.TransportError):
        httpx.get(url)
