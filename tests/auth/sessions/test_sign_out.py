"""`POST /logout` and its three scopes."""

import pytest

pytestmark = pytest.mark.anyio


@pytest.fixture
async def three(auth):
    """Three sessions of the stranger's: this one, another one, and one more."""
    auth.add()
    return [await auth.sign_in() for _ in range(3)]


async def alive(auth, sessions):
    return [(await auth.get_user(session["access_token"])).status_code == 200 for session in sessions]


@pytest.mark.parametrize(
    ("scope", "left"),
    [
        ("", [False, False, False]),
        ("global", [False, False, False]),
        ("local", [False, True, True]),
        ("others", [True, False, False]),
    ],
)
async def test_scope_says_which_sessions_end(auth, three, scope, left):
    """Trap 22: Signing out ends every session unless told."""
    answer = await auth.sign_out(three[0]["access_token"], scope)
    assert (answer.status_code, answer.content) == (204, b"")
    assert await alive(auth, three) == left


async def test_other_accounts_stay_signed_in(auth, three):
    auth.add("lee@stage.test")
    lee = await auth.sign_in("lee@stage.test")
    await auth.sign_out(three[0]["access_token"])
    assert await alive(auth, [lee]) == [True]


async def test_unknown_scope_ends_nothing(auth, three):
    answer = await auth.sign_out(three[0]["access_token"], "everything")
    assert (answer.status_code, answer.json()["code"]) == (400, "validation_failed")
    assert await alive(auth, three) == [True, True, True]


async def test_signing_out_twice_says_that_the_session_is_over(auth, three):
    await auth.sign_out(three[0]["access_token"])
    answer = await auth.sign_out(three[0]["access_token"])
    assert (answer.status_code, answer.json()["code"]) == (403, "session_not_found")


async def test_empty_body_of_type_json_is_fine(auth, three):
    """Trap 4: Some calls send a content type and no body."""
    headers = {"Authorization": f"Bearer {three[0]['access_token']}", "Content-Type": "application/json;charset=UTF-8"}
    assert (await auth.client.post("/auth/v1/logout?scope=local", headers=headers)).status_code == 204


async def test_signing_out_needs_a_bearer(auth, three):
    answer = await auth.client.post("/auth/v1/logout")
    assert (answer.status_code, answer.json()["code"]) == (401, "no_authorization")
    assert await alive(auth, three) == [True, True, True]
