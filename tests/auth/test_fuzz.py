"""Whatever is sent to the session service is answered or refused, never a fault, and opens nothing."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import delete

from marquee.auth import passwords, sessions, tokens
from marquee.domain.tables import failures
from tests.cast import BASE_URL
from tests.fuzzing import fuzzed
from tests.rest.shared import INTERNALS
from tests.rest.strategies import TEXT
from tests.rest.torn import torn_json

pytestmark = pytest.mark.anyio

EMAIL = "stranger@stage.test"
FIELDS = st.sampled_from(
    [
        *["email", "password", "current_password", "refresh_token", "data", "phone", "nonce", "code_challenge"],
        *["app_metadata", "role", "aud", "id", "gotrue_meta_security", "auth_code", "code_verifier", "factorId", "x"],
    ]
)
SCALAR = st.none() | st.booleans() | st.integers() | TEXT | st.sampled_from([EMAIL, EMAIL.upper(), " ", "\u0130@x.y"])
VALUE = st.recursive(SCALAR, lambda inner: st.lists(inner, max_size=2) | st.dictionaries(TEXT, inner, max_size=2))
BODY = st.dictionaries(FIELDS, VALUE, max_size=4)
CALLS = st.sampled_from(
    [
        *[("POST", f"token?grant_type={grant}") for grant in ("password", "refresh_token", "pkce", "id_token", "")],
        *[("POST", name) for name in ("signup", "recover", "verify", "otp", "resend", "logout", "factors", "token")],
        *[("POST", f"logout?scope={scope}") for scope in ("others", "x")],
        *[("PUT", "user"), ("GET", "user"), ("GET", "verify?token=x&type=recovery"), ("GET", "authorize")],
        *[("POST", "magiclink"), ("POST", "invite"), ("POST", "admin/users"), ("POST", "admin/generate_link")],
        *[
            ("POST", "factors/x/challenge"),
            ("POST", "factors/x/verify"),
            ("DELETE", "factors/x"),
            ("GET", "user?x=%00"),
        ],
    ]
)
SHAPE = {"code", "error_code", "msg", "message", "hint", "weak_password"}
VERSIONS = st.sampled_from(["", "2024-01-01", "x"])


class Caller:
    """A signed-in client, which signs in again when a call has ended its session."""

    def __init__(self, auth):
        self.auth = auth
        self.user = auth.add(EMAIL)
        self.token = None

    async def send(self, call, content, version):
        # The limits have tests of their own.
        self.auth.database.write_now(lambda connection: connection.execute(delete(failures)))
        self.token = self.token or self._sign_in()
        method, path = call
        headers = {"Authorization": f"Bearer {self.token}", "X-Supabase-Api-Version": version}
        answer = await self.auth.client.request(method, f"/auth/v1/{path}", content=content, headers=headers)
        if answer.status_code in (204, 403):
            self.token = None
        return answer

    def _sign_in(self):
        session = self.auth.database.write_now(sessions.sign_in, self.user)
        return tokens.sign(sessions.access_claims(session, self.auth.base_url), self.auth.keys)


@pytest.fixture
def caller(auth, monkeypatch):
    """A caller whose guesses at a password are always wrong, and cost no time."""

    async def verify(_encoded, _password):
        return False

    monkeypatch.setattr(passwords, "verify", verify)
    return Caller(auth)


def is_fine(answer):
    if answer.status_code < 400:
        return "access_token" not in answer.text and answer.headers.get("location", BASE_URL).startswith(BASE_URL)
    body = answer.json()
    return 400 <= answer.status_code < 500 and body.keys() <= SHAPE and not INTERNALS.search(answer.text)


@fuzzed()
@given(CALLS, BODY | st.lists(BODY, max_size=2) | SCALAR, VERSIONS)
async def test_any_body_is_taken_or_refused(caller, call, body, version):
    answer = await caller.send(call, json.dumps(body).encode(), version)
    assert is_fine(answer), (call, body, answer.text)


@fuzzed()
@given(CALLS, torn_json(BODY), VERSIONS)
async def test_any_bytes_are_taken_or_refused(caller, call, content, version):
    answer = await caller.send(call, content, version)
    assert is_fine(answer), (call, content, answer.text)


BY_PROGRAMS = st.sampled_from(
    [
        *[("POST", name) for name in ("admin/users", "admin/generate_link", "invite", "factors", "token")],
        *[("PUT", "admin/users/{id}"), ("GET", "admin/users/{id}"), ("GET", "admin/users/{id}/factors")],
        *[("GET", f"admin/users?page={page}") for page in ("", "0", "-1", "9" * 30, "%00", "x")],
        *[("GET", f"admin/users?per_page={size}") for size in ("0", "1e3", "9" * 30, "%ff")],
        *[
            ("DELETE", "admin/users/x%00"),
            ("DELETE", "admin/users/{id}/factors/%ff"),
            ("GET", "admin/users/%F0%9F%8E%B8"),
        ],
    ]
)
GIVEN = st.dictionaries(
    st.sampled_from(
        [
            *["email", "password", "password_hash", "role", "ban_duration", "email_confirm", "user_metadata", "id"],
            *["app_metadata", "type", "new_email", "redirect_to", "data", "phone", "should_soft_delete", "nonce"],
        ]
    ),
    VALUE | st.sampled_from(["24h", "none", "-1h", "9" * 30 + "h", "invite", "signup", "recovery", "authenticated"]),
    max_size=4,
)


@fuzzed()
@given(BY_PROGRAMS, GIVEN.map(lambda body: json.dumps(body).encode()) | torn_json(GIVEN))
async def test_any_call_of_a_program_is_answered_or_refused(caller, call, content):
    """The holder of the secret key may do everything but break something."""
    secret = caller.auth.keys.secret
    method, path = call
    headers = {"apikey": secret, "Authorization": f"Bearer {secret}"}
    path = f"/auth/v1/{path.replace('{id}', caller.user.id)}"
    answer = await caller.auth.client.request(method, path, content=content, headers=headers)
    assert answer.status_code < 300 or is_fine(answer), (call, content, answer.text)
