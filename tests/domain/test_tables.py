"""The schema: migrated as written down, with the rules that no path goes round."""

import re

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import CheckConstraint, insert, inspect, text, update
from sqlalchemy.exc import DBAPIError, IntegrityError

from marquee.db.migrations import migrate
from marquee.db.open_database import open_database
from marquee.domain.tables import (
    EXPOSED,
    exposed_columns,
    metadata,
    music_artists,
    music_contacts,
    music_events,
    music_sessions,
    users,
)
from tests.conftest import on_sqlite

NOW = "2026-11-21T10:00:00+00:00"
IDS = [f"00000000-0000-4000-8000-00000000000{n}" for n in range(4)]


@pytest.fixture
def database(databases, tmp_path):
    opened = open_database(databases.blank(tmp_path))
    yield opened
    opened.close()


def artist(**values):
    row = {"id": "a", "name": "A", "genre": "G", "image": "https://a.example", "created_at": NOW, "updated_at": NOW}
    return insert(music_artists).values(row | values)


def user(**values):
    row = {"id": IDS[0], "email": "a@b.example", "role": "authenticated", "created_at": NOW, "updated_at": NOW}
    return insert(users).values(row | values)


def event(**values):
    row = {"id": IDS[1], "date": "2026-11-21", "venue": "V", "location": "L", "artist_id": "a"}
    return insert(music_events).values(row | {"created_at": NOW, "updated_at": NOW, "upcoming_until": NOW} | values)


def run(database, *statements):
    def execute(connection):
        return [connection.execute(statement) for statement in statements][-1]

    return database.write_now(execute)


def count(database, table):
    return database.write_now(lambda connection: connection.execute(text(f"SELECT count(*) FROM {table}")).scalar())  # noqa: S608


@pytest.mark.filterwarnings("ignore:Skipped unsupported reflection", "ignore:autogenerate skipping")
def test_migrated_schema_is_the_written_one(database):
    def differences(connection):
        context = MigrationContext.configure(connection, opts={"compare_type": True, "compare_server_default": True})
        return compare_metadata(context, metadata)

    # An index on an expression cannot be compared; the next test looks at its text.
    others = ("popularity_idx", "start_time_id_idx", "public_changes", "acting")
    found = [each for each in database.write_now(differences) if not any(name in repr(each) for name in others)]
    assert found == []


def squeezed(sql):
    return re.sub(r"\s+", " ", sql)


def sqlite_rules(connection):
    """The text of every constraint and index, by its table's or its own name."""
    of_site = "name NOT LIKE 'alembic%' AND name NOT IN ('public_changes', 'acting') AND type <> 'trigger'"
    rows = connection.execute(text(f"SELECT name, type, sql FROM sqlite_master WHERE {of_site}"))  # noqa: S608
    # A column that came later has its constraint beside it.
    later = r"(?: \w+ TEXT(?: DEFAULT '' NOT NULL)?,?)*"
    constraint = rf"CONSTRAINT \w+ (?:CHECK|UNIQUE|PRIMARY|FOREIGN).*?(?=,?{later} CONSTRAINT|$)"
    return {
        name: sorted(one.rstrip(" ,)") for one in re.findall(constraint, squeezed(sql)))
        if kind == "table"
        else squeezed(sql)
        for name, kind, sql in rows
        if sql
    }


def postgresql_rules(connection):
    constraints = "SELECT conname, pg_get_constraintdef(oid) FROM pg_constraint WHERE conname NOT LIKE 'alembic%'"
    indexes = "SELECT indexname, indexdef FROM pg_indexes WHERE schemaname = 'public' AND indexname NOT LIKE 'alembic%'"
    return [sorted(map(tuple, connection.execute(text(query)))) for query in (constraints, indexes)]


RULES = {"sqlite": sqlite_rules, "postgresql": postgresql_rules}


def test_migrated_checks_and_indexes_are_the_written_ones(databases, database, tmp_path):
    made = open_database(databases.empty(tmp_path))
    made.write_now(metadata.create_all)
    expected = made.write_now(RULES[databases.kind])
    made.close()
    assert database.write_now(RULES[databases.kind]) == expected


@pytest.mark.parametrize("table", metadata.sorted_tables, ids=lambda table: table.name)
def test_constraints_are_named_after_their_table(table):
    for constraint in table.constraints:
        assert str(constraint.name).startswith(f"{table.name}_")
        if isinstance(constraint, CheckConstraint):
            assert str(constraint.name).count(table.name) == 1


@on_sqlite
@pytest.mark.anyio
async def test_pragmas_of_both_kinds_of_connection(database):
    def pragmas(connection):
        names = ("journal_mode", "synchronous", "foreign_keys", "query_only")
        return [connection.execute(text(f"PRAGMA {name}")).scalar() for name in names]

    assert await database.read(pragmas) == ["wal", 2, 1, 1]
    assert database.write_now(pragmas) == ["wal", 2, 1, 0]


@pytest.mark.anyio
async def test_read_cannot_write(database):
    with pytest.raises(DBAPIError, match=r"readonly|read-only"):
        await database.read(lambda connection: connection.execute(artist()))
    await database.disconnect()


def test_raising_undoes_the_transaction(database):
    def add_and_fail(connection):
        connection.execute(artist())
        raise RuntimeError

    with pytest.raises(RuntimeError):
        database.write_now(add_and_fail)
    assert count(database, "music_artists") == 0


def test_second_featured_artist_is_impossible(database):
    run(database, artist(is_featured=True), artist(id="b"), artist(id="c"))
    with pytest.raises(IntegrityError, match="featured"):
        run(database, update(music_artists).where(music_artists.c.id == "b").values(is_featured=True))
    run(database, update(music_artists).values(is_featured=False))


GOOD = [
    {"image": "http://a.example"},
    {"image": "/storage/v1/object/public/artists/a.webp"},
    {"website": ""},
    {"website": None},
    {"website": "https://" + "x" * 2040},
    {"bio": ""},
    {"bio": "x" * 20_000},
    {"social_instagram": "@mara.voss"},
    {"social_twitter": ""},
    {"followers": "1.2M"},
]
BAD = [
    ("id", {"id": ""}),
    ("id", {"id": "a/b"}),
    ("id", {"id": "x" * 101}),
    ("name", {"name": ""}),
    ("name", {"name": "  "}),
    ("name", {"name": "x" * 201}),
    ("genre", {"genre": ""}),
    ("genre", {"genre": "x" * 101}),
    ("image", {"image": ""}),
    ("image", {"image": "javascript:alert(1)"}),
    ("image", {"image": "https://"}),
    ("image", {"image": "https://" + "x" * 2041}),
    ("image", {"image": "/storage/v1/object/public/"}),
    ("image", {"image": "/etc/passwd"}),
    ("followers", {"followers": ""}),
    ("followers", {"followers": "1" * 33}),
    ("latest_song", {"latest_song": "x" * 201}),
    ("bio", {"bio": "x" * 20_001}),
    ("social_instagram", {"social_instagram": "a/b"}),
    ("social_instagram", {"social_instagram": "a b"}),
    ("social_twitter", {"social_twitter": "x" * 101}),
    ("website", {"website": "javascript:alert(1)"}),
    ("website", {"website": "x"}),
]


@pytest.mark.parametrize("values", GOOD, ids=str)
def test_check_accepts(database, values):
    run(database, artist(**values))
    assert count(database, "music_artists") == 1


@pytest.mark.parametrize(("name", "values"), BAD)
def test_check_refuses(database, name, values):
    with pytest.raises(IntegrityError, match=f"music_artists_{name}_check"):
        run(database, artist(**values))


@pytest.mark.parametrize("column", ["venue", "location"])
@pytest.mark.parametrize("value", ["", " ", "x" * 201])
def test_check_refuses_an_event(database, column, value):
    with pytest.raises(IntegrityError, match=f"music_events_{column}_check"):
        run(database, artist(), event(**{column: value}))


def test_event_needs_its_artist(database):
    with pytest.raises(IntegrityError, match=r"FOREIGN KEY|foreign key"):
        run(database, event())


def test_deleting_an_artist_deletes_its_events(database):
    run(database, artist(), artist(id="b"), event(), event(id=IDS[2], artist_id="b"))
    run(database, music_artists.delete().where(music_artists.c.id == "a"))
    assert count(database, "music_events") == 1


def test_removing_an_account_keeps_its_artists_and_drops_the_rest(database):
    contact = insert(music_contacts).values(id=IDS[1], user_id=IDS[0], created_at=NOW)
    session = insert(music_sessions).values(id=IDS[2], user_id=IDS[0], last_seen_at=NOW, created_at=NOW, expires_at=NOW)
    run(database, user(), artist(user_id=IDS[0]), contact, session)
    run(database, users.delete())
    owner = database.write_now(lambda connection: connection.execute(music_artists.select()).one().user_id)
    assert owner is None
    assert [count(database, table) for table in ("music_artists", "music_contacts", "music_sessions")] == [1, 0, 0]


def test_address_has_one_account_and_an_account_one_contact_row(database):
    with pytest.raises(IntegrityError, match=r"UNIQUE|unique"):
        run(database, user(), user(id=IDS[1]))
    rows = [insert(music_contacts).values(id=id_, user_id=IDS[0], created_at=NOW) for id_ in IDS[1:3]]
    with pytest.raises(IntegrityError, match=r"UNIQUE|unique"):
        run(database, user(), *rows)


def test_only_the_tables_of_the_protocol_are_exposed():
    assert set(EXPOSED) == {
        "music_artists",
        "music_events",
        "music_lineup",
        "music_links",
        "music_owners",
        "music_contacts",
        "music_sessions",
        "music_settings",
        "music_people",
        "music_invitations",
        "music_changes",
    }
    assert "popularity" not in exposed_columns(music_artists)
    assert not {"user_id", "refresh_counter", "amr"} & set(exposed_columns(music_sessions))


def test_migrating_twice_changes_nothing(database):
    run(database, artist())
    database.write_now(migrate)
    assert count(database, "music_artists") == 1


def test_failed_migration_leaves_nothing(databases, tmp_path):
    opened = open_database(databases.empty(tmp_path))

    def migrate_and_fail(connection):
        migrate(connection)
        raise RuntimeError

    with pytest.raises(RuntimeError):
        opened.write_now(migrate_and_fail)
    tables = opened.write_now(lambda connection: inspect(connection).get_table_names())
    opened.close()
    assert tables == []
