"""The owner of an account is told by mail whenever the way into it changes."""

import pyotp
import pytest

from marquee.auth import sessions

pytestmark = pytest.mark.anyio

STRANGER, OTHER = "stranger@stage.test", "stranger@venue.example"
NEW = "another long and lovely evening"
ADDED, REMOVED = "A second factor was added to your account", "A second factor was removed from your account"
USED, PASSWORD = "A recovery code was used", "Your password was changed"
EMAIL, BLOCKED = "The email of your account was changed", "Your account is blocked"


@pytest.fixture
async def user(auth, clock):
    return auth.add()


@pytest.fixture
async def token(auth, user):
    return (await auth.sign_in())["access_token"]


@pytest.fixture
async def factor(auth, clock, token):
    """A factor that was just verified, with the token at aal2."""
    made = (await auth.enroll(token)).json()
    code = pyotp.TOTP(made["totp"]["secret"]).at(clock.now)
    answer = await auth.verify_factor(token, made["id"], code)
    return made | {"token": answer.json()["access_token"]}


async def told(auth):
    return [(mail.to, mail.subject) for mail in await auth.mails()]


async def test_new_factor_once_it_is_verified(auth, clock, token):
    made = (await auth.enroll(token)).json()
    assert await told(auth) == []
    code = pyotp.TOTP(made["totp"]["secret"]).at(clock.now)
    token = (await auth.verify_factor(token, made["id"], code)).json()["access_token"]
    assert await told(auth) == [(STRANGER, ADDED)]
    clock.move(seconds=30)
    await auth.verify_factor(token, made["id"], pyotp.TOTP(made["totp"]["secret"]).at(clock.now))
    assert await told(auth) == []


async def test_used_recovery_code(auth, factor):
    await told(auth)
    await auth.verify_factor((await auth.sign_in())["access_token"], factor["id"], factor["recovery_codes"][0])
    assert await told(auth) == [(STRANGER, USED)]


@pytest.mark.parametrize("by", ["its owner", "an admin", "the command line"])
async def test_removed_factor(auth, user, factor, by):
    await told(auth)
    if by == "its owner":
        await auth.call("DELETE", f"/factors/{factor['id']}", factor["token"])
    elif by == "an admin":
        await auth.admin("DELETE", f"/users/{user.id}/factors/{factor['id']}")
    else:
        auth.command("user", "reset-factors", STRANGER)
    assert await told(auth) == [(STRANGER, REMOVED)]


async def test_factor_that_was_never_verified_is_no_news(auth, token):
    made = (await auth.enroll(token)).json()
    await auth.call("DELETE", f"/factors/{made['id']}", token)
    auth.command("user", "reset-factors", STRANGER)
    assert await told(auth) == []


@pytest.mark.parametrize("by", ["its owner", "an admin"])
async def test_new_password(auth, user, token, by):
    if by == "its owner":
        await auth.put_user(token, {"password": NEW, "current_password": auth.password})
    else:
        await auth.admin("PUT", f"/users/{user.id}", {"password": NEW})
    assert await told(auth) == [(STRANGER, PASSWORD)]


@pytest.mark.parametrize("by", ["its owner", "an admin"])
async def test_new_email_is_told_to_both_addresses(auth, user, token, by):
    if by == "its owner":
        await auth.put_user(token, {"email": OTHER})
        for mail in await auth.mails():
            await auth.verify("email_change", mail.token)
    else:
        await auth.admin("PUT", f"/users/{user.id}", {"email": OTHER})
    mails = await auth.mails()
    assert {(mail.to, mail.subject) for mail in mails} == {(STRANGER, EMAIL), (OTHER, EMAIL)}
    assert all(OTHER in mail.text for mail in mails)


async def test_later_change_does_not_hold_a_notice_back(auth, user, factor, clock):
    """Whoever got in cannot silence the first notice by a change that voids what is mailed to the account."""
    await auth.put_user(factor["token"], {"password": NEW, "current_password": auth.password})
    await auth.admin("PUT", f"/users/{user.id}", {"email": OTHER, "ban_duration": "24h"})
    to_both = {(STRANGER, EMAIL), (OTHER, EMAIL)}
    assert {(STRANGER, ADDED), (STRANGER, PASSWORD), *to_both, (OTHER, BLOCKED)} == {*await told(auth)}


async def test_sign_in_that_renews_a_hash_is_no_news(auth, user):
    auth.database.write_now(sessions.sign_in, user, user.password_hash)
    assert await told(auth) == []
