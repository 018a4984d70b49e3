"""`/signup`, where it is switched on. It does not reveal who has an account."""

from uuid import uuid4

from sqlalchemy import Connection
from starlette.responses import Response

from marquee import clock
from marquee.auth import accounts, passwords
from marquee.auth.accounts import User
from marquee.auth.api import asked_mail, disabled
from marquee.auth.api.context import Asker, AuthContext
from marquee.auth.api.limits import count_call
from marquee.auth.api.recover import email_field
from marquee.auth.api.request import flow_of, new_password, object_field, read_object, require_link_address
from marquee.auth.api.responses import json_response, signed_up_json
from marquee.auth.mail.queue import Flow
from marquee.errors import AuthError


async def sign_up(context: AuthContext) -> Response:
    """Create an account without rights, and mail a link that confirms its email. Other fields are ignored."""
    body = await read_object(context)
    if not body.get("email") and not body.get("phone"):
        raise disabled.ANONYMOUS.error()
    await count_call(context, "signup")
    if not context.settings.has_signup:
        raise AuthError(422, "signup_disabled", "Signups not allowed for this instance")
    require_link_address(context)
    if not body.get("email"):
        raise disabled.PHONE_SIGN_UP.error()
    email, flow, password = email_field(body), flow_of(context, body), new_password(context, body)
    metadata = accounts.metadata_text({}, object_field(body, "data"))
    password_hash = await passwords.hash(password)
    user = await context.database.write(_sign_up, email, password_hash, metadata, flow, context.asker)
    if user is not None:
        context.record("user_added", account=user.id, role=user.role)
    context.wake_mail()
    # For an email that is already known, the id is made up.
    return json_response(signed_up_json(user.id if user else str(uuid4()), email, metadata))


def _sign_up(
    connection: Connection, email: str, password_hash: str, metadata: str, flow: Flow, asker: Asker
) -> User | None:
    """The new account; None if the email, or one that looks the same, is already known."""
    user = accounts.find_by_email(connection, email)
    columns = {"user_metadata": metadata, "confirmation_sent_at": clock.timestamp()}
    if user is None and accounts.has_alike(connection, email):  # as if it were known: who has an account is a secret
        asked_mail.ask(connection, "account_exists", email, flow, asker)
        return None
    if user is None:
        asked_mail.ask(connection, "signup", email, flow, asker)
        return accounts.add(connection, email, password_hash, is_confirmed=False, **columns)
    if _is_unfinished(user):
        # Only the newest password counts, and earlier links are void: the earlier sign-up may have been another
        # person's, who cannot read this email.
        accounts.void_links(connection, user.id)
        accounts.change(connection, user.id, password_hash=password_hash, **columns)
    asked_mail.ask(connection, "signup" if _is_unfinished(user) else "account_exists", email, flow, asker)
    return None


def _is_unfinished(user: User) -> bool:
    """Whether the account is a sign-up that was never confirmed, and was not invited or created by an admin."""
    return user.email_confirmed_at is None and user.confirmation_sent_at is not None and user.invited_at is None
