"""Every admin call is for the secret key alone: no browser session, whatever its role, gets past it."""

import pytest

pytestmark = pytest.mark.anyio

CALLS = [
    ("GET", ""),
    ("POST", ""),
    ("GET", "/{id}"),
    ("PUT", "/{id}"),
    ("DELETE", "/{id}"),
    ("GET", "/{id}/factors"),
    ("DELETE", "/{id}/factors/{factor}"),
]
WHO = {
    "visitor": (403, "not_admin"),
    "publishable key alone": (403, "not_admin"),
    "stranger": (403, "not_admin"),
    "contact": (403, "not_admin"),
    "owner": (403, "not_admin"),
    "admin": (403, "not_admin"),
    "stranger with the secret as API key": (403, "not_admin"),
    "forged token": (403, "bad_jwt"),
    "wrong secret": (403, "not_admin"),
    "nobody": (401, None),
    "key in the address": (401, "no_authorization"),
    "secret in a browser": (401, None),
}
BODY = {"email": "new@stage.test", "role": "service_role", "ban_duration": "1h"}


def headers(site, who):
    keys = site.service.keys
    special = {
        "publishable key alone": lambda: {"apikey": keys.publishable},
        "stranger with the secret as API key": lambda: {**site.headers("stranger"), "apikey": keys.secret},
        "forged token": lambda: {
            **site.headers("admin"),
            "Authorization": f"Bearer {site.token('admin')[:-8]}AAAAAAAA",
        },
        "wrong secret": lambda: {"apikey": keys.publishable, "Authorization": f"Bearer {keys.secret[:-1]}"},
        "nobody": dict,
        "key in the address": dict,
        "secret in a browser": lambda: {"apikey": keys.secret, "User-Agent": "Mozilla/5.0 (X11) Firefox/140.0"},
    }
    return special.get(who, lambda: site.headers(who))()


async def everything(site):
    secret = {"apikey": site.service.keys.secret}
    return (await site.client.get("/auth/v1/admin/users", headers=secret)).json()


@pytest.mark.parametrize("who", WHO)
@pytest.mark.parametrize(("method", "path"), CALLS)
async def test_every_other_caller_is_refused(site, method, path, who):
    """Trap 25: An admin's browser session opens the admin API."""
    path = path.format(id=site.user_id("admin"), factor=site.user_id("admin"))
    params = {"apikey": site.service.keys.secret} if who == "key in the address" else {}
    sent = headers(site, who) | {"X-Supabase-Api-Version": "2024-01-01"}
    before = await everything(site)
    answer = await site.client.request(method, f"/auth/v1/admin/users{path}", headers=sent, json=BODY, params=params)
    assert (answer.status_code, answer.json().get("code")) == WHO[who]
    assert "users" not in answer.json()
    assert await everything(site) == before


async def test_secret_key_gets_in_as_bearer_and_as_api_key(site):
    keys = site.service.keys
    for sent in (
        {"apikey": keys.secret},
        {"apikey": keys.secret, "Authorization": f"Bearer {keys.secret}"},
        {"apikey": keys.publishable, "Authorization": f"Bearer {keys.secret}"},
    ):
        assert (await site.client.get("/auth/v1/admin/users", headers=sent)).status_code == 200
