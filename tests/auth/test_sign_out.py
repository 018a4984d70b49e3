"""`POST /logout` and its three scopes."""

import pytest

pytestmark = pytest.mark.anyio


@pytest.fixture
async def three(stage):
    """Three sessions of Dana's: this one, another one, and one more."""
    stage.add()
    return [await stage.sign_in() for _ in range(3)]


async def alive(stage, sessions):
    return [(await stage.get_user(session["access_token"])).status_code == 200 for session in sessions]


@pytest.mark.parametrize(
    ("scope", "left"),
    [
        ("", [False, False, False]),
        ("global", [False, False, False]),
        ("local", [False, True, True]),
        ("others", [True, False, False]),
    ],
)
async def test_scope_says_which_sessions_end(stage, three, scope, left):
    """Trap 22: Signing out ends every session unless told."""
    answer = await stage.sign_out(three[0]["access_token"], scope)
    assert (answer.status_code, answer.content) == (204, b"")
    assert await alive(stage, three) == left


async def test_other_accounts_stay_signed_in(stage, three):
    stage.add("lee@undercard.example")
    lee = await stage.sign_in("lee@undercard.example")
    await stage.sign_out(three[0]["access_token"])
    assert await alive(stage, [lee]) == [True]


async def test_unknown_scope_ends_nothing(stage, three):
    answer = await stage.sign_out(three[0]["access_token"], "everything")
    assert (answer.status_code, answer.json()["code"]) == (400, "validation_failed")
    assert await alive(stage, three) == [True, True, True]


async def test_signing_out_twice_says_that_the_session_is_over(stage, three):
    await stage.sign_out(three[0]["access_token"])
    answer = await stage.sign_out(three[0]["access_token"])
    assert (answer.status_code, answer.json()["code"]) == (403, "session_not_found")


async def test_empty_body_of_type_json_is_fine(stage, three):
    """Trap 4: Some calls send a content type and no body."""
    headers = {"Authorization": f"Bearer {three[0]['access_token']}", "Content-Type": "application/json;charset=UTF-8"}
    assert (await stage.client.post("/auth/v1/logout?scope=local", headers=headers)).status_code == 204


async def test_without_a_bearer_nobody_is_signed_out(stage, three):
    answer = await stage.client.post("/auth/v1/logout")
    assert (answer.status_code, answer.json()["code"]) == (401, "no_authorization")
    assert await alive(stage, three) == [True, True, True]
