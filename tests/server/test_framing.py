"""What is refused: requests that two readers could understand differently, and those that are too large."""

import json

import pytest

from marquee.server.limits import MAX_FIELDS, MAX_HEAD, MAX_TARGET
from marquee.web.body import LARGEST_BODY
from marquee.web.security_headers import NO_PAGE_POLICY, security_headers
from tests.server.live import GET, LAST, POST, read_answer, statuses, until_closed
from tests.waiting import PATIENCE_S


def head(*lines, first=b"GET /never HTTP/1.1", host=b"Host: stage.test"):
    return b"\r\n".join(line for line in (first, host, *lines, b"", b"") if line is not None)


CHUNKED = b"Transfer-Encoding: chunked"
POST_NEVER = b"POST /never HTTP/1.1"
ANOMALIES = {
    "no host": head(host=None),
    "two hosts": head(b"Host: stage.test"),
    "two different hosts": head(b"Host: other.test"),
    "empty host": head(host=b"Host:"),
    "host with path": head(host=b"Host: stage.test/a"),
    "host with user": head(host=b"Host: a@stage.test"),
    "host with space": head(host=b"Host: stage test"),
    "host with list": head(host=b"Host: stage.test, other.test"),
    "host with bad port": head(host=b"Host: stage.test:80a"),
    "bad host in HTTP/1.0": head(first=b"GET /never HTTP/1.0", host=b"Host: a/b"),
    "length and chunked": head(b"Content-Length: 3", CHUNKED, first=POST_NEVER) + b"0\r\n\r\n",
    "chunked and length": head(CHUNKED, b"Content-Length: 3", first=POST_NEVER) + b"0\r\n\r\n",
    "two lengths": head(b"Content-Length: 3", b"Content-Length: 4", first=POST_NEVER) + b"abcd",
    "list of lengths": head(b"Content-Length: 3, 4", first=POST_NEVER) + b"abcd",
    "signed length": head(b"Content-Length: +3", first=POST_NEVER) + b"abc",
    "negative length": head(b"Content-Length: -1", first=POST_NEVER),
    "length beyond numbers": head(b"Content-Length: " + b"9" * 30, first=POST_NEVER),
    "gzip, chunked": head(b"Transfer-Encoding: gzip, chunked", first=POST_NEVER) + b"0\r\n\r\n",
    "gzip": head(b"Transfer-Encoding: gzip", first=POST_NEVER),
    "identity": head(b"Transfer-Encoding: identity", first=POST_NEVER),
    "Chunked": head(b"Transfer-Encoding: Chunked", first=POST_NEVER) + b"0\r\n\r\n",
    "chunked twice": head(CHUNKED, CHUNKED, first=POST_NEVER) + b"0\r\n\r\n",
    "chunked in HTTP/1.0": head(CHUNKED, first=b"POST /never HTTP/1.0") + b"0\r\n\r\n",
    "folded line": head(b"X: a", b" b"),
    "space before colon": head(b"X : a"),
    "space before the first field": head(host=b" Host: stage.test"),
    "no colon": head(b"X"),
    "no name": head(b": a"),
    "bare LF": head(b"X: a").replace(b"\r\n", b"\n"),
    "one bare LF": head(b"X: a\nY: b"),
    "bare CR": head(b"X: a\rb"),
    "NUL": head(b"X: a\0b"),
    "control character": head(b"X: a\x01b"),
    "DEL": head(b"X: a\x7fb"),
    "foreign authority": head(first=b"GET http://other.test/never HTTP/1.1"),
    "authority with user": head(first=b"GET http://stage.test@other.test/never HTTP/1.1"),
    "foreign scheme": head(first=b"GET ftp://stage.test/never HTTP/1.1"),
    "no slash": head(first=b"GET never HTTP/1.1"),
    "asterisk": head(first=b"GET * HTTP/1.1"),
    "control character in the target": head(first=b"GET /never\x01 HTTP/1.1"),
    "raw bytes in the target": head(first=b"GET /never\xff\xc3\xa9 HTTP/1.1"),
    "space in the target": head(first=b"GET /never a HTTP/1.1"),
    "unknown method": head(first=b"STEAL /never HTTP/1.1"),
    "HTTP/0.9": b"GET /never\r\n\r\n",
    "HTTP/1.2": head(first=b"GET /never HTTP/1.2"),
    "TLS": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
}


@pytest.mark.parametrize("anomaly", ANOMALIES.values(), ids=ANOMALIES)
def test_ambiguous_request_is_400_and_the_connection_closed(live, anomaly):
    received = live.ask(anomaly + GET)
    assert statuses(received) == [400]
    assert b"\r\nconnection: close\r\n" in received
    assert b"\r\nx-content-type-options: nosniff\r\n" in received
    assert "/never" not in live.paths


@pytest.mark.parametrize(
    "body", [b"5\nhello\r\n0\r\n\r\n", b"0x5\r\nhello\r\n", b"5\r\nhelloX", b"-1\r\n", b"5\r\nhello\n0"]
)
def test_malformed_chunk_is_400_and_the_connection_closed(live, body):
    assert statuses(live.ask(POST + b"Transfer-Encoding: chunked\r\n\r\n", body)) == [400]


@pytest.mark.parametrize(
    ("request_", "status"),
    [
        (head(first=b"GET /never HTTP/2.0"), 505),
        (head(first=b"TRACE /never HTTP/1.1"), 405),
        (head(first=b"CONNECT stage.test:80 HTTP/1.1"), 405),
        (head(first=b"GET /" + b"a" * MAX_TARGET + b" HTTP/1.1"), 414),
        (b"GET /" + b"a" * MAX_TARGET, 414),
        (head(b"X: " + b"a" * MAX_HEAD), 431),
        (head()[:-2] + b"X: " + b"a" * MAX_HEAD, 431),
        (head(*[b"X: a"] * MAX_FIELDS), 431),
        (head(b"Content-Length: %d" % (LARGEST_BODY + 1), first=POST_NEVER), 413),
        (head(b"Content-Length: %d" % (LARGEST_BODY + 1), b"Expect: 100-continue", first=POST_NEVER), 413),
    ],
)
def test_request_beyond_a_limit_is_refused_and_closed(live, request_, status):
    received = live.ask(request_)
    assert statuses(received) == [status]
    assert (b"\r\nallow: " in received) == (status == 405)
    assert all(b"\r\n%s: %s\r\n" % header in received for header in (*security_headers(), NO_PAGE_POLICY))
    assert json.loads(received.partition(b"\r\n\r\n")[2])["code"] == f"PT{status}"
    assert "/never" not in live.paths


def test_refusal_says_why_in_the_shape_of_the_services(live):
    answer, body = live.ask(head(*[b"X: a"] * MAX_FIELDS)).split(b"\r\n\r\n")
    assert b"\r\ncontent-type: application/json\r\n" in answer
    assert b"\r\ncontent-length: %d\r\n" % len(body) in answer
    said = "A request has at most 100 header fields, and 64 KB of them."
    assert json.loads(body) == {"code": "PT431", "message": said, "details": None, "hint": None}


def test_refusal_of_a_look_has_no_body(live):
    answer, body = live.ask(head(b"X: " + b"a" * MAX_HEAD, first=b"HEAD /never HTTP/1.1")).split(b"\r\n\r\n")
    assert statuses(answer) == [431]
    assert body == b""


def test_requests_at_the_limits_are_answered(live):
    target = b"/" + b"a" * (MAX_TARGET - 1)
    assert statuses(live.ask(LAST.replace(b"/last", target))) == [200]
    assert statuses(live.ask(LAST[:-2] + b"X: " + b"a" * (MAX_HEAD - 1000) + b"\r\n\r\n")) == [200]
    assert statuses(live.ask(LAST[:-2] + b"X: a\r\n" * (MAX_FIELDS - 2) + b"\r\n")) == [200]
    body = b"x" * LARGEST_BODY
    assert live.ask(POST + b"Content-Length: %d\r\n\r\n" % LARGEST_BODY + body).endswith(b"\r\n\r\n" + body)


def test_refusal_reaches_a_client_that_is_still_sending_its_body(live):
    declared = head(b"Content-Length: %d" % (8 * LARGEST_BODY), first=POST_NEVER)
    assert statuses(live.ask(declared, b"x" * (2 * LARGEST_BODY))) == [413]


@pytest.mark.parametrize(("size", "count", "status"), [(128 * 1024, MAX_FIELDS, 413), (1, 100_000, 431)])
def test_endless_trailers_are_cut(live, size, count, status):
    trailers = (b"X-Trailer: " + b"a" * size + b"\r\n") * count
    assert statuses(live.ask(POST + b"Transfer-Encoding: chunked\r\n\r\n0\r\n", trailers)) == [status]


def test_refusal_waits_for_the_answers_before_it(live):
    with live.connect() as peer:
        peer.sendall(GET.replace(b"/a", b"/gate") + GET + head(b"Host: two.test"))
        assert live.entered.wait(PATIENCE_S)
        live.open_gate()
        received = until_closed(peer)
    assert statuses(received) == [200, 200, 400]


def test_refused_body_of_a_waiting_request_does_not_disturb_the_one_before_it(live):
    live.entered.clear()
    with live.connect() as peer:
        chunked = POST.replace(b"Connection: close\r\n", b"") + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n"
        peer.sendall(GET.replace(b"/a", b"/gate") + chunked)
        assert live.entered.wait(PATIENCE_S)
        live.open_gate()
        received = until_closed(peer)
    assert statuses(received) == [200, 400]


def test_finished_answer_is_never_followed_by_a_refusal_of_its_body(live):
    with live.connect() as peer:
        peer.sendall(POST.replace(b"/echo", b"/a").replace(b"close", b"keep-alive") + b"Content-Length: 9\r\n\r\n")
        assert read_answer(peer) == (200, b"/a")
        peer.sendall(b"x" * 9 + head(host=None))
        assert statuses(until_closed(peer)) == [400]
