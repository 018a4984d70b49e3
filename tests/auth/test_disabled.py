"""Features of GoTrue that are off: each call has GoTrue's own refusal, and only those who may make the call see it."""

from pathlib import Path

import pytest

from marquee.auth.api import disabled
from tests.auth.conftest import bearer

pytestmark = pytest.mark.anyio

PROTOCOL = Path(__file__).parents[2] / "docs/protocol.md"
SOMEONE = "00000000-0000-4000-8000-000000000000"
PHONE = {"phone": "41791234567", "password": "a password nobody else has"}

LINKING = (404, "manual_linking_disabled", "Manual linking is disabled")
SAML = (404, "saml_provider_disabled", "SAML 2.0 is disabled")
OAUTH_SERVER = (404, "feature_disabled", "OAuth server is disabled")
CUSTOM_PROVIDERS = (404, "feature_disabled", "Custom OAuth providers are disabled")
PASSKEYS = (404, "passkey_disabled", "Passkeys are disabled")
SCIM = (404, "feature_disabled", "SCIM server is disabled")
ANONYMOUS = (422, "anonymous_provider_disabled", "Anonymous sign-ins are disabled")
REAUTHENTICATION = (404, "feature_disabled", "This site asks for the current password, not for a mailed code")

FOR_ANYONE = [
    ("POST", "/sso", {"domain": "undercard.example"}, SAML),
    ("GET", "/sso/saml/metadata", None, SAML),
    ("POST", "/oauth/clients/register", {}, OAUTH_SERVER),
    ("POST", "/oauth/token", {}, OAUTH_SERVER),
    ("GET", f"/oauth/authorizations/{SOMEONE}", None, OAUTH_SERVER),
    ("GET", "/.well-known/oauth-authorization-server", None, OAUTH_SERVER),
    ("POST", "/passkeys/authentication/options", {}, PASSKEYS),
    ("GET", "/passkeys", None, PASSKEYS),
    ("GET", "/scim/v2/Schemas", None, SCIM),
    ("POST", "/signup", {"data": {"name": "Nova"}}, ANONYMOUS),
    ("POST", "/signup", PHONE, (400, "phone_provider_disabled", "Phone signups are disabled")),
    ("POST", "/token?grant_type=password", PHONE, (422, "phone_provider_disabled", "Phone logins are disabled")),
    ("POST", "/otp", {"phone": PHONE["phone"]}, (400, "phone_provider_disabled", "Unsupported phone provider")),
    *(
        ("POST", "/resend", {"type": kind, **PHONE}, (400, "phone_provider_disabled", "Phone logins are disabled"))
        for kind in ("sms", "phone_change")
    ),
    (
        "POST",
        "/token?grant_type=web3",
        {"chain": "solana"},
        (422, "web3_provider_disabled", "Web3 provider is disabled"),
    ),
    (
        "POST",
        "/token?grant_type=id_token",
        {"provider": "google", "id_token": "x"},
        (400, "provider_disabled", 'Provider (issuer "https://accounts.google.com") is not enabled'),
    ),
    (
        "POST",
        "/token?grant_type=id_token",
        {"provider": "custom:own", "id_token": "x"},
        (400, "validation_failed", 'Custom OIDC provider "custom:own" not allowed'),
    ),
]
FOR_THE_SIGNED_IN = [
    ("GET", "/reauthenticate", None, REAUTHENTICATION),
    ("GET", "/user/identities/authorize?provider=github", None, LINKING),
    ("DELETE", f"/user/identities/{SOMEONE}", None, LINKING),
    ("GET", "/user/oauth/grants", None, OAUTH_SERVER),
    (
        "POST",
        "/factors",
        {"factor_type": "phone", **PHONE},
        (422, "mfa_phone_enroll_not_enabled", "MFA enroll is disabled for Phone"),
    ),
    (
        "POST",
        "/factors",
        {"factor_type": "webauthn"},
        (422, "mfa_webauthn_enroll_not_enabled", "MFA enroll is disabled for WebAuthn"),
    ),
]
FOR_PROGRAMS = [
    ("GET", "/admin/sso/providers", None, SAML),
    ("POST", "/admin/sso/providers", {"type": "saml"}, SAML),
    ("POST", "/admin/oauth/clients", {"client_name": "x"}, OAUTH_SERVER),
    ("DELETE", f"/admin/oauth/clients/{SOMEONE}", None, OAUTH_SERVER),
    ("GET", "/admin/custom-providers", None, CUSTOM_PROVIDERS),
    ("GET", f"/admin/users/{SOMEONE}/passkeys", None, PASSKEYS),
    ("DELETE", f"/admin/users/{SOMEONE}/passkeys/{SOMEONE}", None, PASSKEYS),
]
CASE = ("method", "path", "body", "expected")


def refusal(answer):
    return answer.status_code, answer.json()["code"], answer.json()["message"]


async def call(auth, method, path, body, token):
    return await auth.client.request(method, f"/auth/v1{path}", json=body, headers=bearer(token))


@pytest.mark.parametrize(CASE, FOR_ANYONE)
async def test_feature_that_is_off_is_refused_as_gotrue_does(auth, method, path, body, expected):
    auth.configure(has_signup=True)
    assert refusal(await call(auth, method, path, body, auth.keys.publishable)) == expected


@pytest.mark.parametrize(CASE, FOR_THE_SIGNED_IN)
async def test_feature_of_an_account_is_refused_to_the_signed_in(auth, method, path, body, expected):
    auth.add()
    token = (await auth.sign_in())["access_token"]
    assert refusal(await call(auth, method, path, body, token)) == expected
    assert refusal(await call(auth, method, path, body, "not.a.token"))[:2] == (403, "bad_jwt")


@pytest.mark.parametrize(CASE, FOR_PROGRAMS)
async def test_feature_for_programs_is_refused_to_the_secret_key(auth, method, path, body, expected):
    assert refusal(await call(auth, method, path, body, auth.keys.secret)) == expected
    assert refusal(await call(auth, method, path, body, auth.keys.publishable))[:2] == (403, "not_admin")


async def test_browser_on_its_way_to_another_provider_needs_no_key(auth):
    del auth.client.headers["apikey"]
    answer = await auth.client.get("/auth/v1/authorize?provider=github&redirect_to=https://elsewhere.example")
    assert refusal(answer) == (400, "validation_failed", "Unsupported provider: provider is not enabled")


async def test_anonymous_sign_in_is_refused_before_any_limit(auth):
    answers = [await auth.post("/signup", {"data": {}}) for _ in range(40)]
    assert {refusal(answer) for answer in answers} == {ANONYMOUS}


def test_every_refusal_is_documented():
    page = PROTOCOL.read_text(encoding="utf-8")
    features = [value for value in vars(disabled).values() if isinstance(value, disabled.Disabled)]
    assert len(features) > 10
    assert [one for one in features if f'{one.status} `{one.code}`, "{one.message}"' not in page] == []
