"""`/invitation`: what a link is for, and accepting it (docs/protocol.md#invitations). Our own calls, in GoTrue's form.

The token comes in the body: what is in a URL is logged.
"""

from typing import Any

from starlette.responses import Response

from marquee.auth import accounts, invited, passwords
from marquee.auth.api.context import AuthContext
from marquee.auth.api.request import claims_of, new_password, read_object, text_field
from marquee.auth.api.responses import json_response, session_json
from marquee.auth.identity import KEY_PREFIX
from marquee.domain.invitations import Invitation
from marquee.errors import AuthError


async def read_invitation(context: AuthContext) -> Response:
    """What the link is for, and whether it can still be accepted."""
    found = await context.database.read(invited.find, _token(await read_object(context)))
    return json_response({"state": found.state, "ended_at": found.ended_at, **_about(found)})


async def accept_invitation(context: AuthContext) -> Response:
    """Accept with the account that is signed in, or else with a new one, in whose session the answer is."""
    if context.bearer is None or context.bearer.startswith(KEY_PREFIX):
        return await _accept_anew(context)
    claims = claims_of(context)
    accepted = await context.database.write(invited.accept, _token(await read_object(context)), claims)
    _record(context, accepted, claims.sub)
    return json_response({"session": None, **_about(accepted)})


async def _accept_anew(context: AuthContext) -> Response:
    body = await read_object(context)
    token = _token(body)
    email = accounts.checked_email(text_field(body, "email") or "")
    password = new_password(context, body)
    # The password is hashed last, and only for those with a good link: that is costly.
    await context.database.read(invited.require_open, token, email)
    await context.database.read(accounts.require_free, email)
    password_hash = await passwords.hash(password)
    accepted, session = await context.database.write(invited.accept_anew, token, email, password_hash, context.use)
    user = session.user
    context.record("user_added", user=user.id, account=user.id, role=user.role)
    _record(context, accepted, user.id)
    context.record("sign_in", user=user.id, session=session.id)
    return json_response({"session": session_json(session, context), **_about(accepted)})


def _token(body: dict[str, Any]) -> str:
    """The token in a body. Raises AuthError 400 without one."""
    token = text_field(body, "token")
    if not token:
        raise AuthError(400, "validation_failed", "token is missing")
    return token


def _record(context: AuthContext, invitation: Invitation, user_id: str) -> None:
    artist = {"artist": invitation.artist_id} if invitation.artist_id else {}
    context.record(
        "invitation_accepted", user=user_id, account=user_id, ids=[invitation.id], role=invitation.role, **artist
    )


def _about(invitation: Invitation) -> dict[str, Any]:
    artist = {"id": invitation.artist_id, "name": invitation.artist_name} if invitation.artist_name else None
    return {
        "role": invitation.role,
        "artist": artist,
        "email": invitation.email,
        "invited_by": invitation.invited_by,
        "expires_at": invitation.expires_at,
    }
