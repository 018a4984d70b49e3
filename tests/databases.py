"""The databases that the tests run on, each test with one of its own: SQLite files, or one server's PostgreSQL."""

import shutil
from pathlib import Path
from typing import Protocol

from sqlalchemy import text

from marquee.db.open_database import open_database
from marquee.domain.schema import upgrade_schema
from marquee.domain.tables import metadata
from marquee.domain.word_rules import VERSION
from tests.postgresql import Server

ENDLESS = text("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n")
TABLES = [table.name for table in metadata.sorted_tables]
ON_BOTH = (
    *("tests/rest/reads", "tests/rest/writes", "tests/functions", "tests/db", "tests/domain", "tests/cli"),
    *(f"tests/rest/test_{name}.py" for name in ("same_answers", "example_table", "fuzz", "fuzz_functions")),
    *(f"tests/rest/rights/test_{name}.py" for name in ("invitations", "saves")),
    *("tests/auth/test_throttle.py", "tests/auth/test_identify.py", "tests/auth/sessions/test_refresh.py"),
    *(f"tests/auth/accounts/test_{name}.py" for name in ("admin_list", "invitations")),
    *("tests/auth/factors/test_recovery_codes.py", "tests/auth/factors/test_wrong_codes.py"),
    "tests/auth/mail/test_mail.py",
    *(f"tests/site/events/test_{name}.py" for name in ("event_moments", "names_on_bills", "nights", "past_events")),
    *(f"tests/site/feeds/test_{name}.py" for name in ("calendar", "feeds", "long_bills")),
    *("tests/storage/test_life.py", "tests/storage/test_uploads.py"),
    *(f"tests/web/test_{name}.py" for name in ("cache", "cache_version", "client_gone", "health", "last_modified")),
)
"""Tests of what has SQL of its own, triggers, locks or limits. The others are on PostgreSQL too in `make test-all`."""

ONE_IS_ENOUGH = (
    "tests/rest/writes/test_addresses.py",
    "tests/rest/writes/test_change_limits.py::test_no_way_of_changing_much_takes_the_undo_of_others",
    "tests/rest/writes/test_lines.py",
    "tests/rest/reads/test_search.py::test_ten_thousand_rows_are_added_at_once",
    "tests/cli/test_site_secrets.py",
    "tests/domain/test_query_plans.py",
    "tests/functions/test_can_undo.py",
    "tests/auth/test_throttle.py::test_a_thousand_failures_elsewhere_do_not_keep_the_owner_out",
    "tests/auth/test_throttle.py::test_account_behind_it_is_still_limited",
    "tests/auth/test_throttle.py::test_many_ips_together_are_slowed_but_a_known_one_is_not",
    "tests/auth/test_throttle.py::test_two_hundred_right_passwords_in_a_minute_never_wait",
)
"""Of those, what takes long: it is decided before anything reaches the database or by what others try on both, or is a
plan of a query, which PostgreSQL makes only of large tables."""


class Databases(Protocol):
    """Addresses of databases for tests."""

    kind: str

    def keep(self, fill) -> None:
        """Say what `full` holds: `fill(database)` is run once, on a migrated database."""

    def empty(self, folder: Path) -> str:
        """One without tables."""

    def blank(self, folder: Path) -> str:
        """One without rows, until the next test asks for one."""

    def full(self, folder: Path) -> str:
        """A copy of the kept one, until the next test asks for one."""

    def lasting(self, folder: Path) -> str:
        """A copy of the kept one that no other test gets."""


class SqliteDatabases:
    """Files, copied."""

    kind = "sqlite"

    def __init__(self, folder: Path) -> None:
        self._blank, self._full = folder / "blank.sqlite3", folder / "full.sqlite3"
        _prepare(f"sqlite:///{self._blank}", upgrade_schema)

    def keep(self, fill) -> None:
        shutil.copy(self._blank, self._full)
        _prepare(f"sqlite:///{self._full}", fill)

    def empty(self, folder: Path) -> str:
        return f"sqlite:///{folder / 'empty.sqlite3'}"

    def blank(self, folder: Path) -> str:
        return _copied(self._blank, folder)

    def full(self, folder: Path) -> str:
        return _copied(self._full, folder)

    lasting = full


class PostgresqlDatabases:
    """Two databases whose rows are put back before each test: making a new one takes longer than most tests."""

    kind = "postgresql"

    def __init__(self, server: Server) -> None:
        self.server = server
        self._blank = server.create()
        _prepare(server.url(self._blank), upgrade_schema)
        self._full = self._kept = ""

    def keep(self, fill) -> None:
        self.server.execute(self._blank, _EMPTY + _SETTINGS)  # an earlier test may have had it
        self._kept = self.server.create(self._blank)
        _prepare(self.server.url(self._kept), fill)
        self._full = self.server.create(self._kept)
        aside = (f"CREATE TABLE kept.{name} AS TABLE public.{name};" for name in TABLES)
        self.server.execute(self._full, f"CREATE SCHEMA kept; {''.join(aside)}")

    def empty(self, _folder: Path) -> str:
        return self.server.url(self.server.create())

    def blank(self, _folder: Path) -> str:
        self.server.execute(self._blank, _EMPTY + _SETTINGS)
        return self.server.url(self._blank)

    def full(self, _folder: Path) -> str:
        self.server.execute(self._full, _WITHOUT_TRIGGERS + _EMPTY + _REFILL)
        return self.server.url(self._full)

    def lasting(self, _folder: Path) -> str:
        return self.server.url(self.server.create(self._kept))


_WITHOUT_TRIGGERS = "SET session_replication_role = replica;"
"""Until the connection closes: what the triggers have written is kept too, and keys are as they were."""
_EMPTY = "".join(f"DELETE FROM public.{name};" for name in reversed(TABLES))  # noqa: S608
_RULES = f"INSERT INTO public.word_rules (version) VALUES ({VERSION});"  # noqa: S608
_SETTINGS = f"INSERT INTO public.music_settings (updated_at) VALUES (now());{_RULES}"  # noqa: S608
"""The rows that the migrations and every start leave."""
_REFILL = "".join(f"INSERT INTO public.{name} TABLE kept.{name};" for name in TABLES)


def _prepare(url: str, fn) -> None:
    database = open_database(url)
    try:
        database.write_now(fn)
    finally:
        database.close()


def _copied(source: Path, folder: Path) -> str:
    target = folder / "marquee.sqlite3"
    shutil.copy(source, target)
    return f"sqlite:///{target}"
