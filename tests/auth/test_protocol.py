"""What all calls share: errors, the API key, unsupported calls; and settings, health, JWKS."""

import jwt
import pytest

from marquee.auth import tokens

pytestmark = pytest.mark.anyio

NOT_OFFERED = [
    ("GET", "/factors"),
    ("POST", "/factors/recovery-codes"),
    ("GET", "/admin/audit"),
    ("GET", "/nothing/of/the/kind"),
    ("PATCH", "/user"),
    ("GET", "/token"),
    ("GET", "/"),
]


async def test_error_for_a_client_that_knows_codes(auth):
    """Trap 2: Without `X-Supabase-Api-Version` an error has no code."""
    answer = await auth.client.get("/auth/v1/user")
    assert answer.json() == {
        "code": "no_authorization",
        "message": "This endpoint requires a valid Bearer token",
    }
    assert answer.headers["x-supabase-api-version"] == "2024-01-01"
    assert answer.headers["x-sb-error-code"] == "no_authorization"
    assert answer.headers["cache-control"] == "no-store"


@pytest.mark.parametrize("version", ["", "2023-12-31", "latest", "20240101", "2024-01-01x"])
async def test_error_for_an_older_client(auth, version):
    answer = await auth.client.get("/auth/v1/user", headers={"X-Supabase-Api-Version": version})
    assert answer.json() == {
        "code": 401,
        "error_code": "no_authorization",
        "msg": "This endpoint requires a valid Bearer token",
    }
    assert "x-supabase-api-version" not in answer.headers
    assert answer.headers["x-sb-error-code"] == "no_authorization"


async def test_later_version_knows_codes(auth):
    answer = await auth.client.get("/auth/v1/user", headers={"X-Supabase-Api-Version": "2026-01-01"})
    assert answer.json()["code"] == "no_authorization"


@pytest.mark.parametrize(("method", "path"), NOT_OFFERED)
async def test_call_that_is_not_offered_is_an_error_with_a_body(auth, method, path):
    """Trap 1: A 404 without a body is taken for a success."""
    answer = await auth.client.request(method, f"/auth/v1{path}")
    assert (answer.status_code, answer.json()["code"]) == (404, "feature_disabled")
    assert answer.json()["message"]


@pytest.mark.parametrize("path", ["/token", "/user", "/settings", "/nothing"])
async def test_call_needs_an_api_key(auth, path):
    del auth.client.headers["apikey"]
    answer = await auth.client.get(f"/auth/v1{path}")
    assert (answer.status_code, answer.json()["message"]) == (401, "No API key found in request")


async def test_fault_is_reported_without_details(auth, monkeypatch):
    monkeypatch.setattr(tokens, "read_refresh_token", lambda *_: 1 / 0)
    answer = await auth.refresh("x" * 76)
    assert (answer.status_code, answer.json()["code"]) == (500, "unexpected_failure")
    assert "division" not in answer.text


async def test_settings_say_that_one_signs_in_by_mail_and_password(auth):
    answer = (await auth.client.get("/auth/v1/settings")).json()
    assert answer["external"]["email"] is True
    assert answer["mailer_autoconfirm"] is False


async def test_health_names_the_protocol(auth):
    answer = await auth.client.get("/auth/v1/health")
    assert (answer.status_code, answer.json()["name"]) == (200, "GoTrue")


async def test_jwks_verifies_our_tokens_without_an_api_key(auth):
    """Trap 17: The key set needs raw signatures, `kid` and `key_ops`."""
    auth.add()
    token = (await auth.sign_in())["access_token"]
    del auth.client.headers["apikey"]
    answer = await auth.client.get("/auth/v1/.well-known/jwks.json")
    (key,) = answer.json()["keys"]
    assert answer.headers["cache-control"] == "public, max-age=600"
    assert key.keys() == {"kty", "crv", "x", "y", "kid", "alg", "use", "key_ops"}
    assert (key["kty"], key["crv"], key["alg"], key["use"], key["key_ops"]) == (
        "EC",
        "P-256",
        "ES256",
        "sig",
        ["verify"],
    )
    assert len(key["x"]) == len(key["y"]) == 43
    claims = jwt.decode(token, jwt.PyJWK(key), ["ES256"], audience="authenticated", issuer=f"{auth.base_url}/auth/v1")
    assert claims["exp"] - claims["iat"] == 3600
