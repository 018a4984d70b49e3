"""One-time tokens: the tokens in mailed links, and what following such a link does.

The protocol calls the token in a link `token_hash`. Here it is the token, and only its SHA-256 is stored.
"""

from typing import NamedTuple

from sqlalchemy import Connection, delete, insert, select

from marquee import clock
from marquee.auth import accounts
from marquee.auth.accounts import User
from marquee.auth.link_lifetimes import LIFETIMES
from marquee.auth.mail import queue
from marquee.auth.pkce import CodeChallenge
from marquee.domain import notices
from marquee.domain.random_secrets import digest_of, new_secret
from marquee.domain.tables import one_time_tokens
from marquee.errors import AuthError

PKCE_PREFIX = "pkce_"

# The purposes that a `type` of /verify accepts: its own; `email` is the newer word for two of them.
PURPOSES = {purpose: frozenset({purpose}) for purpose in LIFETIMES} | {"email": frozenset({"signup", "magiclink"})}

# Purposes whose `amr` method has another name.
METHODS = {"signup": "email/signup"}


class Proof(NamedTuple):
    """The user that a followed link proves, its `amr` method, and the challenge of its PKCE flow."""

    user: User
    method: str
    challenge: CodeChallenge | None


def issue(
    connection: Connection, user_id: str, purpose: str, email: str, challenge: CodeChallenge | None = None
) -> str:
    """Create a token for a link that is mailed to this email."""
    token = (PKCE_PREFIX if challenge else "") + new_secret()
    row = {"token_hash": digest_of(token), "user_id": user_id, "purpose": purpose, "address": email}
    if challenge:
        row |= {"code_challenge": challenge.value, "code_challenge_method": challenge.method}
    expires_at = clock.timestamp(clock.now() + LIFETIMES[purpose])
    connection.execute(insert(one_time_tokens).values(**row, expires_at=expires_at))
    return token


def redeem(connection: Connection, token: str, verify_type: str) -> Proof | None:
    """Use up a token and do what it confirms. None for the first of the two confirmations of a change of email.

    Raises AuthError: `validation_failed` for an unknown type, `otp_expired` for a token that is wrong, used or too
    old, `user_banned`, `email_exists` when another account has taken the new email in the meantime.
    """
    if verify_type not in PURPOSES:
        raise AuthError(400, "validation_failed", "Verify requires a verification type")
    row = connection.execute(
        select(one_time_tokens).where(one_time_tokens.c.token_hash == digest_of(token))
    ).one_or_none()
    user = None if row is None else accounts.find(connection, row.user_id)
    if row is None or user is None or row.purpose not in PURPOSES[verify_type] or row.expires_at < clock.timestamp():
        raise expired()
    if row.address not in (user.email, user.new_email if row.purpose == "email_change" else None):
        raise expired()
    if user.is_banned:
        raise AuthError(403, "user_banned", "User is banned")
    void(connection, user.id, row.purpose, row.address)
    if row.purpose == "email_change":
        if not _confirm_change(connection, user, row.address):
            return None
    elif user.email_confirmed_at is None:
        _confirm_email(connection, user, row.purpose)
    challenge = CodeChallenge(row.code_challenge, row.code_challenge_method) if row.code_challenge else None
    return Proof(accounts.find(connection, user.id) or user, METHODS.get(row.purpose, row.purpose), challenge)


def begin_change(connection: Connection, user: User, email: str) -> None:
    """Begin a change of email, which the old and the new one must confirm. It replaces an earlier change.

    Raises AuthError `email_exists`.
    """
    accounts.require_free(connection, email)
    queue.stop(connection, "email_change", user.id)
    void(connection, user.id, "email_change")
    accounts.change(connection, user.id, new_email=email, email_change_confirmed=None)


def void(connection: Connection, user_id: str, purpose: str, email: str | None = None) -> None:
    """Delete an account's tokens of one purpose: those mailed to one email, or all."""
    is_void = (one_time_tokens.c.user_id == user_id) & (one_time_tokens.c.purpose == purpose)
    if email is not None:
        is_void &= one_time_tokens.c.address == email
    connection.execute(delete(one_time_tokens).where(is_void))


def expired() -> AuthError:
    """The one error for a token that is wrong, of another type, used or too old."""
    return AuthError(403, "otp_expired", "Email link is invalid or has expired")


def _confirm_email(connection: Connection, user: User, purpose: str) -> None:
    """Confirm the email. A password chosen while signing up is kept only if the sign-up itself is confirmed."""
    if user.confirmation_sent_at is not None and purpose != "signup":
        accounts.change(connection, user.id, password_hash=None)
    accounts.change(connection, user.id, email_confirmed_at=clock.timestamp())


def _confirm_change(connection: Connection, user: User, email: str) -> bool:
    """Record that one email confirmed the change. True when both have, and the account has its new email."""
    if user.email_change_confirmed in (None, email) or user.new_email is None:
        accounts.change(connection, user.id, email_change_confirmed=email)
        return False
    accounts.require_free(connection, user.new_email)
    accounts.void_links(connection, user.id)
    accounts.change(connection, user.id, email=user.new_email, email_confirmed_at=clock.timestamp())
    for address in (user.email, user.new_email):
        notices.queue_mail(connection, "email_changed", address, user.id)
    return True
