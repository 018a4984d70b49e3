"""What an account cannot do without its second factor, and how the factor is removed."""

import jwt
import pyotp
import pytest

pytestmark = pytest.mark.anyio

STRANGER = "stranger@stage.test"
NEW = "another long and lovely evening"


@pytest.fixture
async def factor(auth, clock):
    auth.add()
    token = (await auth.sign_in())["access_token"]
    return (await auth.enroll(token)).json() | {"token": token}


@pytest.fixture
def code(factor, clock):
    return lambda: pyotp.TOTP(factor["totp"]["secret"]).at(clock.now)


@pytest.fixture
async def strong(auth, factor, code):
    """A token at aal2."""
    return (await auth.verify_factor(factor["token"], factor["id"], code())).json()["access_token"]


@pytest.fixture
async def weak(auth, strong):
    """A token of another session, signed in with the password only."""
    return (await auth.sign_in())["access_token"]


def refusal(answer):
    return answer.status_code, answer.json()["code"]


def level(token):
    return jwt.decode(token, options={"verify_signature": False})["aal"]


@pytest.mark.parametrize("body", [{"password": NEW}, {"email": "new@stage.test"}, {"password": 7}])
async def test_ways_in_are_changed_with_it_only(auth, weak, strong, factor, body):
    body |= {"current_password": auth.password}
    for token in (weak, factor["token"]):
        assert refusal(await auth.put_user(token, body)) == (401, "insufficient_aal")
    assert (await auth.put_user(strong, body)).json().get("code") != "insufficient_aal"


async def test_password_is_changed_with_it(auth, strong):
    assert (await auth.put_user(strong, {"password": NEW, "current_password": auth.password})).status_code == 200
    assert "access_token" in await auth.sign_in(password=NEW)


async def test_metadata_is_changed_without_it(auth, weak):
    assert (await auth.put_user(weak, {"data": {"city": "Köln"}})).status_code == 200


async def test_unverified_factor_asks_for_nothing(auth, factor):
    body = {"password": NEW, "current_password": auth.password}
    assert (await auth.put_user(factor["token"], body)).status_code == 200


async def test_it_is_removed_with_it_only(auth, weak, strong, factor):
    for token in (weak, factor["token"]):
        answer = await auth.call("DELETE", f"/factors/{factor['id']}", token)
        assert refusal(answer) == (422, "insufficient_aal")
    answer = await auth.call("DELETE", f"/factors/{factor['id']}", strong)
    assert (answer.status_code, answer.json()) == (200, {"id": factor["id"]})
    assert "factors" not in (await auth.get_user(strong)).json()


async def test_unverified_factor_is_removed_by_its_owner(auth, factor):
    assert (await auth.call("DELETE", f"/factors/{factor['id']}", factor["token"])).status_code == 200


async def test_removed_factor_leaves_no_level_behind(auth, factor, code, clock):
    session = (await auth.verify_factor(factor["token"], factor["id"], code())).json()
    await auth.call("DELETE", f"/factors/{factor['id']}", session["access_token"])
    after = (await auth.refresh(session["refresh_token"])).json()
    assert level(after["access_token"]) == "aal1"
    assert [method["method"] for method in after["user"].get("factors", [])] == []
    claims = jwt.decode(after["access_token"], options={"verify_signature": False})
    assert [method["method"] for method in claims["amr"]] == ["password"]


async def test_token_of_before_a_factor_was_removed_is_worth_aal1(auth, strong, factor, clock):
    """The session was stepped down; the earlier token still says aal2, which does not count."""
    second = (await auth.enroll(strong, friendly_name="Tablet")).json()
    shown = pyotp.TOTP(second["totp"]["secret"]).at(clock.now)
    strong = (await auth.verify_factor(strong, second["id"], shown)).json()["access_token"]
    assert (await auth.call("DELETE", f"/factors/{factor['id']}", strong)).status_code == 200
    assert level(strong) == "aal2"
    assert refusal(await auth.call("DELETE", f"/factors/{second['id']}", strong)) == (422, "insufficient_aal")
    body = {"password": NEW, "current_password": auth.password}
    assert refusal(await auth.put_user(strong, body)) == (401, "insufficient_aal")


async def test_lost_phone_is_reset_on_the_command_line(auth, strong, factor):
    result = auth.command("user", "reset-factors", STRANGER)
    assert (result.exit_code, result.stdout) == (0, "")
    assert refusal(await auth.get_user(strong)) == (403, "session_not_found")
    again = await auth.sign_in()
    assert "factors" not in again["user"]
    body = {"password": NEW, "current_password": auth.password}
    assert (await auth.put_user(again["access_token"], body)).status_code == 200


async def test_reset_of_an_unknown_account_is_an_error(auth):
    result = auth.command("user", "reset-factors", "who@x.example")
    assert (result.exit_code, result.stderr) == (1, "There is no account with the email who@x.example.\n")


async def test_admin_is_told_that_one_is_required(auth, factor, code):
    auth.command("user", "role", STRANGER, "service_role")
    auth.configure(admins_need_factor=True)
    asked = (await auth.get_user(factor["token"])).json()["app_metadata"]
    assert asked["needs_second_factor"] is True
    strong = (await auth.verify_factor(factor["token"], factor["id"], code())).json()["access_token"]
    assert "needs_second_factor" not in (await auth.get_user(strong)).json()["app_metadata"]


async def test_others_are_not_told_that_one_is_required(auth, factor):
    auth.configure(admins_need_factor=True)
    assert "needs_second_factor" not in (await auth.get_user(factor["token"])).json()["app_metadata"]
