"""The schema: migrated as written down, with the rules that no path goes round."""

import re

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import CheckConstraint, insert, text, update
from sqlalchemy.exc import IntegrityError, OperationalError

from marquee.database import Database
from marquee.migrations import migrate
from marquee.tables import (
    EXPOSED,
    exposed_columns,
    metadata,
    music_artists,
    music_contacts,
    music_events,
    sessions,
    users,
)

NOW = "2026-11-21T10:00:00+00:00"
IDS = [f"00000000-0000-4000-8000-00000000000{n}" for n in range(4)]


@pytest.fixture
def database(tmp_path):
    opened = Database(tmp_path / "marquee.sqlite3")
    opened.write_now(migrate)
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
    return insert(music_events).values(row | {"created_at": NOW, "updated_at": NOW} | values)


def run(database, *statements):
    def execute(connection):
        return [connection.execute(statement) for statement in statements][-1]

    return database.write_now(execute)


def count(database, table):
    return database.write_now(lambda connection: connection.execute(text(f"SELECT count(*) FROM {table}")).scalar())  # noqa: S608


def test_migrated_schema_is_the_written_one(database):
    def differences(connection):
        context = MigrationContext.configure(connection, opts={"compare_type": True, "compare_server_default": True})
        return compare_metadata(context, metadata)

    # An index on an expression cannot be compared; the next test looks at its text.
    found = [difference for difference in database.write_now(differences) if "popularity_idx" not in repr(difference)]
    assert found == []


def squeezed(sql):
    return re.sub(r"\s+", " ", sql)


def test_migrated_checks_and_indexes_are_the_written_ones(database, tmp_path):
    def texts(connection):
        rows = connection.execute(text("SELECT name, type, sql FROM sqlite_master WHERE name NOT LIKE 'alembic%'"))
        return {
            name: sorted(
                re.findall(r"CONSTRAINT \w+ (?:CHECK|UNIQUE|PRIMARY|FOREIGN).*?(?=,? CONSTRAINT|$)", squeezed(sql))
            )
            if kind == "table"
            else squeezed(sql)
            for name, kind, sql in rows
            if sql
        }

    made = Database(tmp_path / "made.sqlite3")
    made.write_now(metadata.create_all)
    expected = made.write_now(texts)
    made.close()
    migrated = database.write_now(texts)
    for constraints in (expected, migrated):
        for name, found in constraints.items():
            if isinstance(found, list):
                constraints[name] = [re.sub(r"[\s,)]+$", "", one) for one in found]
    assert migrated == expected


@pytest.mark.parametrize("table", metadata.sorted_tables, ids=lambda table: table.name)
def test_constraints_are_named_after_their_table(table):
    for constraint in table.constraints:
        assert str(constraint.name).startswith(f"{table.name}_")
        if isinstance(constraint, CheckConstraint):
            assert str(constraint.name).count(table.name) == 1


def test_pragmas_of_both_kinds_of_connection(database):
    def pragmas(connection):
        names = ("journal_mode", "synchronous", "foreign_keys", "query_only")
        return [connection.execute(text(f"PRAGMA {name}")).scalar() for name in names]

    with database._reader.begin() as reader:
        assert pragmas(reader) == ["wal", 2, 1, 1]
    assert database.write_now(pragmas) == ["wal", 2, 1, 0]


@pytest.mark.anyio
async def test_read_cannot_write(database):
    with pytest.raises(OperationalError, match="readonly"):
        await database.read(lambda connection: connection.execute(artist()))


def test_raising_undoes_the_transaction(database):
    def add_and_fail(connection):
        connection.execute(artist())
        raise RuntimeError

    with pytest.raises(RuntimeError):
        database.write_now(add_and_fail)
    assert count(database, "music_artists") == 0


def test_second_featured_artist_is_impossible(database):
    run(database, artist(is_featured=True), artist(id="b"), artist(id="c"))
    with pytest.raises(IntegrityError, match="is_featured"):
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
    with pytest.raises(IntegrityError, match=f"CHECK constraint failed: music_artists_{name}_check"):
        run(database, artist(**values))


@pytest.mark.parametrize("column", ["venue", "location"])
@pytest.mark.parametrize("value", ["", " ", "x" * 201])
def test_check_refuses_an_event(database, column, value):
    with pytest.raises(IntegrityError, match=f"music_events_{column}_check"):
        run(database, artist(), event(**{column: value}))


def test_event_needs_its_artist(database):
    with pytest.raises(IntegrityError, match="FOREIGN KEY"):
        run(database, event())


def test_deleting_an_artist_deletes_its_events(database):
    run(database, artist(), artist(id="b"), event(), event(id=IDS[2], artist_id="b"))
    run(database, music_artists.delete().where(music_artists.c.id == "a"))
    assert count(database, "music_events") == 1


def test_removing_an_account_keeps_its_artists_and_drops_the_rest(database):
    contact = insert(music_contacts).values(id=IDS[1], user_id=IDS[0], created_at=NOW)
    session = insert(sessions).values(id=IDS[2], user_id=IDS[0], refreshed_at=NOW, created_at=NOW)
    run(database, user(), artist(user_id=IDS[0]), contact, session)
    run(database, users.delete())
    owner = database.write_now(lambda connection: connection.execute(music_artists.select()).one().user_id)
    assert owner is None
    assert [count(database, table) for table in ("music_artists", "music_contacts", "sessions")] == [1, 0, 0]


def test_address_has_one_account_and_an_account_one_contact_row(database):
    with pytest.raises(IntegrityError, match="UNIQUE"):
        run(database, user(), user(id=IDS[1]))
    rows = [insert(music_contacts).values(id=id_, user_id=IDS[0], created_at=NOW) for id_ in IDS[1:3]]
    with pytest.raises(IntegrityError, match="UNIQUE"):
        run(database, user(), *rows)


def test_only_the_three_tables_are_exposed():
    assert set(EXPOSED) == {"music_artists", "music_events", "music_contacts"}
    assert "popularity" not in exposed_columns(music_artists)


def test_migrating_twice_changes_nothing(database):
    run(database, artist())
    database.write_now(migrate)
    assert count(database, "music_artists") == 1


def test_failed_migration_leaves_nothing(tmp_path):
    opened = Database(tmp_path / "marquee.sqlite3")

    def migrate_and_fail(connection):
        migrate(connection)
        raise RuntimeError

    with pytest.raises(RuntimeError):
        opened.write_now(migrate_and_fail)
    tables = opened.write_now(lambda connection: connection.execute(text("SELECT name FROM sqlite_master")).all())
    opened.close()
    assert tables == []
