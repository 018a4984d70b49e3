"""An email is one however its domain is spelt, and mail goes to the spelling that mail servers know."""

import pytest
from sqlalchemy import insert, select, update

from marquee.auth.mail.delivery import ServerDelivery
from marquee.cli.preparation import prepare
from marquee.domain.tables import one_time_tokens, users
from marquee.domain.texts import email_forms
from marquee.domain.texts.emails import is_email, mailbox_of, normal_email
from tests.auth.mailbox import Mailbox, serving

pytestmark = pytest.mark.anyio

MARIO, ENCODED = "mario@müller.example", "mario@xn--mller-kva.example"
SPELLINGS = (
    MARIO,
    ENCODED,
    "Mario@MÜLLER.example",
    "mario@mu\u0308ller.example",
    "mario@XN--MLLER-KVA.Example",
    "mario@müller\u3002example",
    "mario@\uff4düller.example",
)
NO_DOMAINS = (
    "a@b.example.",
    "a@müller.example.",
    "a@.example",
    "a@b..example",
    "a@xn--a.example",
    "a@-müller.example",
    "a@❤.example",
    f"a@{'ü' * 64}.example",
    "a@-b.example",
    "a@b-.example",
    f"a@{'b' * 64}.example",
    "a@-b.müller.example",
)
ALIKE = ("ÖZLEM@stage.test", "o\u0308zlem@stage.test", "O\u0308ZLEM@stage.test", "özle\uff4d@stage.test")
NEW = "another long and lovely evening"


def code(answer):
    return answer.status_code, answer.json().get("code")


@pytest.mark.parametrize("spelling", SPELLINGS)
async def test_every_spelling_of_a_domain_is_one_account(auth, spelling):
    made = await auth.admin("POST", "/users", {"email": spelling, "password": NEW, "email_confirm": True})
    assert made.json()["email"] == MARIO
    for other in SPELLINGS:
        assert (await auth.sign_in(other, NEW))["user"]["id"] == made.json()["id"]
        assert code(await auth.admin("POST", "/users", {"email": other})) == (422, "email_exists")


@pytest.mark.parametrize("email", NO_DOMAINS)
async def test_email_without_a_domain_is_refused(auth, email):
    auth.configure(has_signup=True)
    calls = [
        await auth.admin("POST", "/users", {"email": email}),
        await auth.post("/signup", {"email": email, "password": NEW}),
        await auth.post("/recover", {"email": email}),
    ]
    assert [code(answer) for answer in calls] == [(400, "validation_failed")] * 3
    added = auth.command("user", "list")
    assert email not in added.stdout


async def test_command_finds_the_account_by_either_spelling(auth):
    auth.add(MARIO)
    assert auth.command("user", "role", ENCODED, "service_role").exit_code == 0
    assert f"service_role   {MARIO}" in auth.command("user", "list").stdout


async def test_other_spellings_give_no_further_attempts(auth):
    auth.add(MARIO)
    answers = [code(await auth.token("password", email=email, password="wrong")) for email in SPELLINGS * 3]
    assert answers.count((400, "invalid_credentials")) == 10


async def test_mail_goes_to_the_domain_in_ascii(auth):
    auth.add(MARIO)
    await auth.post("/recover", {"email": ENCODED})
    mail = await auth.mailed()
    assert mail.to == ENCODED
    assert (await auth.verify("recovery", mail.token)).json()["user"]["email"] == MARIO


@pytest.mark.parametrize(
    ("email", "knows_utf8", "arrived"),
    [(MARIO, False, ENCODED), ("özlem@müller.example", True, "özlem@xn--mller-kva.example")],
)
async def test_mail_server_is_told_what_it_knows(auth, email, knows_utf8, arrived):
    mailbox = Mailbox()
    auth.add(email)
    async with serving(mailbox, enable_SMTPUTF8=knows_utf8) as server:
        auth.outbox.delivery = ServerDelivery(server)
        await auth.post("/recover", {"email": email})
        await auth.outbox.send_due()
    assert [receivers for _, receivers, _ in mailbox.received] == [[arrived]]


async def test_mail_that_the_server_cannot_address_is_given_up_in_words(auth, caplog):
    mailbox = Mailbox()
    auth.add("özlem@stage.test")
    async with serving(mailbox, enable_SMTPUTF8=False) as server:
        auth.outbox.delivery = ServerDelivery(server)
        await auth.post("/recover", {"email": "özlem@stage.test"})
        await auth.outbox.send_due()
    [given_up] = [record for record in caplog.records if record.message == "mail given up"]
    assert "SMTPUTF8" in given_up.reason
    assert mailbox.received == []


@pytest.mark.parametrize("alike", ALIKE)
async def test_account_that_people_cannot_tell_from_another_is_refused(auth, alike):
    auth.configure(has_signup=True)
    auth.add("özlem@stage.test")
    assert code(await auth.admin("POST", "/users", {"email": alike})) == (422, "email_exists")
    before = auth.command("user", "list").stdout
    signed_up = await auth.post("/signup", {"email": alike, "password": NEW})
    assert signed_up.status_code == 200, "who has an account is a secret"
    assert await auth.mails() == []
    assert auth.command("user", "list").stdout == before
    assert (await auth.token("password", email=alike, password=auth.password)).status_code == 400


@pytest.mark.parametrize(
    ("there", "new"), [("mike@stage.test", "mi\u212ae@stage.test"), ("mi\u212ae@stage.test", "mike@stage.test")]
)
async def test_letters_that_look_like_latin_ones_make_no_second_account(auth, there, new):
    auth.add(there)
    assert code(await auth.admin("POST", "/users", {"email": new})) == (422, "email_exists")


async def test_start_brings_stored_emails_into_one_form_and_tells_which_are_double(auth, caplog):
    kept, other, alone = (auth.add(f"{name}@stage.test") for name in ("kept", "other", "alone"))
    stored = {kept.id: MARIO, other.id: ENCODED, alone.id: "lena@xn--bcher-kva.example"}
    token = {"token_hash": "x", "user_id": alone.id, "purpose": "recovery", "expires_at": alone.created_at}

    def plant(connection):
        for id_, email in stored.items():
            connection.execute(update(users).where(users.c.id == id_).values(email=email))
        connection.execute(insert(one_time_tokens).values(**token, address=stored[alone.id]))

    auth.database.write_now(plant)
    prepare(auth.settings, auth.keys, with_demo=False)
    emails = select(users.c.id, users.c.email)
    found = auth.database.read_now(lambda connection: connection.execute(emails).all())
    assert dict(map(tuple, found)) == {kept.id: MARIO, other.id: ENCODED, alone.id: "lena@bücher.example"}
    addresses = select(one_time_tokens.c.address)
    sent_to = auth.database.read_now(lambda connection: connection.execute(addresses).scalars().all())
    assert sent_to == ["lena@bücher.example"]
    assert auth.database.read_now(email_forms.doubled) == [(kept.id, other.id)]
    [told] = [record for record in caplog.records if "one email" in record.message]
    assert told.accounts == (kept.id, other.id)


def test_emails_in_ascii_stay_as_they_are():
    for email in ("a@b", "A.b+c@stage.test", "a@under_score.example", "a@localhost", "o'neil@stage.test"):
        normal = email.lower()
        assert (normal_email(email), mailbox_of(normal), is_email(normal)) == (normal, normal, True)
