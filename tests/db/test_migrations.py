"""An upgrade happens as a whole or not at all, and loses no row."""

import json

import pytest
from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from click.testing import CliRunner
from sqlalchemy import MetaData, event, select, text
from sqlalchemy.exc import IntegrityError
from sqlalchemy.schema import CreateIndex, CreateTable

from marquee.cli.main import main
from marquee.db import migrations
from marquee.db.open_database import open_database
from marquee.domain.schema import upgrade_schema
from marquee.domain.tables import music_changes, music_events
from tests.conftest import before_release

pytestmark = pytest.mark.filterwarnings("ignore:Skipped unsupported reflection of expression")

SCRIPTS = ScriptDirectory(migrations.__path__[0])
OLDER = ["base", *sorted(script.revision for script in SCRIPTS.walk_revisions() if not script.is_head)]
NOW_AND_THEN = [pytest.param(name, marks=before_release) for name in OLDER[2:-2]]
"""An upgrade from the first revisions takes all steps of one from these."""
ID, AT = "00000000-0000-4000-8000-000000000001", "2026-11-21T10:00:00+00:00"
FIRST_ROWS = tuple(
    statement.replace("ID", f"'{ID}'").replace("AT", f"'{AT}'")
    for statement in (
        "INSERT INTO users (id, email, role, created_at, updated_at) VALUES (ID, 'a@b.example', 'x', AT, AT)",
        "INSERT INTO music_artists (id, user_id, name, genre, image, created_at, updated_at)"
        " VALUES ('a', ID, 'A', 'Jazz', 'https://x.example/a', AT, AT)",
        "INSERT INTO music_contacts (id, user_id, created_at) VALUES (ID, ID, AT)",
        "INSERT INTO sessions (id, user_id, refreshed_at, created_at) VALUES (ID, ID, AT, AT)",
        "INSERT INTO music_events (id, date, venue, location, artist_id, created_at, updated_at)"
        " VALUES (ID, '2026-12-01', 'Depot 23', 'Ghent', 'a', AT, AT)",
    )
)

RENAMED = {"sessions": "music_sessions"}


class Torn(Exception):
    """What stands for a power cut."""


def bring_to(connection, revision):
    config = Config()
    config.set_main_option("script_location", migrations.__path__[0])
    config.attributes["connection"] = connection
    command.upgrade(config, revision)


@pytest.fixture(params=[*OLDER[:2], *NOW_AND_THEN, *OLDER[-2:]])
def older(request, databases, tmp_path):
    """A database of an older schema with a row in every table it had from the first revision on."""
    database = open_database(databases.empty(tmp_path))
    if request.param != "base":
        database.write_now(bring_to, request.param)
        for statement in FIRST_ROWS:
            database.write_now(execute, _at(request.param, statement))
    yield database
    database.close()


def _at(revision, statement):
    if revision >= "0007" and "music_events" in statement:
        return statement.replace("date,", "upcoming_until, date,").replace("'2026-12-01'", f"'{AT}', '2026-12-01'")
    if revision < "0005" or " sessions " not in statement:
        return statement
    columns = "id, user_id, last_seen_at, expires_at, created_at"
    return f"INSERT INTO music_sessions ({columns}) VALUES ('{ID}', '{ID}', '{AT}', '{AT}', '{AT}')"  # noqa: S608


def execute(connection, statement):
    return connection.execute(text(statement))


def content(connection):
    """Every table's own description, and its rows."""
    found = MetaData()
    found.reflect(connection)
    return {
        table.name: (
            str(CreateTable(table).compile(connection)),
            sorted(str(CreateIndex(index).compile(connection)) for index in table.indexes),
            sorted(map(repr, connection.execute(select(table)))),
        )
        for table in found.sorted_tables
    }


def counts(connection):
    return {name: len(rows) for name, (_, _, rows) in content(connection).items() if name != "alembic_version"}


def migrate_until(connection, statements):
    """Migrate, torn just before the statement of that number; answers how many there were."""
    seen = 0

    def count(*_):
        nonlocal seen
        if seen == statements:
            raise Torn
        seen += 1

    event.listen(connection, "before_cursor_execute", count)
    try:
        migrations.migrate(connection)
    finally:
        event.remove(connection, "before_cursor_execute", count)
    return seen


# From the first schemas on it meets the statements of all migrations, of which every thirteenth must do here (`make
# torture` kills at more); from the last one, those that most sites meet.
TORN = [*(pytest.param(older, 13, marks=before_release) for older in ("base", "0001")), (OLDER[-1], 1)]


@pytest.mark.parametrize(("older", "step"), TORN, indirect=["older"])
def test_upgrade_torn_at_any_statement_leaves_schema_and_rows_as_they_were(older, step):
    before, torn = older.write_now(content), 0
    while True:
        try:
            older.write_now(migrate_until, torn)
            break
        except Torn:
            assert older.write_now(content) == before
            torn += step
    assert torn > 5 * step
    assert older.write_now(content) != before


def test_upgrade_loses_no_row(older):
    before = {RENAMED.get(name, name): count for name, count in older.write_now(counts).items()}
    owner = "SELECT name FROM music_artists WHERE user_id IS NOT NULL"
    older.write_now(migrations.migrate)
    after = older.write_now(counts)
    assert {name: after[name] for name in before} == before
    assert len(older.write_now(execute, owner).all()) == before.get("music_artists", 0)


@pytest.mark.parametrize("older", [name for name in OLDER if name == "base" or name < "0004"], indirect=True)
def test_upgrade_makes_old_rows_findable(older):
    before = older.write_now(counts)
    older.write_now(migrations.migrate)
    words = {
        table: sorted(older.write_now(execute, f"SELECT word FROM {table}").scalars())  # noqa: S608
        for table in ("artist_words", "event_words")
    }
    if before:
        assert words == {"artist_words": ["a", "jazz"], "event_words": ["23", "depot", "ghent"]}
    else:
        assert words == {"artist_words": [], "event_words": []}


@pytest.mark.parametrize("older", ["0006"], indirect=True)
def test_upgrade_keeps_words_of_events_and_reckons_until_when_they_are_upcoming(older):
    older.write_now(execute, f"INSERT INTO event_words (word, event_id) VALUES ('depot', '{ID}')")  # noqa: S608
    older.write_now(migrations.migrate)
    assert older.write_now(execute, "SELECT word FROM event_words").scalars().all() == ["depot"]
    event = older.write_now(
        lambda connection: connection.execute(
            select(music_events.c.upcoming_until, music_events.c.status, music_events.c.revision)
        ).one()
    )
    assert tuple(event) == ("2026-12-02T05:00:00+00:00", "scheduled", 0)


def one(older, columns, table):
    return tuple(older.write_now(execute, f"SELECT {columns} FROM {table}").one())  # noqa: S608


def recorded(connection):
    return connection.execute(select(music_changes.c.id, music_changes.c.after).order_by(music_changes.c.id)).all()


BLANKS = (
    "UPDATE music_artists SET website = 'https://a.example/b c\n', image = 'http://a.example/x\u00a0y'",
    "UPDATE music_artists SET social_twitter = '@a\n', social_instagram = 'fine'",
    "UPDATE music_events SET ticket_url = 'https://t.example/\u2003', note = 'a b'",
    f"INSERT INTO music_links (id, artist_id, url, label) VALUES ('{ID}', 'a', 'https://l.example/\n1', 'a b')",  # noqa: S608
    "UPDATE music_settings SET contact = 'a@b.example\n', logo = 'https://\n'",
)


@pytest.mark.parametrize("older", ["0016"], indirect=True)
def test_upgrade_makes_of_addresses_what_browsers_make_of_them(older):
    for statement in BLANKS:
        older.write_now(execute, statement)
    before = older.write_now(recorded)
    older.write_now(migrations.migrate)

    artist = ("https://a.example/b%20c", "http://a.example/x%C2%A0y", "@a", "fine")
    assert one(older, "website, image, social_twitter, social_instagram", "music_artists") == artist
    assert one(older, "ticket_url, note", "music_events") == ("https://t.example/%E2%80%83", "a b")
    assert one(older, "url, label", "music_links") == ("https://l.example/1", "a b")
    assert one(older, "contact, logo", "music_settings") == ("a@b.example", "https://\n")  # no address without it
    after = older.write_now(recorded)
    assert [change.id for change in after] == [change.id for change in before]
    told = [json.loads(bytes(change.after)) for change in after]
    assert {"website": artist[0], "image": artist[1]} in told
    assert {"ticket_url": "https://t.example/%E2%80%83", "note": "a b"} in told


@pytest.mark.parametrize("older", ["0023"], indirect=True)
def test_upgrade_ends_events_after_midnight_with_their_night_and_lets_doors_open_before_it(older):
    older.write_now(execute, "UPDATE music_events SET start_time = '00:30', timezone = 'Europe/Berlin'")
    older.write_now(migrations.migrate)

    def until(connection):
        return connection.execute(select(music_events.c.upcoming_until)).scalar_one()

    assert older.write_now(until) == "2026-12-01T04:00:00+00:00"
    older.write_now(execute, "UPDATE music_events SET door_time = '23:00'")
    with pytest.raises(IntegrityError, match="music_events_doors_before_start_check"):
        older.write_now(execute, "UPDATE music_events SET start_time = '19:00', door_time = '20:00'")


PLANTED = (
    "UPDATE music_artists SET name = 'Mara\nVoss', genre = 'a\u202eb', credit = '\u200b', bio = 'a\nb'",
    "UPDATE music_events SET venue = 'Hall\r\nBar', location = 'fine  as it is', note = 'a\nb'",
    f"INSERT INTO music_lineup (id, event_id, name) VALUES ('{ID}', '{ID}', 'a\x01b')",  # noqa: S608
    "UPDATE music_settings SET tagline = 'a\tb'",
)


@pytest.mark.parametrize("older", [max(name for name in OLDER if name < "0027")], indirect=True)
def test_upgrade_puts_names_on_one_line(older):
    for statement in PLANTED:
        older.write_now(execute, statement)
    before = older.write_now(recorded)
    older.write_now(migrations.migrate)

    assert one(older, "name, genre, credit, bio", "music_artists") == ("Mara Voss", "ab", "\u200b", "a\nb")
    assert one(older, "venue, location, note", "music_events") == ("Hall Bar", "fine  as it is", "a\nb")
    assert one(older, "name", "music_lineup") == ("ab",)
    assert one(older, "tagline", "music_settings") == ("a b",)
    after = older.write_now(recorded)
    assert [change.id for change in after] == [change.id for change in before]
    assert any(json.loads(bytes(change.after)).get("venue") == "Hall Bar" for change in after)


@pytest.mark.parametrize("older", [max(name for name in OLDER if name < "0030")], indirect=True)
def test_upgrade_numbers_what_went_along_together(older):
    older.write_now(execute, "UPDATE music_events SET note = 'Bring a coat.'")
    older.write_now(execute, "DELETE FROM music_artists")
    older.write_now(upgrade_schema)
    older.write_now(execute, "UPDATE music_settings SET tagline = 'New'")
    changes = select(music_changes.c.id, music_changes.c.action, music_changes.c.part_of, music_changes.c.transaction)
    rows = older.write_now(lambda connection: connection.execute(changes.order_by(music_changes.c.id)).all())
    deleted = {row.transaction for row in rows if row.action == "delete"}
    assert deleted == {row.part_of for row in rows if row.part_of}
    assert len({row.transaction for row in rows if not row.part_of}) == len([row for row in rows if not row.part_of])
    assert rows[-1].transaction > max(row.transaction for row in rows[:-1])


INVITED = (
    "INSERT INTO music_invitations (id, role, artist_id, invited_by, created_at, expires_at)"  # noqa: S608
    f" VALUES ('{ID}', 'owner', 'a', '{ID}', '{AT}', '2026-11-28T10:00:00+00:00')",
    f"INSERT INTO invitation_tokens (token_hash, invitation_id) VALUES ('hash', '{ID}')",  # noqa: S608
)


@pytest.mark.parametrize("older", [max(name for name in OLDER if name < "0031")], indirect=True)
def test_upgrade_lets_invitations_outlive_their_artist_but_not_who_made_them(older):
    for statement in INVITED:
        older.write_now(execute, statement)
    older.write_now(migrations.migrate)
    older.write_now(execute, "DELETE FROM music_artists")
    there = "SELECT artist_id, token_hash FROM music_invitations JOIN invitation_tokens ON invitation_id = id"
    assert older.write_now(execute, there).all() == [("a", "hash")]
    older.write_now(execute, "DELETE FROM users")
    assert older.write_now(execute, there).all() == []


def test_schema_of_a_newer_version_is_refused_and_left_alone(databases, tmp_path):
    url = databases.empty(tmp_path)
    database = open_database(url)
    database.write_now(migrations.migrate)
    database.write_now(execute, "UPDATE alembic_version SET version_num = '9999'")
    before = database.write_now(content)
    arguments = ["user", "list", "--data-dir", str(tmp_path)]
    refused = CliRunner(env={"MARQUEE_DATABASE_URL": url}).invoke(main, arguments, catch_exceptions=False)
    assert refused.exit_code == 1
    assert refused.stderr.startswith("The database needs a newer version of Marquee: its schema is 9999. Install that ")
    assert database.write_now(content) == before
    database.close()


def test_known_revisions_are_those_of_the_files_and_the_newest_has_the_highest_number():
    assert migrations.known() == {script.revision for script in SCRIPTS.walk_revisions()}
    assert max(migrations.known()) == SCRIPTS.get_current_head()
