"""Calls that create links for other people, with the secret API key only. See docs/protocol.md#accounts."""

from typing import Any, NamedTuple
from urllib.parse import urlencode

from sqlalchemy import Connection
from starlette.responses import Response

from marquee import clock
from marquee.auth import accounts, one_time_tokens, passwords
from marquee.auth.accounts import User
from marquee.auth.api.context import AuthContext
from marquee.auth.api.recover import email_field
from marquee.auth.api.request import answer, object_field, read_object, redirect_target, require_secret_key, text_field
from marquee.auth.api.responses import user_json
from marquee.auth.identity import SECRET_KEY
from marquee.auth.mail import queue
from marquee.errors import AuthError

EMAIL_CHANGES = ("email_change_current", "email_change_new")
TYPES = ("signup", "invite", "magiclink", "recovery", *EMAIL_CHANGES)


async def invite(context: AuthContext) -> Response:
    """An account without a password, and a mail with a link to its first session."""
    require_secret_key(context)
    body = await read_object(context)
    metadata = accounts.metadata_text({}, object_field(body, "data"))
    user = await context.database.write(_invite, email_field(body), metadata)
    context.record("user_added", user=SECRET_KEY, account=user.id, role=user.role)
    context.outbox.wake()
    return answer(user_json(user))


async def generate_link(context: AuthContext) -> Response:
    """A link as it would be mailed, for a program that sends it itself."""
    require_secret_key(context)
    wanted = await _wanted(context)
    user, token = await context.database.write(_make_link, wanted)
    if wanted.type in ("signup", "invite"):
        context.record("user_added", user=SECRET_KEY, account=user.id, role=user.role)
    target = redirect_target(context)
    query = {"token": token, "type": wanted.purpose, "redirect_to": target}
    link = {
        "action_link": f"{context.base_url}/auth/v1/verify?{urlencode(query)}",
        "email_otp": "",
        "hashed_token": token,
        "redirect_to": target,
        "verification_type": wanted.type,
    }
    return answer({**user_json(user), **link})


class _Wanted(NamedTuple):
    """What kind of link to make for whom; the password of a sign-up, the new address of a change."""

    type: str
    email: str
    metadata: str
    password_hash: str | None
    new_email: str | None

    @property
    def purpose(self) -> str:
        return "email_change" if self.type in EMAIL_CHANGES else self.type


async def _wanted(context: AuthContext) -> _Wanted:
    body = await read_object(context)
    kind = text_field(body, "type")
    if kind not in TYPES:
        raise AuthError(400, "validation_failed", f"type must be one of {', '.join(TYPES)}")
    email, metadata = email_field(body), accounts.metadata_text({}, object_field(body, "data"))
    new_email = accounts.checked_email(text_field(body, "new_email") or "") if kind in EMAIL_CHANGES else None
    return _Wanted(kind, email, metadata, await _password_hash(context, body) if kind == "signup" else None, new_email)


async def _password_hash(context: AuthContext, body: dict[str, Any]) -> str:
    password = passwords.checked(body.get("password"))
    passwords.check_policy(password, context.settings.password_minimum)
    return await passwords.hash(password)


def _invite(connection: Connection, email: str, metadata: str) -> User:
    user = _invited(connection, email, metadata)
    queue.ask(connection, "invite", user.email)
    return user


def _invited(connection: Connection, email: str, metadata: str) -> User:
    """The account of somebody who is invited, once more if need be. Raises AuthError `email_exists`."""
    user = accounts.find_by_email(connection, email)
    chosen = {"user_metadata": metadata, "invited_at": clock.timestamp()}
    if user is None:
        return accounts.add(connection, email, None, is_confirmed=False, **chosen)
    if user.email_confirmed_at is not None:
        accounts.require_free(connection, email)
    # Whoever signed up with the address did not open its mail: that password must not outlive the invitation.
    accounts.void_links(connection, user.id)
    accounts.change(connection, user.id, password_hash=None, **chosen)
    return accounts.require(connection, email)


def _make_link(connection: Connection, wanted: _Wanted) -> tuple[User, str]:
    """The account and the token of the link. Raises AuthError `email_exists` and 404 `user_not_found`."""
    user, address = _account(connection, wanted), wanted.email
    if wanted.new_email is not None:
        user = _changing(connection, user, wanted.new_email)
        address = user.email if wanted.type == "email_change_current" else wanted.new_email
    return user, one_time_tokens.issue(connection, user.id, wanted.purpose, address)


def _account(connection: Connection, wanted: _Wanted) -> User:
    if wanted.type == "signup":
        chosen = {"user_metadata": wanted.metadata, "confirmation_sent_at": clock.timestamp()}
        return accounts.add(connection, wanted.email, wanted.password_hash, is_confirmed=False, **chosen)
    if wanted.type == "invite":
        return _invited(connection, wanted.email, wanted.metadata)
    user = accounts.find_by_email(connection, wanted.email)
    if user is None:
        raise AuthError(404, "user_not_found", "User with this email not found")
    return user


def _changing(connection: Connection, user: User, new_email: str) -> User:
    """The account on its way to a new address: the links to both are asked for one after the other."""
    if user.new_email != new_email:
        accounts.require_free(connection, new_email)
        one_time_tokens.begin_change(connection, user, new_email)
        queue.stop(connection, "email_change", user.id)
    return accounts.require(connection, user.email)
