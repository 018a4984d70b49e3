"""`POST /token?grant_type=refresh_token`: rotation, and what an old token is still good for."""

import asyncio

import pytest
from sqlalchemy import func, select

from marquee.auth import accounts, tokens
from marquee.auth.tokens import Refresh
from marquee.domain.tables import sessions

pytestmark = pytest.mark.anyio


@pytest.fixture
async def first(stage, clock):
    """Dana's session, its first refresh token still unused."""
    stage.add()
    return await stage.sign_in()


async def refreshed(stage, token):
    answer = await stage.refresh(token)
    assert answer.status_code == 200, answer.text
    return answer.json()["refresh_token"]


async def refusal(stage, token):
    answer = await stage.refresh(token)
    return answer.status_code, answer.json()["code"], answer.json()["message"]


def _read(stage, token):
    found = tokens.read_refresh_token(token, stage.keys)
    assert found is not None
    return found


def live_sessions(stage):
    return stage.database.write_now(lambda c: c.execute(select(func.count()).select_from(sessions)).scalar_one())


async def test_refresh_gives_a_new_pair(stage, clock, first):
    clock.move(minutes=50)
    answer = await stage.refresh(first["refresh_token"])
    second = answer.json()
    assert second["refresh_token"] != first["refresh_token"]
    assert second["access_token"] != first["access_token"]
    assert second["expires_at"] == int(clock.now.timestamp()) + 3600
    assert (await stage.get_user(second["access_token"])).status_code == 200
    claims = [tokens.verify(s["access_token"], stage.keys, stage.base_url) for s in (first, second)]
    assert claims[0].session_id == claims[1].session_id
    assert claims[0].amr == claims[1].amr


async def test_refresh_brings_role_and_metadata_up_to_date(stage, first):
    stage.database.write_now(accounts.set_role, "dana@undercard.example", "service_role")
    second = (await stage.refresh(first["refresh_token"])).json()
    assert second["user"]["role"] == "service_role"
    assert tokens.verify(second["access_token"], stage.keys, stage.base_url).role == "service_role"


async def test_parent_of_the_active_token_gets_the_same_child_hours_later(stage, clock, first):
    child = await refreshed(stage, first["refresh_token"])
    clock.move(hours=5)
    assert await refreshed(stage, first["refresh_token"]) == child
    assert await refreshed(stage, child) != child


async def test_twenty_parallel_refreshes_agree_on_one_child(stage, first):
    """Trap 8: Two tabs that refresh at once kill a session."""
    answers = await asyncio.gather(*(stage.refresh(first["refresh_token"]) for _ in range(20)))
    assert [answer.status_code for answer in answers] == [200] * 20
    assert len({answer.json()["refresh_token"] for answer in answers}) == 1
    assert live_sessions(stage) == 1


async def test_grandparent_is_good_for_ten_seconds(stage, clock, first):
    child = await refreshed(stage, first["refresh_token"])
    active = await refreshed(stage, child)
    clock.move(seconds=10)
    assert await refreshed(stage, first["refresh_token"]) == active


async def test_grandparent_after_ten_seconds_ends_the_session(stage, clock, first):
    """Trap 34: Refresh tokens readable in the database, grace after revocation."""
    child = await refreshed(stage, first["refresh_token"])
    active = (await stage.refresh(child)).json()
    clock.move(seconds=10.1)
    assert await refusal(stage, first["refresh_token"]) == (
        400,
        "refresh_token_already_used",
        "Invalid Refresh Token: Already Used",
    )
    assert live_sessions(stage) == 0
    for dead in (first["refresh_token"], child, active["refresh_token"]):
        assert (await refusal(stage, dead))[:2] == (400, "session_not_found")
    assert (await stage.get_user(active["access_token"])).json()["code"] == "session_not_found"


async def test_reuse_in_one_session_leaves_the_others(stage, clock, first):
    other = await stage.sign_in()
    await refreshed(stage, await refreshed(stage, first["refresh_token"]))
    clock.move(minutes=1)
    await refusal(stage, first["refresh_token"])
    await refreshed(stage, other["refresh_token"])


async def test_token_newer_than_a_restored_database_is_good(stage, first):
    session_id = _read(stage, first["refresh_token"]).session_id
    ahead = tokens.refresh_token(Refresh(session_id, 7), stage.keys)
    child = await refreshed(stage, ahead)
    assert _read(stage, child).counter == 8


async def test_signed_out_session_is_not_refreshed(stage, first):
    await stage.sign_out(first["access_token"])
    assert await refusal(stage, first["refresh_token"]) == (
        400,
        "session_not_found",
        "Invalid Refresh Token: No Valid Session Found",
    )


async def test_banned_account_is_not_refreshed(stage, first):
    user = stage.database.write_now(accounts.require, "dana@undercard.example")
    stage.change(user, banned_until="2999-01-01T00:00:00+00:00")
    assert await refusal(stage, first["refresh_token"]) == (400, "user_banned", "Invalid Refresh Token: User Banned")


async def test_any_changed_character_makes_it_unknown(stage, first):
    token = first["refresh_token"]
    for at in range(0, len(token), 5):
        forged = token[:at] + ("A" if token[at] != "A" else "B") + token[at + 1 :]
        assert (await refusal(stage, forged))[:2] == (400, "refresh_token_not_found")


@pytest.mark.parametrize("token", ["unknown-token", "a" * 76, "é" * 76, " " * 76, "a" * 5000])
async def test_foreign_token_is_unknown(stage, token):
    assert await refusal(stage, token) == (
        400,
        "refresh_token_not_found",
        "Invalid Refresh Token: Refresh Token Not Found",
    )


async def test_token_of_another_installation_is_unknown(stage, first):
    foreign = type(stage.keys)(stage.keys.publishable, stage.keys.secret, stage.keys.signing_key, bytes(32))
    forged = tokens.refresh_token(_read(stage, first["refresh_token"]), foreign)
    assert (await refusal(stage, forged))[1] == "refresh_token_not_found"


@pytest.mark.parametrize("token", ["", "short", None, 7, ["x"], {}, True])
async def test_what_cannot_be_a_token_is_refused(stage, token):
    assert (await refusal(stage, token))[:2] == (400, "validation_failed")


async def test_no_token_is_stored(stage, first):
    second = (await stage.refresh(first["refresh_token"])).json()
    stored = stage.stored()
    for session in (first, second):
        assert session["refresh_token"] not in stored
        assert session["access_token"] not in stored
    assert "dana@undercard.example" in stored
