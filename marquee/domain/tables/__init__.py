"""The tables, each column with what it means, who writes it and when it is null."""

from collections.abc import Mapping
from functools import cache

from sqlalchemy import Table

from marquee.domain.tables.accounts import failures, known_clients, music_sessions, users
from marquee.domain.tables.artists import music_artists, music_contacts, music_links, music_owners
from marquee.domain.tables.changes import change_counts, music_changes
from marquee.domain.tables.columns import AnyColumn, metadata
from marquee.domain.tables.events import STARTS_NEXT_MORNING, music_events, music_lineup
from marquee.domain.tables.factors import challenges, factors
from marquee.domain.tables.invitations import invitation_tokens, invitations, music_invitations
from marquee.domain.tables.mail import flow_states, mail_requests, one_time_tokens
from marquee.domain.tables.objects import objects
from marquee.domain.tables.people import music_people
from marquee.domain.tables.site import MIN_CONTRAST, music_settings, site_secrets, site_zone
from marquee.domain.tables.words import artist_words, event_words, lineup_words, word_rules

__all__ = [
    "EXPOSED",
    "MIN_CONTRAST",
    "STARTS_NEXT_MORNING",
    "AnyColumn",
    "artist_words",
    "challenges",
    "change_counts",
    "event_words",
    "exposed_columns",
    "factors",
    "failures",
    "flow_states",
    "invitation_tokens",
    "invitations",
    "known_clients",
    "lineup_words",
    "mail_requests",
    "metadata",
    "music_artists",
    "music_changes",
    "music_contacts",
    "music_events",
    "music_invitations",
    "music_lineup",
    "music_links",
    "music_owners",
    "music_people",
    "music_sessions",
    "music_settings",
    "objects",
    "one_time_tokens",
    "site_secrets",
    "site_zone",
    "users",
    "word_rules",
]

EXPOSED = {
    table.name: table
    for table in (
        music_artists,
        music_events,
        music_lineup,
        music_links,
        music_owners,
        music_contacts,
        music_sessions,
        music_settings,
        music_people,
        music_invitations,
        music_changes,
    )
}
"""The tables of the data protocol; any other table is an unknown name to it."""


@cache
def exposed_columns(table: Table) -> Mapping[str, AnyColumn]:
    """The columns of a table that are part of the data protocol, in their order."""
    return {column.name: column for column in table.columns if not column.info.get("internal")}
