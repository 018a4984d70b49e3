"""`/signup`, if it is switched on. It reveals nothing about who has an account. See docs/protocol.md#traps, 32."""

from uuid import uuid4

from sqlalchemy import Connection
from starlette.responses import Response

from marquee import clock
from marquee.auth import accounts, passwords
from marquee.auth.accounts import User
from marquee.auth.api.context import AuthContext
from marquee.auth.api.guard import guard
from marquee.auth.api.recover import email_field
from marquee.auth.api.request import answer, challenge_field, object_field, read_object
from marquee.auth.api.responses import signed_up_json
from marquee.auth.mail import queue
from marquee.auth.pkce import Challenge
from marquee.errors import AuthError


async def sign_up(context: AuthContext) -> Response:
    """An account with no rights whose address a mail asks to confirm; of the body nothing else counts."""
    guard(context, "signup")
    if not context.settings.has_signup:
        raise AuthError(422, "signup_disabled", "Signups not allowed for this instance")
    body = await read_object(context)
    if not body.get("email") and not body.get("password"):
        raise AuthError(422, "anonymous_provider_disabled", "Anonymous sign-ins are disabled")
    email, challenge, password = email_field(body), challenge_field(body), passwords.checked(body.get("password"))
    data = object_field(body, "data")
    metadata = accounts.metadata_text({}, data)
    passwords.check_policy(password, context.settings.password_minimum)
    password_hash = await passwords.hash(password)
    added = await context.database.write(_sign_up, email, password_hash, metadata, challenge)
    if added is not None:
        context.record("user_added", account=added.id, role=added.role)
    context.outbox.wake()
    # Where the address is known already, an id that nobody has.
    return answer(signed_up_json(added.id if added else str(uuid4()), email, metadata))


def _sign_up(
    connection: Connection, email: str, password_hash: str, metadata: str, challenge: Challenge | None
) -> User | None:
    """The new account; None where the address is known already."""
    user = accounts.find_by_email(connection, email)
    chosen = {"user_metadata": metadata, "confirmation_sent_at": clock.timestamp()}
    if user is None:
        queue.ask(connection, "signup", email, challenge=challenge)
        return accounts.add(connection, email, password_hash, is_confirmed=False, **chosen)
    if _is_unfinished(user):
        # The newest password counts, and no link to an older one: whoever signed up with this address before did
        # not open its mail.
        accounts.void_links(connection, user.id)
        accounts.change(connection, user.id, password_hash=password_hash, **chosen)
    queue.ask(connection, "signup" if _is_unfinished(user) else "account_exists", email, challenge=challenge)
    return None


def _is_unfinished(user: User) -> bool:
    """Whether the account is a sign-up that was never confirmed, and nobody of the site's doing."""
    return user.email_confirmed_at is None and user.confirmation_sent_at is not None and user.invited_at is None
