"""Heads that are read without a parser are read as the parser reads them, in any order and however often."""

import tracemalloc

import httptools
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from marquee.server.fast_path.cache_key import keyed_request
from marquee.server.fast_path.head_parser import MAX_HEAD, MAX_MEMOIZED, parse
from tests.fuzzing import fuzzed

PLAIN = b'GET /a?b=c HTTP/1.1\r\nHost: stage.test\r\nAccept: */*\r\nIf-None-Match: "a"\r\n\r\n'

OPENINGS = [b"GET / HTTP/1.1", b"HEAD /a%20b HTTP/1.1", b"GET //a?a:%20b#c HTTP/1.1"]
ODD_OPENINGS = [
    b"GET http://stage.test/ HTTP/1.1",
    b"GET * HTTP/1.1",
    b"GET a@b/ HTTP/1.1",
    b"",
    b"GET  / HTTP/1.1",
    b"GET / HTTP/1.0",
    b"GET / HTTP/1.1 ",
    b"GET /\x80 HTTP/1.1",
    b"GET / HTTP/2.0",
    b"POST / HTTP/1.1",
    b"get / HTTP/1.1",
    b"GET /",
    b"GET /\t HTTP/1.1",
]
FIELDS = [
    b"Host: stage.test",
    b"host: other.test",
    b"Accept: text/html,*/*;q=0.8",
    b"Accept-Encoding: gzip, br",
    b"ACCEPT-ENCODING: br;q=0",
    b"apikey: key",
    b'If-None-Match: "a", W/"b"',
    b"if-none-match: *",
    b"Cookie: a=b; c=\xc3\xa9",
    b"Connection: keep-alive",
    b"X_Under: 1",
    b"Upgrade-Insecure-Requests: 1",
]
ODD_FIELDS = [
    b"",
    b" folded",
    b"Host:stage.test",
    b"Host:  stage.test",
    b"Host: stage.test ",
    b"Host : stage.test",
    b"Accept:",
    b"Accept: ",
    b": no name",
    b"no colon",
    b"Na me: a",
    b"N\xc3\xa4me: a",
    b"Accept: a\tb",
    b"Accept: a\x00b",
    b"Accept: a\nb: c",
    b"Accept: a\rb",
    b"Accept: a\x7f",
    b"Content-Length: 0",
    b"Transfer-Encoding: chunked",
    b"Connection: close",
    b"Connection: keep-alive, close",
    b"connection: Upgrade",
    b"Proxy-Connection: close",
    b"Upgrade: h2c",
    b"Expect: 100-continue",
    b"GET / HTTP/1.1",
]


class Parsed:
    """What the parser makes of bytes; as many requests as it finds whole."""

    def __init__(self, head):
        self.target, self.whole = b"", 0
        self.headers: list[tuple[bytes, bytes]] = []
        parser = httptools.HttpRequestParser(self)
        parser.feed_data(head)
        self.request = keyed_request(parser.get_method(), self.target, self.headers)
        self.goes_on = parser.should_keep_alive() and not parser.should_upgrade() and parser.get_http_version() == "1.1"

    def on_url(self, part):
        self.target += part

    def on_header(self, name, value):
        self.headers.append((name.lower(), value))

    def on_message_complete(self):
        self.whole += 1


def lines_of_heads(openings, fields):
    return st.builds(lambda first, rest: [first, *rest], st.sampled_from(openings), st.lists(st.sampled_from(fields)))


HEADS = lines_of_heads(OPENINGS, FIELDS)
ANY_HEADS = lines_of_heads(OPENINGS + ODD_OPENINGS, FIELDS + ODD_FIELDS) | st.lists(st.sampled_from(OPENINGS + FIELDS))


def joined(lines):
    return b"\r\n".join((*lines, b"", b""))


def reads_as_the_parser_does(head):
    for asked in (parse(head), parse(head)):
        if asked is not None:
            parsed = Parsed(head)
            assert (asked, 1, True) == (parsed.request, parsed.whole, parsed.goes_on)


@fuzzed()
@given(ANY_HEADS)
@example([b"User-Agent: a", b"GET / HTTP/1.1", b"Host: a"])
def test_lines_in_any_order(lines):
    reads_as_the_parser_does(joined(lines))


@fuzzed()
@given(HEADS, st.data())
def test_any_byte_in_any_place(lines, data):
    head = joined(lines)
    at = data.draw(st.integers(0, len(head)))
    byte = data.draw(st.binary(max_size=2))
    reads_as_the_parser_does(head[:at] + byte + head[at + data.draw(st.integers(0, 2)) :])


@fuzzed(50)
@given(HEADS, HEADS)
def test_nothing_but_one_whole_head(first, second):
    first, second = joined(first), joined(second)
    for at in range(len(first)):
        assert parse(first[:at]) is None
    assert parse(first + second) is None
    assert parse(b"\r\n" + first) is None


@fuzzed(50)
@given(HEADS)
def test_plain_heads_need_no_parser(lines):
    assert parse(joined(lines)) == Parsed(joined(lines)).request is not None


@pytest.mark.parametrize("line", [*ODD_FIELDS, *FIELDS])
def test_only_plain_lines_are_read(line):
    for _ in range(2):
        asked = parse(joined([b"GET / HTTP/1.1", line, b"Host: a"]))
        assert (asked is None) == (line in ODD_FIELDS)


def test_head_that_is_too_large_is_the_parsers():
    long = joined([b"GET / HTTP/1.1", b"Host: a", b"Cookie: " + b"x" * MAX_HEAD])
    assert parse(long) is None


def test_flood_of_different_heads_costs_bounded_memory_and_changes_nothing():
    expected = Parsed(PLAIN).request
    tracemalloc.start()
    for number in range(5000):
        head = PLAIN.replace(b"/a", b"/%d" % number).replace(b"*/*", b"%d" % number * 20)
        assert parse(head) == Parsed(head).request
        assert parse(PLAIN) == expected
    held, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert held < MAX_MEMOIZED * 3000
