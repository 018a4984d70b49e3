"""Calls that only send mail. The response is always `{}`, so that it does not reveal who has an account."""

from typing import Any

from sqlalchemy import Connection
from starlette.responses import Response

from marquee.auth import accounts
from marquee.auth.api import asked_mail, disabled
from marquee.auth.api.context import Asker, AuthContext
from marquee.auth.api.limits import count_call
from marquee.auth.api.request import flow_of, read_object, require_link_address, text_field
from marquee.auth.api.responses import json_response
from marquee.auth.mail.queue import Flow
from marquee.errors import AuthError


async def recover(context: AuthContext) -> Response:
    """Send a link to choose a new password."""
    await count_call(context, "recover")
    return await _send(context, "recovery", await read_object(context))


async def send_magic_link(context: AuthContext) -> Response:
    """Send a link to sign in to an existing account. None is created, whatever `create_user` says."""
    await count_call(context, "otp")
    body = await read_object(context)
    if not body.get("email") and body.get("phone"):
        raise disabled.PHONE_CODE.error()
    return await _send(context, "magiclink", body)


async def resend(context: AuthContext) -> Response:
    """Send the mail of a sign-up or a change of email again."""
    await count_call(context, "resend")
    body = await read_object(context)
    kind = text_field(body, "type")
    if kind in ("sms", "phone_change"):
        raise disabled.PHONE_RESEND.error()
    if kind not in ("signup", "email_change"):
        raise AuthError(400, "validation_failed", "Missing one of these types: signup, email_change")
    return await _send(context, kind, body)


async def _send(context: AuthContext, kind: str, body: dict[str, Any]) -> Response:
    email, flow = email_field(body), flow_of(context, body)
    require_link_address(context)
    user_id = await context.database.write(_queue, kind, email, flow, context.asker)
    context.record("link_requested", user=user_id, kind=kind)
    context.wake_mail()
    return json_response({})


def _queue(connection: Connection, kind: str, email: str, flow: Flow, asker: Asker) -> str | None:
    """Queue the mail; returns the id of the account that has the email, if there is one."""
    user = accounts.find_by_email(connection, email)
    if kind == "email_change" and user is not None and user.new_email is not None:
        asked_mail.ask_both(connection, user.id, (email, user.new_email), flow, asker)
    else:
        asked_mail.ask(connection, kind, email, flow, asker)
    return user.id if user else None


def email_field(body: dict[str, Any]) -> str:
    """The body's email in its normal form. Raises AuthError `validation_failed`."""
    email = text_field(body, "email")
    if not email:
        raise AuthError(400, "validation_failed", "An email address is required")
    return accounts.checked_email(email)
