"""Whom and what the matrix of rights is about, beside the cast."""

import pytest
from click.testing import CliRunner
from sqlalchemy import select

from marquee.auth import accounts
from marquee.cli.main import main
from marquee.domain.invitations import invite
from marquee.domain.tables import music_events, music_lineup
from tests.cast import OWNED, SIGNED_IN, insert_row
from tests.rest.rights.matrix import FURTHER


@pytest.fixture(scope="module")
async def people(shared):
    """Account ids by name, and the id of an event; the stranger's account has no contact row.

    The further owner joins the cast here, and the contact has done something.
    """
    done = {"date": "2027-06-06", "venue": "Hall", "location": "Oslo", "artist_id": OWNED}
    await shared.rest("POST", "music_events", "contact", json=done)
    (change,) = await shared.rows("music_changes?select=id&limit=1")
    shared.site.service.database.write_now(_add_further_owner)
    shared.site.service.database.write_now(_add_to_a_bill)
    shared.signed_in[FURTHER] = shared.site.headers(FURTHER)
    (invitation,) = shared.write(invite, None, [{"role": "contact"}])
    shared.keep()
    (event,) = await shared.rows("music_events?select=id&location=eq.Gothenburg")
    (own_event,) = await shared.rows("music_events?select=id&location=eq.Glasgow")
    added = await shared.rows("music_changes?select=id,artist_id&table_name=eq.music_links&action=eq.insert")
    links = {row["artist_id"]: row["id"] for row in added}
    return {
        "event": event["id"],
        "own event": own_event["id"],
        "links": links,
        "invitation": invitation,
        "contact's": change["id"],
        **{who: shared.site.user_id(who) for who in (*SIGNED_IN, FURTHER)},
    }


def _add_further_owner(connection):
    accounts.add_owner(connection, OWNED, accounts.add(connection, f"{FURTHER}@stage.test", None).id)


def _add_to_a_bill(connection):
    event = connection.scalar(select(music_events.c.id).where(music_events.c.location == "Ghent"))
    insert_row(connection, music_lineup, {"event_id": event, "name": "Ines Brandt"})


@pytest.fixture
def command(site, monkeypatch):
    """Runs the `marquee` command on the site's database."""
    monkeypatch.setenv("MARQUEE_DATABASE_URL", site.service.settings.database_url)

    def command(*arguments):
        folder = str(site.service.settings.data_dir)
        return CliRunner().invoke(main, ("--data-dir", folder, *arguments), catch_exceptions=False)

    return command
