"""What is kept ready is what is asked for again; floods move nothing out, and memory has an end."""

import pytest

from marquee.server.fast_path.cache_key import keyed_request
from marquee.server.fast_path.wire_cache import MAX_ENTRY_BYTES, MAX_SEEN_KEYS, WireCache
from marquee.web.response_cache import ENTRY_BYTES, StoredResponse

FIELDS = ((b"content-type", b"text/html"), (b"etag", b'"x"'))


class Site:
    """Answers whatever is asked, as the protocol class does."""

    def __init__(self, max_bytes=1_000_000):
        self.number = 0
        self.hot = WireCache(lambda: self.number, lambda _version: None, max_bytes=max_bytes)

    def ask(self, path, size=100, status=200):
        """Whether the answer was ready."""
        request = keyed_request(b"GET", path.encode(), [(b"host", b"a"), (b"user-agent", path.encode())])
        assert request is not None
        key, _ = request
        if self.hot.get(key):
            return True
        self.hot.keep(key, self.number, StoredResponse.make(status, (), b"x" * size), None, FIELDS)
        return False


@pytest.fixture
def site():
    return Site()


def test_answer_is_ready_from_the_third_time_on(site):
    assert [site.ask("/") for _ in range(4)] == [False, False, True, True]


def test_answer_is_ready_sooner_after_a_change(site):
    for _ in range(3):
        site.ask("/")
    site.number += 1
    assert [site.ask("/") for _ in range(3)] == [False, True, True]


def test_flood_of_addresses_asked_once_leaves_the_pages_ready(site):
    for _ in range(2):
        site.ask("/")
    for number in range(10 * MAX_SEEN_KEYS):
        assert not site.ask(f"/?{number}")
    assert site.ask("/")


def test_flood_of_addresses_asked_twice_leaves_what_is_in_use(site):
    for _ in range(2):
        site.ask("/")
    for number in range(3000):
        site.ask(f"/?{number}")
        site.ask(f"/?{number}")
        assert site.ask("/")
    kept = sum(site.ask(f"/?{number}") for number in range(3000))
    assert kept <= 1_000_000 / ENTRY_BYTES


@pytest.mark.parametrize(("size", "status"), [(MAX_ENTRY_BYTES, 200), (10, 404), (10, 304)])
def test_neither_the_huge_nor_the_unknown_is_kept(site, size, status):
    assert not any(site.ask("/", size, status) for _ in range(4))
