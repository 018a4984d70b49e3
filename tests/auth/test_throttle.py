"""Limits on failures: guessing has to wait, and no attacker can make the owner of an account wait."""

import asyncio
from collections import Counter
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import timedelta
from ipaddress import ip_network

import pytest
from sqlalchemy import func, select

from marquee.auth import passwords, throttle
from marquee.auth.throttle import Limit
from marquee.db.turns import Turns
from marquee.domain.tables import failures, known_clients
from tests.cast import open_app

pytestmark = pytest.mark.anyio

STRANGER = "stranger@stage.test"
WRONG = "not the right password"
THROTTLED = (429, '{"code":"over_request_rate_limit","message":"Request rate limit reached"}')
HERE, ELSEWHERE = "9.9.9.9", "8.8.8.8"


@pytest.fixture
def here(auth, clock):
    """The site with an account, as a client at one IP address sees it; the clock is stopped."""
    auth.add()
    return auth.at(HERE)


@asynccontextmanager
async def opened_again(site):
    """The site in another process, as far as memory is concerned."""
    app = open_app(site.settings.data_dir, site.settings.database_url)
    yield replace(site, app=app).at(HERE)
    await app.state.services.database.disconnect()
    app.state.services.database.close()


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


async def test_failures_are_counted_for_five_minutes_from_the_first(here, clock):
    for _ in range(10):
        assert await statuses(here, 1) == [400]
        clock.move(seconds=29)
    assert await statuses(here, 1) == [429]
    clock.move(seconds=10)
    assert await statuses(here, 11) == [400] * 10 + [429]


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


def no_turns():
    """What it is like where others have every turn at a hash."""
    return {asyncio.get_running_loop(): Turns(in_all=0, max_wait_s=0.01)}


async def test_throttled_guess_costs_no_hash(here, monkeypatch):
    await statuses(here, 10)
    monkeypatch.setattr(passwords, "_turns", no_turns())
    assert await statuses(here, 1) == [429]
    assert await statuses(here.at(ELSEWHERE), 1) == [503]


async def test_turned_away_is_not_failed(here, monkeypatch):
    with monkeypatch.context() as full:
        full.setattr(passwords, "_turns", no_turns())
        assert set(await statuses(here, 20)) == {503}
    assert await statuses(here, 1, password=here.password) == [200]


async def test_banned_account_has_the_same_limits_whatever_the_password(here):
    banned = here.add("banned@stage.test")
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
    body = {"email": STRANGER}
    found = [(await here.client.post("/auth/v1/signup", json=body)).status_code for _ in range(31)]
    assert found == [422] * 30 + [429]
    assert (await here.at(ELSEWHERE).client.post("/auth/v1/signup", json=body)).status_code == 422


async def test_two_processes_and_a_restart_count_together(here):
    """What was `--workers 2`: twenty guesses instead of ten."""
    assert await statuses(here, 6) == [400] * 6
    async with opened_again(here) as other:
        assert await statuses(other, 5) == [400] * 4 + [429]
    async with opened_again(here) as restarted:
        assert await statuses(restarted, 1, password=here.password) == [429]
    assert await statuses(here, 1, password=here.password) == [429]


@pytest.mark.parametrize("step", [timedelta(days=-7), timedelta(days=7)])
async def test_step_of_the_clock_keeps_nobody_out(here, clock, step):
    await statuses(here, 10)
    clock.now += step
    assert await statuses(here, 1, password=here.password) == [200]
    assert await statuses(here, 10) == [400] * 10
    clock.now -= step
    clock.move(minutes=5)
    assert await statuses(here, 1, password=here.password) == [200]


async def test_clocks_of_two_servers_may_differ(here, clock):
    await statuses(here, 6)
    clock.move(seconds=-90)
    assert await statuses(here, 5) == [400] * 4 + [429]


BEHIND_PROXY = {"X-Forwarded-For": "7.7.7.7"}


@pytest.mark.parametrize("peer", ["127.0.0.1", "::1", "10.1.2.3", "172.18.0.1"])
async def test_proxy_that_is_not_trusted_is_not_one_client(here, log, peer):
    proxied = here.at(peer)
    proxied.client.headers.update(BEHIND_PROXY)
    for number in range(40):
        assert await statuses(proxied, 1, f"{number}@stage.test") == [400]
    assert await statuses(proxied, 16) == [400] * 16
    assert await statuses(proxied, 1, password=here.password) == [200]
    found = [line for line in log.lines("marquee") if line["event"] == "proxy is not trusted"]
    assert found == [{"event": "proxy is not trusted", "peer": peer, "setting": "MARQUEE_TRUSTED_PROXIES"}]


async def test_account_behind_it_is_still_limited(here, clock):
    proxied = here.at("10.1.2.3")
    proxied.client.headers.update(BEHIND_PROXY)
    assert Counter(await statuses(proxied, 301)) == {400: 300, 429: 1}
    assert await statuses(here.at("10.1.2.3"), 1, password=here.password) == [429]
    clock.move(hours=1)
    assert await statuses(proxied, 1, password=here.password) == [200]


async def test_everything_behind_it_is_still_limited(here, monkeypatch):
    monkeypatch.setattr(throttle, "OVERALL", Limit(20, 300))
    proxied = here.at("10.1.2.3")
    proxied.client.headers.update(BEHIND_PROXY)
    found = [(await statuses(proxied, 1, f"{number}@stage.test"))[0] for number in range(25)]
    assert found == [400] * 20 + [429] * 5
    recovering = [(await proxied.post("/recover", {"email": "a b"})).status_code for _ in range(25)]
    assert recovering == [400] * 20 + [429] * 5


async def test_trusted_proxy_and_public_peer_are_counted_by_ip(here):
    here.configure(trusted_proxies=(ip_network("10.0.0.0/8"),))
    for peer in ("10.1.2.3", "9.9.9.9"):
        client = here.at(peer)
        client.client.headers.update(BEHIND_PROXY)
        assert await statuses(client, 11) == [400] * 10 + [429]


def counted(here):
    return here.database.write_now(
        lambda connection: connection.execute(select(func.count()).select_from(failures)).scalar()
    )


async def test_success_writes_nothing_and_failures_are_swept(here, clock):
    await statuses(here, 3, password=here.password)
    assert counted(here) == 0
    for number in range(10):
        await statuses(here.at(f"7.7.7.{number}"), 1, f"{number}@stage.test")
    assert counted(here) == 32
    clock.move(days=1)
    await statuses(here, 1)
    assert counted(here) == 5


async def test_flood_leaves_few_rows(here, clock, monkeypatch):
    monkeypatch.setattr(throttle, "MAX_ROWS", 20)
    for number in range(20):
        await statuses(here.at(f"7.7.7.{number}"), 1, f"{number}@stage.test")
        clock.move(minutes=1)
    assert counted(here) <= 20 + 5 * 3


async def test_account_knows_its_latest_addresses_only(here, clock):
    for number in range(12):
        await here.at(f"7.7.7.{number}").sign_in()
        clock.move(seconds=1)
    addresses = select(known_clients.c.ip).order_by(known_clients.c.seen_at)
    found = here.database.write_now(lambda connection: connection.execute(addresses).scalars().all())
    assert found == [f"7.7.7.{number}" for number in range(4, 12)]


async def test_emails_that_were_tried_are_not_readable(here):
    await statuses(here, 2, "my.secret@stage.test")
    assert "my.secret" not in here.stored()
