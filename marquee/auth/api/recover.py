"""Calls that only request mail: `{}`, whether or not the email has an account. See docs/protocol.md#session-calls."""

from typing import Any

from sqlalchemy import Connection
from starlette.responses import Response

from marquee.auth import accounts
from marquee.auth.api.context import AuthContext
from marquee.auth.api.guard import guard
from marquee.auth.api.request import answer, challenge_field, read_object, text_field
from marquee.auth.mail import queue
from marquee.auth.pkce import Challenge
from marquee.errors import AuthError


async def recover(context: AuthContext) -> Response:
    """A link to choose a new password."""
    guard(context, "recover")
    return await _ask(context, "recovery", await read_object(context))


async def send_magic_link(context: AuthContext) -> Response:
    """A link to sign in, for those who have an account: none is made, whatever `create_user` says."""
    guard(context, "otp")
    return await _ask(context, "magiclink", await read_object(context))


async def resend(context: AuthContext) -> Response:
    """The mail of a sign-up or a change of address once more."""
    guard(context, "resend")
    body = await read_object(context)
    kind = text_field(body, "type")
    if kind not in ("signup", "email_change"):
        raise AuthError(400, "validation_failed", "Missing one of these types: signup, email_change")
    return await _ask(context, kind, body)


async def _ask(context: AuthContext, kind: str, body: dict[str, Any]) -> Response:
    address, challenge = email_field(body), challenge_field(body)
    await context.database.write(_write, kind, address, challenge)
    context.outbox.wake()
    return answer({})


def _write(connection: Connection, kind: str, address: str, challenge: Challenge | None) -> None:
    user = accounts.find_by_email(connection, address)
    if kind == "email_change" and user is not None and user.new_email is not None:
        queue.ask_both(connection, user.id, (address, user.new_email), challenge)
    else:
        queue.ask(connection, kind, address, challenge=challenge)


def email_field(body: dict[str, Any]) -> str:
    """The body's address in its normal form. Raises AuthError `validation_failed`."""
    email = text_field(body, "email")
    if not email:
        raise AuthError(400, "validation_failed", "An email address is required")
    return accounts.checked_email(email)
