"""`POST /invite` and `POST /admin/generate_link`: with the secret API key, and never with a session."""

from urllib.parse import parse_qs, urlsplit

import pytest

from tests.auth.conftest import bearer

pytestmark = pytest.mark.anyio

NEW = "nova@stage.test"
STRANGER = "stranger@stage.test"
PASSWORD = "a password nobody else has"
PATHS = ["/invite", "/admin/generate_link"]


def code(answer):
    return answer.status_code, answer.json()["code"]


def secret(auth):
    return {"apikey": auth.keys.secret, **bearer(auth.keys.secret)}


async def invite(auth, email=NEW, **body):
    return await auth.post("/invite", {"email": email, **body}, headers=secret(auth))


async def link(auth, kind, email=NEW, **body):
    body = {"type": kind, "email": email, **body}
    return await auth.post("/admin/generate_link?redirect_to=http://stage.test/in", body, headers=secret(auth))


async def test_invited_person_chooses_a_password(auth):
    answer = await invite(auth, data={"name": "Nova"})
    assert answer.status_code == 200
    user = answer.json()
    assert (user["email"], user["role"], user["user_metadata"]) == (NEW, "authenticated", {"name": "Nova"})
    assert user["invited_at"]
    assert "email_confirmed_at" not in user

    mail = await auth.mailed()
    assert (mail.to, mail.subject) == (NEW, "You're invited to Undercard")
    session = (await auth.verify("invite", mail.token)).json()
    assert session["user"]["id"] == user["id"]
    assert session["user"]["email_confirmed_at"]
    assert (await auth.put_user(session["access_token"], {"password": PASSWORD})).status_code == 200
    assert "access_token" in await auth.sign_in(NEW, PASSWORD)


async def test_invitation_works_for_a_day(auth, clock):
    await invite(auth)
    token = (await auth.mailed()).token
    clock.move(hours=24, seconds=1)
    assert code(await auth.verify("invite", token)) == (403, "otp_expired")
    again = await invite(auth)
    assert again.status_code == 200
    assert (await auth.verify("invite", (await auth.mailed()).token)).status_code == 200


async def test_email_with_an_account_is_not_invited(auth):
    auth.add(STRANGER)
    assert code(await invite(auth, STRANGER)) == (422, "email_exists")
    assert await auth.mails() == []


async def test_invitation_ends_the_password_of_an_unconfirmed_sign_up(auth):
    auth.configure(has_signup=True)
    await auth.post("/signup", {"email": NEW, "password": "the password of an impostor"})
    elder = await auth.mailed()
    await invite(auth)
    assert code(await auth.verify("signup", elder.token)) == (403, "otp_expired")
    await auth.verify("invite", (await auth.mailed()).token)
    assert (await auth.sign_in(NEW, "the password of an impostor"))["code"] == "invalid_credentials"


@pytest.mark.parametrize("body", [{}, {"email": None}, {"email": {}}, {"email": "nova"}, {"email": NEW, "data": "x"}])
async def test_what_is_no_invitation_is_refused(auth, body):
    answer = await auth.post("/invite", body, headers=secret(auth))
    assert code(answer) == (400, "validation_failed")


@pytest.mark.parametrize("path", PATHS)
async def test_no_session_of_a_person_makes_links(auth, path):
    auth.add(STRANGER, role="service_role")
    admin, body = (await auth.sign_in())["access_token"], {"type": "recovery", "email": STRANGER}
    for headers, refusal in (
        (bearer(admin), (403, "not_admin")),
        ({"apikey": auth.keys.secret, **bearer(admin)}, (403, "not_admin")),
        (bearer(admin[:-4] + "AAAA"), (403, "bad_jwt")),
        (bearer(auth.keys.publishable), (403, "not_admin")),
        ({}, (403, "not_admin")),
    ):
        assert code(await auth.post(path, body, headers=headers)) == refusal
    assert await auth.mails() == []


async def test_secret_key_is_enough_as_either_header(auth):
    assert (await auth.post("/invite", {"email": NEW}, headers={"apikey": auth.keys.secret})).status_code == 200
    answer = await auth.post("/invite", {"email": STRANGER}, headers=bearer(auth.keys.secret))
    assert answer.status_code == 200


@pytest.mark.parametrize("kind", ["recovery", "magiclink"])
async def test_link_for_an_account(auth, kind):
    user = auth.add(STRANGER)
    answer = (await link(auth, kind, STRANGER)).json()
    assert (answer["id"], answer["email"]) == (user.id, STRANGER)
    assert (answer["verification_type"], answer["email_otp"]) == (kind, "")
    assert answer["redirect_to"] == "http://stage.test/in"
    action = urlsplit(answer["action_link"])
    assert f"{action.scheme}://{action.netloc}{action.path}" == "http://stage.test/auth/v1/verify"
    query = {name: values[0] for name, values in parse_qs(action.query).items()}
    assert query == {"token": answer["hashed_token"], "type": kind, "redirect_to": "http://stage.test/in"}
    followed = await auth.follow(**query)
    assert followed.headers["location"].startswith("http://stage.test/in#access_token=")
    assert await auth.mails() == []


async def test_link_for_a_sign_up_whatever_the_setting(auth):
    answer = await link(auth, "signup", password=PASSWORD, data={"name": "Nova"})
    assert (await auth.verify("signup", answer.json()["hashed_token"])).status_code == 200
    assert (await auth.sign_in(NEW, PASSWORD))["user"]["user_metadata"] == {"name": "Nova"}
    assert code(await link(auth, "signup", password=PASSWORD)) == (422, "email_exists")


async def test_link_for_an_invitation(auth):
    answer = (await link(auth, "invite")).json()
    assert answer["invited_at"]
    assert (await auth.verify("invite", answer["hashed_token"])).status_code == 200


async def test_links_for_a_change_of_email(auth):
    auth.add(STRANGER)
    found = [
        (await link(auth, kind, STRANGER, new_email=NEW)).json()
        for kind in ("email_change_current", "email_change_new")
    ]
    assert [one["new_email"] for one in found] == [NEW, NEW]
    first = await auth.verify("email_change", found[0]["hashed_token"])
    assert first.json()["code"] == "200"
    second = await auth.verify("email_change", found[1]["hashed_token"])
    assert second.json()["user"]["email"] == NEW


@pytest.mark.parametrize(
    ("body", "refusal"),
    [
        ({}, (400, "validation_failed")),
        ({"type": "password", "email": STRANGER}, (400, "validation_failed")),
        ({"type": {}, "email": STRANGER}, (400, "validation_failed")),
        ({"type": "recovery"}, (400, "validation_failed")),
        ({"type": "recovery", "email": "nobody@stage.test"}, (404, "user_not_found")),
        ({"type": "signup", "email": NEW}, (400, "validation_failed")),
        ({"type": "signup", "email": NEW, "password": "too short"}, (422, "weak_password")),
        ({"type": "email_change_new", "email": STRANGER}, (400, "validation_failed")),
        ({"type": "email_change_new", "email": STRANGER, "new_email": {}}, (400, "validation_failed")),
        ({"type": "email_change_new", "email": STRANGER, "new_email": STRANGER}, (422, "email_exists")),
    ],
)
async def test_what_is_no_link_is_refused(auth, body, refusal):
    auth.add(STRANGER)
    assert code(await auth.post("/admin/generate_link", body, headers=secret(auth))) == refusal
