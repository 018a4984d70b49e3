"""`PUT /user` with an address: it changes when the old and the new one have both confirmed it."""

import pytest

pytestmark = pytest.mark.anyio

DANA = "dana@undercard.example"
NEW = "dana@venue.example"
EXPIRED = (403, "otp_expired")
HALF = {"msg": "Confirmation link accepted. Please proceed to confirm link sent to the other email", "code": "200"}
CHALLENGE = {"code_challenge": "x" * 43, "code_challenge_method": "s256"}


@pytest.fixture
async def session(stage, clock):
    stage.add()
    return await stage.sign_in()


def code(answer):
    return answer.status_code, answer.json()["code"]


async def ask(stage, session, address=NEW, **body):
    return await stage.put_user(session["access_token"], {"email": address, **body})


async def tokens(stage, session, address=NEW, **body):
    """The tokens mailed to the old and to the new address."""
    answer = await ask(stage, session, address, **body)
    assert answer.status_code == 200, answer.text
    mails = {mail.to: mail.token for mail in await stage.mails()}
    return mails[DANA], mails[address]


async def email_of(stage, session):
    user = (await stage.get_user(session["access_token"])).json()
    return user["email"], user.get("new_email")


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
async def test_address_changes_when_both_have_confirmed(stage, session, order):
    answer = await ask(stage, session, "DANA@Venue.example")
    assert (answer.json()["email"], answer.json()["new_email"]) == (DANA, NEW)
    mails = sorted(await stage.mails())
    assert [mail.to for mail in mails] == [DANA, NEW]
    assert all(NEW in mail.text and mail.link.endswith("&type=email_change") for mail in mails)

    first, second = (mails[place].token for place in order)
    half = await stage.verify("email_change", first)
    assert (half.status_code, half.json()) == (200, HALF)
    assert await email_of(stage, session) == (DANA, NEW)
    whole = await stage.verify("email_change", second)
    assert (whole.status_code, whole.json()["user"]["email"]) == (200, NEW)
    assert await email_of(stage, session) == (NEW, None)
    assert "access_token" in await stage.sign_in(NEW)
    assert (await stage.sign_in())["code"] == "invalid_credentials"


@pytest.mark.parametrize("place", [0, 1])
async def test_one_address_alone_changes_nothing(stage, session, clock, place):
    found = (await tokens(stage, session))[place]
    await stage.verify("email_change", found)
    assert code(await stage.verify("email_change", found)) == EXPIRED
    clock.move(seconds=61)
    await stage.post("/resend", {"type": "email_change", "email": DANA})
    again = next(mail.token for mail in await stage.mails() if mail.to == (DANA, NEW)[place])
    assert (await stage.verify("email_change", again)).json() == HALF
    assert (await stage.get_user(session["access_token"])).json()["email"] == DANA


async def test_one_mail_that_is_late_does_not_count_as_confirmed(stage, session):
    """The change is decided by who confirmed, not by which tokens there are."""
    await ask(stage, session)
    real, sent = stage.outbox.delivery.send, []

    def only_to_new(message, to):
        if to == DANA:
            raise ConnectionError
        sent.append(to)
        real(message, to)

    stage.outbox.delivery.send = only_to_new
    mail = await stage.mailed()
    assert sent == [NEW]
    assert (await stage.verify("email_change", mail.token)).json() == HALF
    assert await email_of(stage, session) == (DANA, NEW)


async def test_second_wish_voids_the_first(stage, session, clock):
    old, new = await tokens(stage, session)
    await stage.verify("email_change", old)
    clock.move(seconds=61)
    _, other = await tokens(stage, session, "dana@other.example")
    assert code(await stage.verify("email_change", new)) == EXPIRED
    assert (await stage.verify("email_change", other)).json() == HALF


async def test_mail_of_a_voided_wish_is_not_sent(stage, session, clock):
    await ask(stage, session)
    clock.move(seconds=61)
    await ask(stage, session, "dana@other.example")
    assert sorted(mail.to for mail in await stage.mails()) == ["dana@other.example", DANA]


async def test_taken_address_is_refused(stage, session):
    stage.add(NEW)
    assert code(await ask(stage, session)) == (422, "email_exists")
    assert await stage.mails() == []
    assert await email_of(stage, session) == (DANA, None)


async def test_address_that_was_taken_meanwhile_is_refused(stage, session):
    old, new = await tokens(stage, session)
    await stage.verify("email_change", old)
    stage.add(NEW)
    assert code(await stage.verify("email_change", new)) == (422, "email_exists")
    assert await email_of(stage, session) == (DANA, NEW)


async def test_two_accounts_that_want_one_address_get_links_of_their_own(stage, session):
    stage.add("mo@undercard.example")
    other = await stage.sign_in("mo@undercard.example")
    _, new = await tokens(stage, session)
    assert code(await ask(stage, other)) == (429, "over_email_send_rate_limit")
    assert (await stage.verify("email_change", new)).json() == HALF
    assert await email_of(stage, other) == ("mo@undercard.example", None)


async def test_new_password_voids_the_wish(stage, session):
    old, _ = await tokens(stage, session)
    body = {"password": "another long and lovely evening", "current_password": stage.password}
    await stage.put_user(session["access_token"], body)
    assert code(await stage.verify("email_change", old)) == EXPIRED
    assert await email_of(stage, session) == (DANA, None)


async def test_links_to_the_old_address_die_with_it(stage, session):
    recovery = await stage.recovery_token()
    for token in await tokens(stage, session):
        await stage.verify("email_change", token)
    assert code(await stage.verify("recovery", recovery)) == EXPIRED


async def test_other_sessions_stay(stage, session):
    elsewhere = await stage.sign_in()
    for token in await tokens(stage, session):
        await stage.verify("email_change", token)
    assert (await stage.refresh(elsewhere["refresh_token"])).json()["user"]["email"] == NEW


async def test_link_works_for_a_day(stage, session, clock):
    old, new = await tokens(stage, session)
    clock.move(hours=23, minutes=59)
    assert (await stage.verify("email_change", old)).status_code == 200
    clock.move(minutes=2)
    assert code(await stage.verify("email_change", new)) == EXPIRED


async def test_flow_of_the_protocol_says_half_and_then_brings_a_code(stage, session):
    old, new = await tokens(stage, session, **CHALLENGE)
    half = await stage.follow(token=old, type="email_change")
    assert half.headers["location"].startswith("http://stage.test?message=Confirmation+link+accepted")
    whole = await stage.follow(token=new, type="email_change")
    assert whole.headers["location"].startswith("http://stage.test?code=")


@pytest.mark.parametrize("address", ["", None, DANA, DANA.upper()])
async def test_ones_own_address_is_no_wish(stage, session, address):
    body = {"email": address, "code_challenge": None, "code_challenge_method": None}
    answer = await stage.put_user(session["access_token"], body)
    assert (answer.status_code, answer.json()["email"]) == (200, DANA)
    assert await stage.mails() == []


@pytest.mark.parametrize("address", ["dana", ["x@y.example"], {}, True, f"{NEW}\r\nBcc: x@y.example"])
async def test_what_is_no_address_is_refused(stage, session, address):
    assert code(await stage.put_user(session["access_token"], {"email": address})) == (400, "validation_failed")
    assert await stage.mails() == []


async def test_mail_is_sent_again_to_both(stage, session, clock):
    await tokens(stage, session)
    clock.move(seconds=61)
    asked = [await stage.post("/resend", {"type": "email_change", "email": who}) for who in (DANA, "nobody@x.example")]
    assert [(answer.status_code, answer.json()) for answer in asked] == [(200, {})] * 2
    assert sorted(mail.to for mail in await stage.mails()) == [DANA, NEW]


@pytest.mark.parametrize("kind", ["recovery", "", None, {}, ["signup"]])
async def test_other_mail_is_not_sent_again(stage, session, kind):
    assert code(await stage.post("/resend", {"type": kind, "email": DANA})) == (400, "validation_failed")
