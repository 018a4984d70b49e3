"""Guessing a second factor: it stops the place that guesses first, and is bounded in all."""

import pyotp
import pytest
from sqlalchemy import update

from marquee.auth import throttle, wrong_codes
from marquee.auth.throttle import Limit
from marquee.clock import timestamp
from marquee.domain.tables import factors

pytestmark = pytest.mark.anyio

HOME, ELSEWHERE = "7.7.7.1", "8.8.8.8"
WRONG, STOPPED = (422, "mfa_verification_failed"), (429, "over_request_rate_limit")


@pytest.fixture
async def home(auth, clock):
    """The site as it is reached from the place where the account's owner has shown the second factor."""
    auth.add()
    return auth.at(HOME)


@pytest.fixture
async def factor(home, clock):
    token = (await home.sign_in())["access_token"]
    made = (await home.enroll(token)).json()
    assert (await home.verify_factor(token, made["id"], right(made, clock))).status_code == 200
    clock.move(minutes=1)
    return made


def right(factor, clock):
    return pyotp.TOTP(factor["totp"]["secret"]).at(clock.now)


def refusal(answer):
    return answer.status_code, answer.json().get("code")


async def guess(site, factor, times=1, code="x"):
    """What comes of wrong codes, in a session of their own."""
    token = (await site.sign_in())["access_token"]
    return [refusal(await site.verify_factor(token, factor["id"], code)) for _ in range(times)]


async def show(site, factor, code):
    return await site.verify_factor((await site.sign_in())["access_token"], factor["id"], code)


@pytest.fixture
def exhausted(auth, factor):
    """Somebody with many addresses has guessed as often as is free."""
    guessed = {"wrong_codes": wrong_codes.FREE, "last_wrong_at": timestamp()}
    auth.database.write_now(lambda connection: connection.execute(update(factors).values(guessed)))


async def test_ten_wrong_codes_stop_their_address_and_nobody_elsewhere(auth, home, factor, clock):
    guesser = auth.at(ELSEWHERE)
    assert await guess(guesser, factor, 11) == [WRONG] * 10 + [STOPPED]
    stopped = await show(guesser, factor, right(factor, clock))
    assert refusal(stopped) == STOPPED
    assert stopped.headers["retry-after"] == "300"
    for person in (auth.at("9.9.9.9"), home):
        assert (await show(person, factor, right(factor, clock))).status_code == 200
        clock.move(seconds=30)
    clock.move(minutes=5)
    assert (await show(guesser, factor, right(factor, clock))).status_code == 200


async def test_ten_wrong_codes_stop_their_session_at_every_address(auth, factor, clock):
    token = (await auth.at(ELSEWHERE).sign_in())["access_token"]
    found = [refusal(await auth.at(f"8.8.8.{n}").verify_factor(token, factor["id"], "x")) for n in range(11)]
    assert found == [WRONG] * 10 + [STOPPED]
    assert (await show(auth.at("8.8.8.0"), factor, right(factor, clock))).status_code == 200


async def test_one_address_has_thirty_guesses_a_day(auth, home, factor, clock):
    """Also the one where the account is known: somebody else may be behind it."""
    for _ in range(3):
        assert await guess(home, factor, 10) == [WRONG] * 10
        clock.move(minutes=5)
    assert await guess(home, factor) == [STOPPED]
    clock.move(hours=23)
    assert await guess(home, factor) == [STOPPED]
    clock.move(hours=1)
    assert await guess(home, factor) == [WRONG]


async def test_guessing_from_many_addresses_is_a_pause_that_grows(auth, factor, exhausted, clock):
    for number, minutes in enumerate((5,) * 10 + (10,)):
        guesser = auth.at(f"8.8.{number}.8")
        paused = await show(guesser, factor, right(factor, clock))
        assert refusal(paused) == STOPPED
        assert paused.headers["retry-after"] == str(minutes * 60)
        clock.move(minutes=minutes, seconds=-1)
        assert refusal(await show(guesser, factor, right(factor, clock))) == STOPPED
        clock.move(seconds=1)
        assert await guess(guesser, factor) == [WRONG]


async def test_pause_is_at_most_a_day_and_the_right_code_ends_it(auth, factor, exhausted, clock):
    guessed = {"wrong_codes": 10_000}
    auth.database.write_now(lambda connection: connection.execute(update(factors).values(guessed)))
    clock.move(days=1, seconds=-1)
    assert refusal(await show(auth.at(ELSEWHERE), factor, right(factor, clock))) == STOPPED
    clock.move(seconds=1)
    assert (await show(auth.at(ELSEWHERE), factor, right(factor, clock))).status_code == 200
    clock.move(seconds=30)
    assert await guess(auth.at("9.9.9.9"), factor) == [WRONG]


async def test_pause_spares_where_the_factor_was_shown_and_recovery_codes(auth, home, factor, exhausted, clock):
    assert (await show(auth.at(ELSEWHERE), factor, factor["recovery_codes"][0])).status_code == 200
    exhausted_again = {"wrong_codes": wrong_codes.FREE, "last_wrong_at": timestamp()}
    auth.database.write_now(lambda connection: connection.execute(update(factors).values(exhausted_again)))
    assert (await show(home, factor, right(factor, clock))).status_code == 200


async def test_password_alone_makes_no_address_known(auth, factor, exhausted, clock):
    guesser = auth.at("6.6.6.6")
    session = await guesser.sign_in()
    await guesser.refresh(session["refresh_token"])
    assert refusal(await show(guesser, factor, right(factor, clock))) == STOPPED


async def test_guesses_in_the_pause_do_not_make_it_longer(auth, factor, exhausted, clock):
    clock.move(minutes=4)
    assert await guess(auth.at(ELSEWHERE), factor, 5) == [STOPPED] * 5
    clock.move(minutes=1)
    assert (await show(auth.at("9.9.9.9"), factor, right(factor, clock))).status_code == 200


async def test_challenges_of_others_keep_nobody_out(auth, home, factor, clock, monkeypatch):
    token = (await auth.at(ELSEWHERE).sign_in())["access_token"]
    monkeypatch.setitem(throttle.CALLS, "challenge", Limit(25, 300))
    asked = [(await auth.at(ELSEWHERE).challenge(token, factor["id"])).status_code for _ in range(26)]
    assert asked == [200] * 25 + [429]
    assert (await show(home, factor, right(factor, clock))).status_code == 200
