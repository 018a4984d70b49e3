"""`POST /recover` and what its mail leads to: `POST /verify` and a new password."""

import asyncio

import pytest

from marquee.auth.mail import queue

pytestmark = pytest.mark.anyio

STRANGER = "stranger@stage.test"
NOBODY = "nobody@stage.test"
NEW = "another long and lovely evening"
EXPIRED = (403, "otp_expired")
NOT_TEXT: tuple[object, ...] = ({}, [], True, None, 7)


@pytest.fixture
def stranger(auth):
    return auth.add()


def code(answer):
    return answer.status_code, answer.json()["code"]


async def recover(auth, address, **body):
    return await auth.post("/recover", {"email": address, **body})


async def test_forgotten_password_is_replaced(auth, stranger):
    elsewhere = await auth.sign_in()
    sent = await recover(auth, STRANGER, code_challenge=None, code_challenge_method=None, gotrue_meta_security={})
    assert (sent.status_code, sent.json()) == (200, {})
    mail = await auth.mailed()
    assert (mail.to, mail.subject) == (STRANGER, "Reset your password")
    assert mail.link.startswith("http://stage.test/auth/confirm?token_hash=")
    assert mail.link.endswith("&type=recovery")

    session = (await auth.verify("recovery", mail.token)).json()
    assert session["user"]["email"] == STRANGER
    changed = await auth.put_user(session["access_token"], {"password": NEW})
    assert changed.status_code == 200
    assert "access_token" in await auth.sign_in(password=NEW)
    assert (await auth.sign_in())["code"] == "invalid_credentials"
    assert code(await auth.get_user(elsewhere["access_token"])) == (403, "session_not_found")
    assert (await auth.get_user(session["access_token"])).status_code == 200


@pytest.mark.parametrize("body", [{"options": {}, "gotrue_meta_security": {}}, {"token": None, "email": STRANGER}])
async def test_verify_overlooks_what_else_the_client_sends(auth, stranger, body):
    """Trap 5: The client sends nulls, empty texts and keys of its own."""
    token = await auth.recovery_token()
    answer = await auth.post("/verify", {"type": "recovery", "token_hash": token, **body})
    assert answer.status_code == 200


async def test_response_is_the_same_for_a_known_email(auth, stranger, clock):
    answers = {}
    for address in (STRANGER, NOBODY):
        found = [await recover(auth, address), await recover(auth, address)]
        clock.move(seconds=61)
        found.append(await recover(auth, address))
        clock.move(seconds=61)
        ignored = {"x-request-id", "date"}
        answers[address] = [
            (one.status_code, one.content, {k: v for k, v in one.headers.items() if k not in ignored}) for one in found
        ]
    assert answers[STRANGER] == answers[NOBODY]
    assert [status for status, _, _ in answers[STRANGER]] == [200, 429, 200]


async def test_second_mail_within_a_minute_is_refused_and_says_for_how_long(auth, stranger, clock):
    await recover(auth, STRANGER)
    clock.move(seconds=18)
    answer = await recover(auth, STRANGER.upper())
    assert code(answer) == (429, "over_email_send_rate_limit")
    assert answer.json()["message"] == "For security purposes, you can only request this after 42 seconds."
    assert answer.headers["retry-after"] == "42"
    assert len(await auth.mails()) == 1


async def asked(auth, clock, times, address=STRANGER):
    """The statuses of so many requests for mail, a little more than a minute apart."""
    statuses = []
    for _ in range(times):
        clock.move(seconds=61)
        statuses.append((await recover(auth, address)).status_code)
    return statuses


async def test_one_client_has_a_mailbox_sent_five_mails_of_a_kind_in_three_hours(auth, stranger, clock):
    there = auth.at("192.0.2.7")
    for address in (STRANGER, NOBODY):
        assert await asked(there, clock, 6, address) == [200] * 5 + [429]
    assert len(await auth.mails()) == 5
    refusal = await recover(there, STRANGER.upper())
    assert code(refusal) == (429, "over_email_send_rate_limit")
    assert 9_000 < int(refusal.headers["retry-after"]) <= 10_800
    assert f"after {refusal.headers['retry-after']} seconds" in refusal.json()["message"]
    assert (await there.post("/otp", {"email": STRANGER})).status_code == 200
    assert await asked(auth.at("192.0.2.8"), clock, 1) == [200]
    clock.move(hours=3)
    assert await asked(there, clock, 1) == [200]


async def test_flood_of_mail_from_everywhere_is_bounded_and_leaves_the_owner_alone(auth, stranger, clock):
    await auth.sign_in()
    for place in range(5):
        assert await asked(auth.at(f"192.0.2.{place}"), clock, 5) == [200 if place < 4 else 429] * 5
    assert await asked(auth, clock, 1) == [200]
    assert len(await auth.mails()) == 21


async def test_too_much_mail_at_once_is_refused_for_everybody(auth, stranger, monkeypatch):
    monkeypatch.setattr(queue, "MAX_PENDING", 2)
    await recover(auth, "one@stage.test")
    await recover(auth, "two@stage.test")
    for address in (STRANGER, NOBODY):
        answer = await recover(auth, address)
        assert code(answer) == (503, "over_email_send_rate_limit")
        assert answer.headers["retry-after"]
    await auth.mails()
    assert (await recover(auth, STRANGER)).status_code == 200


async def test_unknown_email_gets_no_mail(auth, stranger):
    await recover(auth, NOBODY)
    assert await auth.mails() == []


@pytest.mark.parametrize("address", ["mıke@stage.test", "MİKE@stage.test", "mi\u212ae@stage.test"])
async def test_similar_letters_never_reach_another_email(auth, address):
    """Dotless i, dotted I, and the Kelvin sign: Unicode's lower-casing would make them i and k."""
    auth.add("mike@stage.test")
    await recover(auth, address)
    assert await auth.mails() == []


async def test_mail_goes_to_the_stored_email(auth, stranger):
    await recover(auth, "STRANGER@Stage.Test")
    assert (await auth.mailed()).to == STRANGER


async def test_link_leads_to_the_configured_host(auth, stranger):
    await auth.post("/recover?redirect_to=https://evil.example/", {"email": STRANGER}, headers={"Host": "evil.example"})
    assert (await auth.mailed()).link.startswith("http://stage.test/auth/confirm?")


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"email": None},
        {"email": ""},
        {"email": ["stranger@stage.test"]},
        {"email": {}},
        {"email": True},
        {"email": "stranger"},
        {"email": "stranger@stage.test\r\nBcc: mallory@evil.example"},
        {"email": "stranger@stage.test\n"},
        {"email": "stranger@stage.test,mallory@evil.example"},
        {"email": f"{'x' * 250}@stage.test"},
        {"email": STRANGER, "code_challenge": "x" * 43},
        {"email": STRANGER, "code_challenge_method": "s256"},
        {"email": STRANGER, "code_challenge": "x" * 42, "code_challenge_method": "s256"},
        {"email": STRANGER, "code_challenge": "x" * 129, "code_challenge_method": "s256"},
        {"email": STRANGER, "code_challenge": "é" * 43, "code_challenge_method": "s256"},
        {"email": STRANGER, "code_challenge": "x" * 43, "code_challenge_method": "s512"},
        {"email": STRANGER, "code_challenge": {}, "code_challenge_method": "s256"},
    ],
)
async def test_what_is_no_request_is_refused_and_mails_nothing(auth, stranger, body):
    assert code(await auth.post("/recover", body)) == (400, "validation_failed")
    assert await auth.mails() == []


async def test_token_works_once(auth, stranger):
    token = await auth.recovery_token()
    answers = await asyncio.gather(*(auth.verify("recovery", token) for _ in range(20)))
    assert sorted(answer.status_code for answer in answers) == [200] + [403] * 19
    assert code(await auth.verify("recovery", token)) == EXPIRED


async def test_token_works_for_60_minutes_as_its_mail_says(auth, stranger, clock):
    await recover(auth, STRANGER)
    mail = await auth.mailed()
    assert "The link works once, for 60 minutes:" in mail.text
    token = mail.token
    clock.move(minutes=60, seconds=1)
    assert code(await auth.verify("recovery", token)) == EXPIRED
    token = await auth.recovery_token()
    clock.move(minutes=59, seconds=59)
    assert (await auth.verify("recovery", token)).status_code == 200


async def test_used_token_takes_its_elder_ones_with_it(auth, stranger, clock):
    first = await auth.recovery_token()
    clock.move(seconds=61)
    second = await auth.recovery_token()
    assert (await auth.verify("recovery", second)).status_code == 200
    assert code(await auth.verify("recovery", first)) == EXPIRED


async def test_changed_password_ends_links_and_mail_on_its_way(auth, stranger, clock):
    session, token = await auth.sign_in(), await auth.recovery_token()
    clock.move(seconds=61)
    await recover(auth, STRANGER)
    body = {"password": NEW, "current_password": auth.password}
    assert (await auth.put_user(session["access_token"], body)).status_code == 200
    assert code(await auth.verify("recovery", token)) == EXPIRED
    assert (await auth.mailed()).subject == "Your password was changed"


async def test_banned_account_learns_so_only_with_a_valid_link(auth, stranger):
    token = await auth.recovery_token()
    auth.change(stranger, banned_until="2999-01-01T00:00:00+00:00")
    assert code(await auth.verify("recovery", token)) == (403, "user_banned")


async def test_recovery_confirms_the_email(auth, stranger):
    auth.change(stranger, email_confirmed_at=None)
    session = (await auth.verify("recovery", await auth.recovery_token())).json()
    assert session["user"]["email_confirmed_at"]


async def test_only_a_fresh_recovery_replaces_the_current_password(auth, stranger, clock):
    session = (await auth.verify("recovery", await auth.recovery_token())).json()
    clock.move(minutes=10, seconds=1)
    refreshed = (await auth.refresh(session["refresh_token"])).json()
    answer = await auth.put_user(refreshed["access_token"], {"password": NEW})
    assert code(answer) == (400, "current_password_required")


@pytest.mark.parametrize("kind", ["signup", "invite", "magiclink", "email_change", "email"])
async def test_token_of_another_type_is_refused(auth, stranger, kind):
    token = await auth.recovery_token()
    assert code(await auth.verify(kind, token)) == EXPIRED
    assert (await auth.verify("recovery", token)).status_code == 200


@pytest.mark.parametrize(
    ("body", "refusal"),
    [
        ({"type": "recovery", "token_hash": "made-up"}, EXPIRED),
        ({"type": "recovery", "token_hash": "x" * 100_000}, EXPIRED),
        ({"type": "recovery", "email": STRANGER, "token": "123456"}, EXPIRED),
        ({"type": "recovery"}, (400, "validation_failed")),
        ({"type": "recovery", "token_hash": "x", "token": "y"}, (400, "validation_failed")),
        ({"type": "nothing", "token_hash": "x"}, (400, "validation_failed")),
        ({"token_hash": "x"}, (400, "validation_failed")),
        ({"type": ["recovery"], "token_hash": "x"}, (400, "validation_failed")),
        *(
            ({"type": "recovery", name: value}, (400, "validation_failed"))
            for name in ("token", "token_hash")
            for value in NOT_TEXT
        ),
    ],
)
async def test_what_is_no_token_is_refused(auth, stranger, body, refusal):
    assert code(await auth.post("/verify", body)) == refusal


async def test_no_token_is_kept_readable(auth, stranger):
    """Trap 30: A link of six digits is guessed."""
    token = await auth.recovery_token(code_challenge="x" * 43, code_challenge_method="S256")
    assert token.startswith("pkce_")
    assert STRANGER in auth.stored()
    assert token.removeprefix("pkce_") not in auth.stored()
