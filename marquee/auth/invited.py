"""Accepting an invitation: the account it is accepted with gets the rights that it is for, once."""

from sqlalchemy import Connection, select

from marquee.auth import accounts, bearer, sessions
from marquee.auth.accounts import User
from marquee.auth.sessions import Session, Use
from marquee.auth.tokens import Claims
from marquee.domain import invitations
from marquee.domain.history.changes import run_as
from marquee.domain.invitations import Invitation
from marquee.domain.roles import SERVICE_ROLE
from marquee.domain.tables import music_artists
from marquee.domain.texts.emails import normal_email
from marquee.errors import AuthError

_OVER = {
    "used": "This invitation has been used",
    "withdrawn": "This invitation has been withdrawn",
    "expired": "This invitation has expired",
}


def find(connection: Connection, token: str) -> Invitation:
    """The invitation of a link. Raises AuthError `invitation_not_found`, the same for whatever is no such token."""
    found = invitations.find(connection, token)
    if found is None:
        raise AuthError(404, "invitation_not_found", "There is no such invitation")
    return found


def require_open(connection: Connection, token: str, email: str) -> Invitation:
    """The invitation, if it can be accepted with this email.

    Raises AuthError: as `find`, 410 `invitation_used`, `invitation_withdrawn` or `invitation_expired`, and 403
    `invitation_for_another`.
    """
    found = find(connection, token)
    if found.state != "open":
        raise AuthError(410, f"invitation_{found.state}", _OVER[found.state])
    if found.email is not None and normal_email(email) != found.email:
        raise AuthError(403, "invitation_for_another", "This invitation is for another email")
    return found


def accept_anew(
    connection: Connection, token: str, email: str, password_hash: str, use: Use
) -> tuple[Invitation, Session]:
    """Accept with a new account, and sign in. Raises AuthError as `require_open`, and `email_exists`."""
    invitation = require_open(connection, token, email)
    user = accounts.add(connection, email, password_hash)
    _grant(connection, invitation, user)
    return invitation, sessions.start(connection, accounts.require(connection, email), "password", use)


def accept(connection: Connection, token: str, claims: Claims) -> Invitation:
    """Accept with the bearer's account.

    Raises AuthError as `require_open` and `bearer.current_user`, and 401 `insufficient_aal` for an account whose
    second factor was not shown.
    """
    user = bearer.current_user(connection, claims)
    invitation = require_open(connection, token, user.email)
    if bearer.lacks_second_factor(connection, user, claims):
        raise AuthError(401, "insufficient_aal", "AAL2 session is required to accept an invitation")
    _grant(connection, invitation, user)
    return invitation


def _grant(connection: Connection, invitation: Invitation, user: User) -> None:
    invitations.mark_accepted(connection, invitation.id)
    if invitation.role == SERVICE_ROLE:
        accounts.change(connection, user.id, role=SERVICE_ROLE)
    elif invitation.role == "contact":
        accounts.add_contact(connection, user.id)
    elif invitation.artist_id is not None:
        run_as(connection, user.id, _make_owner, invitation.artist_id, user.id)


def _make_owner(connection: Connection, artist_id: str, user_id: str) -> None:
    """Make an account the first owner of an artist that has none, else a further one."""
    first = connection.execute(select(music_artists.c.user_id).where(music_artists.c.id == artist_id)).scalar_one()
    if first is None:
        accounts.set_artist_owner(connection, artist_id, user_id)
    elif first != user_id:
        accounts.add_owner(connection, artist_id, user_id)
