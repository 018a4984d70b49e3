"""PKCE (RFC 7636): a code that only the client that began the flow can exchange for a session."""

import hmac
import re
from base64 import urlsafe_b64encode
from datetime import timedelta
from hashlib import sha256
from typing import NamedTuple
from uuid import uuid4

from sqlalchemy import Connection, delete, insert, select

from marquee import clock
from marquee.auth import accounts
from marquee.auth.accounts import User
from marquee.domain.random_secrets import digest_of
from marquee.domain.tables import flow_states
from marquee.errors import AuthError

# Counted from when the code is issued, not from the request for the mail, which may be read much later.
CODE_LIFETIME = timedelta(minutes=5)

METHODS = ("s256", "plain")
_CHALLENGE = re.compile(r"[A-Za-z0-9._~-]{43,128}")


class CodeChallenge(NamedTuple):
    """The challenge whose verifier the client keeps; the method is in lower case."""

    value: str
    method: str


def checked_challenge(value: str | None, method: str | None) -> CodeChallenge | None:
    """The challenge of a request, or None if it has neither part. Raises AuthError 400 when it is not valid."""
    if not value and not method:
        return None
    if not value or not method:
        raise AuthError(400, "validation_failed", "PKCE flow requires code_challenge_method and code_challenge")
    if not _CHALLENGE.fullmatch(value):
        raise AuthError(400, "validation_failed", "code challenge has to be between 43 and 128 unreserved characters")
    if method.lower() not in METHODS:
        raise AuthError(400, "validation_failed", "code_challenge_method must be s256 or plain")
    return CodeChallenge(value, method.lower())


def start(connection: Connection, user: User, method: str, challenge: CodeChallenge) -> str:
    """Create the code for the client's page, for an account that was proved by this `amr` method."""
    code = str(uuid4())
    row = {"auth_code_hash": digest_of(code), "user_id": user.id, "authentication_method": method}
    row |= {"code_challenge": challenge.value, "code_challenge_method": challenge.method}
    connection.execute(insert(flow_states).values(**row, expires_at=clock.timestamp(clock.now() + CODE_LIFETIME)))
    return code


def exchange(connection: Connection, code: str, verifier: str) -> tuple[User, str]:
    """Use up a code: its account, and the `amr` method that proved it.

    Raises AuthError: `flow_state_not_found` for an unknown or used code, `flow_state_expired`, `bad_code_verifier`
    (after which the code can still be used), `user_banned`.
    """
    row = connection.execute(select(flow_states).where(flow_states.c.auth_code_hash == digest_of(code))).one_or_none()
    user = None if row is None else accounts.find(connection, row.user_id)
    if row is None or user is None:
        raise AuthError(404, "flow_state_not_found", "invalid flow state, no valid flow state found")
    if row.expires_at < clock.timestamp():
        raise AuthError(422, "flow_state_expired", "invalid flow state, flow state has expired")
    if not _is_match(verifier, CodeChallenge(row.code_challenge, row.code_challenge_method)):
        raise AuthError(400, "bad_code_verifier", "code challenge does not match previously saved code verifier")
    if user.is_banned:
        raise AuthError(403, "user_banned", "User is banned")
    connection.execute(delete(flow_states).where(flow_states.c.auth_code_hash == row.auth_code_hash))
    return user, row.authentication_method


def _is_match(verifier: str, challenge: CodeChallenge) -> bool:
    expected = verifier.encode()
    if challenge.method == "s256":
        expected = urlsafe_b64encode(sha256(expected).digest()).rstrip(b"=")
    return hmac.compare_digest(expected, challenge.value.encode())
