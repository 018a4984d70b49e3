"""`POST /token?grant_type=password`."""

from threading import BoundedSemaphore

import argon2
import pytest

from marquee.auth import passwords
from marquee.clock import timestamp

pytestmark = pytest.mark.anyio

DANA = "dana@undercard.example"


async def test_right_password_gives_a_session(stage, clock):
    user = stage.add()
    answer = await stage.token("password", email=DANA, password=stage.password, gotrue_meta_security={})
    session = answer.json()
    assert answer.status_code == 200
    assert answer.headers["cache-control"] == "no-store"
    assert session["token_type"] == "bearer"
    assert session["expires_in"] == 3600
    assert session["expires_at"] == int(clock.now.timestamp()) + 3600
    assert session["user"] == {
        "id": user.id,
        "aud": "authenticated",
        "role": "authenticated",
        "email": DANA,
        "phone": "",
        "email_confirmed_at": "2026-11-21T10:00:00.12Z",
        "confirmed_at": "2026-11-21T10:00:00.12Z",
        "last_sign_in_at": "2026-11-21T10:00:00.12Z",
        "created_at": "2026-11-21T10:00:00.12Z",
        "updated_at": "2026-11-21T10:00:00.12Z",
        "app_metadata": {"provider": "email", "providers": ["email"]},
        "user_metadata": {},
        "is_anonymous": False,
        "identities": session["user"]["identities"],
    }
    assert session["user"]["identities"][0]["identity_data"]["email"] == DANA
    assert (await stage.get_user(session["access_token"])).status_code == 200


async def test_address_is_compared_without_regard_to_latin_case(stage):
    stage.add("Dana@Undercard.example")
    assert (await stage.sign_in("dANA@undercard.EXAMPLE"))["user"]["email"] == DANA


@pytest.mark.parametrize("other", ["mıke@undercard.example", "MİKE@undercard.example", "mi\u212ae@undercard.example"])
async def test_look_alike_address_is_another_address(stage, other):
    stage.add("mike@undercard.example")
    assert (await stage.token("password", email=other, password=stage.password)).status_code == 400


async def test_every_cause_of_failure_has_the_same_answer(stage):
    """Trap 32: Who has an account is told by status, text or time."""
    stage.add()
    stage.add("none@undercard.example", password_hash=None)
    stage.change(stage.add("banned@undercard.example"), banned_until="2999-01-01T00:00:00+00:00")
    answers = [
        await stage.token("password", email="unknown@undercard.example", password=stage.password),
        await stage.token("password", email=DANA, password="not the right password"),
        await stage.token("password", email="none@undercard.example", password=stage.password),
        await stage.token("password", email="none@undercard.example", password=""),
        await stage.token("password", email="banned@undercard.example", password=stage.password),
    ]
    assert {(answer.status_code, answer.text) for answer in answers} == {
        (400, '{"code":"invalid_credentials","message":"Invalid login credentials"}')
    }
    assert len({frozenset(a.headers.items()) - {("x-request-id", a.headers["x-request-id"])} for a in answers}) == 1


async def test_unknown_account_costs_a_hash_too(stage, monkeypatch):
    verified = []

    class Counting:
        def hash(self, _password):
            return "$stand-in$"

        def verify(self, encoded, _password):
            verified.append(encoded)
            raise argon2.exceptions.VerifyMismatchError

    passwords._decoy_hash.cache_clear()
    monkeypatch.setattr(passwords, "_hasher", Counting())
    await stage.token("password", email="unknown@undercard.example", password="x")
    passwords._decoy_hash.cache_clear()
    assert verified == ["$stand-in$"]


async def test_ban_that_is_over_is_none(stage):
    stage.change(stage.add(), banned_until=timestamp())
    assert "access_token" in await stage.sign_in()


async def test_unconfirmed_address_is_told_only_to_who_knows_the_password(stage):
    stage.change(stage.add(), email_confirmed_at=None)
    assert (await stage.sign_in())["code"] == "email_not_confirmed"
    assert (await stage.sign_in(password="not the right password"))["code"] == "invalid_credentials"


async def test_hash_of_outdated_parameters_is_renewed(stage):
    stage.add(password_hash=argon2.PasswordHasher(1, 8 * 1024, 1).hash(stage.password))
    await stage.sign_in()
    assert "$argon2id$v=19$m=19456,t=2,p=1$" in stage.stored()
    assert "access_token" in await stage.sign_in()


@pytest.mark.parametrize(
    "body",
    [
        {"password": "x"},
        {"email": None, "password": "x"},
        {"email": "", "password": "x"},
        {"email": 7, "password": "x"},
        {"email": "dana\0@undercard.example", "password": "x"},
        {"email": DANA},
        {"email": DANA, "password": None},
        {"email": DANA, "password": ["x"]},
        {"email": DANA, "password": {}},
    ],
)
async def test_incomplete_credentials_are_refused(stage, body):
    answer = await stage.token("password", **body)
    assert (answer.status_code, answer.json()["code"]) == (400, "validation_failed")


@pytest.mark.parametrize("body", ["{", "[]", "null", '"x"', '{"email":"\\ud800"}', "[" * 100_000, b"\xff"])
async def test_body_that_is_no_json_object_is_refused(stage, body):
    answer = await stage.client.post("/auth/v1/token?grant_type=password", content=body)
    assert (answer.status_code, answer.json()["code"]) == (400, "bad_json")


async def test_body_beyond_one_megabyte_is_refused(stage):
    answer = await stage.token("password", email=DANA, password="x" * 1024 * 1024)
    assert (answer.status_code, answer.json()["code"]) == (413, "request_entity_too_large")


@pytest.mark.parametrize("query", ["", "?grant_type=", "?grant_type=implicit"])
async def test_unknown_grant_is_refused(stage, query):
    answer = await stage.client.post(f"/auth/v1/token{query}", json={})
    assert answer.status_code == 400
    assert answer.json() == {"code": "invalid_credentials", "message": "unsupported_grant_type"}


async def test_pkce_code_belongs_to_no_flow(stage):
    answer = await stage.token("pkce", auth_code="x", code_verifier="y")
    assert (answer.status_code, answer.json()["code"]) == (404, "flow_state_not_found")


async def test_too_many_at_once_are_told_to_come_back(stage, monkeypatch):
    stage.add()
    monkeypatch.setattr(passwords, "_slots", BoundedSemaphore(1))
    passwords._slots.acquire()
    answer = await stage.token("password", email=DANA, password=stage.password)
    assert answer.status_code == 503
    assert answer.headers["retry-after"] == "1"
    passwords._slots.release()
    assert "access_token" in await stage.sign_in()
