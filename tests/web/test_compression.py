"""In which coding a client gets what is text, and where it is compressed."""

import gzip
import threading

import brotli
import pytest

from marquee.web import response_cache
from marquee.web.compression import CODINGS, MAX_BYTES_ON_LOOP, MAX_BYTES_THOROUGHLY, compress
from marquee.web.negotiation import choose_coding
from marquee.web.response_cache import StoredResponse
from tests.cast import ARTISTS, Site

DECODE = {"br": brotli.decompress, "gzip": gzip.decompress}


@pytest.mark.parametrize(
    ("accepted", "chosen"),
    [
        ("", None),
        ("gzip", "gzip"),
        ("br", "br"),
        ("gzip, deflate, br, zstd", "br"),
        ("BR ; q=1", "br"),
        ("x-gzip", "gzip"),
        ("*", "br"),
        ("*;q=0.1", "br"),
        ("br;q=0, *", "gzip"),
        ("br;q=0, gzip", "gzip"),
        ("br;q=0.000,gzip;q=0.001", "gzip"),
        ("br;q=0.5, gzip;q=1.0", "gzip"),
        ("br;q=0.5, gzip;q=0.5", "br"),
        ("gzip;q=0.5, identity", None),
        ("gzip;q=0.5, identity;q=0.1", "gzip"),
        ("identity;q=0", None),
        ("br;q=2, gzip;q=0.2", "gzip"),
        ("br;level=3, gzip;q=0.2", "gzip"),
        ("brotli, deflate", None),
        (",;,=,", None),
    ],
)
def test_client_gets_the_coding_that_it_prefers(accepted, chosen):
    assert choose_coding(accepted, CODINGS) == chosen


def test_what_has_one_coding_is_sent_in_that_one():
    assert choose_coding("br, gzip;q=0.1", ("gzip",)) == "gzip"
    assert choose_coding("br, gzip", ()) is None


@pytest.mark.parametrize("coding", CODINGS)
@pytest.mark.parametrize("size", [512, MAX_BYTES_ON_LOOP + 1, MAX_BYTES_THOROUGHLY + 1])
def test_text_comes_back_as_it_was(coding, size):
    body = b"stage " * (size // 6 + 1)
    assert DECODE[coding](compress(coding, body)) == body


@pytest.mark.anyio
@pytest.mark.parametrize("coding", CODINGS)
@pytest.mark.parametrize("size", [MAX_BYTES_ON_LOOP, MAX_BYTES_ON_LOOP + 1])
async def test_what_is_large_is_compressed_in_a_thread(monkeypatch, coding, size):
    threads = []

    def compress(coding, body):
        threads.append(threading.current_thread())
        return body[:10]

    monkeypatch.setattr(response_cache, "compress", compress)
    stored = StoredResponse.make(200, (), b"x" * size)
    for _ in range(2):
        assert await stored.prepare(coding) == b"x" * 10
    assert [thread is threading.main_thread() for thread in threads] == [size <= MAX_BYTES_ON_LOOP]


@pytest.mark.anyio
@pytest.mark.parametrize("coding", CODINGS)
@pytest.mark.parametrize("path", ["/", "/events.ics", "/rest/v1/music_artists?select=*,music_events(*)"])
async def test_every_text_is_sent_in_either_coding_alike(site: Site, clock, path, coding):
    headers = {**site.headers(), "accept-encoding": coding}
    plain = await site.client.get(path, headers={**headers, "accept-encoding": "identity"})
    async with site.client.stream("GET", path, headers=headers) as answer:
        sent = b"".join([part async for part in answer.aiter_raw()])
    assert DECODE[coding](sent) == plain.content
    assert answer.headers["content-encoding"] == coding
    assert answer.headers["content-length"] == str(len(sent))
    assert "Accept-Encoding" in answer.headers["vary"]
    assert answer.headers["etag"] != plain.headers["etag"]
    head = await site.client.head(path, headers=headers)
    assert {**head.headers, "x-request-id": ""} == {**answer.headers, "x-request-id": ""}
    again = await site.client.get(path, headers={**headers, "if-none-match": answer.headers["etag"]})
    assert (again.status_code, again.headers["etag"], again.content) == (304, answer.headers["etag"], b"")
    assert "content-encoding" not in again.headers


def test_kept_response_counts_with_all_its_forms():
    stored = StoredResponse.make(200, (), str(ARTISTS * 9).encode())
    assert stored.size >= len(stored.body) + sum(len(stored.form(coding)) for coding in CODINGS)
