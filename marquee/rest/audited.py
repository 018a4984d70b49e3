"""What the audit trail says of writes: what the data no longer shows, and whose rights have changed."""

from typing import Any

from marquee.domain.tables import (
    music_artists,
    music_changes,
    music_contacts,
    music_invitations,
    music_owners,
    music_people,
    music_sessions,
)
from marquee.rest.mutation import WriteResult
from marquee.rest.request import ApiRequest
from marquee.web.audit import Event
from marquee.web.context import Context

_PEOPLE = frozenset(
    table.name
    for table in (music_artists, music_changes, music_contacts, music_invitations, music_owners, music_people)
)
"""Tables of which a write may tell somebody by mail."""


def may_have_told(request: ApiRequest, result: WriteResult) -> bool:
    """Whether mail may have been queued: a save of an artist that changes no owner tells nobody."""
    is_plain_save = request.table == music_artists.name and request.action == "update" and not result.accounts
    return request.table in _PEOPLE and not is_plain_save


def record_mutation(context: Context, request: ApiRequest, result: WriteResult) -> None:
    """Record a write that affected rows."""
    if not result.affected:
        return
    if request.table == music_sessions.name:
        context.record("sessions_ended", ids=result.ids)
    elif request.table == music_people.name:
        _record_people(context, request, result)
    elif request.table == music_invitations.name:
        event: Event = "invitation_withdrawn" if request.action == "delete" else "invitation_added"
        context.record(event, ids=result.ids, role=_sent(request, "role"), artist=_sent(request, "artist_id"))
    elif request.table == music_changes.name:
        context.record("undone", ids=result.ids)
    elif request.table == music_contacts.name:
        _record_contacts(context, request, result)
    elif request.table == music_owners.name:
        _record_owners(context, request, result)
    elif request.action == "delete":
        context.record("deleted", table=request.table, rows=result.affected, ids=result.ids)
    elif result.accounts:
        context.record("owner_changed", account=result.accounts, artist=result.ids)


def _record_contacts(context: Context, request: ApiRequest, result: WriteResult) -> None:
    added = _sent(request, "user_id")
    if removed := [account for account in result.accounts if account not in added]:
        context.record("contact_removed", account=removed)
    if added:
        context.record("contact_added", account=added)


def _record_owners(context: Context, request: ApiRequest, result: WriteResult) -> None:
    added = _sent(request, "user_id")
    if removed := [account for account in result.accounts if account not in added]:
        context.record("owner_removed", ids=result.ids, account=removed)
    if added:
        context.record("owner_added", ids=result.ids, account=added, artist=_sent(request, "artist_id"))


def _record_people(context: Context, request: ApiRequest, result: WriteResult) -> None:
    if request.action == "delete":
        context.record("user_removed", account=result.ids)
        return
    values: dict[str, Any] = dict(request.rows[0]) if request.rows else {}
    if "role" in values:
        context.record("role_changed", account=result.ids, role=values["role"])
    if "is_contact" in values:
        context.record("contact_added" if values["is_contact"] else "contact_removed", account=result.ids)
    if "banned_until" in values:
        context.record("ban_changed", account=result.ids, until=values["banned_until"] or "none")
    if "sessions" in values:
        context.record("sessions_ended", account=result.ids)


def _sent(request: ApiRequest, column: str) -> list[str]:
    """What the rows that are written say of a column; a body sent with a deletion is none."""
    rows = () if request.action == "delete" else request.rows or ()
    return [row[column] for row in rows if row.get(column)]
