# ruff: noqa: S608 - every name in these statements is one of ours
"""PostgreSQL of a hosted service, whose own roles may do everything with new tables: nobody gets at ours."""

from contextlib import closing

import pytest

from marquee.auth.secrets import secrets_file
from marquee.cli.preparation import prepare
from marquee.db.open_database import open_database
from marquee.errors import OperatorError
from marquee.settings import load
from tests.cast import Site
from tests.conftest import on_postgresql
from tests.db.test_migrations import bring_to, execute

ROLES = ("anon", "authenticated", "service_role")
MADE = "DO $$ BEGIN CREATE ROLE {0} {1}; EXCEPTION WHEN duplicate_object THEN NULL; END $$;"
ALL_ROLES = "".join(MADE.format(role, "BYPASSRLS" if role == "service_role" else "NOBYPASSRLS") for role in ROLES)
GRANTED = ", ".join(ROLES)
DEFAULTS = ALL_ROLES + "".join(
    f"ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT ALL ON {kind} TO {GRANTED};"
    for kind in ("TABLES", "SEQUENCES", "FUNCTIONS")
)
ON_ALL = "".join(
    f"GRANT ALL ON ALL {kind} IN SCHEMA public TO {GRANTED};" for kind in ("TABLES", "SEQUENCES", "FUNCTIONS")
)
OPEN = f"""
SELECT role, name FROM unnest(CAST('{{{",".join(ROLES)}}}' AS text[])) role, LATERAL (
    SELECT relname AS name,
        has_table_privilege(role, oid, 'SELECT, INSERT, UPDATE, DELETE, TRUNCATE, REFERENCES, TRIGGER')
        OR has_any_column_privilege(role, oid, 'SELECT, INSERT, UPDATE') AS is_open
    FROM pg_class WHERE relnamespace = CAST('public' AS regnamespace) AND relkind IN ('r', 'p', 'v', 'm', 'f')
    UNION ALL
    SELECT relname, has_sequence_privilege(role, oid, 'USAGE, SELECT, UPDATE')
    FROM pg_class WHERE relnamespace = CAST('public' AS regnamespace) AND relkind = 'S'
    UNION ALL
    SELECT proname, has_function_privilege(role, oid, 'EXECUTE')
    FROM pg_proc WHERE pronamespace = CAST('public' AS regnamespace)
) found WHERE is_open
"""
"""What the service's roles may read, change or call."""
WITHOUT_ROW_SECURITY = (
    "SELECT relname FROM pg_class WHERE relnamespace = CAST('public' AS regnamespace) AND relkind IN ('r', 'p') "
    "AND (NOT relrowsecurity OR EXISTS (SELECT 1 FROM pg_policy WHERE polrelid = pg_class.oid))"
)


@pytest.fixture
def hosted(postgresql):
    """The name of an empty database whose new tables are open to the service's roles."""
    name = postgresql.create()
    postgresql.execute(name, DEFAULTS)
    return name


def ask(url, statement):
    with closing(open_database(url)) as database:
        return database.write_now(lambda connection: execute(connection, statement).all())


def start(url, folder):
    prepare(load({"MARQUEE_DATABASE_URL": url}, str(folder)), secrets_file.load_or_create(folder), with_demo=False)


@pytest.mark.parametrize("was_at", ["nothing", "0001", "0017"])
def test_no_role_of_the_service_gets_at_anything(postgresql, hosted, tmp_path, was_at):
    url = postgresql.url(hosted)
    if was_at != "nothing":
        with closing(open_database(url)) as database:
            database.write_now(bring_to, was_at)
        assert len({name for _, name in ask(url, OPEN)}) > 5
    start(url, tmp_path / "data")
    assert ask(url, OPEN) == []
    assert ask(url, WITHOUT_ROW_SECURITY) == []


@pytest.mark.parametrize("role", ROLES)
def test_passwords_are_not_read_and_nobody_makes_himself_an_admin(postgresql, hosted, tmp_path, role):
    start(postgresql.url(hosted), tmp_path / "data")
    for attempt in (
        "SELECT email, password_hash FROM users",
        "UPDATE users SET role = 'service_role'",
        "TABLE factors",
    ):
        with pytest.raises(Exception, match="permission denied"):
            postgresql.execute(hosted, f"SET ROLE {role}; {attempt}")


@on_postgresql
def test_what_is_granted_anew_shows_no_rows_and_is_taken_back_at_the_next_start(template, postgresql, tmp_path):
    url = template.copy(tmp_path / "data", lasting=True)
    name = url.partition("@/")[2].partition("?")[0]
    start(url, tmp_path / "data")
    postgresql.execute(name, ALL_ROLES + ON_ALL)
    assert ask(url, "SELECT count(*) > 0 FROM users") == [(True,)]
    counting = "DO $$ BEGIN ASSERT (SELECT count(*) FROM users) = 0, 'rows are seen'; END $$"
    postgresql.execute(name, f"SET ROLE anon; {counting}")
    adding = "INSERT INTO music_contacts (id, user_id, created_at) SELECT gen_random_uuid(), gen_random_uuid(), now()"
    with pytest.raises(Exception, match="row-level security"):
        postgresql.execute(name, f"SET ROLE authenticated; {adding}")
    start(url, tmp_path / "data")
    assert ask(url, OPEN) == []


@on_postgresql
@pytest.mark.anyio
async def test_site_works_as_before(template, tmp_path):
    site = Site.open(template, tmp_path / "data")
    start(site.service.settings.database_url, tmp_path / "data")
    assert len(await site.rows("music_artists?select=id", "visitor")) == 3
    await site.close()


def test_tables_of_others_in_the_same_schema_stay_as_they_are(postgresql, hosted, tmp_path):
    postgresql.execute(hosted, "CREATE TABLE shop_orders (id int)")
    start(postgresql.url(hosted), tmp_path / "data")
    assert {name for _, name in ask(postgresql.url(hosted), OPEN)} == {"shop_orders"}
    assert ask(postgresql.url(hosted), WITHOUT_ROW_SECURITY) == [("shop_orders",)]


def test_role_that_does_not_own_the_tables_is_refused_in_a_sentence(postgresql, hosted, tmp_path):
    url = postgresql.url(hosted)
    start(url, tmp_path / "data")
    postgresql.execute(hosted, MADE.format("app", "LOGIN") + "GRANT ALL ON ALL TABLES IN SCHEMA public TO app")
    with pytest.raises(
        OperatorError, match=r"belongs to the PostgreSQL role marquee\. Marquee must connect as the owner"
    ):
        start(url.replace("marquee@", "app@"), tmp_path / "data")
