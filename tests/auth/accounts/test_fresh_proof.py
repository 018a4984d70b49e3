"""A stolen session is not enough to change how its owner signs in: that needs a sign-in a moment ago."""

import pyotp
import pytest

pytestmark = pytest.mark.anyio

NEW_EMAIL = "stranger@venue.example"
NEW_PASSWORD = "another long and lovely evening"
NEEDED = (403, "reauthentication_needed")


@pytest.fixture
async def stolen(auth, clock):
    """A session that began more than ten minutes ago and goes on by refreshing."""
    auth.add()
    session = await auth.sign_in()
    clock.move(minutes=10, seconds=1)
    return (await auth.refresh(session["refresh_token"])).json()["access_token"]


def refusal(answer):
    return answer.status_code, answer.json()["code"]


async def enrolled(auth, clock, token):
    """A token at aal2, and the id of its factor."""
    factor = (await auth.enroll(token)).json()
    code = pyotp.TOTP(factor["totp"]["secret"]).at(clock.now)
    return (await auth.verify_factor(token, factor["id"], code)).json()["access_token"], factor["id"]


async def test_factor_is_enrolled_within_ten_minutes_of_signing_in(auth, clock, stolen):
    refused = await auth.enroll(stolen)
    assert refusal(refused) == NEEDED
    assert refused.json()["message"] == "Sign in again to change how you sign in"
    again = (await auth.sign_in())["access_token"]
    clock.move(minutes=10)
    assert (await auth.enroll(again)).status_code == 200


async def test_verified_factor_is_removed_within_ten_minutes_of_showing_it(auth, clock, stolen):
    token, factor_id = await enrolled(auth, clock, (await auth.sign_in())["access_token"])
    clock.move(minutes=10)
    assert (await auth.get_user(token)).status_code == 200
    clock.move(seconds=1)
    assert refusal(await auth.call("DELETE", f"/factors/{factor_id}", token)) == NEEDED
    assert len((await auth.get_user(token)).json()["factors"]) == 1


async def test_factor_that_was_never_verified_is_given_up_at_any_time(auth, clock):
    auth.add()
    token = (await auth.sign_in())["access_token"]
    factor_id = (await auth.enroll(token)).json()["id"]
    clock.move(minutes=30)
    assert (await auth.call("DELETE", f"/factors/{factor_id}", token)).status_code == 200


async def test_email_is_changed_with_the_password_or_within_ten_minutes(auth, clock, stolen):
    assert refusal(await auth.put_user(stolen, {"email": NEW_EMAIL})) == NEEDED
    assert await auth.mails() == []
    wrong = {"email": NEW_EMAIL, "current_password": "not the password at all"}
    assert refusal(await auth.put_user(stolen, wrong)) == (400, "current_password_invalid")
    right = {"email": NEW_EMAIL, "current_password": auth.password}
    assert (await auth.put_user(stolen, right)).json()["new_email"] == NEW_EMAIL
    fresh = (await auth.sign_in())["access_token"]
    assert (await auth.put_user(fresh, {"email": "another@venue.example"})).status_code in (200, 429)


async def test_password_is_changed_with_the_current_one_however_fresh_the_session(auth, clock, stolen):
    fresh = (await auth.sign_in())["access_token"]
    for token in (stolen, fresh):
        refused = await auth.put_user(token, {"password": NEW_PASSWORD})
        assert refusal(refused) == (400, "current_password_required")
    changed = await auth.put_user(stolen, {"password": NEW_PASSWORD, "current_password": auth.password})
    assert changed.status_code == 200


async def test_first_password_needs_the_link_to_be_a_moment_old(auth, clock):
    user = auth.add(password_hash=None)
    token = (await auth.verify("recovery", await auth.recovery_token(user.email))).json()["access_token"]
    clock.move(minutes=11)
    assert refusal(await auth.put_user(token, {"password": NEW_PASSWORD})) == NEEDED
    token = (await auth.verify("recovery", await auth.recovery_token(user.email))).json()["access_token"]
    assert (await auth.put_user(token, {"password": NEW_PASSWORD})).status_code == 200


async def test_what_does_not_open_the_account_needs_no_proof(auth, clock, stolen):
    assert (await auth.put_user(stolen, {"data": {"city": "Ghent"}})).status_code == 200
    assert (await auth.put_user(stolen, {"email": "STRANGER@stage.test"})).status_code == 200
