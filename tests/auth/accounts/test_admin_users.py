"""`/admin/users`: accounts, for programs that hold the secret key."""

import pyotp
import pytest
from argon2 import PasswordHasher

from marquee.auth import accounts

pytestmark = pytest.mark.anyio

STRANGER = "stranger@stage.test"
LEE = "lee@stage.test"
NEW = "another long and lovely evening"
NOBODY = "00000000-0000-4000-8000-000000000000"


@pytest.fixture
async def stranger(auth, clock):
    return auth.add()


def refusal(answer):
    return answer.status_code, answer.json()["code"]


async def update(auth, user, **body):
    return await auth.admin("PUT", f"/users/{user.id}", body)


async def test_account_is_created_unconfirmed_and_without_rights(auth, clock):
    answer = await auth.admin("POST", "/users", {"email": "Lee@Stage.test", "password": NEW})
    made = answer.json()
    assert answer.status_code == 200
    assert (made["email"], made["role"], made["user_metadata"]) == (LEE, "authenticated", {})
    assert made["app_metadata"] == {"provider": "email", "providers": ["email"]}
    assert "email_confirmed_at" not in made
    assert "argon2" not in answer.text
    assert (await auth.token("password", email=LEE, password=NEW)).json()["code"] == "email_not_confirmed"


async def test_account_is_created_with_every_field(auth, clock):
    body = {
        "email": LEE,
        "password": NEW,
        "email_confirm": True,
        "role": " service_role ",
        "id": NOBODY.upper(),
        "user_metadata": {"name": "Lee"},
        "app_metadata": {"team": 7, "provider": "evil"},
    }
    made = (await auth.admin("POST", "/users", body)).json()
    assert (made["id"], made["role"], made["user_metadata"]) == (NOBODY, "service_role", {"name": "Lee"})
    assert made["app_metadata"] == {"provider": "email", "providers": ["email"], "team": 7}
    assert made["email_confirmed_at"] == "2026-11-21T10:00:00.12Z"
    session = await auth.sign_in(LEE, NEW)
    assert session["user"]["app_metadata"] == made["app_metadata"]
    assert refusal(await auth.admin("POST", "/users", {**body, "email": STRANGER})) == (422, "user_already_exists")


async def test_account_without_a_password_has_no_way_in(auth):
    await auth.admin("POST", "/users", {"email": LEE, "email_confirm": True, "password": None})
    assert (await auth.sign_in(LEE, ""))["code"] == "invalid_credentials"


async def test_hash_made_elsewhere_signs_in(auth, own_hashes):
    elsewhere = PasswordHasher(time_cost=2, memory_cost=19456, parallelism=1, salt_len=24, hash_len=48).hash(NEW)
    body = {"email": LEE, "email_confirm": True, "password_hash": elsewhere}
    assert (await auth.admin("POST", "/users", body)).status_code == 200
    assert "access_token" in await auth.sign_in(LEE, NEW)


SALT, DIGEST = "c29tZXNhbHRzb21lc2FsdA", "A" * 43


@pytest.mark.parametrize(
    "password_hash",
    [
        f"$argon2id$v=19$m=65536,t=3,p=4${SALT}${DIGEST}",
        f"$argon2id$v=19$m=19455,t=2,p=1${SALT}${DIGEST}",
        f"$argon2id$v=19$m=19457,t=2,p=1${SALT}${DIGEST}",
        f"$argon2id$v=19$m=19456,t=1,p=1${SALT}${DIGEST}",
        f"$argon2id$v=19$m=19456,t=3,p=1${SALT}${DIGEST}",
        f"$argon2id$v=19$m=19456,t=2,p=2${SALT}${DIGEST}",
        f"$argon2id$v=19$m=9999999,t=2,p=1${SALT}${DIGEST}",
        f"$argon2id$v=16$m=19456,t=2,p=1${SALT}${DIGEST}",
        f"$argon2i$v=19$m=19456,t=2,p=1${SALT}${DIGEST}",
        f"$argon2id$v=19$m=19456,t=2,p=1$short${DIGEST}",
        f"$argon2id$v=19$m=19456,t=2,p=1${SALT}${DIGEST}\n",
        "$2b$12$R9h/cIPz0gi.URNNX3kh2OPST9/PgBkqquzi.Ss7KIUgO2t0jWMUW",
        "plain",
        7,
    ],
)
async def test_hash_of_other_parameters_is_refused(auth, password_hash):
    answer = await auth.admin("POST", "/users", {"email": LEE, "password_hash": password_hash})
    assert refusal(answer) == (400, "validation_failed")


BAD = [
    ({"email": "no address"}, 400, "validation_failed"),
    ({"email": "no address", "password": "short"}, 400, "validation_failed"),
    ({"email": ["x"]}, 400, "validation_failed"),
    ({"email": "x" * 300 + "@x.example"}, 400, "validation_failed"),
    ({"email": "a\u0000@x.example"}, 400, "validation_failed"),
    ({"email": "taken@stage.test"}, 422, "email_exists"),
    ({"email": "TAKEN@stage.test"}, 422, "email_exists"),
    ({"password": "short"}, 422, "weak_password"),
    ({"password": "correct horse battery staple"}, 422, "weak_password"),
    ({"password": {}}, 400, "validation_failed"),
    ({"password": NEW, "password_hash": "x"}, 400, "validation_failed"),
    ({"role": "supabase_admin"}, 400, "validation_failed"),
    ({"role": "anon"}, 400, "validation_failed"),
    ({"role": True}, 400, "validation_failed"),
    ({"email_confirm": "yes"}, 400, "validation_failed"),
    ({"user_metadata": []}, 400, "validation_failed"),
    ({"user_metadata": {"x": "x" * 4096}}, 400, "validation_failed"),
    ({"app_metadata": "x"}, 400, "validation_failed"),
    ({"app_metadata": {"x": "x" * 1024}}, 400, "validation_failed"),
    ({"phone": "+41791234567"}, 400, "validation_failed"),
    *(
        ({"ban_duration": text}, 400, "validation_failed")
        for text in ("1", "1d", "-1h", "1 h", "h", "1e3s", "9999999h")
    ),
    ({"ban_duration": 24}, 400, "validation_failed"),
]


NO_EMAIL = [
    ({"email": None}, 400, "validation_failed"),
    ({"email": "", "password": "short"}, 400, "validation_failed"),
]


@pytest.mark.parametrize(("body", "status", "code"), [*BAD, *NO_EMAIL])
async def test_creation_is_refused(auth, body, status, code):
    auth.add("taken@stage.test")
    assert refusal(await auth.admin("POST", "/users", {"email": LEE, **body})) == (status, code)
    assert (await auth.admin("GET", "/users")).headers["x-total-count"] == "1"


@pytest.mark.parametrize("user_id", ["x", 7, "", "00000000-0000-4000-8000-00000000000", f"{{{NOBODY}}}"])
async def test_id_that_is_no_uuid_is_refused(auth, user_id):
    assert refusal(await auth.admin("POST", "/users", {"email": LEE, "id": user_id})) == (400, "validation_failed")


@pytest.mark.parametrize(("body", "status", "code"), BAD)
async def test_change_is_refused_and_changes_nothing(auth, stranger, body, status, code):
    auth.add("taken@stage.test")
    before = (await auth.admin("GET", f"/users/{stranger.id}")).json()
    answer = await update(auth, stranger, **{"user_metadata": {"a": 1}, "role": "service_role", **body})
    assert refusal(answer) == (status, code)
    assert (await auth.admin("GET", f"/users/{stranger.id}")).json() == before


async def test_admin_reads_what_the_owner_reads(auth, stranger):
    session = await auth.sign_in()
    answer = await auth.admin("GET", f"/users/{stranger.id.upper()}")
    assert answer.json() == session["user"]
    assert answer.headers["cache-control"] == "no-store"


async def test_metadata_is_merged_and_null_removes(auth, stranger):
    await update(auth, stranger, user_metadata={"a": 1, "b": 2}, app_metadata={"a": 1, "b": 2})
    changed = (await update(auth, stranger, user_metadata={"a": None}, app_metadata={"a": None})).json()
    assert changed["user_metadata"] == {"b": 2}
    assert changed["app_metadata"] == {"provider": "email", "providers": ["email"], "b": 2}


async def test_empty_change_changes_nothing(auth, stranger):
    before = (await auth.admin("GET", f"/users/{stranger.id}")).json()
    names = ("email", "password", "role", "ban_duration", "email_confirm", "user_metadata", "app_metadata", "phone")
    for body in ({}, dict.fromkeys(names), {"email": STRANGER.upper(), "is_anonymous": True, "aud": "x", "nonce": "x"}):
        assert (await update(auth, stranger, **body)).json() == before


async def test_role_is_given_and_holds_for_the_sessions_there_are(auth, stranger):
    auth.add("admin@stage.test", role="service_role")
    token = (await auth.sign_in())["access_token"]
    assert (await update(auth, stranger, role="service_role")).json()["role"] == "service_role"
    assert (await auth.get_user(token)).json()["role"] == "service_role"
    await update(auth, stranger, role="authenticated")
    assert (await auth.get_user(token)).json()["role"] == "authenticated"


async def test_new_password_ends_every_session(auth, stranger):
    session = await auth.sign_in()
    assert (await update(auth, stranger, password=NEW)).status_code == 200
    assert refusal(await auth.get_user(session["access_token"])) == (403, "session_not_found")
    assert (await auth.sign_in())["code"] == "invalid_credentials"
    assert "access_token" in await auth.sign_in(password=NEW)


async def test_email_is_changed_at_once(auth, stranger):
    assert (await update(auth, stranger, email="New@Stage.test")).json()["email"] == "new@stage.test"
    assert "access_token" in await auth.sign_in("new@stage.test")


async def test_email_is_confirmed(auth, clock):
    made = (await auth.admin("POST", "/users", {"email": LEE, "password": NEW})).json()
    answer = await auth.admin("PUT", f"/users/{made['id']}", {"email_confirm": True})
    assert answer.json()["email_confirmed_at"]
    assert "access_token" in await auth.sign_in(LEE, NEW)


@pytest.mark.parametrize(
    ("duration", "seconds"),
    [("24h", 86_400), ("1h30m", 5400), ("1.5h", 5400), ("+90m", 5400), ("2000ms", 2), ("1h0m0.5s", 3600.5)],
)
async def test_ban_holds_at_once_and_until_it_ends(auth, stranger, clock, duration, seconds):
    session = await auth.sign_in()
    assert "banned_until" in (await update(auth, stranger, ban_duration=duration)).json()
    assert refusal(await auth.get_user(session["access_token"])) == (403, "user_banned")
    clock.move(seconds=seconds - 0.1)
    assert "access_token" not in await auth.sign_in()
    clock.move(seconds=0.2)
    assert "access_token" in await auth.sign_in()


@pytest.mark.parametrize("ending", ["lifted", "over"])
async def test_no_session_of_before_a_ban_comes_back_after_it(auth, stranger, clock, ending):
    session = await auth.sign_in()
    await update(auth, stranger, ban_duration="5m")
    if ending == "lifted":
        assert "banned_until" not in (await update(auth, stranger, ban_duration="none")).json()
    else:
        clock.move(minutes=5, seconds=1)
    assert refusal(await auth.get_user(session["access_token"])) == (403, "session_not_found")
    assert (await auth.refresh(session["refresh_token"])).status_code == 400
    assert "access_token" in await auth.sign_in()


async def test_deleted_account_is_gone_with_its_sessions(auth, stranger):
    token = (await auth.sign_in())["access_token"]
    answer = await auth.admin("DELETE", f"/users/{stranger.id}", {"should_soft_delete": False})
    assert (answer.status_code, answer.json()) == (200, {})
    assert refusal(await auth.get_user(token)) == (403, "user_not_found")
    assert refusal(await auth.admin("DELETE", f"/users/{stranger.id}")) == (404, "user_not_found")


@pytest.mark.parametrize(("soft", "expected"), [(True, (404, "feature_disabled")), ("x", (400, "validation_failed"))])
async def test_soft_deletion_is_refused_and_deletes_nothing(auth, stranger, soft, expected):
    assert refusal(await auth.admin("DELETE", f"/users/{stranger.id}", {"should_soft_delete": soft})) == expected
    assert "access_token" in await auth.sign_in()


@pytest.mark.parametrize("method", ["GET", "PUT", "DELETE"])
async def test_unknown_account_is_not_found(auth, method):
    assert refusal(await auth.admin(method, f"/users/{NOBODY}", {})) == (404, "user_not_found")
    for path in ("/users/x", f"/users/{NOBODY}0", "/users/%00"):
        answer = await auth.admin(method, path, {})
        assert refusal(answer) == (404, "validation_failed")
        assert answer.json()["message"] == "user_id must be an UUID"


async def test_factors_are_listed_and_removed(auth, stranger, clock):
    token = (await auth.sign_in())["access_token"]
    assert (await auth.admin("GET", f"/users/{stranger.id}/factors")).json() == []
    made = (await auth.enroll(token, friendly_name="Phone")).json()
    await auth.verify_factor(token, made["id"], pyotp.TOTP(made["totp"]["secret"]).at(clock.now))
    (listed,) = (await auth.admin("GET", f"/users/{stranger.id}/factors")).json()
    assert (listed["id"], listed["status"]) == (made["id"], "verified")
    assert made["totp"]["secret"] not in str(listed)
    answer = await auth.admin("DELETE", f"/users/{stranger.id}/factors/{made['id']}")
    assert (answer.status_code, answer.json()) == (200, listed)
    assert auth.database.write_now(accounts.require, STRANGER).factors == ()


async def test_factor_of_another_account_is_not_found(auth, stranger):
    lee = auth.add(LEE)
    made = (await auth.enroll((await auth.sign_in())["access_token"])).json()
    for path in (f"/users/{lee.id}/factors/{made['id']}", f"/users/{stranger.id}/factors/x"):
        assert refusal(await auth.admin("DELETE", path)) == (404, "mfa_factor_not_found")
