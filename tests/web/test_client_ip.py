"""Whom a request comes from: the socket's peer, unless that is a proxy that the site trusts."""

from ipaddress import ip_network

import httpx
import pytest

from marquee.web import client_ip
from tests.cast import BASE_URL, Site

TRUSTED = tuple(ip_network(part.strip()) for part in ["127.0.0.1", " 10.0.0.0/8", " fd00::/8"])


@pytest.mark.parametrize(
    ("peer", "forwarded_for", "client"),
    [
        ("9.9.9.9", [], "9.9.9.9"),
        ("9.9.9.9", ["1.2.3.4"], "9.9.9.9"),
        ("::ffff:9.9.9.9", [], "9.9.9.9"),
        ("2001:db8::1%eth0", [], "2001:db8::1"),
        ("10.0.0.1", [], "10.0.0.1"),
        ("10.0.0.1", ["1.2.3.4"], "1.2.3.4"),
        ("::ffff:10.0.0.1", ["1.2.3.4"], "1.2.3.4"),
        ("fd00::1", ["2001:db8::7"], "2001:db8::7"),
        # The client wrote the first, the proxy the last: in one header or in two.
        ("10.0.0.1", ["5.5.5.5, 1.2.3.4"], "1.2.3.4"),
        ("10.0.0.1", ["5.5.5.5", "1.2.3.4"], "1.2.3.4"),
        ("10.0.0.1", ["10.0.0.5, 5.5.5.5, 1.2.3.4 , 10.0.0.2"], "1.2.3.4"),
        # A chain of our own proxies, and what is no address.
        ("10.0.0.1", ["10.0.0.3, 10.0.0.2"], "10.0.0.3"),
        ("10.0.0.1", ["1.2.3.4, unknown"], "10.0.0.1"),
        ("10.0.0.1", ["1.2.3.4, unknown, 10.0.0.2"], "10.0.0.2"),
        ("10.0.0.1", ["", ","], "10.0.0.1"),
        ("10.0.0.1", ["1.2.3.4\r\nX: y"], "10.0.0.1"),
        ("testclient", ["1.2.3.4"], "testclient"),
    ],
)
def test_only_a_trusted_proxy_is_believed(peer, forwarded_for, client):
    assert client_ip.forwarded_ip(peer, forwarded_for, TRUSTED) == client


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("1.2.3.4", "1.2.3.4"),
        ("::ffff:1.2.3.4", "1.2.3.4"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::", "2001:db8:1:2::/64"),
        ("", ""),
    ],
)
def test_network_of_an_ipv6_customer_counts_as_one(address, counted):
    assert client_ip.rate_limit_key(address) == counted


@pytest.mark.anyio
@pytest.mark.parametrize(("trusted", "client"), [("", "127.0.0.1"), ("127.0.0.1", "1.2.3.4")])
async def test_log_line_says_who_asked(template, tmp_path, caplog, trusted, client):
    caplog.set_level("INFO")
    opened = Site.open(template, tmp_path / "data", MARQUEE_TRUSTED_PROXIES=trusted)
    await opened.client.get("/nowhere", headers={"X-Forwarded-For": "5.5.5.5, 1.2.3.4", "Forwarded": "for=6.6.6.6"})
    await opened.close()
    (line,) = [record for record in caplog.records if record.getMessage() == "request"]
    assert line.client == client


@pytest.mark.anyio
async def test_request_without_a_peer_is_served(site):
    async def app(scope, receive, send):
        await site.app({**scope, "client": None}, receive, send)

    transport = httpx.ASGITransport(app)
    async with httpx.AsyncClient(transport=transport, base_url=BASE_URL) as client:
        assert (await client.get("/nowhere")).status_code == 404
