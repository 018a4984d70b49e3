"""What a client may send."""

import pytest

from tests.server.live import GET, LAST, POST, read_answer, statuses, until_closed


def test_usual_request_of_a_browser_is_answered(live):
    head = (
        b"GET /artist/mara-voss?tab=events HTTP/1.1\r\nHost: 127.0.0.1:8000\r\nConnection: keep-alive\r\n"
        b'sec-ch-ua: "Chromium";v="130"\r\nsec-ch-ua-mobile: ?0\r\nUpgrade-Insecure-Requests: 1\r\n'
        b"User-Agent: Mozilla/5.0 (X11; Linux x86_64)\r\nAccept: text/html,*/*;q=0.8\r\nSec-Fetch-Site: none\r\n"
        b"Accept-Encoding: gzip, deflate, br\r\nAccept-Language: nl,en;q=0.9\r\nCookie: a=b; c=\xc3\xa9\r\n\r\n"
    )
    with live.connect() as peer:
        for _ in range(3):
            peer.sendall(head)
            assert read_answer(peer) == (200, b"/artist/mara-voss")


def test_request_may_come_byte_by_byte(live):
    whole = POST + b"Content-Length: 5\r\n\r\nhello"
    received = live.ask(*(whole[at : at + 1] for at in range(len(whole))))
    assert received.endswith(b"\r\n\r\nhello")


def test_pipelined_requests_are_answered_in_order(live):
    received = live.ask(b"".join(GET.replace(b"/a", b"/%d" % at) for at in range(20)) + LAST)
    bodies = [part.partition(b"\r\n\r\n")[2] for part in received.split(b"HTTP/1.1 200 OK\r\n")[1:]]
    assert bodies == [b"/%d" % at for at in range(20)] + [b"/last"]


def test_http_1_0_is_answered_and_closed_with_and_without_host(live):
    for host in (b"", b"Host: stage.test\r\n"):
        assert live.ask(b"GET /a HTTP/1.0\r\n" + host + b"\r\n").endswith(b"\r\n\r\n/a")


def test_connection_close_is_honoured(live):
    received = live.ask(LAST)
    assert b"connection: close" in received
    assert received.endswith(b"/last")


def test_head_has_no_body(live):
    received = live.ask(LAST.replace(b"GET", b"HEAD"))
    assert statuses(received) == [200]
    assert received.endswith(b"\r\n\r\n")


def test_expectation_is_met_before_the_body_is_sent(live):
    with live.connect() as peer:
        peer.sendall(POST + b"Content-Length: 5\r\nExpect: 100-continue\r\n\r\n")
        assert peer.recv(100) == b"HTTP/1.1 100 Continue\r\n\r\n"
        peer.sendall(b"hello")
        assert until_closed(peer).endswith(b"\r\n\r\nhello")


def test_chunked_body_is_read_and_its_trailers_never_become_headers(live):
    body = b"5;note=x\r\nhello\r\n1\r\n!\r\n0\r\nX-Trailer: forged\r\n\r\n"
    assert live.ask(POST + b"Transfer-Encoding: chunked\r\n\r\n", body).endswith(b"\r\n\r\nhello!")
    assert live.trailers == []


def test_upgrade_is_declined_and_what_follows_is_not_read(live):
    before = len(live.paths)
    upgrade = b"GET /a HTTP/1.1\r\nHost: stage.test\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n"
    assert statuses(live.ask(upgrade + GET)) == [200]
    assert live.paths[before:] == ["/a"]


@pytest.mark.parametrize("length", [b"Content-Length: 5", b"Transfer-Encoding: chunked"])
def test_upgrade_with_a_body_is_never_answered_as_if_it_had_none(live, length):
    """As a client of Java sends a first request in plain HTTP; the parser takes the body for the other protocol."""
    before = len(live.paths)
    upgrade = b"Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AA\r\n"
    assert statuses(live.ask(POST + upgrade + length + b"\r\n\r\n", b"hello")) == [400]
    assert live.paths[before:] == []
    assert statuses(live.ask(POST + upgrade + b"Content-Length: 0\r\n\r\n")) == [200]


@pytest.mark.parametrize("host", [b"stage.test", b"STAGE.test:8000", b"127.0.0.1", b"[::1]:80", b"xn--bcher-kva.ch"])
def test_well_formed_host_is_fine(live, host):
    assert statuses(live.ask(LAST.replace(b"stage.test", host))) == [200]


def test_absolute_form_of_the_same_host_is_fine(live):
    received = live.ask(LAST.replace(b"/last", b"http://STAGE.test/last"))
    assert received.endswith(b"\r\n\r\n/last")
