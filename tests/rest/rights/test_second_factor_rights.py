"""An account with a second factor has its rights only once the factor was shown."""

from dataclasses import replace

import pyotp
import pytest

from tests.cast import OTHER, OWNED, PASSWORD

pytestmark = pytest.mark.anyio

ARTIST = f"music_artists?id=eq.{OTHER}"
CODE_HINT = "This account has a second factor: sign in with its code"
FACTOR_HINT = "This site requires a second factor of admins: add one to this account"
WRITES = {
    "admin": ("DELETE", ARTIST, None),
    "contact": ("DELETE", "music_events?artist_id=eq.night-ferry", None),
    "owner": ("PATCH", f"music_artists?id=eq.{OWNED}", {"bio": "New"}),
}


@pytest.fixture
async def call(site):
    async def send(method, path, token=None, body=None):
        headers = {"apikey": site.service.keys.publishable} | ({"Authorization": f"Bearer {token}"} if token else {})
        return await site.client.request(method, path, headers=headers, json=body)

    return send


@pytest.fixture
async def sign_in(call):
    async def post(who):
        body = {"email": f"{who}@stage.test", "password": PASSWORD}
        return (await call("POST", "/auth/v1/token?grant_type=password", body=body)).json()["access_token"]

    return post


@pytest.fixture
async def with_factor(call, sign_in, clock):
    """Adds a factor to an account; answers a token at aal2."""

    async def add(who):
        token = await sign_in(who)
        factor = (await call("POST", "/auth/v1/factors", token, {"factor_type": "totp"})).json()
        path, code = f"/auth/v1/factors/{factor['id']}", pyotp.TOTP(factor["totp"]["secret"]).at(clock.now)
        challenge = (await call("POST", f"{path}/challenge", token)).json()["id"]
        answer = await call("POST", f"{path}/verify", token, {"challenge_id": challenge, "code": code})
        return answer.json()["access_token"]

    return add


async def write(call, who, token):
    method, path, body = WRITES[who]
    return await call(method, f"/rest/v1/{path}", token, body)


@pytest.mark.parametrize("who", WRITES)
async def test_password_alone_gives_no_rights(call, sign_in, with_factor, who):
    strong = await with_factor(who)
    refused = await write(call, who, await sign_in(who))
    assert (refused.status_code, refused.json()["code"], refused.json()["hint"]) == (403, "42501", CODE_HINT)
    assert (await write(call, who, strong)).status_code == 204


async def test_without_the_code_one_still_reads_and_ends_ones_sessions(call, sign_in, with_factor):
    await with_factor("admin")
    weak = await sign_in("admin")
    assert len((await call("GET", "/rest/v1/music_artists", weak)).json()) == 3
    sessions = (await call("GET", "/rest/v1/music_sessions", weak)).json()
    assert sorted(row["aal"] for row in sessions) == ["aal1", "aal2"]
    assert (await call("DELETE", "/rest/v1/music_sessions?aal=eq.aal2", weak)).status_code == 204
    assert len((await call("GET", "/rest/v1/music_sessions", weak)).json()) == 1


async def test_factor_that_was_never_verified_takes_no_rights(call, sign_in):
    token = await sign_in("admin")
    assert (await call("POST", "/auth/v1/factors", token, {"factor_type": "totp"})).status_code == 200
    assert (await write(call, "admin", token)).status_code == 204


async def test_rights_follow_the_factor_at_the_next_request(call, sign_in, with_factor, site):
    strong = await with_factor("owner")
    weak = await sign_in("owner")
    assert (await write(call, "owner", weak)).status_code == 403
    (factor,) = (await call("GET", "/auth/v1/user", strong)).json()["factors"]
    assert (await call("DELETE", f"/auth/v1/factors/{factor['id']}", strong)).status_code == 200
    assert (await write(call, "owner", weak)).status_code == 204


async def test_site_may_require_a_factor_of_admins(site, call, sign_in, with_factor, require_factor):
    weak = await sign_in("admin")
    refused = await write(call, "admin", weak)
    assert (refused.status_code, refused.json()["code"], refused.json()["hint"]) == (403, "42501", FACTOR_HINT)
    for who in ("contact", "owner"):
        assert (await write(call, who, await sign_in(who))).status_code == 204
    assert (await write(call, "admin", await with_factor("admin"))).status_code == 204


async def test_secret_key_needs_no_factor(site, require_factor):
    answer = await site.client.delete(f"/rest/v1/{ARTIST}", headers={"apikey": site.service.keys.secret})
    assert answer.status_code == 204


@pytest.fixture
def require_factor(site):
    services = site.app.state.services
    services.settings = replace(services.settings, admins_need_factor=True)
