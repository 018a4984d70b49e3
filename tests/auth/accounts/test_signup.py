"""`POST /signup`: off by default; it makes an account without rights, and does not reveal who has one."""

import re

import pytest

pytestmark = pytest.mark.anyio

NEW = "nova@stage.test"
STRANGER = "stranger@stage.test"
PASSWORD = "a password nobody else has"
UUIDS = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")


def code(answer):
    return answer.status_code, answer.json()["code"]


@pytest.fixture
def open_stage(auth):
    auth.configure(has_signup=True)
    return auth


async def sign_up(auth, email=NEW, password=PASSWORD, **body):
    return await auth.post("/signup", {"email": email, "password": password, **body})


async def test_sign_up_is_off_by_default(auth):
    answer = await sign_up(auth)
    assert answer.status_code == 422
    assert answer.json() == {"code": "signup_disabled", "message": "Signups not allowed for this instance"}
    assert (await auth.client.get("/auth/v1/settings")).json()["disable_signup"] is True
    assert await auth.mails() == []


async def test_account_works_once_its_email_is_confirmed(open_stage):
    auth = open_stage
    assert (await auth.client.get("/auth/v1/settings")).json()["disable_signup"] is False
    answer = await sign_up(auth, "NOVA@Stage.test", data={"name": "Nova"}, gotrue_meta_security={})
    assert answer.status_code == 200
    assert answer.json()["email"] == NEW
    assert "access_token" not in answer.json()

    refused = await auth.token("password", email=NEW, password=PASSWORD)
    assert code(refused) == (400, "email_not_confirmed")
    wrong = await auth.token("password", email=NEW, password="something else entirely")
    assert code(wrong) == (400, "invalid_credentials")

    mail = await auth.mailed()
    assert (mail.to, mail.subject) == (NEW, "Confirm your email")
    user = (await auth.verify("signup", mail.token)).json()["user"]
    assert (user["id"], user["role"], user["user_metadata"]) == (answer.json()["id"], "authenticated", {"name": "Nova"})
    assert user["email_confirmed_at"]
    assert "access_token" in await auth.sign_in(NEW, PASSWORD)


async def test_new_email_has_an_identity(open_stage):
    """Clients take a user without any for one whose email is known."""
    (identity,) = (await sign_up(open_stage)).json()["identities"]
    user = (await open_stage.verify("signup", (await open_stage.mailed()).token)).json()["user"]
    assert identity["identity_id"] == user["identities"][0]["identity_id"]
    assert identity["identity_data"] == user["identities"][0]["identity_data"] | {"email_verified": False}


async def test_newer_word_for_the_type_confirms_too(open_stage):
    await sign_up(open_stage)
    assert (await open_stage.verify("email", (await open_stage.mailed()).token)).status_code == 200


@pytest.mark.parametrize(
    "body",
    [
        {"role": "service_role"},
        {"aud": "service_role"},
        {"app_metadata": {"role": "service_role", "provider": "x"}},
        {"id": "00000000-0000-4000-8000-000000000000"},
        {"email_confirmed_at": "2026-01-01T00:00:00Z", "email_confirm": True, "is_anonymous": True},
        {"data": {"role": "service_role"}},
    ],
)
async def test_sign_up_gives_no_rights(open_stage, body):
    answered = (await sign_up(open_stage, **body)).json()
    user = (await open_stage.verify("signup", (await open_stage.mailed()).token)).json()["user"]
    for one in (answered, user):
        assert (one["role"], one["aud"]) == ("authenticated", "authenticated")
        assert one["app_metadata"] == {"provider": "email", "providers": ["email"]}
        assert one["id"] != "00000000-0000-4000-8000-000000000000"
        assert one["is_anonymous"] is False
    assert "email_confirmed_at" not in answered


async def test_response_is_the_same_for_a_known_email(open_stage, clock):
    auth = open_stage
    auth.add(STRANGER)
    answers = {}
    for email in (STRANGER, NEW):
        found = [await sign_up(auth, email, data={"a": 1}), await sign_up(auth, email)]
        clock.move(seconds=61)
        found.append(await sign_up(auth, email))
        clock.move(seconds=-61)
        assert len({one.json().get("id") for one in found}) == 3
        answers[email] = [(one.status_code, UUIDS.sub("…", one.text.replace(email, "…"))) for one in found]
    assert answers[STRANGER] == answers[NEW]
    assert [status for status, _ in answers[STRANGER]] == [200, 429, 200]


async def test_owner_of_a_known_email_gets_a_mail(open_stage):
    open_stage.add(STRANGER)
    await sign_up(open_stage, STRANGER)
    mail = await open_stage.mailed()
    assert (mail.to, mail.subject, mail.link) == (STRANGER, "You already have an account", "http://stage.test")
    assert "access_token" in await open_stage.sign_in(STRANGER)


async def test_earlier_sign_up_without_the_mail_gains_nothing(open_stage, clock):
    """Otherwise an attacker could sign up with another person's email and wait for the owner to confirm it."""
    auth = open_stage
    await sign_up(auth, password="the password of an impostor")
    elder = await auth.mailed()
    clock.move(hours=1)
    await sign_up(auth)
    assert code(await auth.verify("signup", elder.token)) == (403, "otp_expired")
    await auth.verify("signup", (await auth.mailed()).token)
    assert "access_token" in await auth.sign_in(NEW, PASSWORD)
    assert (await auth.sign_in(NEW, "the password of an impostor"))["code"] == "invalid_credentials"


@pytest.mark.parametrize(("path", "kind"), [("/recover", "recovery"), ("/otp", "magiclink")])
async def test_other_way_in_drops_the_password_of_an_unconfirmed_sign_up(open_stage, path, kind):
    auth = open_stage
    await sign_up(auth, password="the password of an impostor")
    await auth.mails()
    await auth.post(path, {"email": NEW})
    session = (await auth.verify(kind, (await auth.mailed()).token)).json()
    assert session["user"]["email_confirmed_at"]
    assert (await auth.sign_in(NEW, "the password of an impostor"))["code"] == "invalid_credentials"
    assert (await auth.put_user(session["access_token"], {"password": PASSWORD})).status_code == 200


async def test_sign_up_cannot_take_over_an_account_that_the_site_made(open_stage):
    auth = open_stage
    invited = auth.add(NEW, password_hash=None, role="service_role")
    auth.change(invited, email_confirmed_at=None)
    await sign_up(auth)
    assert (await auth.mailed()).subject == "You already have an account"
    assert (await auth.sign_in(NEW, PASSWORD))["code"] == "invalid_credentials"


async def test_mail_of_a_sign_up_is_sent_again(open_stage, clock):
    auth = open_stage
    auth.add(STRANGER)
    await sign_up(auth)
    await auth.mails()
    assert code(await auth.post("/resend", {"type": "signup", "email": NEW})) == (429, "over_email_send_rate_limit")
    clock.move(seconds=61)
    for email in (NEW, STRANGER, "nobody@stage.test"):
        answer = await auth.post("/resend", {"type": "signup", "email": email})
        assert (answer.status_code, answer.json()) == (200, {})
    mail = await auth.mailed()
    assert mail.to == NEW
    assert (await auth.verify("signup", mail.token)).status_code == 200


@pytest.mark.parametrize(
    ("body", "refusal"),
    [
        ({}, (422, "anonymous_provider_disabled")),
        ({"data": {}, "gotrue_meta_security": {}}, (422, "anonymous_provider_disabled")),
        ({"email": NEW}, (400, "validation_failed")),
        ({"email": NEW, "password": None}, (400, "validation_failed")),
        ({"email": NEW, "password": {}}, (400, "validation_failed")),
        ({"email": NEW, "password": "too short"}, (422, "weak_password")),
        ({"password": PASSWORD}, (422, "anonymous_provider_disabled")),
        ({"email": [NEW], "password": PASSWORD}, (400, "validation_failed")),
        ({"email": "nova", "password": PASSWORD}, (400, "validation_failed")),
        ({"email": "nova", "password": "123456"}, (400, "validation_failed")),
        ({"email": NEW, "password": PASSWORD, "data": ["x"]}, (400, "validation_failed")),
        ({"email": NEW, "password": PASSWORD, "data": {"x": "y" * 4096}}, (400, "validation_failed")),
        ({"email": NEW, "password": PASSWORD, "code_challenge": "x"}, (400, "validation_failed")),
    ],
)
@pytest.mark.parametrize("is_known", [False, True])
async def test_what_is_no_sign_up_is_refused(open_stage, body, refusal, is_known):
    if is_known:
        open_stage.add(NEW)
    assert code(await open_stage.post("/signup", body)) == refusal
    assert await open_stage.mails() == []


async def test_magic_link_signs_in_and_makes_no_account(auth):
    auth.add(STRANGER)
    for email in (STRANGER, NEW):
        answer = await auth.post("/otp", {"email": email, "create_user": True, "data": {}})
        assert (answer.status_code, answer.json()) == (200, {})
    mail = await auth.mailed()
    assert (mail.to, mail.subject) == (STRANGER, "Your sign-in link")
    session = (await auth.verify("magiclink", mail.token)).json()
    answer = await auth.put_user(session["access_token"], {"password": PASSWORD})
    assert code(answer) == (400, "current_password_required")
