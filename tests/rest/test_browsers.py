"""What a page elsewhere, or a cache between, could do with a visitor's browser: nothing."""

import pytest

pytestmark = pytest.mark.anyio

ARTISTS = "music_artists?select=id"
ORIGINS = [
    "https://evil.test",
    "null",
    "http://stage.test.evil.test",
    "http://evilstage.test",
    "http://stage.test@evil.test",
    "https://stage.test",
    "http://stage.test:8080",
    "file://",
]


@pytest.mark.parametrize("origin", ORIGINS)
@pytest.mark.parametrize("path", ["/rest/v1/music_artists", "/auth/v1/user", "/auth/v1/token", "/"])
async def test_no_other_origin_is_let_in(shared, origin, path):
    """Trap 39: no CORS at all, so no list that could be too long and no credentials that could ride along."""
    preflight = {"Access-Control-Request-Method": "GET", "Access-Control-Request-Headers": "authorization,apikey"}
    for method, more in (("OPTIONS", preflight), ("GET", {})):
        headers = {**shared.signed_in["admin"], "Origin": origin, **more}
        answer = await shared.site.client.request(method, path, headers=headers)
        assert not [name for name in answer.headers if name.startswith("access-control-")]
        assert method != "OPTIONS" or answer.status_code in (200, 404, 405)


@pytest.mark.parametrize("who", ["stranger", "contact", "owner", "admin"])
async def test_answers_with_and_without_a_token_are_never_taken_for_each_other(shared, who):
    visitors = await shared.rest("GET", ARTISTS)
    signed_in = await shared.rest("GET", ARTISTS, who, headers={"If-None-Match": visitors.headers["etag"]})
    assert signed_in.status_code == 200
    assert "etag" not in signed_in.headers
    assert signed_in.headers["cache-control"] == "no-store"
    assert "Authorization" in signed_in.headers["vary"].split(", ")
    assert "Authorization" in visitors.headers["vary"].split(", ")


PRIVATE = [
    ("GET", "/auth/v1/user", {}),
    ("GET", "/auth/v1/settings", {}),
    ("POST", "/auth/v1/token?grant_type=password", {"json": {"email": "x", "password": "y"}}),
    ("POST", "/auth/v1/token?grant_type=refresh_token", {"json": {"refresh_token": "z" * 20}}),
    ("PUT", "/auth/v1/user", {"json": {}}),
    ("POST", "/auth/v1/signup", {"json": {}}),
    ("GET", "/auth/v1/nothing", {}),
    ("GET", "/rest/v1/music_contacts", {}),
    ("GET", "/rest/v1/music_artists?nope=eq.1", {}),
    ("PATCH", "/rest/v1/music_artists?id=eq.nobody", {"json": {}}),
]


@pytest.mark.parametrize(("method", "path", "options"), PRIVATE)
async def test_private_answer_is_kept_by_no_cache(shared, method, path, options):
    """Trap 39: `no-store` on all of the session service, and on rows that were asked for with a token."""
    answer = await shared.site.client.request(method, path, headers=shared.signed_in["stranger"], **options)
    assert answer.headers["cache-control"] == "no-store"


INJECTED = "x\r\nX-Injected: yes\r\n\r\n<script>"


@pytest.mark.parametrize(
    ("method", "path", "options"),
    [
        (
            "POST",
            "/rest/v1/music_artists",
            {"json": {"id": INJECTED, "name": "a", "genre": "b", "image": "https://c.d"}},
        ),
        ("POST", "/rest/v1/music_artists", {"json": {"name": INJECTED, "genre": "b", "image": "https://c.example"}}),
        ("GET", "/rest/v1/music_artists?id=eq.x%0d%0aX-Injected:%20yes", {}),
        ("GET", "/rest/v1/x%0d%0aX-Injected:%20yes", {}),
        ("POST", "/auth/v1/token?grant_type=password", {"json": {"email": INJECTED, "password": INJECTED}}),
        ("POST", "/auth/v1/recover?redirect_to=https://x%0d%0aX-Injected:%20yes", {"json": {"email": "a@b.example"}}),
        ("GET", "/storage/v1/object/public/x%0d%0aX-Injected:%20yes", {}),
        ("GET", "/artist/x%0d%0aX-Injected:%20yes", {}),
        ("GET", "//evil.test/%0d%0aX-Injected:%20yes", {}),
    ],
)
async def test_line_ends_make_no_header(restored, method, path, options):
    headers = {**restored.signed_in["admin"], "Prefer": "return=headers-only"}
    restored.may_have_changed = True
    answer = await restored.site.client.request(method, path, headers=headers, **options)
    assert answer.status_code < 500
    assert not [value for value in answer.headers.values() if "njected" in value.partition("=eq.")[0]]
    assert "x-injected" not in answer.headers
    assert not answer.headers.get("location", "").startswith(("http", "//"))
