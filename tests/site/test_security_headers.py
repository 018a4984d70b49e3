"""What browsers are told not to do, by every answer whatever its status."""

import re

import pytest

from marquee.web.security_headers import page_policy
from tests.cast import Site

pytestmark = pytest.mark.anyio

PUBLIC = "https://stage.test"
PICTURE = "/storage/v1/object/public/demo/one.webp"
JSON = {"Content-Type": "application/json"}
ALWAYS = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "strict-origin-when-cross-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "x-frame-options": "DENY",
}


async def broken(*_):
    raise OSError


async def opened(template, folder, **environ):
    site = Site.open(template, folder, **environ)
    pictures = site.service.settings.data_dir / "media" / "demo"
    pictures.mkdir(parents=True)
    (pictures / "one.webp").write_bytes(b"RIFF")
    return site


ANSWERS = {
    "page": (200, "GET", "/", {}),
    "profile": (200, "GET", "/artist/mara-voss", {}),
    "unknown page": (404, "GET", "/no/such/page", {}),
    "page in another method": (405, "POST", "/", {}),
    "built file": (200, "GET", "/assets/main.js", {}),
    "sitemap": (200, "GET", "/sitemap.xml", {}),
    "unknown part of the sitemap": (404, "GET", "/sitemap-9.xml", {}),
    "picture": (200, "GET", PICTURE, {}),
    "part of a picture": (206, "GET", PICTURE, {"headers": {"Range": "bytes=0-1"}}),
    "no such part": (416, "GET", PICTURE, {"headers": {"Range": "bytes=9-"}}),
    "unknown picture": (400, "GET", f"{PICTURE}x", {}),
    "picture in another method": (404, "PATCH", PICTURE, {}),
    "upload without the right": (400, "PUT", "/storage/v1/object/artists/mara-voss/one.jpg", {"content": b"x"}),
    "health": (200, "GET", "/health/live", {}),
    "health in another method": (405, "DELETE", "/health/live", {}),
    "rows": (200, "GET", "/rest/v1/music_artists", {}),
    "no rows": (200, "HEAD", "/rest/v1/music_contacts", {}),
    "bad filter": (400, "GET", "/rest/v1/music_artists?nope=eq.1", {}),
    "denied": (401, "POST", "/rest/v1/music_artists", {"json": {}}),
    "unknown table": (404, "GET", "/rest/v1/users", {}),
    "rest in another method": (405, "PROPFIND", "/rest/v1/music_artists", {}),
    "other media type": (406, "GET", "/rest/v1/music_artists", {"headers": {"Accept": "image/png"}}),
    "too much": (413, "POST", "/rest/v1/music_artists", {"content": b" " * (1024 * 1024 + 1), "headers": JSON}),
    "compressed": (415, "POST", "/rest/v1/music_artists", {"content": b"x", "headers": {"Content-Encoding": "gzip"}}),
    "no such range": (416, "GET", "/rest/v1/music_artists?limit=-1", {}),
    "wrong key": (401, "GET", "/rest/v1/music_artists", {"headers": {"apikey": "x"}}),
    "session service": (200, "GET", "/auth/v1/settings", {}),
    "key set": (200, "GET", "/auth/v1/.well-known/jwks.json", {}),
    "wrong password": (400, "POST", "/auth/v1/token?grant_type=password", {"json": {"email": "a", "password": "b"}}),
    "not offered": (404, "GET", "/auth/v1/sso", {}),
    "signing up": (422, "POST", "/auth/v1/signup", {}),
    "session service in another method": (404, "PROPFIND", "/auth/v1/user", {}),
    "foreign host": (421, "GET", "/", {"headers": {"Host": "evil.test"}}),
}


async def ask(site, method, path, options):
    headers = {**site.headers(), **options.get("headers", {})}
    return await site.client.request(method, path, **{**options, "headers": headers})


def assert_hardened(answer, *, https):
    assert {name: answer.headers.get_list(name) for name in ALWAYS} == {name: [said] for name, said in ALWAYS.items()}
    (policy,) = answer.headers.get_list("content-security-policy")
    assert policy.startswith("default-src 'none'")
    assert ("strict-transport-security" in answer.headers) == https
    assert ("upgrade-insecure-requests" in policy) == (https and "script-src" in policy)
    assert "set-cookie" not in answer.headers


async def test_every_answer_is_hardened(template, tmp_path):
    site = await opened(template, tmp_path / "data", MARQUEE_BASE_URL=PUBLIC)
    for name, (status, method, path, options) in ANSWERS.items():
        answer = await ask(site, method, path, options)
        assert answer.status_code == status, (name, answer.text)
        assert_hardened(answer, https=True)
        if answer.headers.get("etag") and status == 200:
            again = await ask(site, method, path, {"headers": {"If-None-Match": answer.headers["etag"]}})
            assert again.status_code == 304
            assert_hardened(again, https=True)
    await site.close()


async def test_site_without_https_promises_none(template, tmp_path):
    """A browser that heard of it would not come back to a site that has no HTTPS."""
    site = await opened(template, tmp_path / "data", MARQUEE_BASE_URL="http://stage.test")
    for _, method, path, options in ANSWERS.values():
        assert_hardened(await ask(site, method, path, options), https=False)
    await site.close()


async def test_faults_are_hardened_too(site, monkeypatch):
    """In an endpoint, and where no endpoint could answer."""
    for reading in ("read", "read_for_client"):
        monkeypatch.setattr(type(site.service.database), reading, broken)
    assert_hardened(await site.client.get("/health/ready"), https=False)
    faults = [await site.rest("GET", "music_artists"), await site.client.get("/")]
    monkeypatch.setattr("marquee.rest.endpoints.response.error_body", lambda _: 1 / 0)
    faults.append(await site.rest("GET", "nope"))
    for answer in faults:
        assert answer.status_code == 500
        assert answer.headers["x-request-id"] in answer.text
        assert "Error" not in answer.text
        assert_hardened(answer, https=False)


async def test_page_runs_only_what_the_site_was_built_with(site):
    policy = (await site.client.get("/")).headers["content-security-policy"].split("; ")
    for kind in ("script", "style"):  # what stands in the page is named by its hash (tests/site/test_render.py)
        (allowed,) = [directive for directive in policy if directive.startswith(f"{kind}-src ")]
        assert re.fullmatch(rf"{kind}-src 'self' 'sha256-[\w+/]+='", allowed)
    assert {"default-src 'none'", "connect-src 'self'"} <= set(policy)
    assert {"base-uri 'none'", "form-action 'self'", "frame-ancestors 'none'"} <= set(policy)
    assert {"require-trusted-types-for 'script'", "trusted-types 'none'"} <= set(policy)
    assert not [word for word in ("unsafe", "*", "blob:", "'nonce") if word in " ".join(policy)]


def test_site_with_https_takes_pictures_by_https_only():
    """As plain HTTP they would be fetched by nobody, or seen by everybody."""
    assert "img-src 'self' https: data:" in page_policy(PUBLIC).split("; ")
    assert "img-src 'self' https: http: data:" in page_policy("http://stage.test").split("; ")
    assert page_policy("HTTPS://stage.test") == page_policy(PUBLIC)


async def test_page_of_pictures_from_elsewhere_sends_them_no_cookies(site):
    assert (await site.client.get("/")).headers["cross-origin-embedder-policy"] == "credentialless"
