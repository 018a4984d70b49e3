"""Recovery codes: each takes the place of the authenticator's code once."""

import re

import jwt
import pyotp
import pytest

pytestmark = pytest.mark.anyio

WRONG = (422, "mfa_verification_failed")


@pytest.fixture
async def enrolled(auth, clock):
    """A new factor that was not verified yet, with the token it was enrolled with."""
    auth.add()
    token = (await auth.sign_in())["access_token"]
    return (await auth.enroll(token)).json() | {"token": token}


@pytest.fixture
async def factor(auth, clock, enrolled):
    """The factor once it was verified."""
    code = pyotp.TOTP(enrolled["totp"]["secret"]).at(clock.now)
    assert (await auth.verify_factor(enrolled["token"], enrolled["id"], code)).status_code == 200
    return enrolled


@pytest.fixture
async def show(auth, factor):
    """Signs in anew and answers with a code."""

    async def answer(code):
        token = (await auth.sign_in())["access_token"]
        return await auth.verify_factor(token, factor["id"], code)

    return answer


def refusal(answer):
    return answer.status_code, answer.json()["code"]


async def test_ten_different_codes_come_with_a_new_factor(enrolled):
    codes = enrolled["recovery_codes"]
    assert len({*codes}) == 10
    assert all(re.fullmatch(r"[0-9a-hjkmnp-tv-z]{5}-[0-9a-hjkmnp-tv-z]{5}", code) for code in codes)


async def test_code_opens_a_session_at_aal2_once(show, factor):
    answer = await show(factor["recovery_codes"][3])
    claims = jwt.decode(answer.json()["access_token"], options={"verify_signature": False})
    assert claims["aal"] == "aal2"
    assert [method["method"] for method in claims["amr"]] == ["recovery_code", "password"]
    assert refusal(await show(factor["recovery_codes"][3])) == WRONG
    assert (await show(factor["recovery_codes"][4])).status_code == 200


@pytest.mark.parametrize(
    "typed", [str.upper, lambda code: code.replace("-", ""), lambda code: f" {code[:3]} {code[3:]}\n"]
)
async def test_code_is_typed_as_one_likes(show, factor, typed):
    assert (await show(typed(factor["recovery_codes"][0]))).status_code == 200


async def test_look_alikes_count_as_what_was_meant(show, factor):
    code = next(one for one in factor["recovery_codes"] if set(one) & set("01"))
    assert (await show(code.replace("0", "O").replace("1", "l"))).status_code == 200


async def test_code_is_worth_nothing_before_the_factor_is_verified(auth, enrolled):
    answer = await auth.verify_factor(enrolled["token"], enrolled["id"], enrolled["recovery_codes"][0])
    assert refusal(answer) == WRONG


async def test_codes_of_another_factor_are_wrong(auth, show, factor):
    auth.add("lee@stage.test")
    others = (await auth.enroll((await auth.sign_in("lee@stage.test"))["access_token"])).json()["recovery_codes"]
    for code in (*others[:2], "aaaaa-aaaaa", "-", " " * 10_000):
        assert refusal(await show(code)) == WRONG


async def test_guesses_count_as_wrong_codes(auth, show, factor):
    for _ in range(10):
        assert refusal(await show("aaaaa-aaaaa")) == WRONG
    assert refusal(await show(factor["recovery_codes"][0])) == (429, "over_request_rate_limit")


async def test_lost_phone_is_replaced(auth, clock, show, factor):
    token = (await show(factor["recovery_codes"][0])).json()["access_token"]
    assert (await auth.call("DELETE", f"/factors/{factor['id']}", token)).status_code == 200
    assert (await auth.enroll((await auth.sign_in())["access_token"])).status_code == 200


async def test_codes_are_shown_once_and_not_readable_in_the_database(auth, factor):
    token = (await auth.sign_in())["access_token"]
    shown = (await auth.get_user(token)).text + (await auth.admin("GET", "/users")).text + auth.stored()
    for code in factor["recovery_codes"]:
        assert code not in shown
        assert code.replace("-", "") not in shown
