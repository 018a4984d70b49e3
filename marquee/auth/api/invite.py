"""`/invite` and `/admin/generate_link`: links for other people, made with the secret API key only."""

from typing import NamedTuple
from urllib.parse import urlencode

from sqlalchemy import Connection
from starlette.responses import Response

from marquee import clock
from marquee.auth import accounts, one_time_tokens, passwords
from marquee.auth.accounts import User
from marquee.auth.api import asked_mail
from marquee.auth.api.context import Asker, AuthContext
from marquee.auth.api.recover import email_field
from marquee.auth.api.request import (
    flow_of,
    new_password,
    object_field,
    read_object,
    redirect_target,
    require_link_address,
    require_secret_key,
    text_field,
)
from marquee.auth.api.responses import json_response, user_json
from marquee.auth.identity import SECRET_KEY
from marquee.auth.mail.queue import Flow
from marquee.errors import AuthError

EMAIL_CHANGES = ("email_change_current", "email_change_new")
TYPES = ("signup", "invite", "magiclink", "recovery", *EMAIL_CHANGES)


async def invite(context: AuthContext) -> Response:
    """Create an account without a password, and mail a link to its first session."""
    require_secret_key(context)
    require_link_address(context)
    body = await read_object(context)
    metadata = accounts.metadata_text({}, object_field(body, "data"))
    user = await context.database.write(_invite, email_field(body), metadata, flow_of(context, {}), context.asker)
    context.record("user_added", user=SECRET_KEY, account=user.id, role=user.role)
    context.wake_mail()
    return json_response(user_json(user))


async def generate_link(context: AuthContext) -> Response:
    """Make a link like a mailed one, for a program that sends it itself."""
    require_secret_key(context)
    require_link_address(context)
    link_request = await _link_request(context)
    user, token = await context.database.write(_make_link, link_request)
    if link_request.type in ("signup", "invite"):
        context.record("user_added", user=SECRET_KEY, account=user.id, role=user.role)
    query = {"token": token, "type": link_request.purpose, "redirect_to": link_request.target}
    link = {
        "action_link": f"{context.base_url}/auth/v1/verify?{urlencode(query)}",
        "email_otp": "",
        "hashed_token": token,
        "redirect_to": link_request.target,
        "verification_type": link_request.type,
    }
    return json_response({**user_json(user), **link})


class _LinkRequest(NamedTuple):
    """The link to make: its kind, its account, the password of a sign-up, the new email of a change, where it leads."""

    type: str
    email: str
    metadata: str
    password_hash: str | None
    new_email: str | None
    target: str

    @property
    def purpose(self) -> str:
        return "email_change" if self.type in EMAIL_CHANGES else self.type


async def _link_request(context: AuthContext) -> _LinkRequest:
    body = await read_object(context)
    kind = text_field(body, "type")
    if kind not in TYPES:
        raise AuthError(400, "validation_failed", f"type must be one of {', '.join(TYPES)}")
    email, metadata = email_field(body), accounts.metadata_text({}, object_field(body, "data"))
    new_email = accounts.checked_email(text_field(body, "new_email") or "") if kind in EMAIL_CHANGES else None
    password_hash = await passwords.hash(new_password(context, body)) if kind == "signup" else None
    target = redirect_target(context, text_field(body, "redirect_to"))
    return _LinkRequest(kind, email, metadata, password_hash, new_email, target)


def _invite(connection: Connection, email: str, metadata: str, flow: Flow, asker: Asker) -> User:
    user = _invited(connection, email, metadata)
    asked_mail.ask(connection, "invite", user.email, flow, asker)
    return user


def _invited(connection: Connection, email: str, metadata: str) -> User:
    """The account that is invited, perhaps again. Raises AuthError `email_exists` once it is confirmed."""
    user = accounts.find_by_email(connection, email)
    columns = {"user_metadata": metadata, "invited_at": clock.timestamp()}
    if user is None:
        return accounts.add(connection, email, None, is_confirmed=False, **columns)
    if user.email_confirmed_at is not None:
        accounts.require_free(connection, email)
    # The sign-up may have been another person's, who cannot read this email: its password ends here.
    accounts.void_links(connection, user.id)
    accounts.change(connection, user.id, password_hash=None, **columns)
    return accounts.require(connection, email)


def _make_link(connection: Connection, link_request: _LinkRequest) -> tuple[User, str]:
    """The account and the token of the link. Raises AuthError `email_exists` and 404 `user_not_found`."""
    user, email = _account(connection, link_request), link_request.email
    if link_request.new_email is not None:
        user = _changing(connection, user, link_request.new_email)
        email = user.email if link_request.type == "email_change_current" else link_request.new_email
    return user, one_time_tokens.issue(connection, user.id, link_request.purpose, email)


def _account(connection: Connection, link_request: _LinkRequest) -> User:
    if link_request.type == "signup":
        columns = {"user_metadata": link_request.metadata, "confirmation_sent_at": clock.timestamp()}
        return accounts.add(connection, link_request.email, link_request.password_hash, is_confirmed=False, **columns)
    if link_request.type == "invite":
        return _invited(connection, link_request.email, link_request.metadata)
    user = accounts.find_by_email(connection, link_request.email)
    if user is None:
        raise AuthError(404, "user_not_found", "User with this email not found")
    return user


def _changing(connection: Connection, user: User, new_email: str) -> User:
    """Begin a change of email, unless the link to its other email has already done so."""
    if user.new_email != new_email:
        one_time_tokens.begin_change(connection, user, new_email)
    return accounts.require(connection, user.email)
