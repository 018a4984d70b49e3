"""How many connections a peer may have, for which hosts the site answers, and what we lean on in uvicorn."""

import asyncio
import contextlib
import inspect
import time
from ipaddress import ip_network
from typing import Any
from unittest.mock import MagicMock

import pytest
import uvicorn
from uvicorn.protocols.http.flow_control import FlowControl
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from uvicorn.server import ServerState

from marquee.logs import Seldom
from marquee.server import connection
from marquee.server.capacity import REFUSED_AT_ONCE
from marquee.server.connection import Connection
from marquee.server.peers import peer_of
from marquee.server.protocol import Protocol
from tests.cast import Site
from tests.server.live import (
    GET,
    LAST,
    Crowded,
    Full,
    Live,
    read_answer,
    statuses,
    until_closed,
)


@pytest.fixture(autouse=True)
def nothing_logged_before(monkeypatch):
    monkeypatch.setattr(connection, "crowded", Seldom(connection.log))


def test_connections_beyond_the_limit_of_a_peer_are_told_to_come_back(log):
    running = Live(Crowded)
    with contextlib.ExitStack() as stack:
        peers = [stack.enter_context(running.connect()) for _ in range(Crowded.MAX_PER_PEER)]
        for peer in peers:
            peer.sendall(GET)
            assert read_answer(peer) == (200, b"/a")
        for _ in range(2 * REFUSED_AT_ONCE):
            assert statuses(running.ask(b"")) == [503]
        assert [line["event"] for line in log.lines("marquee")] == ["too many connections of one peer"]
        peers[0].sendall(LAST)
        assert statuses(until_closed(peers[0])) == [200]
    while Crowded.peers:
        time.sleep(0.01)
    assert statuses(running.ask(LAST)) == [200]
    running.stop()


def test_connections_beyond_the_limit_of_the_process_are_told_to_come_back():
    running = Live(Full)
    with contextlib.ExitStack() as stack:
        for _ in range(Full.MAX_CONNECTIONS):
            peer = stack.enter_context(running.connect())
            peer.sendall(GET)
            assert read_answer(peer) == (200, b"/a")
        for asked in (b"", GET, GET[:10]):
            received = running.ask(asked)
            assert statuses(received) == [503]
        assert b"\r\nretry-after: 1\r\n" in received
        assert b"\r\nx-content-type-options: nosniff\r\n" in received
    while running.server.server_state.connections:
        time.sleep(0.01)
    assert statuses(running.ask(LAST)) == [200]
    running.stop()


@pytest.mark.parametrize(
    ("address", "peer"),
    [
        ("9.9.9.9", "9.9.9.9"),
        ("::ffff:9.9.9.9", "9.9.9.9"),
        ("2606:4700:1:2:3:4:5:6", "2606:4700:1:2::/64"),
        ("127.0.0.1", None),
        ("::1", None),
        ("127.8.0.1", None),
        ("172.18.0.4", "172.18.0.4"),
        ("192.168.1.20", "192.168.1.20"),
        ("fe80::1%eth0", "fe80::/64"),
        ("somewhere", None),
    ],
)
def test_connections_are_counted_by_address_or_network(address, peer):
    assert peer_of(address, exempt_loopback=True) == peer


def test_connections_of_trusted_proxies_are_not_counted():
    trusted = (ip_network("9.9.9.0/24"),)
    assert peer_of("9.9.9.9", exempt_loopback=True, trusted_proxies=trusted) is None
    assert peer_of("9.9.8.9", exempt_loopback=True, trusted_proxies=trusted) == "9.9.8.9"


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("undercard.example", 200),
        ("Undercard.EXAMPLE:443", 200),
        ("localhost:8000", 200),
        ("127.0.0.1:8000", 200),
        ("[::1]", 200),
        ("undercard.example:8000", 421),
        ("undercard.example.evil.test", 421),
        ("evil.test", 421),
        ("127.0.0.1.evil.test", 421),
        ("", 421),
    ],
)
async def test_site_with_an_address_serves_only_its_host(template, tmp_path, host, status):
    opened = Site.open(template, tmp_path / "data", MARQUEE_BASE_URL="https://undercard.example")
    answer = await opened.client.get("/robots.txt", headers={"host": host})
    await opened.close()
    assert answer.status_code == status
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert "evil" not in answer.text + str(answer.headers)


@pytest.mark.anyio
async def test_site_without_an_address_serves_any_host_and_repeats_none(site):
    answer = await site.client.get("/", headers={"host": "evil.test"})
    assert answer.status_code == 200
    assert "evil.test" not in answer.text + str(answer.headers)


@pytest.mark.anyio
async def test_client_that_leaves_in_the_middle_of_its_body_is_not_a_fault_of_ours(site, caplog):
    scope = {
        "type": "http",
        "method": "POST",
        "path": "/auth/v1/token",
        "query_string": b"grant_type=password",
        "headers": [(b"apikey", site.service.keys.publishable.encode()), (b"content-length", b"9")],
    }
    sent = []

    async def receive():
        return {"type": "http.disconnect"}

    async def send(message):
        sent.append(message)

    await site.app(scope, receive, send)
    assert sent[0]["status"] == 400
    assert not [record for record in caplog.records if record.levelname == "ERROR"]


@pytest.mark.anyio
@pytest.mark.parametrize(("ip", "idle_s"), [("127.0.0.1", 130), ("9.9.9.9", 130), ("8.8.8.8", 5)])
async def test_unused_connections_of_proxies_outlast_what_proxies_keep_and_those_of_strangers_end(ip, idle_s):
    class Ours(Protocol):
        EXEMPT_LOOPBACK = True
        trusted_proxies = (ip_network("9.9.9.0/24"),)

    connection = Ours(uvicorn.Config(Live.app, ws="none"), ServerState(), {}, asyncio.get_running_loop())
    transport = MagicMock(asyncio.Transport)
    transport.get_extra_info = {"peername": (ip, 50000), "sockname": ("10.0.0.1", 8000)}.get
    connection.connection_made(transport)
    connection._be_idle()
    timer = connection.timeout_keep_alive_task
    assert timer is not None
    assert round(timer.when() - asyncio.get_running_loop().time()) == idle_s
    timer.cancel()
    connection.connection_lost(None)


# What we lean on.
OURS = {**vars(Connection), **vars(Protocol)}


@pytest.mark.parametrize(
    "name", [name for name in OURS if name.startswith(("on_", "connection_", "data_received", "timeout_"))]
)
def test_uvicorn_still_has_the_method_that_we_extend(name):
    ours, theirs = getattr(Protocol, name), getattr(HttpToolsProtocol, name)
    assert list(inspect.signature(ours).parameters) == list(inspect.signature(theirs).parameters)


def test_uvicorn_still_has_the_state_that_we_read():
    loop = asyncio.new_event_loop()
    connection = HttpToolsProtocol(uvicorn.Config(Live.app, ws="none"), ServerState(), {}, loop)
    loop.close()
    names = {
        "app_state",
        "client",
        "connections",
        "cycle",
        "flow",
        "headers",
        "loop",
        "parser",
        "pipeline",
        "scope",
        "server_state",
        "timeout_keep_alive",
        "timeout_keep_alive_task",
        "transport",
    }
    assert names <= vars(connection).keys()
    assert callable(connection._unset_keepalive_if_required)
    given: dict[str, Any] = dict.fromkeys(inspect.signature(RequestResponseCycle).parameters)
    cycle = vars(RequestResponseCycle(**given)).keys()
    assert {"disconnected", "keep_alive", "message_event", "response_complete", "response_started"} <= cycle
    assert {"read_paused", "write_paused"} <= vars(FlowControl(asyncio.Transport())).keys()
    ours = set(OURS) - set(vars(HttpToolsProtocol))
    assert not ours & (vars(connection).keys() | {"__init__"})
    assert Protocol.refusals[400].head.startswith(b"HTTP/1.1 400 Bad Request\r\n")
