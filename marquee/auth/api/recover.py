"""Calls that only ask for a mail: answered `{}`, whoever has the address or nobody. Source: wire.md section 1.3."""

from typing import Any

from sqlalchemy import Connection
from starlette.requests import Request
from starlette.responses import Response

from marquee.auth import accounts
from marquee.auth.api.guard import guard
from marquee.auth.api.request import answer, challenge_field, read_object, text_field
from marquee.auth.mail import queue
from marquee.auth.pkce import Challenge
from marquee.errors import AuthError
from marquee.web.http import service


async def recover(request: Request) -> Response:
    """A link to choose a new password."""
    guard(request, "recover")
    return await _ask(request, "recovery", await read_object(request))


async def send_magic_link(request: Request) -> Response:
    """A link to sign in, for those who have an account: none is made, whatever `create_user` says."""
    guard(request, "otp")
    return await _ask(request, "magiclink", await read_object(request))


async def resend(request: Request) -> Response:
    """The mail of a sign-up or a change of address once more."""
    guard(request, "resend")
    body = await read_object(request)
    kind = text_field(body, "type")
    if kind not in ("signup", "email_change"):
        raise AuthError(400, "validation_failed", "Missing one of these types: signup, email_change")
    return await _ask(request, kind, body)


async def _ask(request: Request, kind: str, body: dict[str, Any]) -> Response:
    current, address, challenge = service(request), email_field(body), challenge_field(body)
    await current.database.write(_write, kind, address, challenge)
    current.outbox.wake()
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
