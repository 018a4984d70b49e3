"""`GET /user` and `PUT /user`."""

import pytest

from marquee.auth import accounts
from marquee.domain import people

pytestmark = pytest.mark.anyio

STRANGER = "stranger@stage.test"
NEW = "another long and lovely evening"


@pytest.fixture
async def session(auth):
    auth.add()
    return await auth.sign_in()


def code(answer):
    return answer.status_code, answer.json()["code"]


async def test_user_reads_itself(auth, session):
    answer = await auth.get_user(session["access_token"])
    assert answer.status_code == 200
    assert answer.json() == session["user"]
    assert answer.headers["cache-control"] == "no-store"


async def test_user_has_no_secrets(auth, session):
    assert "argon2" not in (await auth.get_user(session["access_token"])).text


async def test_user_needs_a_bearer(auth):
    answer = await auth.client.get("/auth/v1/user")
    assert code(answer) == (401, "no_authorization")


@pytest.mark.parametrize("key", ["publishable", "secret"])
async def test_api_key_as_bearer_is_no_user(auth, key):
    answer = await auth.get_user(getattr(auth.keys, key))
    assert code(answer) == (403, "bad_jwt")
    assert answer.json()["message"] == "invalid claim: missing sub claim"


async def test_token_is_good_until_thirty_seconds_after_it_expired(auth, clock):
    auth.add()
    token = (await auth.sign_in())["access_token"]
    clock.move(seconds=3629)
    assert (await auth.get_user(token)).status_code == 200
    clock.move(seconds=2)
    answer = await auth.get_user(token)
    assert code(answer) == (403, "bad_jwt")
    assert answer.json()["message"].endswith("token is expired")


async def test_ended_session_is_over_at_once(auth, session):
    await auth.sign_out(session["access_token"])
    assert code(await auth.get_user(session["access_token"])) == (403, "session_not_found")


async def test_removed_account_is_gone_at_once(auth, session):
    user = auth.database.write_now(accounts.require, STRANGER)
    auth.database.write_now(people.remove, [user.id])
    assert code(await auth.get_user(session["access_token"])) == (403, "user_not_found")


async def test_banned_account_is_out_at_once(auth, session):
    auth.change(auth.database.write_now(accounts.require, STRANGER), banned_until="2999-01-01T00:00:00+00:00")
    assert code(await auth.get_user(session["access_token"])) == (403, "user_banned")


async def test_metadata_is_merged_and_null_removes(auth, session):
    await auth.put_user(session["access_token"], {"data": {"name": "Sam", "city": "Köln"}})
    answer = await auth.put_user(session["access_token"], {"data": {"city": None, "deep": {"a": [1]}}})
    assert answer.status_code == 200
    assert answer.json()["user_metadata"] == {"name": "Sam", "deep": {"a": [1]}}
    assert (await auth.sign_in())["user"]["user_metadata"] == {"name": "Sam", "deep": {"a": [1]}}


async def test_an_account_cannot_be_written_without_end(auth, session):
    answers = [await auth.put_user(session["access_token"], {"data": {"n": number}}) for number in range(61)]
    assert [answer.status_code for answer in answers] == [200] * 60 + [429]
    assert int(answers[-1].headers["retry-after"]) <= 300
    assert (await auth.get_user(session["access_token"])).json()["user_metadata"] == {"n": 59}


async def test_too_much_metadata_is_refused(auth, session):
    answer = await auth.put_user(session["access_token"], {"data": {"name": "x" * 4096}})
    assert code(answer) == (400, "validation_failed")
    assert (await auth.get_user(session["access_token"])).json()["user_metadata"] == {}


@pytest.mark.parametrize(
    "body",
    [
        {"role": "service_role"},
        {"data": {"role": "service_role"}},
        {"aud": "service_role"},
        {"id": "00000000-0000-4000-8000-000000000000"},
        {"email_confirmed_at": None, "is_anonymous": True, "banned_until": None},
    ],
)
async def test_users_cannot_give_themselves_rights(auth, session, body):
    """Trap 23: Accounts that give themselves a role."""
    answer = await auth.put_user(session["access_token"], body)
    after = (await auth.get_user(session["access_token"])).json()
    assert answer.status_code == 200
    for name in ("id", "role", "aud", "app_metadata", "is_anonymous", "email_confirmed_at"):
        assert after[name] == session["user"][name]


async def test_app_metadata_is_for_admins(auth, session):
    assert code(await auth.put_user(session["access_token"], {"app_metadata": {"a": 1}})) == (403, "not_admin")


async def test_new_password_replaces_the_old(auth, session):
    body = {"password": NEW, "current_password": auth.password}
    assert (await auth.put_user(session["access_token"], body)).status_code == 200
    assert "access_token" in await auth.sign_in(password=NEW)
    assert (await auth.sign_in())["code"] == "invalid_credentials"


async def test_new_password_ends_the_other_sessions(auth, session):
    """Trap 35: A new password leaves other sessions and links alive."""
    others = [await auth.sign_in(), await auth.sign_in()]
    await auth.put_user(session["access_token"], {"password": NEW, "current_password": auth.password})
    for other in others:
        assert code(await auth.get_user(other["access_token"])) == (403, "session_not_found")
        assert code(await auth.refresh(other["refresh_token"])) == (400, "session_not_found")
    assert (await auth.refresh(session["refresh_token"])).status_code == 200


@pytest.mark.parametrize(
    ("body", "refusal"),
    [
        ({"password": NEW}, (400, "current_password_required")),
        ({"password": NEW, "current_password": None}, (400, "current_password_required")),
        ({"password": NEW, "current_password": "not the right password"}, (400, "current_password_invalid")),
        ({"password": NEW, "current_password": 7}, (400, "validation_failed")),
        ({"password": ["x"]}, (400, "validation_failed")),
        ({"data": ["x"]}, (400, "validation_failed")),
        ({"email": {}}, (400, "validation_failed")),
    ],
)
async def test_change_is_refused(auth, session, body, refusal):
    assert code(await auth.put_user(session["access_token"], body)) == refusal
    assert "access_token" in await auth.sign_in()


async def test_same_password_is_no_new_one(auth, session):
    body = {"password": auth.password, "current_password": auth.password}
    assert code(await auth.put_user(session["access_token"], body)) == (422, "same_password")


async def test_short_password_is_refused_with_its_reason(auth, session):
    answer = await auth.put_user(session["access_token"], {"password": "x" * 14, "current_password": auth.password})
    assert code(answer) == (422, "weak_password")
    assert answer.json()["weak_password"] == {"reasons": ["length"]}


async def test_common_password_is_refused_with_its_reason(auth, session):
    body = {"password": "PasswordPassword", "current_password": auth.password}
    answer = await auth.put_user(session["access_token"], body)
    assert code(answer) == (422, "weak_password")
    assert answer.json()["weak_password"] == {"reasons": ["pwned"]}
    assert "access_token" in await auth.sign_in()


async def test_null_for_a_text_changes_nothing(auth, session):
    body = {"password": None, "email": None, "data": None, "nonce": None, "app_metadata": None}
    assert (await auth.put_user(session["access_token"], body)).status_code == 200
    assert "access_token" in await auth.sign_in()


async def test_everything_of_a_refused_change_is_refused(auth, session):
    await auth.put_user(session["access_token"], {"data": {"name": "Sam"}, "password": "short"})
    assert (await auth.get_user(session["access_token"])).json()["user_metadata"] == {}
