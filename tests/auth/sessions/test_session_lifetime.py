"""Sessions end: when they were not used for long, and at last however they are used."""

from datetime import timedelta

import pytest
from sqlalchemy import func, select

from marquee.domain.tables import music_sessions

pytestmark = pytest.mark.anyio


@pytest.fixture
async def session(auth, clock):
    auth.add()
    return await auth.sign_in()


def refusal(answer):
    return answer.status_code, answer.json()["code"]


async def test_unused_session_ends_after_thirty_days(auth, clock, session):
    clock.move(days=30, seconds=-1)
    session = (await auth.refresh(session["refresh_token"])).json()
    clock.move(days=30)
    assert refusal(await auth.refresh(session["refresh_token"])) == (400, "session_expired")
    assert refusal(await auth.refresh(session["refresh_token"])) == (400, "session_not_found")


async def test_used_session_ends_after_half_a_year(auth, clock, session):
    for _ in range(9):
        clock.move(days=20, seconds=-10)
        session = (await auth.refresh(session["refresh_token"])).json()
    assert (await auth.get_user(session["access_token"])).status_code == 200
    clock.move(seconds=90)
    assert refusal(await auth.get_user(session["access_token"])) == (403, "session_not_found")
    assert refusal(await auth.refresh(session["refresh_token"])) == (400, "session_expired")


@pytest.mark.parametrize("setting", ["session_idle", "session_longest"])
async def test_stricter_settings_hold_for_sessions_that_are_open(auth, clock, session, setting):
    clock.move(days=3)
    auth.configure(**{setting: timedelta(days=2)})
    assert refusal(await auth.refresh(session["refresh_token"])) == (400, "session_expired")


async def test_expired_sessions_are_swept_at_a_sign_in(auth, clock, session):
    await auth.sign_in()
    clock.move(days=30)
    await auth.sign_in()
    rows = select(func.count()).select_from(music_sessions)
    assert auth.database.write_now(lambda connection: connection.execute(rows).scalar_one()) == 1


async def test_clock_that_is_set_back_ends_nothing(auth, clock, session):
    clock.move(days=-7)
    assert (await auth.refresh(session["refresh_token"])).status_code == 200


async def test_account_has_so_many_sessions_and_a_further_one_ends_the_least_used(auth, clock, session, monkeypatch):
    monkeypatch.setattr("marquee.auth.sessions.MAX_PER_ACCOUNT", 3)
    second = await auth.sign_in()
    clock.move(seconds=1)
    session = (await auth.refresh(session["refresh_token"])).json()
    clock.move(seconds=1)
    newest = [await auth.sign_in() for _ in range(2)]
    assert refusal(await auth.get_user(second["access_token"])) == (403, "session_not_found")
    for kept in (session, *newest):
        assert (await auth.get_user(kept["access_token"])).status_code == 200
