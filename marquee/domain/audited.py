"""What the audit trail says of a write: what the data no longer shows, and whose rights have changed."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, NamedTuple

from sqlalchemy import Table

from marquee.domain.history.changes import HISTORY
from marquee.domain.policies.policy import Action
from marquee.domain.tables import music_contacts, music_invitations, music_owners, music_people, music_sessions
from marquee.domain.tables.columns import holder

Record = Callable[..., None]
"""Writes a line of the trail: an event, and what it happened to."""


class Written(NamedTuple):
    """What was set on the rows of these ids: of an added row its values, of a change only those that are other ones."""

    ids: tuple[Any, ...]
    values: Mapping[str, Any]


class Write(NamedTuple):
    """A write that affected rows; `accounts` are those that it gave rights or took them from."""

    table: Table
    action: Action
    affected: int
    ids: tuple[str, ...]
    accounts: tuple[str, ...]
    written: tuple[Written, ...]

    def set(self, column: str) -> list[str]:
        """What was set in a column, row by row; null is nothing."""
        return [one.values[column] for one in self.written if one.values.get(column)]


def record_write(record: Record, write: Write) -> None:
    """Say what there is to say of a write."""
    _RECORDED.get(write.table, _rows)(record, write)


def may_have_told(write: Write) -> bool:
    """Whether mail may have been queued: whose rights have changed is told, and so is who is invited or signed out."""
    return bool(write.accounts) or write.table in (HISTORY, music_invitations, music_people)


def _rows(record: Record, write: Write) -> None:
    if write.action == "delete":
        record("deleted", table=write.table.name, rows=write.affected, ids=write.ids)
    elif write.accounts and (account := holder(write.table)) is not None:
        artists = [id_ for one in write.written if account.name in one.values for id_ in one.ids]
        record("owner_changed", account=write.accounts, artist=artists)


def _of_ids(event: str, record: Record, write: Write) -> None:
    record(event, ids=write.ids)


def _invitations(record: Record, write: Write) -> None:
    event = "invitation_withdrawn" if write.action == "delete" else "invitation_added"
    record(event, ids=write.ids, role=write.set("role"), artist=write.set("artist_id"))


def _contacts(record: Record, write: Write) -> None:
    added = write.set("user_id")
    if removed := [account for account in write.accounts if account not in added]:
        record("contact_removed", account=removed)
    if added:
        record("contact_added", account=added)


def _owners(record: Record, write: Write) -> None:
    added = write.set("user_id")
    if removed := [account for account in write.accounts if account not in added]:
        record("owner_removed", ids=write.ids, account=removed)
    if added:
        record("owner_added", ids=write.ids, account=added, artist=write.set("artist_id"))


def _people(record: Record, write: Write) -> None:
    if write.action == "delete":
        record("user_removed", account=write.ids)
    for one in write.written:
        _person(record, one)


def _person(record: Record, written: Written) -> None:
    """Record what somebody, or several, may do now; each of them could not before, or the other way round."""
    match written.values:
        case {"role": role}:
            record("role_changed", account=written.ids, role=role)
        case {"is_contact": is_contact}:
            record("contact_added" if is_contact else "contact_removed", account=written.ids)
        case {"banned_until": until}:
            record("ban_changed", account=written.ids, until=until or "none")
        case {"sessions": _}:
            record("sessions_ended", account=written.ids)


_RECORDED: Mapping[Table, Callable[[Record, Write], None]] = {
    HISTORY: partial(_of_ids, "undone"),
    music_contacts: _contacts,
    music_invitations: _invitations,
    music_owners: _owners,
    music_people: _people,
    music_sessions: partial(_of_ids, "sessions_ended"),
}
