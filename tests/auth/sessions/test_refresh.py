"""`POST /token?grant_type=refresh_token`: rotation, and how long old tokens work."""

import asyncio

import pytest
from sqlalchemy import func, select

from marquee.auth import accounts, tokens
from marquee.auth.tokens import Refresh
from marquee.domain.tables import music_sessions
from marquee.errors import DatabaseUnavailable

pytestmark = pytest.mark.anyio


@pytest.fixture
async def first(auth, clock):
    """The stranger's session, its first refresh token still unused."""
    auth.add()
    return await auth.sign_in()


async def refreshed(auth, token):
    answer = await auth.refresh(token)
    assert answer.status_code == 200, answer.text
    return answer.json()["refresh_token"]


async def refusal(auth, token):
    answer = await auth.refresh(token)
    return answer.status_code, answer.json()["code"], answer.json()["message"]


def _read(auth, token):
    content = tokens.read_refresh_token(token, auth.keys)
    assert content is not None
    return content


def live_sessions(auth):
    return auth.database.write_now(lambda c: c.execute(select(func.count()).select_from(music_sessions)).scalar_one())


async def test_refresh_gives_a_new_pair(auth, clock, first):
    clock.move(minutes=50)
    answer = await auth.refresh(first["refresh_token"])
    second = answer.json()
    assert second["refresh_token"] != first["refresh_token"]
    assert second["access_token"] != first["access_token"]
    assert second["expires_at"] == int(clock.now.timestamp()) + 3600
    assert (await auth.get_user(second["access_token"])).status_code == 200
    claims = [tokens.verify(s["access_token"], auth.keys) for s in (first, second)]
    assert claims[0].session_id == claims[1].session_id
    assert claims[0].amr == claims[1].amr


async def test_refresh_brings_role_and_metadata_up_to_date(auth, first):
    user = auth.database.write_now(accounts.require, "stranger@stage.test")
    auth.change(user, role="service_role")
    second = (await auth.refresh(first["refresh_token"])).json()
    assert second["user"]["role"] == "service_role"
    assert tokens.verify(second["access_token"], auth.keys).role == "service_role"


async def test_parent_of_the_active_token_gets_the_same_child_hours_later(auth, clock, first):
    child = await refreshed(auth, first["refresh_token"])
    clock.move(hours=5)
    assert await refreshed(auth, first["refresh_token"]) == child
    assert await refreshed(auth, child) != child


async def read_data(auth, session):
    headers = {"Authorization": f"Bearer {session['access_token']}"}
    return (await auth.client.get("/rest/v1/music_artists", headers=headers)).status_code


async def test_parent_ends_the_session_once_its_child_was_used(auth, clock, first):
    """Whoever has copied a token and shows it right after its owner would else go on beside them unnoticed."""
    child = (await auth.refresh(first["refresh_token"])).json()
    assert await read_data(auth, child) == 200
    clock.move(seconds=10)
    assert await refreshed(auth, first["refresh_token"]) == child["refresh_token"]
    clock.move(seconds=1)
    assert (await refusal(auth, first["refresh_token"]))[:2] == (400, "refresh_token_already_used")
    assert live_sessions(auth) == 0
    assert await read_data(auth, child) == 401


async def test_earlier_access_token_is_no_proof_that_a_response_arrived(auth, clock, first):
    child = await refreshed(auth, first["refresh_token"])
    assert await read_data(auth, first) == 200
    clock.move(minutes=5)
    assert await refreshed(auth, first["refresh_token"]) == child


async def test_only_the_first_use_of_a_refreshed_session_writes(auth, first, monkeypatch):
    child = (await auth.refresh(first["refresh_token"])).json()
    assert await read_data(auth, child) == 200
    monkeypatch.setattr(auth.database, "write", None)
    assert await read_data(auth, child) == 200


async def test_full_disk_does_not_keep_anyone_from_reading(auth, first, monkeypatch):
    child = (await auth.refresh(first["refresh_token"])).json()

    async def fail(*_):
        raise DatabaseUnavailable

    monkeypatch.setattr(auth.database, "write", fail)
    assert await read_data(auth, child) == 200


async def test_twenty_parallel_refreshes_agree_on_one_child(auth, first):
    """Trap 8: Two tabs that refresh at once kill a session."""
    answers = await asyncio.gather(*(auth.refresh(first["refresh_token"]) for _ in range(20)))
    assert [answer.status_code for answer in answers] == [200] * 20
    assert len({answer.json()["refresh_token"] for answer in answers}) == 1
    assert live_sessions(auth) == 1


async def test_grandparent_is_good_for_ten_seconds(auth, clock, first):
    child = await refreshed(auth, first["refresh_token"])
    active = await refreshed(auth, child)
    clock.move(seconds=10)
    assert await refreshed(auth, first["refresh_token"]) == active


async def test_old_token_ends_the_session_though_a_thief_refreshes_without_pause(auth, clock, first):
    """Else whoever has copied a token, and is never ten seconds without a new one, goes on unnoticed."""
    stolen = first["refresh_token"]
    for _ in range(4):
        stolen = await refreshed(auth, stolen)
        clock.move(seconds=9)
    assert (await refusal(auth, first["refresh_token"]))[1] == "refresh_token_already_used"
    assert live_sessions(auth) == 0


async def test_grandparent_after_ten_seconds_ends_the_session(auth, clock, first):
    """Trap 34: Refresh tokens readable in the database, grace after revocation."""
    child = await refreshed(auth, first["refresh_token"])
    active = (await auth.refresh(child)).json()
    clock.move(seconds=10.1)
    assert await refusal(auth, first["refresh_token"]) == (
        400,
        "refresh_token_already_used",
        "Invalid Refresh Token: Already Used",
    )
    assert live_sessions(auth) == 0
    for dead in (first["refresh_token"], child, active["refresh_token"]):
        assert (await refusal(auth, dead))[:2] == (400, "session_not_found")
    assert (await auth.get_user(active["access_token"])).json()["code"] == "session_not_found"


async def test_reuse_in_one_session_leaves_the_others(auth, clock, first):
    other = await auth.sign_in()
    await refreshed(auth, await refreshed(auth, first["refresh_token"]))
    clock.move(minutes=1)
    await refusal(auth, first["refresh_token"])
    await refreshed(auth, other["refresh_token"])


async def test_token_newer_than_a_restored_database_is_good(auth, first):
    session_id = _read(auth, first["refresh_token"]).session_id
    ahead = tokens.refresh_token(Refresh(session_id, 7), auth.keys)
    child = await refreshed(auth, ahead)
    assert _read(auth, child).counter == 8


async def test_signed_out_session_is_not_refreshed(auth, first):
    await auth.sign_out(first["access_token"])
    assert await refusal(auth, first["refresh_token"]) == (
        400,
        "session_not_found",
        "Invalid Refresh Token: No Valid Session Found",
    )


async def test_banned_account_is_not_refreshed(auth, first):
    user = auth.database.write_now(accounts.require, "stranger@stage.test")
    auth.change(user, banned_until="2999-01-01T00:00:00+00:00")
    assert await refusal(auth, first["refresh_token"]) == (400, "user_banned", "Invalid Refresh Token: User Banned")


async def test_any_changed_character_makes_it_unknown(auth, first):
    token = first["refresh_token"]
    for at in range(0, len(token), 5):
        forged = token[:at] + ("A" if token[at] != "A" else "B") + token[at + 1 :]
        assert (await refusal(auth, forged))[:2] == (400, "refresh_token_not_found")


@pytest.mark.parametrize("token", ["unknown-token", "a" * 76, "é" * 76, " " * 76, "a" * 5000])
async def test_foreign_token_is_unknown(auth, token):
    assert await refusal(auth, token) == (
        400,
        "refresh_token_not_found",
        "Invalid Refresh Token: Refresh Token Not Found",
    )


async def test_token_of_another_installation_is_unknown(auth, first):
    foreign = type(auth.keys)(auth.keys.publishable, auth.keys.secret, auth.keys.signing_key, bytes(32))
    forged = tokens.refresh_token(_read(auth, first["refresh_token"]), foreign)
    assert (await refusal(auth, forged))[1] == "refresh_token_not_found"


@pytest.mark.parametrize("token", ["", "short", None, 7, ["x"], {}, True])
async def test_what_cannot_be_a_token_is_refused(auth, token):
    assert (await refusal(auth, token))[:2] == (400, "validation_failed")


async def test_no_token_is_stored(auth, first):
    second = (await auth.refresh(first["refresh_token"])).json()
    stored = auth.stored()
    for session in (first, second):
        assert session["refresh_token"] not in stored
        assert session["access_token"] not in stored
    assert "stranger@stage.test" in stored
