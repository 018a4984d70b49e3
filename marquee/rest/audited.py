"""What the audit trail says of writes: what the data no longer shows, and whose rights have changed."""

from marquee.domain.exchange.sheet import TABLES
from marquee.domain.tables import (
    EXPOSED,
    music_artists,
    music_changes,
    music_contacts,
    music_invitations,
    music_owners,
    music_people,
    music_sessions,
)
from marquee.rest.mutation import WriteResult, Written
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
    if request.is_csv and EXPOSED[request.table] in TABLES.values():
        context.record("imported", table=request.table, rows=result.affected)
    _record_rows(context, request, result)


def _record_rows(context: Context, request: ApiRequest, result: WriteResult) -> None:
    if request.table == music_sessions.name:
        context.record("sessions_ended", ids=result.ids)
    elif request.table == music_people.name:
        _record_people(context, request, result)
    elif request.table == music_invitations.name:
        event: Event = "invitation_withdrawn" if request.action == "delete" else "invitation_added"
        context.record(event, ids=result.ids, role=_set(result, "role"), artist=_set(result, "artist_id"))
    elif request.table == music_changes.name:
        context.record("undone", ids=result.ids)
    elif request.table == music_contacts.name:
        _record_contacts(context, result)
    elif request.table == music_owners.name:
        _record_owners(context, result)
    elif request.action == "delete":
        context.record("deleted", table=request.table, rows=result.affected, ids=result.ids)
    elif result.accounts:
        artists = [id_ for written in result.written if "user_id" in written.values for id_ in written.ids]
        context.record("owner_changed", account=result.accounts, artist=artists)


def _record_contacts(context: Context, result: WriteResult) -> None:
    added = _set(result, "user_id")
    if removed := [account for account in result.accounts if account not in added]:
        context.record("contact_removed", account=removed)
    if added:
        context.record("contact_added", account=added)


def _record_owners(context: Context, result: WriteResult) -> None:
    added = _set(result, "user_id")
    if removed := [account for account in result.accounts if account not in added]:
        context.record("owner_removed", ids=result.ids, account=removed)
    if added:
        context.record("owner_added", ids=result.ids, account=added, artist=_set(result, "artist_id"))


def _record_people(context: Context, request: ApiRequest, result: WriteResult) -> None:
    if request.action == "delete":
        context.record("user_removed", account=result.ids)
    for written in result.written:
        _record_person(context, written)


def _record_person(context: Context, written: Written) -> None:
    """Record what somebody, or several, may do now; each of them could not before, or the other way round."""
    match written.values:
        case {"role": role}:
            context.record("role_changed", account=written.ids, role=role)
        case {"is_contact": is_contact}:
            context.record("contact_added" if is_contact else "contact_removed", account=written.ids)
        case {"banned_until": until}:
            context.record("ban_changed", account=written.ids, until=until or "none")
        case {"sessions": _}:
            context.record("sessions_ended", account=written.ids)


def _set(result: WriteResult, column: str) -> list[str]:
    """What was set in a column, row by row; null is nothing."""
    return [written.values[column] for written in result.written if written.values.get(column)]
