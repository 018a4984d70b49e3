"""Identifying the bearer of a token, by what the database holds now, not by what the token says."""

import pytest

from marquee.auth import accounts, bearer, sessions, tokens
from marquee.auth.secrets import secrets_file
from marquee.domain import people
from marquee.errors import TokenRefused

pytestmark = pytest.mark.anyio

STRANGER = "stranger@stage.test"


@pytest.fixture
async def who(auth):
    """A function that identifies the bearer of the stranger's token now."""
    auth.add()
    token = (await auth.sign_in())["access_token"]
    claims = tokens.verify(token, auth.keys)

    async def ask():
        found = await auth.database.read(bearer.identify, claims)
        return found and found.actor

    return ask


async def test_bearer_is_the_account_with_its_session(auth, who):
    actor = await who()
    assert actor.user_id == auth.database.write_now(accounts.require, STRANGER).id
    assert (actor.role, actor.is_contact, actor.is_anonymous) == ("authenticated", False, False)
    assert actor.session_id


async def test_promotion_and_demotion_hold_at_once(auth, who):
    user = auth.database.write_now(accounts.require, STRANGER)
    auth.change(user, role="service_role")
    assert (await who()).role == "service_role"
    auth.change(user, role="authenticated")
    assert (await who()).role == "authenticated"


async def test_contact_is_one_while_the_row_is_there(auth, who):
    user = auth.database.write_now(accounts.require, STRANGER)
    auth.database.write_now(accounts.add_contact, user.id)
    auth.database.write_now(accounts.add_contact, user.id)
    assert (await who()).is_contact
    auth.database.write_now(people.change, [user.id], {"is_contact": False})
    assert not (await who()).is_contact


async def test_ban_holds_at_once_and_until_it_ends(auth, who, clock):
    user = auth.database.write_now(accounts.require, STRANGER)
    auth.change(user, banned_until="2026-11-21T11:00:00+00:00")
    assert await who() is None
    clock.move(hours=1)
    assert (await who()).user_id == user.id


async def test_removed_account_is_not_identified(auth, who):
    user = auth.database.write_now(accounts.require, STRANGER)
    auth.database.write_now(people.remove, [user.id])
    assert await who() is None


async def test_signed_out_session_is_not_identified(auth, who):
    actor = await who()
    await auth.database.write(sessions.sign_out, actor.user_id, actor.session_id, "local")
    assert await who() is None


async def test_verified_token_expires_and_fails_with_other_keys(auth, who, clock, tmp_path):
    token = (await auth.sign_in())["access_token"]
    assert tokens.verify(token, auth.keys)
    with pytest.raises(TokenRefused, match="No suitable key"):
        tokens.verify(token, secrets_file.load_or_create(tmp_path / "elsewhere"))
    clock.move(hours=2)
    with pytest.raises(TokenRefused, match="JWT expired"):
        tokens.verify(token, auth.keys)
