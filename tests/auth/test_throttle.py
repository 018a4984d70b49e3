"""Limits on failures: guessing has to wait, and no attacker can make the owner of an account wait."""

import asyncio
from collections import Counter
from threading import BoundedSemaphore

import argon2
import pytest

from marquee.auth import passwords, throttle
from marquee.auth.throttle import Failures, Limit, Throttle

pytestmark = pytest.mark.anyio

STRANGER = "stranger@stage.test"
WRONG = "not the right password"
THROTTLED = (429, '{"code":"over_request_rate_limit","message":"Request rate limit reached"}')
HERE, ELSEWHERE = "9.9.9.9", "8.8.8.8"


@pytest.fixture
def cheap(monkeypatch):
    """Cheap hashes, as these tests are about their number."""
    monkeypatch.setattr(passwords, "_hashers", (argon2.PasswordHasher(1, 8, 1),))


@pytest.fixture
def here(auth, cheap, clock):
    """The site with an account, as a client at one IP address sees it; the clock is stopped."""
    auth.add(password_hash=passwords.hash_now(auth.password))
    return auth.at(HERE)


async def statuses(auth, times, email=STRANGER, password=WRONG, **body):
    return [(await auth.token("password", email=email, password=password, **body)).status_code for _ in range(times)]


@pytest.mark.parametrize("email", [STRANGER, "unknown@stage.test"])
async def test_eleventh_failure_has_to_wait(here, clock, email):
    assert await statuses(here, 10, email) == [400] * 10
    clock.move(seconds=60)
    answer = await here.token("password", email=email, password=WRONG)
    assert (answer.status_code, answer.text) == THROTTLED
    assert answer.headers["retry-after"] == "240"
    assert answer.headers["cache-control"] == "no-store"


async def test_right_password_waits_too_and_no_longer_than_stated(here, clock):
    await statuses(here, 10)
    assert await statuses(here, 1, password=here.password) == [429]
    clock.move(seconds=299)
    assert await statuses(here, 1, password=here.password) == [429]
    clock.move(seconds=1)
    assert await statuses(here, 1, password=here.password) == [200]


async def test_failures_are_counted_over_any_five_minutes(here, clock):
    for _ in range(10):
        assert await statuses(here, 1) == [400]
        clock.move(seconds=29)
    assert await statuses(here, 1) == [429]
    clock.move(seconds=10)
    assert await statuses(here, 2) == [400, 429]


async def test_two_hundred_right_passwords_in_a_minute_never_wait(here):
    await statuses(here, 9)
    assert set(await statuses(here, 200, password=here.password)) == {200}


async def test_right_passwords_at_once_are_never_called_wrong(here):
    await statuses(here, 8)
    answers = await asyncio.gather(*(statuses(here, 1, password=here.password) for _ in range(40)))
    found = {status for answer in answers for status in answer}
    assert 200 in found
    assert found <= {200, 503}


async def test_parallel_guesses_are_no_more_than_those_in_a_row(here):
    counted: Counter[int] = Counter()
    for _ in range(8):
        answers = await asyncio.gather(*(statuses(here, 1) for _ in range(20)))
        counted.update(status for answer in answers for status in answer)
    assert counted[400] == throttle.PER_ACCOUNT_AND_IP.max_count
    assert set(counted) <= {400, 429, 503}


async def test_no_spelling_field_or_header_gives_more_attempts(here):
    """Trap 33: A limit by the first `X-Forwarded-For` is chosen by the attacker."""
    spellings = (
        STRANGER,
        STRANGER.upper(),
        f" {STRANGER}",
        f"{STRANGER}\t ",
        "stranger@Stage.test",
        "\uff53tranger@stage.test",
    )
    counted: Counter[int] = Counter()
    for number in range(50):
        here.client.headers["X-Forwarded-For"] = f"7.7.7.{number}"
        here.client.headers["Forwarded"] = f"for=7.7.7.{number}"
        here.client.headers["X-Real-IP"] = f"7.7.7.{number}"
        counted.update(await statuses(here, 1, spellings[number % len(spellings)], ip=number, phone=f"{number}"))
    assert counted == {400: throttle.PER_ACCOUNT_AND_IP.max_count, 429: 50 - throttle.PER_ACCOUNT_AND_IP.max_count}


async def test_ipv6_addresses_of_one_customer_count_as_one(here):
    counted: Counter[int] = Counter()
    for number in range(20):
        counted.update(await statuses(here.at(f"2001:db8:1:2::{number:x}"), 1))
    assert counted == {400: 10, 429: 10}


async def test_one_ip_cannot_go_through_accounts(here):
    found = [(await statuses(here, 1, f"{number}@stage.test"))[0] for number in range(40)]
    assert found == [400] * 30 + [429] * 10
    assert await statuses(here.at(ELSEWHERE), 1) == [400]


async def test_a_thousand_failures_elsewhere_do_not_keep_the_owner_out(here):
    session = await here.at(ELSEWHERE).sign_in()
    counted = Counter(await statuses(here, 1000))
    assert counted == {400: 10, 429: 990}
    assert await statuses(here.at(ELSEWHERE), 1, password=here.password) == [200]
    assert await statuses(here.at("7.7.7.7"), 1, password=here.password) == [200]
    assert (await here.get_user(session["access_token"])).status_code == 200


async def test_many_ips_together_are_slowed_but_a_known_one_is_not(here, clock):
    await here.at(ELSEWHERE).sign_in()
    restored = await here.sign_in()
    await here.at("6.6.6.6").refresh(restored["refresh_token"])
    for number in range(throttle.PER_ACCOUNT.max_count):
        assert await statuses(here.at(f"7.7.{number // 250}.{number % 250}"), 1) == [400]
    assert await statuses(here.at("7.7.7.7"), 1) == [429]
    assert await statuses(here.at(ELSEWHERE), 1, password=here.password) == [200]
    assert await statuses(here.at("6.6.6.6"), 1, password=here.password) == [200]
    assert await statuses(here.at("7.7.7.7"), 1, "other@stage.test") == [400]
    clock.move(hours=1)
    assert await statuses(here.at("7.7.7.7"), 1, password=here.password) == [200]


async def test_flood_limits_unknown_ips_to_three_attempts(here, monkeypatch):
    monkeypatch.setattr(throttle, "OVERALL", Limit(20, 300))
    await here.at(ELSEWHERE).sign_in()
    for number in range(20):
        await statuses(here.at(f"7.7.7.{number}"), 1, f"{number}@stage.test")
    assert await statuses(here, 4) == [400, 400, 400, 429]
    assert await statuses(here.at(ELSEWHERE), 5) == [400] * 5
    assert await statuses(here.at("6.6.6.6"), 1, password=here.password) == [200]


async def test_throttled_guess_costs_no_hash(here, monkeypatch):
    await statuses(here, 10)
    monkeypatch.setattr(passwords, "_slots", BoundedSemaphore(1))
    passwords._slots.acquire()
    assert await statuses(here, 1) == [429]
    assert await statuses(here.at(ELSEWHERE), 1) == [503]


async def test_turned_away_is_not_failed(here, monkeypatch):
    with monkeypatch.context() as full:
        full.setattr(passwords, "_slots", BoundedSemaphore(1))
        passwords._slots.acquire()
        assert set(await statuses(here, 20)) == {503}
    assert await statuses(here, 1, password=here.password) == [200]


async def test_banned_account_has_the_same_limits_whatever_the_password(here):
    banned = here.add("banned@stage.test", passwords.hash_now(here.password))
    here.change(banned, banned_until="2999-01-01T00:00:00+00:00")
    assert await statuses(here, 11, banned.email, here.password) == [400] * 10 + [429]


async def test_wrong_current_password_is_a_failure_of_the_account(here):
    token = (await here.sign_in())["access_token"]
    body = {"password": "another long and lovely evening", "current_password": WRONG}
    answers = [await here.put_user(token, body) for _ in range(11)]
    assert [answer.status_code for answer in answers] == [400] * 10 + [429]
    assert (await here.put_user(token, {**body, "current_password": here.password})).status_code == 429
    assert (await here.put_user(token, {"data": {"name": "Sam"}})).status_code == 200
    assert await statuses(here, 1) == [429]


async def test_only_worthless_refresh_tokens_wait(here):
    """Trap 7: 429 on a refresh signs people out."""
    session = await here.sign_in()
    found = [(await here.refresh("x" * 76)).status_code for _ in range(61)]
    assert found == [400] * 60 + [429]
    for _ in range(5):
        answer = await here.refresh(session["refresh_token"])
        assert answer.status_code == 200
        session = answer.json()
    await here.sign_out(session["access_token"])
    assert (await here.refresh(session["refresh_token"])).status_code == 429
    assert (await here.at(ELSEWHERE).refresh(session["refresh_token"])).json()["code"] == "session_not_found"


async def test_calls_are_counted_by_ip(here):
    found = [(await here.client.post("/auth/v1/signup", json={})).status_code for _ in range(31)]
    assert found == [422] * 30 + [429]
    assert (await here.at(ELSEWHERE).client.post("/auth/v1/signup", json={})).status_code == 422


def test_memory_is_bounded_and_the_stalest_is_forgotten(monkeypatch, clock):
    monkeypatch.setattr(throttle, "MAX_KEYS", 3)
    failures = Failures(Limit(10, 300))
    for key in "abacd":
        failures.add(key)
        clock.move(seconds=1)
    assert [failures.count(key) for key in "abcd"] == [2, 0, 1, 1]
    clock.move(seconds=298)
    failures.add("e")
    assert list(failures._times) == ["d", "e"]


def test_account_keeps_its_latest_ips_only():
    found = Throttle()
    for number in range(20):
        found.remember(STRANGER, f"7.7.7.{number}")
    assert [len(known) for known in found._known_ips.values()] == [throttle.MAX_KNOWN_IPS]
