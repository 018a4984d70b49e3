"""`POST /invite` and `POST /admin/generate_link`: with the secret API key, and never with a person's session."""

from urllib.parse import parse_qs, urlsplit

import pytest

from tests.auth.conftest import bearer

pytestmark = pytest.mark.anyio

NEW = "nova@undercard.example"
DANA = "dana@undercard.example"
PASSWORD = "a password nobody else has"
PATHS = ["/invite", "/admin/generate_link"]


def code(answer):
    return answer.status_code, answer.json()["code"]


def secret(stage):
    return {"apikey": stage.keys.secret, **bearer(stage.keys.secret)}


async def invite(stage, email=NEW, **body):
    return await stage.post("/invite", {"email": email, **body}, headers=secret(stage))


async def link(stage, kind, email=NEW, **body):
    body = {"type": kind, "email": email, **body}
    return await stage.post("/admin/generate_link?redirect_to=http://stage.test/in", body, headers=secret(stage))


async def test_invited_person_chooses_a_password(stage):
    answer = await invite(stage, data={"name": "Nova"})
    assert answer.status_code == 200
    user = answer.json()
    assert (user["email"], user["role"], user["user_metadata"]) == (NEW, "authenticated", {"name": "Nova"})
    assert user["invited_at"]
    assert "email_confirmed_at" not in user

    mail = await stage.mailed()
    assert (mail.to, mail.subject) == (NEW, "You're invited to Undercard")
    session = (await stage.verify("invite", mail.token)).json()
    assert session["user"]["id"] == user["id"]
    assert session["user"]["email_confirmed_at"]
    assert (await stage.put_user(session["access_token"], {"password": PASSWORD})).status_code == 200
    assert "access_token" in await stage.sign_in(NEW, PASSWORD)


async def test_invitation_works_for_a_day(stage, clock):
    await invite(stage)
    token = (await stage.mailed()).token
    clock.move(hours=24, seconds=1)
    assert code(await stage.verify("invite", token)) == (403, "otp_expired")
    again = await invite(stage)
    assert again.status_code == 200
    assert (await stage.verify("invite", (await stage.mailed()).token)).status_code == 200


async def test_address_with_an_account_is_not_invited(stage):
    stage.add(DANA)
    assert code(await invite(stage, DANA)) == (422, "email_exists")
    assert await stage.mails() == []


async def test_invitation_ends_the_password_of_an_unconfirmed_sign_up(stage):
    stage.configure(has_signup=True)
    await stage.post("/signup", {"email": NEW, "password": "the password of an impostor"})
    elder = await stage.mailed()
    await invite(stage)
    assert code(await stage.verify("signup", elder.token)) == (403, "otp_expired")
    await stage.verify("invite", (await stage.mailed()).token)
    assert (await stage.sign_in(NEW, "the password of an impostor"))["code"] == "invalid_credentials"


@pytest.mark.parametrize("body", [{}, {"email": None}, {"email": {}}, {"email": "nova"}, {"email": NEW, "data": "x"}])
async def test_what_is_no_invitation_is_refused(stage, body):
    answer = await stage.post("/invite", body, headers=secret(stage))
    assert code(answer) == (400, "validation_failed")


@pytest.mark.parametrize("path", PATHS)
async def test_no_session_of_a_person_makes_links(stage, path):
    stage.add(DANA, role="service_role")
    admin, body = (await stage.sign_in())["access_token"], {"type": "recovery", "email": DANA}
    for headers, refusal in (
        (bearer(admin), (403, "not_admin")),
        ({"apikey": stage.keys.secret, **bearer(admin)}, (403, "not_admin")),
        (bearer(admin[:-4] + "AAAA"), (403, "bad_jwt")),
        (bearer(stage.keys.publishable), (403, "not_admin")),
        ({}, (403, "not_admin")),
    ):
        assert code(await stage.post(path, body, headers=headers)) == refusal
    assert await stage.mails() == []


async def test_secret_key_is_enough_as_either_header(stage):
    assert (await stage.post("/invite", {"email": NEW}, headers={"apikey": stage.keys.secret})).status_code == 200
    answer = await stage.post("/invite", {"email": DANA}, headers=bearer(stage.keys.secret))
    assert answer.status_code == 200


@pytest.mark.parametrize("kind", ["recovery", "magiclink"])
async def test_link_for_an_account(stage, kind):
    user = stage.add(DANA)
    answer = (await link(stage, kind, DANA)).json()
    assert (answer["id"], answer["email"]) == (user.id, DANA)
    assert (answer["verification_type"], answer["email_otp"]) == (kind, "")
    assert answer["redirect_to"] == "http://stage.test/in"
    action = urlsplit(answer["action_link"])
    assert f"{action.scheme}://{action.netloc}{action.path}" == "http://stage.test/auth/v1/verify"
    query = {name: values[0] for name, values in parse_qs(action.query).items()}
    assert query == {"token": answer["hashed_token"], "type": kind, "redirect_to": "http://stage.test/in"}
    followed = await stage.follow(**query)
    assert followed.headers["location"].startswith("http://stage.test/in#access_token=")
    assert await stage.mails() == []


async def test_link_for_a_sign_up_whatever_the_setting(stage):
    answer = await link(stage, "signup", password=PASSWORD, data={"name": "Nova"})
    assert (await stage.verify("signup", answer.json()["hashed_token"])).status_code == 200
    assert (await stage.sign_in(NEW, PASSWORD))["user"]["user_metadata"] == {"name": "Nova"}
    assert code(await link(stage, "signup", password=PASSWORD)) == (422, "email_exists")


async def test_link_for_an_invitation(stage):
    answer = (await link(stage, "invite")).json()
    assert answer["invited_at"]
    assert (await stage.verify("invite", answer["hashed_token"])).status_code == 200


async def test_links_for_a_change_of_address(stage):
    stage.add(DANA)
    found = [
        (await link(stage, kind, DANA, new_email=NEW)).json() for kind in ("email_change_current", "email_change_new")
    ]
    assert [one["new_email"] for one in found] == [NEW, NEW]
    first = await stage.verify("email_change", found[0]["hashed_token"])
    assert first.json()["code"] == "200"
    second = await stage.verify("email_change", found[1]["hashed_token"])
    assert second.json()["user"]["email"] == NEW


@pytest.mark.parametrize(
    ("body", "refusal"),
    [
        ({}, (400, "validation_failed")),
        ({"type": "password", "email": DANA}, (400, "validation_failed")),
        ({"type": {}, "email": DANA}, (400, "validation_failed")),
        ({"type": "recovery"}, (400, "validation_failed")),
        ({"type": "recovery", "email": "nobody@undercard.example"}, (404, "user_not_found")),
        ({"type": "signup", "email": NEW}, (400, "validation_failed")),
        ({"type": "signup", "email": NEW, "password": "too short"}, (422, "weak_password")),
        ({"type": "email_change_new", "email": DANA}, (400, "validation_failed")),
        ({"type": "email_change_new", "email": DANA, "new_email": {}}, (400, "validation_failed")),
        ({"type": "email_change_new", "email": DANA, "new_email": DANA}, (422, "email_exists")),
    ],
)
async def test_what_is_no_link_is_refused(stage, body, refusal):
    stage.add(DANA)
    assert code(await stage.post("/admin/generate_link", body, headers=secret(stage))) == refusal
