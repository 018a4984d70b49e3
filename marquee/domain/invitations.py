"""Invitations: made and withdrawn by admins, accepted once by whoever has the link. Tokens are stored as hashes."""

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any, Literal, NamedTuple
from uuid import uuid4

import msgspec
from sqlalchemy import Connection, bindparam, delete, func, insert, or_, select, update

from marquee import clock
from marquee.data_errors import NO_SUCH_INVITATION, DataError, too_many_changes
from marquee.db.column_types import Timestamp
from marquee.db.functions import among
from marquee.db.statements import PreparedStatement
from marquee.domain.constraint_errors import constraints_translated, row_missing, unfit
from marquee.domain.notices import queue_mail
from marquee.domain.random_secrets import digest_of, new_secret
from marquee.domain.roles import SERVICE_ROLE
from marquee.domain.tables import invitation_tokens, invitations, music_artists, users
from marquee.domain.tables.invitations import HAS_ITS_ARTIST, LINKS
from marquee.domain.texts.emails import is_email, normal_email

DAY = timedelta(days=1)
LIFETIME = timedelta(days=7)
KEPT = timedelta(days=30)
"""How long one that is over is kept, so that its link can say so."""
PER_DAY = 200
"""Invitations of one admin: each may be a mail to somebody who never asked for one."""
PAGE = "/invitation"
"""The page that links lead to; the token follows a #, so that no server is sent it."""
SENT = ("email", "role", "artist_id")
MAIL = "invitation"

columns = invitations.c

_WITHDRAW_OF_ARTISTS = PreparedStatement(
    update(invitations)
    .where(among(columns.artist_id, "artists"), columns.withdrawn_at.is_(None))
    .values(withdrawn_at=bindparam("at", type_=Timestamp()))
)

State = Literal["open", "used", "withdrawn", "expired"]


class Invitation(NamedTuple):
    """An invitation as its link shows it; `invited_by` is the inviting admin's email, None for a program."""

    id: str
    state: State
    email: str | None
    role: str
    artist_id: str | None
    artist_name: str | None
    invited_by: str | None
    expires_at: str
    ended_at: str | None


class Added(NamedTuple):
    """The ids of new rows, and what only the answer to their insert shows, by the name that its statement binds."""

    ids: list[str]
    made: dict[str, str]


def invite_with_links(
    connection: Connection, user_id: str | None, rows: Sequence[Mapping[str, Any]], base_url: str
) -> Added:
    """`invite`, with the links that the answer shows and nothing else."""
    links = {id_: f"{base_url}{path}" for id_, path in invite(connection, user_id, rows).items()}
    return Added([*links], {LINKS: msgspec.json.encode(links).decode()})


def invite(connection: Connection, user_id: str | None, rows: Sequence[Mapping[str, Any]]) -> dict[str, str]:
    """Add invitations by an admin, None for the secret key, and queue their mails; the path of each link by id.

    Raises TOO_MANY_CHANGES, NO_SUCH_INVITATION, CHECK_VIOLATION, FOREIGN_KEY_VIOLATION and what
    `constraints_translated` does.
    """
    _sweep(connection)
    _require_room(connection, user_id, len(rows))
    return dict(_invite(connection, user_id, row) for row in rows)


def _require_room(connection: Connection, user_id: str | None, more: int) -> None:
    """Withdrawn ones count. The secret key has no limit, as with `change_limits`."""
    if user_id is None:
        return
    since = clock.timestamp(clock.now() - DAY)
    made = columns.invited_by == user_id, columns.created_at > since
    if connection.execute(select(func.count()).where(*made)).scalar_one() + more > PER_DAY:
        message = f"An account can make {PER_DAY} invitations in a day. None was made. Try the others again tomorrow."
        raise too_many_changes(message, int(DAY.total_seconds()))


def _invite(connection: Connection, user_id: str | None, row: Mapping[str, Any]) -> tuple[str, str]:
    now, sent = clock.now(), {name: row[name] for name in SENT if row.get(name) is not None}
    if row.get("replaces") is not None:
        sent = _replaced(connection, row["replaces"]) | sent
    if "email" in sent:
        sent["email"] = normal_email(sent["email"])
        if not is_email(sent["email"]):
            raise unfit(invitations, "email", sent)
    times = {"created_at": clock.timestamp(now), "expires_at": clock.timestamp(now + LIFETIME)}
    id_ = str(uuid4())
    values: dict[str, Any] = {**dict.fromkeys(SENT), **sent, **times, "id": id_, "invited_by": user_id}
    with constraints_translated(connection, invitations, [values]):
        connection.execute(insert(invitations).values(values))
    _require_artist(connection, values)
    if values["email"] is not None:
        queue_mail(connection, MAIL, values["email"], invitation_id=id_)
    return id_, path_of(new_token(connection, id_))


def _require_artist(connection: Connection, row: Mapping[str, Any]) -> None:
    """Raise FOREIGN_KEY_VIOLATION if the artist is not there."""
    there = select(music_artists.c.id).where(music_artists.c.id == row["artist_id"])
    if row["artist_id"] is not None and connection.execute(there).first() is None:
        raise row_missing(invitations, "artist_id", music_artists, row)


def new_token(connection: Connection, id_: str) -> str:
    """A token for a link to an invitation; those before stay good."""
    token = new_secret()
    connection.execute(insert(invitation_tokens).values(token_hash=digest_of(token), invitation_id=id_))
    return token


def path_of(token: str) -> str:
    """The path of a link to an invitation."""
    return f"{PAGE}#{token}"


def withdraw(connection: Connection, ids: Sequence[str]) -> None:
    """Make invitations void, and forget those that were accepted."""
    connection.execute(update(invitations).where(columns.id.in_(ids)).values(withdrawn_at=clock.timestamp()))


def withdraw_of_former(connection: Connection, artist_ids: Sequence[str]) -> None:
    """`withdraw` those of deleted artists whose ids new artists get, for whom they were never meant."""
    _WITHDRAW_OF_ARTISTS.run(connection, {"artists": [*artist_ids], "at": clock.timestamp()})


def find(connection: Connection, token: str) -> Invitation | None:
    """The invitation that a token in a link leads to."""
    of_token = select(invitation_tokens.c.invitation_id).where(invitation_tokens.c.token_hash == digest_of(token))
    return _found(connection, columns.id == of_token.scalar_subquery())


def find_open(connection: Connection, id_: str) -> Invitation | None:
    """The invitation of this id, while it can be accepted."""
    found = _found(connection, columns.id == id_)
    return found if found and found.state == "open" else None


def mark_accepted(connection: Connection, id_: str) -> None:
    connection.execute(update(invitations).where(columns.id == id_).values(accepted_at=clock.timestamp()))


def _replaced(connection: Connection, id_: str) -> dict[str, Any]:
    """What an invitation is for, which is withdrawn. Raises NO_SUCH_INVITATION."""
    of_id = select(*(columns[name] for name in SENT)).where(
        columns.id == id_, columns.accepted_at.is_(None), columns.withdrawn_at.is_(None), HAS_ITS_ARTIST
    )
    found = connection.execute(of_id).mappings().first()
    if found is None:
        raise DataError(NO_SUCH_INVITATION, "There is no such invitation, or it was accepted", None, "Make a new one.")
    withdraw(connection, [id_])
    return {name: value for name, value in found.items() if value is not None}


def _found(connection: Connection, condition: Any) -> Invitation | None:
    statement = (
        select(invitations, music_artists.c.name.label("artist_name"), users.c.email.label("inviter"))
        .add_columns(users.c.role.label("inviter_role"), users.c.banned_until)
        .outerjoin(music_artists, music_artists.c.id == columns.artist_id)
        .outerjoin(users, users.c.id == columns.invited_by)
        .where(condition)
    )
    row = connection.execute(statement).first()
    if row is None:
        return None
    state, ended_at = _state(row)
    about = row.email, row.role, row.artist_id, row.artist_name, row.inviter
    return Invitation(row.id, state, *about, row.expires_at, ended_at)


def _state(row: Any) -> tuple[State, str | None]:
    """What can be done with an invitation, and since when nothing can.

    One by a former admin is void, and so is one to a deleted artist.
    """
    now = clock.timestamp()
    is_by_former = row.invited_by is not None and (
        row.inviter_role != SERVICE_ROLE or (row.banned_until is not None and row.banned_until > now)
    )
    is_void = is_by_former or (row.artist_id is not None and row.artist_name is None)
    if row.accepted_at is not None:
        return "used", row.accepted_at
    if row.withdrawn_at is not None or is_void:
        return "withdrawn", row.withdrawn_at
    return ("expired", row.expires_at) if row.expires_at <= now else ("open", None)


def _sweep(connection: Connection) -> None:
    old = clock.timestamp(clock.now() - KEPT)
    connection.execute(delete(invitations).where(or_(columns.expires_at < old, columns.withdrawn_at < old)))
