"""Behind each proxy that people use: no save is lost on a connection that was idle, and pictures pass as documented."""

import http.client
import io
import json
import random
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import pytest
from PIL import Image

from tests.deploy.proxies import PROXIES, proxy
from torture.site import Client, Site

PEOPLE, SAVES_EACH = 50, 20
FORMER_IDLE_S = 5.0
"""A common limit on idle connections, at whose end a save meets one that is being closed."""


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    running = Site.new(tmp_path_factory.mktemp("site") / "data")
    yield running
    running.stop()


@pytest.fixture(params=PROXIES)
def behind(request, site, tmp_path):
    """A client that reaches the site through a proxy, and the proxy's name."""
    with proxy(request.param, site.port, tmp_path) as port:
        yield request.param, port


def connect(site, port):
    client = Client(site)
    client.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    return client


def test_no_save_is_lost_on_a_connection_that_was_idle(site, behind):
    name, port = behind

    def work(person):
        client = connect(site, port)
        statuses: Counter[int] = Counter()
        for number in range(SAVES_EACH):
            statuses[client.add_event(f"{name}-{person}-{number}")] += 1
            time.sleep(FORMER_IDLE_S + random.uniform(-0.004, 0.012))  # noqa: S311 - the idle time is what is tried
        return statuses

    with ThreadPoolExecutor(PEOPLE) as people:
        answered = sum(people.map(work, range(PEOPLE)), Counter[int]())
    assert answered == {201: PEOPLE * SAVES_EACH}
    assert len(set(site.venues(f"{name}-"))) == len(site.venues(f"{name}-")) == PEOPLE * SAVES_EACH


def noise(megabytes):
    """A picture of about so many megabytes, which no format makes smaller."""
    side = int((megabytes * 1e6 / 3) ** 0.5)
    stream = io.BytesIO()
    Image.frombytes("RGB", (side, side), random.Random(1).randbytes(side * side * 3)).save(stream, "PNG")  # noqa: S311
    return stream.getvalue()


def test_picture_of_10_mb_passes_and_a_larger_body_is_413_of_proxy_or_site(site, behind):
    name, port = behind
    picture = noise(9.4)
    status, body = connect(site, port).upload(f"halve/{name}.png", picture)
    assert (status, len(picture) > 9_000_000) == (200, True), body
    try:
        status, body = connect(site, port).upload(f"halve/{name}-large.png", bytes(13_000_000))
    except OSError:  # who refuses has answered and closed while the body was being sent
        status = 413
    if status == 400:  # as Storage says it
        status = int(json.loads(body)["statusCode"])
    assert status == 413
    listed = connect(site, port).ask("POST", "/storage/v1/object/list/artists", {"prefix": "halve"})[1]
    assert [row["name"] for row in json.loads(listed) if row["name"].startswith(name)] == [f"{name}.png"]
