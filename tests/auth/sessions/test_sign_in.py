"""`POST /token?grant_type=password`."""

import asyncio
import subprocess
import sys
import time

import argon2
import pytest

from marquee.auth import passwords
from marquee.clock import timestamp
from marquee.db.turns import Turns

pytestmark = pytest.mark.anyio

STRANGER = "stranger@stage.test"


async def test_right_password_gives_a_session(auth, clock):
    user = auth.add()
    answer = await auth.token("password", email=STRANGER, password=auth.password, gotrue_meta_security={})
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
        "email": STRANGER,
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
    assert session["user"]["identities"][0]["identity_data"]["email"] == STRANGER
    assert (await auth.get_user(session["access_token"])).status_code == 200


async def test_email_is_compared_without_latin_case(auth):
    auth.add("Stranger@Stage.test")
    assert (await auth.sign_in("sTRANGER@stage.TEST"))["user"]["email"] == STRANGER


@pytest.mark.parametrize("other", ["mıke@stage.test", "MİKE@stage.test", "mi\u212ae@stage.test"])
async def test_similar_email_is_another_email(auth, other):
    auth.add("mike@stage.test")
    assert (await auth.token("password", email=other, password=auth.password)).status_code == 400


async def test_every_cause_of_failure_has_the_same_answer(auth):
    """Trap 32: status, text or time reveals who has an account."""
    auth.add()
    auth.add("none@stage.test", password_hash=None)
    auth.change(auth.add("banned@stage.test"), banned_until="2999-01-01T00:00:00+00:00")
    answers = [
        await auth.token("password", email="unknown@stage.test", password=auth.password),
        await auth.token("password", email=STRANGER, password="not the right password"),
        await auth.token("password", email="none@stage.test", password=auth.password),
        await auth.token("password", email="none@stage.test", password=""),
        await auth.token("password", email="banned@stage.test", password=auth.password),
    ]
    assert {(answer.status_code, answer.text) for answer in answers} == {
        (400, '{"code":"invalid_credentials","message":"Invalid login credentials"}')
    }
    assert len({frozenset(a.headers.items()) - {("x-request-id", a.headers["x-request-id"])} for a in answers}) == 1


async def test_every_failure_costs_the_same(auth, own_hashes):
    """Trap 32: hashes of other parameters, ten times cheaper or more expensive than ours, give nobody away."""
    auth.add("ours@stage.test", password_hash=passwords.hash_now(auth.password))
    auth.add("none@stage.test", password_hash=None)
    auth.add("cheap@stage.test", password_hash=argon2.PasswordHasher(1, 8, 1).hash(auth.password))
    auth.add("dear@stage.test", password_hash=argon2.PasswordHasher(8, 64 * 1024, 1).hash(auth.password))
    costs = {}
    for who in ("unknown", "ours", "none", "cheap", "dear"):
        tries = []
        for _ in range(4):
            started = time.process_time()
            await auth.token("password", email=f"{who}@stage.test", password="not the right password")
            tries.append(time.process_time() - started)
        costs[who] = min(tries)
    assert max(costs.values()) < 3 * min(costs.values()), costs


def test_no_hash_takes_more_memory_than_ours():
    """One of a gigabyte is compared with nothing; ours takes 19 MiB."""
    script = """
import resource
from marquee.auth import passwords
passwords.verify_now(None, "x")
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
assert not passwords.verify_now("$argon2id$v=19$m=1048576,t=2,p=1$c29tZXNhbHRzb21lc2FsdA$" + "A" * 43, "x")
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
"""
    grown_kib = int(subprocess.run([sys.executable, "-c", script], check=True, capture_output=True).stdout)
    assert grown_kib < 64 * 1024


async def test_ban_that_is_over_is_none(auth):
    auth.change(auth.add(), banned_until=timestamp())
    assert "access_token" in await auth.sign_in()


async def test_unconfirmed_email_is_revealed_only_with_the_password(auth):
    auth.change(auth.add(), email_confirmed_at=None)
    assert (await auth.sign_in())["code"] == "email_not_confirmed"
    assert (await auth.sign_in(password="not the right password"))["code"] == "invalid_credentials"


async def test_hash_of_former_parameters_is_renewed(auth, own_hashes, monkeypatch):
    former = argon2.PasswordHasher(1, 8 * 1024, 1)
    monkeypatch.setattr(passwords, "_hashers", (*passwords._hashers, former))
    auth.add(password_hash=former.hash(auth.password))
    await auth.sign_in()
    assert "$argon2id$v=19$m=19456,t=2,p=1$" in auth.stored()
    assert "access_token" in await auth.sign_in()


async def test_hash_of_unknown_parameters_signs_nobody_in(auth):
    auth.add(password_hash=argon2.PasswordHasher(3, 64 * 1024, 4).hash(auth.password))
    assert (await auth.sign_in())["code"] == "invalid_credentials"


@pytest.mark.parametrize(
    "body",
    [
        {"password": "x"},
        {"email": None, "password": "x"},
        {"email": "", "password": "x"},
        {"email": 7, "password": "x"},
        {"email": "stranger\0@stage.test", "password": "x"},
        {"email": STRANGER},
        {"email": STRANGER, "password": None},
        {"email": STRANGER, "password": ["x"]},
        {"email": STRANGER, "password": {}},
    ],
)
async def test_incomplete_credentials_are_refused(auth, body):
    answer = await auth.token("password", **body)
    assert (answer.status_code, answer.json()["code"]) == (400, "validation_failed")


@pytest.mark.parametrize("body", ["{", "[]", "null", '"x"', '{"email":"\\ud800"}', "[" * 100_000, b"\xff"])
async def test_body_that_is_no_json_object_is_refused(auth, body):
    answer = await auth.client.post("/auth/v1/token?grant_type=password", content=body)
    assert (answer.status_code, answer.json()["code"]) == (400, "bad_json")


async def test_body_beyond_one_megabyte_is_refused(auth):
    answer = await auth.token("password", email=STRANGER, password="x" * 1024 * 1024)
    assert (answer.status_code, answer.json()["code"]) == (413, "request_entity_too_large")


@pytest.mark.parametrize("query", ["", "?grant_type=", "?grant_type=implicit"])
async def test_unknown_grant_is_refused(auth, query):
    answer = await auth.client.post(f"/auth/v1/token{query}", json={})
    assert answer.status_code == 400
    assert answer.json() == {"code": "invalid_credentials", "message": "unsupported_grant_type"}


async def test_pkce_code_belongs_to_no_flow(auth):
    answer = await auth.token("pkce", auth_code="x", code_verifier="y")
    assert (answer.status_code, answer.json()["code"]) == (404, "flow_state_not_found")


async def test_too_many_at_once_are_asked_to_retry(auth, monkeypatch):
    auth.add()
    with monkeypatch.context() as full:
        full.setattr(passwords, "_turns", {asyncio.get_running_loop(): Turns(in_all=0, max_wait_s=0.01)})
        answer = await auth.token("password", email=STRANGER, password=auth.password)
    assert answer.status_code == 503
    assert answer.headers["retry-after"] == "1"
    assert "access_token" in await auth.sign_in()
