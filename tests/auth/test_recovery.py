"""`POST /recover` and what its mail leads to: `POST /verify` and a new password."""

import asyncio

import pytest

from marquee.auth.mail import queue

pytestmark = pytest.mark.anyio

DANA = "dana@undercard.example"
NOBODY = "nobody@undercard.example"
NEW = "another long and lovely evening"
EXPIRED = (403, "otp_expired")
NOT_TEXT: tuple[object, ...] = ({}, [], True, None, 7)


@pytest.fixture
def dana(stage):
    return stage.add()


def code(answer):
    return answer.status_code, answer.json()["code"]


async def recover(stage, address, **body):
    return await stage.post("/recover", {"email": address, **body})


async def test_forgotten_password_is_replaced(stage, dana):
    elsewhere = await stage.sign_in()
    sent = await recover(stage, DANA, code_challenge=None, code_challenge_method=None, gotrue_meta_security={})
    assert (sent.status_code, sent.json()) == (200, {})
    mail = await stage.mailed()
    assert (mail.to, mail.subject) == (DANA, "Reset your password")
    assert mail.link.startswith("http://stage.test/auth/confirm?token_hash=")
    assert mail.link.endswith("&type=recovery")

    session = (await stage.verify("recovery", mail.token)).json()
    assert session["user"]["email"] == DANA
    changed = await stage.put_user(session["access_token"], {"password": NEW})
    assert changed.status_code == 200
    assert "access_token" in await stage.sign_in(password=NEW)
    assert (await stage.sign_in())["code"] == "invalid_credentials"
    assert code(await stage.get_user(elsewhere["access_token"])) == (403, "session_not_found")
    assert (await stage.get_user(session["access_token"])).status_code == 200


@pytest.mark.parametrize("body", [{"options": {}, "gotrue_meta_security": {}}, {"token": None, "email": DANA}])
async def test_verify_overlooks_what_else_the_client_sends(stage, dana, body):
    """Trap 5: The client sends nulls, empty texts and keys of its own."""
    token = await stage.recovery_token()
    answer = await stage.post("/verify", {"type": "recovery", "token_hash": token, **body})
    assert answer.status_code == 200


async def test_known_and_unknown_address_are_answered_alike(stage, dana, clock):
    answers = {}
    for address in (DANA, NOBODY):
        found = [await recover(stage, address), await recover(stage, address)]
        clock.move(seconds=61)
        found.append(await recover(stage, address))
        clock.move(seconds=61)
        ignored = {"x-request-id", "date"}
        answers[address] = [
            (one.status_code, one.content, {k: v for k, v in one.headers.items() if k not in ignored}) for one in found
        ]
    assert answers[DANA] == answers[NOBODY]
    assert [status for status, _, _ in answers[DANA]] == [200, 429, 200]


async def test_second_mail_within_a_minute_is_refused_and_says_for_how_long(stage, dana, clock):
    await recover(stage, DANA)
    clock.move(seconds=18)
    answer = await recover(stage, DANA.upper())
    assert code(answer) == (429, "over_email_send_rate_limit")
    assert answer.json()["message"] == "For security purposes, you can only request this after 42 seconds."
    assert answer.headers["retry-after"] == "42"
    assert len(await stage.mails()) == 1


async def test_too_much_mail_at_once_is_refused_for_everybody(stage, dana, monkeypatch):
    monkeypatch.setattr(queue, "MAX_PENDING", 2)
    await recover(stage, "one@undercard.example")
    await recover(stage, "two@undercard.example")
    for address in (DANA, NOBODY):
        answer = await recover(stage, address)
        assert code(answer) == (503, "over_email_send_rate_limit")
        assert answer.headers["retry-after"]
    await stage.mails()
    assert (await recover(stage, DANA)).status_code == 200


async def test_nobody_gets_no_mail(stage, dana):
    await recover(stage, NOBODY)
    assert await stage.mails() == []


@pytest.mark.parametrize("address", ["mıke@undercard.example", "MİKE@undercard.example", "mi\u212ae@undercard.example"])
async def test_foreign_letters_never_reach_another_address(stage, address):
    """Dotless i, dotted I, and the Kelvin sign: Unicode's lower-casing would make them i and k."""
    stage.add("mike@undercard.example")
    await recover(stage, address)
    assert await stage.mails() == []


async def test_mail_goes_to_the_stored_address(stage, dana):
    await recover(stage, "DANA@Undercard.Example")
    assert (await stage.mailed()).to == DANA


async def test_link_leads_to_the_configured_host(stage, dana):
    await stage.post("/recover?redirect_to=https://evil.example/", {"email": DANA}, headers={"Host": "evil.example"})
    assert (await stage.mailed()).link.startswith("http://stage.test/auth/confirm?")


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"email": None},
        {"email": ""},
        {"email": ["dana@undercard.example"]},
        {"email": {}},
        {"email": True},
        {"email": "dana"},
        {"email": "dana@undercard.example\r\nBcc: mallory@evil.example"},
        {"email": "dana@undercard.example\n"},
        {"email": "dana@undercard.example,mallory@evil.example"},
        {"email": f"{'x' * 250}@undercard.example"},
        {"email": DANA, "code_challenge": "x" * 43},
        {"email": DANA, "code_challenge_method": "s256"},
        {"email": DANA, "code_challenge": "x" * 42, "code_challenge_method": "s256"},
        {"email": DANA, "code_challenge": "x" * 129, "code_challenge_method": "s256"},
        {"email": DANA, "code_challenge": "é" * 43, "code_challenge_method": "s256"},
        {"email": DANA, "code_challenge": "x" * 43, "code_challenge_method": "s512"},
        {"email": DANA, "code_challenge": {}, "code_challenge_method": "s256"},
    ],
)
async def test_what_is_no_request_is_refused_and_mails_nothing(stage, dana, body):
    assert code(await stage.post("/recover", body)) == (400, "validation_failed")
    assert await stage.mails() == []


async def test_token_works_once(stage, dana):
    token = await stage.recovery_token()
    answers = await asyncio.gather(*(stage.verify("recovery", token) for _ in range(20)))
    assert sorted(answer.status_code for answer in answers) == [200] + [403] * 19
    assert code(await stage.verify("recovery", token)) == EXPIRED


async def test_token_works_for_ten_minutes(stage, dana, clock):
    token = await stage.recovery_token()
    clock.move(minutes=10, seconds=1)
    assert code(await stage.verify("recovery", token)) == EXPIRED
    token = await stage.recovery_token()
    clock.move(minutes=9, seconds=59)
    assert (await stage.verify("recovery", token)).status_code == 200


async def test_used_token_takes_its_elder_ones_with_it(stage, dana, clock):
    first = await stage.recovery_token()
    clock.move(seconds=61)
    second = await stage.recovery_token()
    assert (await stage.verify("recovery", second)).status_code == 200
    assert code(await stage.verify("recovery", first)) == EXPIRED


async def test_changed_password_ends_links_and_mail_on_its_way(stage, dana, clock):
    session, token = await stage.sign_in(), await stage.recovery_token()
    clock.move(seconds=61)
    await recover(stage, DANA)
    body = {"password": NEW, "current_password": stage.password}
    assert (await stage.put_user(session["access_token"], body)).status_code == 200
    assert code(await stage.verify("recovery", token)) == EXPIRED
    assert await stage.mails() == []


async def test_banned_account_is_told_so_after_its_link_was_right(stage, dana):
    token = await stage.recovery_token()
    stage.change(dana, banned_until="2999-01-01T00:00:00+00:00")
    assert code(await stage.verify("recovery", token)) == (403, "user_banned")


async def test_recovery_confirms_the_address(stage, dana):
    stage.change(dana, email_confirmed_at=None)
    session = (await stage.verify("recovery", await stage.recovery_token())).json()
    assert session["user"]["email_confirmed_at"]


async def test_only_a_fresh_recovery_replaces_the_current_password(stage, dana, clock):
    session = (await stage.verify("recovery", await stage.recovery_token())).json()
    clock.move(minutes=10, seconds=1)
    refreshed = (await stage.refresh(session["refresh_token"])).json()
    answer = await stage.put_user(refreshed["access_token"], {"password": NEW})
    assert code(answer) == (400, "current_password_required")


@pytest.mark.parametrize("kind", ["signup", "invite", "magiclink", "email_change", "email"])
async def test_token_of_another_type_is_refused(stage, dana, kind):
    token = await stage.recovery_token()
    assert code(await stage.verify(kind, token)) == EXPIRED
    assert (await stage.verify("recovery", token)).status_code == 200


@pytest.mark.parametrize(
    ("body", "refusal"),
    [
        ({"type": "recovery", "token_hash": "made-up"}, EXPIRED),
        ({"type": "recovery", "token_hash": "x" * 100_000}, EXPIRED),
        ({"type": "recovery", "email": DANA, "token": "123456"}, EXPIRED),
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
async def test_what_is_no_token_is_refused(stage, dana, body, refusal):
    assert code(await stage.post("/verify", body)) == refusal


async def test_no_token_is_kept_readable(stage, dana):
    """Trap 30: A link of six digits is guessed."""
    token = await stage.recovery_token(code_challenge="x" * 43, code_challenge_method="S256")
    assert token.startswith("pkce_")
    assert DANA in stage.stored()
    assert token.removeprefix("pkce_") not in stage.stored()
