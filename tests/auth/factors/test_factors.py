"""Second factors: a challenge, a code, and the level of the session after it."""

import asyncio

import jwt
import pyotp
import pytest

pytestmark = pytest.mark.anyio


@pytest.fixture
async def session(auth, clock):
    auth.add()
    return await auth.sign_in()


@pytest.fixture
async def token(session):
    return session["access_token"]


@pytest.fixture
async def factor(auth, token):
    return (await auth.enroll(token, friendly_name="Phone")).json()


@pytest.fixture
def code_at(factor, clock):
    """The code that the phone shows, `steps` of 30 seconds from now."""
    return lambda steps=0: pyotp.TOTP(factor["totp"]["secret"]).at(clock.now, counter_offset=steps)


@pytest.fixture
async def strong(auth, token, factor, code_at):
    """The session after its second factor was verified."""
    answer = await auth.verify_factor(token, factor["id"], code_at())
    assert answer.status_code == 200, answer.text
    return answer.json()


def claims(session):
    return jwt.decode(session["access_token"], options={"verify_signature": False})


def refusal(answer):
    return answer.status_code, answer.json()["code"]


async def test_challenge_is_open_for_five_minutes(auth, token, factor, code_at, clock):
    asked = (await auth.challenge(token, factor["id"])).json()
    assert asked == {"id": asked["id"], "type": "totp", "expires_at": int(clock.now.timestamp()) + 300}
    clock.move(seconds=300)
    over = await auth.verify_factor(token, factor["id"], code_at(), asked["id"])
    assert refusal(over) == (422, "mfa_challenge_expired")
    assert (await auth.verify_factor(token, factor["id"], code_at())).status_code == 200


async def test_right_code_gives_the_same_session_at_aal2(auth, session, strong, factor, clock):
    assert claims(strong)["session_id"] == claims(session)["session_id"]
    assert (claims(session)["aal"], claims(strong)["aal"]) == ("aal1", "aal2")
    assert [method["method"] for method in claims(strong)["amr"]] == ["totp", "password"]
    assert strong["refresh_token"] != session["refresh_token"]
    (listed,) = strong["user"]["factors"]
    assert (listed["id"], listed["status"], listed["last_challenged_at"]) == (
        factor["id"],
        "verified",
        "2026-11-21T10:00:00.12Z",
    )


async def test_level_lasts_as_long_as_the_session(auth, strong, clock):
    clock.move(hours=2)
    later = (await auth.refresh(strong["refresh_token"])).json()
    assert claims(later)["aal"] == "aal2"
    assert claims(later)["amr"] == claims(strong)["amr"]
    assert claims(await auth.sign_in())["aal"] == "aal1"


@pytest.mark.parametrize("seconds", [0, 11])
async def test_refresh_token_of_before_does_not_come_along(auth, session, strong, clock, seconds):
    clock.move(seconds=seconds)
    assert refusal(await auth.refresh(session["refresh_token"])) == (400, "refresh_token_already_used")


async def test_other_sessions_without_the_factor_end(auth, token, factor, code_at):
    other = await auth.sign_in()
    assert (await auth.verify_factor(token, factor["id"], code_at())).status_code == 200
    assert refusal(await auth.get_user(other["access_token"])) == (403, "session_not_found")


async def test_other_sessions_with_the_factor_go_on(auth, strong, factor, code_at, clock):
    there = await auth.sign_in()
    clock.move(seconds=30)
    assert (await auth.verify_factor(there["access_token"], factor["id"], code_at())).status_code == 200
    assert (await auth.get_user(strong["access_token"])).status_code == 200


async def test_unverified_factors_go(auth, token, factor, code_at):
    other = (await auth.enroll(token)).json()
    session = (await auth.verify_factor(token, factor["id"], code_at())).json()
    assert [listed["id"] for listed in session["user"]["factors"]] == [factor["id"]]
    assert refusal(await auth.challenge(token, other["id"])) == (404, "mfa_factor_not_found")


@pytest.mark.parametrize("steps", [-1, 0, 1])
async def test_clock_of_the_phone_may_differ_by_a_step(auth, token, factor, code_at, steps):
    assert (await auth.verify_factor(token, factor["id"], code_at(steps))).status_code == 200


@pytest.mark.parametrize("steps", [-3, -2, 2, 3])
async def test_clock_may_not_differ_by_more(auth, token, factor, code_at, steps):
    answer = await auth.verify_factor(token, factor["id"], code_at(steps))
    assert refusal(answer) == (422, "mfa_verification_failed")
    assert answer.json()["message"] == "Invalid TOTP code entered"


@pytest.mark.parametrize(
    "wrong", ["", "12345", "1234567", "12345x", " {}", "{} ", "{}\n", "１２３４５６", "-12345", "x" * 9999]
)
async def test_what_is_no_code_is_wrong(auth, token, factor, code_at, wrong):
    answer = await auth.verify_factor(token, factor["id"], wrong.format(code_at()))
    assert refusal(answer) == (422, "mfa_verification_failed")


@pytest.mark.parametrize("value", [None, 123456, {}, [], True, ["123456"]])
@pytest.mark.parametrize("name", ["code", "challenge_id"])
async def test_what_is_no_text_is_refused(auth, token, factor, code_at, name, value):
    asked = (await auth.challenge(token, factor["id"])).json()
    body = {"challenge_id": asked["id"], "code": code_at(), name: value}
    answer = await auth.call("POST", f"/factors/{factor['id']}/verify", token, body)
    assert refusal(answer) == (400, "validation_failed")


async def test_used_code_is_not_good_again(auth, strong, factor, code_at, clock):
    other = (await auth.sign_in())["access_token"]
    for steps in (-1, 0):
        assert refusal(await auth.verify_factor(other, factor["id"], code_at(steps))) == (
            422,
            "mfa_verification_failed",
        )
    assert (await auth.verify_factor(other, factor["id"], code_at(1))).status_code == 200


async def test_challenge_is_answered_once(auth, token, factor, code_at, clock):
    asked = (await auth.challenge(token, factor["id"])).json()["id"]
    assert (await auth.verify_factor(token, factor["id"], code_at(), asked)).status_code == 200
    clock.move(seconds=30)
    assert refusal(await auth.verify_factor(token, factor["id"], code_at(), asked)) == (422, "mfa_challenge_expired")


@pytest.mark.parametrize("shared", [True, False], ids=["one challenge", "twenty challenges"])
async def test_twenty_at_once_with_one_code_are_one_success(auth, token, factor, code_at, shared):
    asked = [(await auth.challenge(token, factor["id"])).json()["id"] for _ in range(20)]
    answers = await asyncio.gather(
        *(auth.verify_factor(token, factor["id"], code_at(), asked[0] if shared else one) for one in asked)
    )
    statuses = [answer.status_code for answer in answers]
    assert statuses.count(200) == 1
    assert set(statuses) - {200} <= {422, 429}


async def test_challenge_of_another_factor_is_none_of_this(auth, token, factor, code_at):
    other = (await auth.enroll(token)).json()
    asked = (await auth.challenge(token, other["id"])).json()["id"]
    for challenge_id in (asked, "x", "00000000-0000-4000-8000-000000000000", "'; --"):
        answer = await auth.verify_factor(token, factor["id"], code_at(), challenge_id)
        assert refusal(answer) == (422, "mfa_challenge_expired")


@pytest.mark.parametrize("what", ["challenge", "verify", ""])
@pytest.mark.parametrize("which", ["another person's", "unknown", "no id", "upper case"])
async def test_foreign_factor_is_not_found(auth, token, factor, what, which):
    auth.add("lee@stage.test")
    lee = (await auth.sign_in("lee@stage.test"))["access_token"]
    bearer, factor_id = {
        "another person's": (lee, factor["id"]),
        "unknown": (token, "00000000-0000-4000-8000-000000000000"),
        "no id": (token, "x%00"),
        "upper case": (token, factor["id"].upper() + "A"),
    }[which]
    body = {"challenge_id": factor["id"], "code": "123456"}
    answer = await auth.call("POST" if what else "DELETE", f"/factors/{factor_id}/{what}".rstrip("/"), bearer, body)
    assert refusal(answer) == (404, "mfa_factor_not_found")
    assert len((await auth.get_user(token)).json()["factors"]) == 1


async def test_five_wrong_codes_end_a_challenge(auth, token, factor, code_at):
    asked = (await auth.challenge(token, factor["id"])).json()["id"]
    for _ in range(5):
        assert refusal(await auth.verify_factor(token, factor["id"], "x", asked)) == (422, "mfa_verification_failed")
    assert refusal(await auth.verify_factor(token, factor["id"], code_at(), asked)) == (422, "mfa_challenge_expired")
    assert (await auth.verify_factor(token, factor["id"], code_at())).status_code == 200


async def test_open_challenges_are_twenty_at_most(auth, token, factor, code_at, clock):
    asked = []
    for _ in range(21):
        asked.append((await auth.challenge(token, factor["id"])).json()["id"])
        clock.move(seconds=1)
    first, second, *_ = asked
    gone = await auth.verify_factor(token, factor["id"], code_at(), first)
    assert refusal(gone) == (422, "mfa_challenge_expired")
    assert (await auth.verify_factor(token, factor["id"], code_at(), second)).status_code == 200


async def test_secrets_of_another_site_open_no_factor(auth, token, factor, code_at, monkeypatch):
    """The database was restored without its `secrets.json`."""
    monkeypatch.setattr("marquee.auth.secrets.sealing.INFO", b"another")
    assert refusal(await auth.verify_factor(token, factor["id"], code_at())) == (422, "mfa_verification_failed")
