"""What the people of the demonstration have done: it is in History, among what was deleted, and under People."""

from collections.abc import Mapping
from functools import partial
from zoneinfo import ZoneInfo

from sqlalchemy import Connection

from marquee import clock
from marquee.auth import accounts
from marquee.cli.demo.tables import import_table
from marquee.db.functions import among
from marquee.db.statements import StatementCache
from marquee.domain import invitations
from marquee.domain.history.changes import run_as
from marquee.domain.records import delete_rows
from marquee.domain.tables import music_events


def work(connection: Connection, people: Mapping[str, str], zone: ZoneInfo) -> None:
    """Make all changes, each as one of `people` (account ids by the first part of their emails)."""
    take = partial(import_table, today=clock.today(zone), zone=zone)

    def add_roster(connection: Connection) -> None:
        for table in ("artists", "events", "moved"):
            take(connection, table)
        accounts.set_artist_owner(connection, "vesna-kole", people["vesna"])

    def add_twice_and_delete(connection: Connection) -> None:
        added = take(connection, "added-twice").added
        rows = among(music_events.c.id, "ids")
        delete_rows(connection, music_events, rows, {"ids": added}, StatementCache())

    accounts.add_contact(connection, people["jonas"])
    run_as(connection, people["mira"], add_roster)
    run_as(connection, people["mira"], accounts.add_owner, "night-ferry", people["noor"])
    invitations.invite(connection, people["mira"], [{"role": "owner", "artist_id": "ayo-marchetti"}])
    for person, table in (
        ("mira", "announced-later"),
        ("mira", "featured"),
        ("vesna", "credited"),
        ("jonas", "start-and-price"),
    ):
        run_as(connection, people[person], take, table)
    run_as(connection, people["jonas"], add_twice_and_delete)
