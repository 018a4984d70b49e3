"""`PUT /user` with an email: it changes when the old and the new one have both confirmed it."""

import pytest

pytestmark = pytest.mark.anyio

STRANGER = "stranger@stage.test"
NEW = "stranger@venue.example"
EXPIRED = (403, "otp_expired")
HALF = {"msg": "Confirmation link accepted. Please proceed to confirm link sent to the other email", "code": "200"}
CHALLENGE = {"code_challenge": "x" * 43, "code_challenge_method": "s256"}


@pytest.fixture
async def session(auth, clock):
    auth.add()
    return await auth.sign_in()


def code(answer):
    return answer.status_code, answer.json()["code"]


async def ask(auth, session, address=NEW, **body):
    return await auth.put_user(session["access_token"], {"email": address, **body})


async def tokens(auth, session, address=NEW, **body):
    """The tokens mailed to the old and to the new email."""
    answer = await ask(auth, session, address, **body)
    assert answer.status_code == 200, answer.text
    mails = {mail.to: mail.token for mail in await auth.mails()}
    return mails[STRANGER], mails[address]


async def test_who_has_an_account_is_not_tried_out(auth, session):
    """Whoever asks for an email that is taken is told so, which is worth asking for a whole list."""
    auth.add("taken@stage.test")
    told = [code(await ask(auth, session, "taken@stage.test")) for _ in range(31)]
    assert told == [(422, "email_exists")] * 30 + [(429, "over_request_rate_limit")]


async def email_of(auth, session):
    user = (await auth.get_user(session["access_token"])).json()
    return user["email"], user.get("new_email")


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
async def test_email_changes_once_both_have_confirmed(auth, session, order):
    answer = await ask(auth, session, "STRANGER@Venue.example")
    assert (answer.json()["email"], answer.json()["new_email"]) == (STRANGER, NEW)
    mails = sorted(await auth.mails())
    assert [mail.to for mail in mails] == [STRANGER, NEW]
    assert all(NEW in mail.text and mail.link.endswith("&type=email_change") for mail in mails)

    first, second = (mails[place].token for place in order)
    half = await auth.verify("email_change", first)
    assert (half.status_code, half.json()) == (200, HALF)
    assert await email_of(auth, session) == (STRANGER, NEW)
    whole = await auth.verify("email_change", second)
    assert (whole.status_code, whole.json()["user"]["email"]) == (200, NEW)
    assert await email_of(auth, session) == (NEW, None)
    assert "access_token" in await auth.sign_in(NEW)
    assert (await auth.sign_in())["code"] == "invalid_credentials"


@pytest.mark.parametrize("place", [0, 1])
async def test_one_confirmation_alone_changes_nothing(auth, session, clock, place):
    found = (await tokens(auth, session))[place]
    await auth.verify("email_change", found)
    assert code(await auth.verify("email_change", found)) == EXPIRED
    clock.move(seconds=61)
    await auth.post("/resend", {"type": "email_change", "email": STRANGER})
    again = next(mail.token for mail in await auth.mails() if mail.to == (STRANGER, NEW)[place])
    assert (await auth.verify("email_change", again)).json() == HALF
    assert (await auth.get_user(session["access_token"])).json()["email"] == STRANGER


async def test_one_mail_that_is_late_does_not_count_as_confirmed(auth, session):
    """The change is decided by who confirmed, not by which tokens there are."""
    await ask(auth, session)
    real, sent = auth.outbox.delivery.send, []

    def only_to_new(message, to):
        if to == STRANGER:
            raise ConnectionError
        sent.append(to)
        real(message, to)

    auth.outbox.delivery.send = only_to_new
    mail = await auth.mailed()
    assert sent == [NEW]
    assert (await auth.verify("email_change", mail.token)).json() == HALF
    assert await email_of(auth, session) == (STRANGER, NEW)


async def test_second_wish_voids_the_first(auth, session, clock):
    old, new = await tokens(auth, session)
    await auth.verify("email_change", old)
    clock.move(seconds=61)
    _, other = await tokens(auth, session, "stranger@other.example")
    assert code(await auth.verify("email_change", new)) == EXPIRED
    assert (await auth.verify("email_change", other)).json() == HALF


async def test_mail_of_a_voided_wish_is_not_sent(auth, session, clock):
    await ask(auth, session)
    clock.move(seconds=61)
    await ask(auth, session, "stranger@other.example")
    assert sorted(mail.to for mail in await auth.mails()) == ["stranger@other.example", STRANGER]


async def test_taken_email_is_refused(auth, session):
    auth.add(NEW)
    assert code(await ask(auth, session)) == (422, "email_exists")
    assert await auth.mails() == []
    assert await email_of(auth, session) == (STRANGER, None)


async def test_email_taken_in_the_meantime_is_refused(auth, session):
    old, new = await tokens(auth, session)
    await auth.verify("email_change", old)
    auth.add(NEW)
    assert code(await auth.verify("email_change", new)) == (422, "email_exists")
    assert await email_of(auth, session) == (STRANGER, NEW)


async def test_two_accounts_may_ask_for_the_same_email(auth, session):
    auth.add("mo@stage.test")
    other = await auth.sign_in("mo@stage.test")
    _, new = await tokens(auth, session)
    assert code(await ask(auth, other)) == (429, "over_email_send_rate_limit")
    assert (await auth.verify("email_change", new)).json() == HALF
    assert await email_of(auth, other) == ("mo@stage.test", None)


async def test_new_password_voids_the_wish(auth, session):
    old, _ = await tokens(auth, session)
    body = {"password": "another long and lovely evening", "current_password": auth.password}
    await auth.put_user(session["access_token"], body)
    assert code(await auth.verify("email_change", old)) == EXPIRED
    assert await email_of(auth, session) == (STRANGER, None)


async def test_links_to_the_old_email_are_void(auth, session):
    recovery = await auth.recovery_token()
    for token in await tokens(auth, session):
        await auth.verify("email_change", token)
    assert code(await auth.verify("recovery", recovery)) == EXPIRED


async def test_other_sessions_stay(auth, session):
    elsewhere = await auth.sign_in()
    for token in await tokens(auth, session):
        await auth.verify("email_change", token)
    assert (await auth.refresh(elsewhere["refresh_token"])).json()["user"]["email"] == NEW


async def test_link_works_for_a_day(auth, session, clock):
    old, new = await tokens(auth, session)
    clock.move(hours=23, minutes=59)
    assert (await auth.verify("email_change", old)).status_code == 200
    clock.move(minutes=2)
    assert code(await auth.verify("email_change", new)) == EXPIRED


async def test_flow_of_the_protocol_says_half_and_then_brings_a_code(auth, session):
    old, new = await tokens(auth, session, **CHALLENGE)
    half = await auth.follow(token=old, type="email_change")
    assert half.headers["location"].startswith("http://stage.test?message=Confirmation+link+accepted")
    whole = await auth.follow(token=new, type="email_change")
    assert whole.headers["location"].startswith("http://stage.test?code=")


@pytest.mark.parametrize("address", ["", None, STRANGER, STRANGER.upper()])
async def test_own_email_is_no_change(auth, session, address):
    body = {"email": address, "code_challenge": None, "code_challenge_method": None}
    answer = await auth.put_user(session["access_token"], body)
    assert (answer.status_code, answer.json()["email"]) == (200, STRANGER)
    assert await auth.mails() == []


@pytest.mark.parametrize("address", ["stranger", ["x@y.example"], {}, True, f"{NEW}\r\nBcc: x@y.example"])
async def test_invalid_email_is_refused(auth, session, address):
    assert code(await auth.put_user(session["access_token"], {"email": address})) == (400, "validation_failed")
    assert await auth.mails() == []


async def test_mail_is_sent_again_to_both(auth, session, clock):
    await tokens(auth, session)
    clock.move(seconds=61)
    asked = [
        await auth.post("/resend", {"type": "email_change", "email": who}) for who in (STRANGER, "nobody@x.example")
    ]
    assert [(answer.status_code, answer.json()) for answer in asked] == [(200, {})] * 2
    assert sorted(mail.to for mail in await auth.mails()) == [STRANGER, NEW]


@pytest.mark.parametrize("kind", ["recovery", "", None, {}, ["signup"]])
async def test_other_mail_is_not_sent_again(auth, session, kind):
    assert code(await auth.post("/resend", {"type": kind, "email": STRANGER})) == (400, "validation_failed")
