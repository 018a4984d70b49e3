"""Reads from other origins: only the named ones, only what a visitor may read, and never one's answer for another."""

import pytest

from tests.cast import Site
from tests.server.served import EVENTS, Served

pytestmark = pytest.mark.anyio

LABEL, OTHER = "https://label.example", "https://other.example"
SHARED = ["/rest/v1/music_artists?select=id", "/events.ics", "/artist/mara-voss/events.ics"]
NOT_SHARED = ["/", "/artist/mara-voss", "/auth/v1/settings", "/auth/v1/user", "/health/live", "/rest/v1/rpc/x"]
LIKE_IT = [
    *["null", "https://label.example.evil.test", "https://evil.label.example", "http://label.example", "*"],
    *["https://label.example:8443", "https://LABEL.example", "https://label.example/", f"{LABEL}, {OTHER}", ""],
]


@pytest.fixture
async def site(template, tmp_path):
    opened = Site.open(template, tmp_path / "data", MARQUEE_ALLOWED_ORIGINS=f"{LABEL}, http://localhost:5173")
    yield opened
    await opened.close()


def permission(answer):
    return {name: value for name, value in answer.headers.items() if name.startswith("access-control-")}


def varies(answer):
    return "Origin" in answer.headers.get("vary", "").split(", ")


async def ask(site, method, path, origin=LABEL, **headers):
    key = site.service.keys.publishable
    fields = {"apikey": key, "authorization": f"Bearer {key}", "origin": origin, **headers}
    return await site.client.request(method, path, headers=fields)


@pytest.mark.parametrize("method", ["GET", "HEAD"])
@pytest.mark.parametrize("path", SHARED)
async def test_named_origin_reads_what_a_visitor_may(site, path, method):
    answer = await ask(site, method, path)
    assert answer.status_code == 200
    allowed = permission(answer)
    assert allowed.pop("access-control-expose-headers").startswith("Content-Range")
    assert allowed == {"access-control-allow-origin": LABEL}
    assert varies(answer)


async def test_named_origin_reads_why_it_was_refused(site):
    answer = await ask(site, "GET", "/rest/v1/music_artists?nope=eq.1")
    assert (answer.status_code, permission(answer)["access-control-allow-origin"]) == (400, LABEL)


@pytest.mark.parametrize("path", SHARED)
async def test_browser_may_ask_first(site, path):
    preflight = {"access-control-request-method": "GET", "access-control-request-headers": "apikey,x-client-info"}
    answer = await site.client.options(path, headers={"origin": LABEL, **preflight})
    assert (answer.status_code, answer.content) == (204, b"")
    allowed = permission(answer)
    assert allowed["access-control-allow-origin"] == LABEL
    assert allowed["access-control-allow-methods"] == "GET, HEAD"
    assert {"ApiKey", "Authorization", "X-Client-Info"} <= set(allowed["access-control-allow-headers"].split(", "))
    assert "access-control-allow-credentials" not in allowed
    assert varies(answer)


@pytest.mark.parametrize("origin", LIKE_IT)
async def test_any_other_origin_is_not_let_in(site, origin):
    for method, more in (("GET", {}), ("OPTIONS", {"access-control-request-method": "GET"})):
        answer = await ask(site, method, SHARED[0], origin, **more)
        assert permission(answer) == {}
        assert varies(answer)


@pytest.mark.parametrize("path", NOT_SHARED)
async def test_nothing_else_is_shared(site, path):
    for method, more in (("GET", {}), ("OPTIONS", {"access-control-request-method": "GET"})):
        assert permission(await ask(site, method, path, **more)) == {}


@pytest.mark.parametrize("method", ["POST", "PATCH", "PUT", "DELETE"])
async def test_writes_are_not_shared(site, method):
    preflight = await ask(site, "OPTIONS", SHARED[0], **{"access-control-request-method": method})
    assert permission(preflight) == {}
    assert permission(await ask(site, method, "/rest/v1/music_artists?id=eq.nobody")) == {}


async def test_sessions_and_the_secret_key_are_not_shared(site):
    token, secret = site.token("admin"), site.service.keys.secret
    for headers in ({"authorization": f"Bearer {token}"}, {"apikey": secret, "authorization": f"Bearer {secret}"}):
        answer = await ask(site, "GET", SHARED[0], **headers)
        assert (answer.status_code, permission(answer)) == (200, {})


async def test_unless_it_is_set_nothing_varies_by_origin(template, tmp_path):
    site = Site.open(template, tmp_path / "other")
    answer = await ask(site, "GET", SHARED[0])
    await site.close()
    assert (permission(answer), varies(answer)) == ({}, False)


@pytest.mark.parametrize("is_hot", [True, False])
def test_kept_answer_is_never_another_origins(sqlite_template, tmp_path, is_hot):
    """Both caches: of the application, and of responses that are ready."""
    switch = "on" if is_hot else "off"
    running = Served(sqlite_template, tmp_path / "data", MARQUEE_ALLOWED_ORIGINS=LABEL, MARQUEE_HOT_PATH=switch)
    was_ready = set()
    for _ in range(20):
        for origin in (LABEL, OTHER, None):
            fields = (running.key, *([f"Origin: {origin}"] if origin else ()))
            status, headers, _, ready = running.get(EVENTS, *fields)
            assert status == 200
            assert dict(headers).get("access-control-allow-origin") == (LABEL if origin == LABEL else None)
            assert ("vary", "Origin") in headers
            was_ready |= {origin} if ready else set()
    assert was_ready == ({LABEL, OTHER, None} if is_hot else set())
    running.stop()
