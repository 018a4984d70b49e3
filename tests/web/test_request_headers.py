"""A response that is kept depends on nothing but the headers of the cache key."""

import pytest
from starlette.datastructures import Headers

from marquee.web.context import Context
from marquee.web.request_headers import CACHE_KEY_HEADERS, RequestHeaders
from tests.server.served import Served


@pytest.mark.parametrize("name", sorted(CACHE_KEY_HEADERS | {"if-none-match"}))
def test_header_of_the_cache_key_is_read(name):
    headers = RequestHeaders(Headers({name: "value"}))
    assert headers.get(name) == "value"
    assert headers.is_cacheable


@pytest.mark.parametrize("name", ["accept-language", "cookie", "user-agent", "x-forwarded-for", "content-type"])
def test_any_other_header_is_refused(name):
    headers = RequestHeaders(Headers({name: "value"}))
    with pytest.raises(LookupError):
        headers.get(name)
    with pytest.raises(LookupError):
        headers.all(name)
    assert headers.get_uncacheable(name) == "value"
    assert not headers.is_cacheable


def test_response_that_depends_on_another_header_is_never_kept(sqlite_template, tmp_path, monkeypatch):
    """A page that greeted somebody in their language would greet everybody else in it."""
    running = Served(sqlite_template, tmp_path / "data")
    running.prime("/robots.txt")
    respond = Context.respond

    def in_their_language(context, stored, **options):
        context.headers.get_uncacheable("accept-language")
        return respond(context, stored, **options)

    monkeypatch.setattr(Context, "respond", in_their_language)
    assert not any(running.get("/manifest.webmanifest")[-1] for _ in range(20))
    running.stop()
