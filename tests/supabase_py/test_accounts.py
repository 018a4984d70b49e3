"""Accounts and sessions, through the official Python client: every call that Marquee offers."""

from typing import Any
from urllib.parse import parse_qs, urlsplit

import pyotp
import pytest

from tests.cast import PASSWORD
from tests.conftest import on_sqlite
from tests.supabase_py.calls import Call, code

pytestmark = [pytest.mark.anyio, on_sqlite]

STRANGER, NEW, INVITED = "stranger@stage.test", "new@stage.test", "invited@stage.test"
CREDENTIALS = {"email": STRANGER, "password": PASSWORD}
NEW_PASSWORD = "another long and lovely evening"


def email(answer: Any) -> str:
    """The email of whoever is signed in, or of an account."""
    return str(answer.user.email)


def sent(answer: Any) -> bool:
    """A call that only sends mail says nothing else than that it was made."""
    return not isinstance(answer, Exception)


def auth(make: Any) -> Any:
    return lambda client, clients: make(client.auth, clients.answers)


def admin(make: Any) -> Any:
    return lambda client, clients: make(client.auth.admin, clients.answers)


def made_link(seen: Any) -> Any:
    """What redeems the link that a program makes."""
    link = urlsplit(seen["a link that a program makes"].properties.action_link)
    return {"type": "magiclink", "token_hash": parse_qs(link.query)["token"][0]}


SESSIONS = {
    "a wrong password": Call(
        "visitor",
        auth(lambda a, _: a.sign_in_with_password({**CREDENTIALS, "password": "x"})),
        code,
        "invalid_credentials",
    ),
    "a sign-in": Call("visitor", auth(lambda a, _: a.sign_in_with_password(CREDENTIALS)), email, STRANGER),
    "the session": Call("visitor", auth(lambda a, _: a.get_session()), email, STRANGER),
    "the user": Call("visitor", auth(lambda a, _: a.get_user()), email, STRANGER),
    "the user's identities": Call(
        "visitor",
        auth(lambda a, _: a.get_user_identities()),
        lambda found: [one.provider for one in found.identities],
        ["email"],
    ),
    "the claims": Call(
        "visitor", auth(lambda a, _: a.get_claims()), lambda found: found["claims"]["role"], "authenticated"
    ),
    "what an account says of itself": Call(
        "visitor",
        auth(lambda a, _: a.update_user({"data": {"city": "Graz"}})),
        lambda answer: answer.user.user_metadata["city"],
        "Graz",
    ),
    "a refresh": Call("visitor", auth(lambda a, _: a.refresh_session()), email, STRANGER),
    "a session that was kept": Call(
        "visitor",
        auth(
            lambda a, seen: a.set_session(
                seen["a refresh"].session.access_token, seen["a refresh"].session.refresh_token
            )
        ),
        email,
        STRANGER,
    ),
    "a new password without the old one": Call(
        "visitor", auth(lambda a, _: a.update_user({"password": NEW_PASSWORD})), code, "current_password_required"
    ),
    "a new password": Call(
        "visitor",
        auth(lambda a, _: a.update_user({"password": NEW_PASSWORD, "current_password": PASSWORD})),
        email,
        STRANGER,
    ),
}
FACTORS = {
    "a factor": Call(
        "visitor",
        auth(lambda a, _: a.mfa.enroll({"factor_type": "totp", "friendly_name": "Phone"})),
        lambda made: (made.type, made.totp.uri.partition(":")[0]),
        ("totp", "otpauth"),
    ),
    "a challenge": Call(
        "visitor",
        auth(lambda a, seen: a.mfa.challenge({"factor_id": seen["a factor"].id})),
        lambda made: bool(made.id),
        True,
    ),
    "a wrong code": Call(
        "visitor",
        auth(
            lambda a, seen: a.mfa.verify(
                {"factor_id": seen["a factor"].id, "challenge_id": seen["a challenge"].id, "code": "000000"}
            )
        ),
        code,
        "mfa_verification_failed",
    ),
    "the right code": Call(
        "visitor",
        auth(
            lambda a, seen: a.mfa.challenge_and_verify(
                {"factor_id": seen["a factor"].id, "code": pyotp.TOTP(seen["a factor"].totp.secret).now()}
            )
        ),
        email,
        STRANGER,
    ),
    "the level": Call(
        "visitor",
        auth(lambda a, _: a.mfa.get_authenticator_assurance_level()),
        lambda found: found.current_level,
        "aal2",
    ),
    "the factors": Call(
        "visitor",
        auth(lambda a, _: a.mfa.list_factors()),
        lambda found: [one.status for one in found.totp],
        ["verified"],
    ),
    "no factor": Call(
        "visitor",
        auth(lambda a, seen: a.mfa.unenroll({"factor_id": seen["a factor"].id})),
        lambda gone: bool(gone.id),
        True,
    ),
}
MAILS = {
    "a link to sign in": Call(
        "visitor",
        auth(lambda a, _: a.sign_in_with_otp({"email": STRANGER, "options": {"should_create_user": False}})),
        sent,
        True,
    ),
    "a link for a new password": Call(
        "visitor", auth(lambda a, _: a.reset_password_for_email("nobody@stage.test")), sent, True
    ),
    "a link once more": Call(
        "visitor", auth(lambda a, _: a.resend({"type": "signup", "email": "nobody@stage.test"})), sent, True
    ),
    "a link that a program makes": Call(
        "program",
        admin(lambda a, _: a.generate_link({"type": "magiclink", "email": STRANGER})),
        email,
        STRANGER,
    ),
    "that link": Call("visitor", auth(lambda a, seen: a.verify_otp(made_link(seen))), email, STRANGER),
    "that link once more": Call("visitor", auth(lambda a, seen: a.verify_otp(made_link(seen))), code, "otp_expired"),
    "a sign-out": Call("visitor", auth(lambda a, _: a.sign_out()), sent, True),
    "no session": Call("visitor", auth(lambda a, _: a.get_session()), bool, False),
}
OFF = {
    "a sign-up": Call(
        "visitor", auth(lambda a, _: a.sign_up({"email": NEW, "password": PASSWORD})), code, "signup_disabled"
    ),
    "an anonymous sign-in": Call(
        "visitor", auth(lambda a, _: a.sign_in_anonymously()), code, "anonymous_provider_disabled"
    ),
    "a sign-in by phone": Call(
        "visitor", auth(lambda a, _: a.sign_in_with_otp({"phone": "+43123"})), code, "phone_provider_disabled"
    ),
    "a sign-in with a token": Call(
        "visitor",
        auth(lambda a, _: a.sign_in_with_id_token({"provider": "google", "token": "x"})),
        code,
        "provider_disabled",
    ),
    "single sign-on": Call(
        "visitor", auth(lambda a, _: a.sign_in_with_sso({"domain": "stage.test"})), code, "saml_provider_disabled"
    ),
}
ACCOUNTS = {
    "an account": Call(
        "program",
        admin(lambda a, _: a.create_user({"email": NEW, "password": PASSWORD, "email_confirm": True})),
        email,
        NEW,
    ),
    "accounts": Call(
        "program",
        admin(lambda a, _: a.list_users(page=1, per_page=10)),
        lambda found: NEW in {one.email for one in found},
        True,
    ),
    "one account": Call("program", admin(lambda a, seen: a.get_user_by_id(seen["an account"].user.id)), email, NEW),
    "an account that is changed": Call(
        "program",
        admin(lambda a, seen: a.update_user_by_id(seen["an account"].user.id, {"user_metadata": {"city": "Linz"}})),
        lambda answer: answer.user.user_metadata["city"],
        "Linz",
    ),
    "the factors of an account": Call(
        "program",
        admin(lambda a, seen: a.mfa.list_factors({"user_id": seen["an account"].user.id})),
        lambda found: list(found.factors),
        [],
    ),
    "an account that goes": Call(
        "program", admin(lambda a, seen: a.delete_user(seen["an account"].user.id)), sent, True
    ),
    "an account that has gone": Call(
        "program", admin(lambda a, seen: a.get_user_by_id(seen["an account"].user.id)), code, "user_not_found"
    ),
    "an invitation": Call("program", admin(lambda a, _: a.invite_user_by_email(INVITED)), email, INVITED),
    "accounts without the right": Call("admin", admin(lambda a, _: a.list_users()), code, "not_admin"),
}


async def test_every_call_about_accounts_is_answered_as_the_client_expects(clients):
    assert await clients.surprises({**SESSIONS, **FACTORS, **MAILS, **OFF, **ACCOUNTS}) == {}
