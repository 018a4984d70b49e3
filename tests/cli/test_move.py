"""`marquee move`, and backups of a site on PostgreSQL: every row arrives as it was, in either direction."""

import re

import pytest
from click.testing import CliRunner
from sqlalchemy import update

from marquee import settings
from marquee.cli.copying import read_all
from marquee.cli.main import main
from marquee.db.open_database import open_database
from marquee.domain.tables import music_events, music_settings
from tests.cast import PASSWORD, Site, insert_row


@pytest.fixture
def other(databases, postgresql, tmp_path):
    """An empty database of the other kind."""
    if databases.kind == "postgresql":
        return f"sqlite:///{tmp_path / 'other.sqlite3'}"
    return postgresql.url(postgresql.create())


@pytest.fixture
def stopped(template, tmp_path):
    """The address of a stopped site's database; its data folder is `data`."""
    return template.copy(tmp_path / "data", lasting=True)


def run(tmp_path, url, *arguments):
    runner = CliRunner(env={"MARQUEE_DATABASE_URL": url})
    return runner.invoke(main, [*arguments, "--data-dir", str(tmp_path / "data")], catch_exceptions=False)


def rows(url):
    database = open_database(url)
    try:
        return database.write_now(read_all)
    finally:
        database.close()


def rename(url):
    """Change the settings, of which a new database has a row too."""
    database = open_database(url)
    try:
        database.write_now(lambda connection: connection.execute(update(music_settings).values(site_name="Undercard")))
    finally:
        database.close()


@pytest.mark.anyio
async def test_every_row_arrives_and_people_sign_in_as_before(template, stopped, other, tmp_path):
    rename(stopped)
    before = rows(stopped)
    moved = run(tmp_path, stopped, "move", "--to", other)
    assert moved.exit_code == 0, moved.stderr
    assert "3 music_artists" in moved.stdout
    assert rows(other) == before == rows(stopped)
    site = Site.open(template, tmp_path / "new", MARQUEE_DATABASE_URL=other)
    credentials = {"email": "owner@stage.test", "password": PASSWORD}
    answer = await site.client.post("/auth/v1/token?grant_type=password", json=credentials, headers=site.headers())
    assert answer.status_code == 200
    assert len(await site.rows("music_artists?select=id", "visitor")) == 3
    await site.close()


def test_database_with_rows_is_not_moved_to(stopped, other, tmp_path):
    assert run(tmp_path, stopped, "move", "--to", other).exit_code == 0
    before = rows(other)
    again = run(tmp_path, stopped, "move", "--to", other)
    assert (again.exit_code, again.stderr) == (1, "The target database is not empty.\n")
    assert rows(other) == before


@pytest.mark.anyio
async def test_running_site_is_not_moved(template, other, tmp_path):
    site = Site.open(template, tmp_path / "data")
    await site.rows("music_artists")
    refused = run(tmp_path, site.service.settings.database_url, "move", "--to", other)
    assert refused.exit_code == 1
    assert "in use. Stop the site" in refused.stderr
    await site.close()


@pytest.mark.anyio
async def test_refused_move_leaves_no_file(template, tmp_path):
    site = Site.open(template, tmp_path / "data")
    await site.rows("music_artists")
    new = tmp_path / "new"
    new.mkdir()
    refused = run(tmp_path, site.service.settings.database_url, "move", "--to", f"sqlite:///{new}/marquee.sqlite3")
    assert refused.exit_code == 1
    assert [*new.iterdir()] == []
    await site.close()


def test_move_to_what_is_no_database_is_refused_in_a_sentence(stopped, tmp_path):
    refused = run(tmp_path, stopped, "move", "--to", "postgresql://nobody:hush@127.0.0.1:1/nothing")
    assert refused.exit_code == 1
    assert re.fullmatch(r"The PostgreSQL database cannot be used: .+\n", refused.stderr)
    assert "hush" not in refused.stderr


def test_backup_of_either_is_restored_to_the_other(stopped, other, tmp_path):
    file = str(tmp_path / "site.backup")
    before = rows(stopped)
    assert run(tmp_path, stopped, "backup", file).exit_code == 0
    new = tmp_path / "elsewhere"
    new.mkdir()
    restored = run(new, other, "restore", file)
    assert restored.exit_code == 0, restored.stderr
    assert rows(other) == before


def test_replaced_rows_are_kept_in_a_backup_of_their_own(databases, stopped, tmp_path):
    if databases.kind == "sqlite":
        pytest.skip("a file is moved aside as it is: test_backup_and_restore")
    file = str(tmp_path / "site.backup")
    assert run(tmp_path, stopped, "backup", file).exit_code == 0
    saved = rows(stopped)
    added = {"date": "2026-12-01", "venue": "Depot 23", "location": "Ghent", "artist_id": "mara-voss"}
    database = open_database(stopped)
    database.write_now(insert_row, music_events, added)
    database.close()
    newer = rows(stopped)
    refused = run(tmp_path, stopped, "restore", file)
    assert "is not empty" in refused.stderr
    assert rows(stopped) == newer
    refused = run(tmp_path / "elsewhere", stopped, "restore", file)
    assert refused.stderr.startswith("A site is in the PostgreSQL database ")
    assert str(tmp_path) not in refused.stderr
    assert run(tmp_path, stopped, "restore", file, "--replace").exit_code == 0
    assert rows(stopped) == saved
    (kept,) = (tmp_path / "data").glob("replaced-*/marquee-backup.tar")
    assert run(tmp_path, stopped, "restore", str(kept), "--replace").exit_code == 0
    assert rows(stopped) == newer


def test_password_of_the_database_is_not_shown(tmp_path):
    url = "postgresql://ann:hush@127.0.0.1:1/nothing"
    refused = run(tmp_path, url, "user", "list")
    assert refused.exit_code == 1
    assert "hush" not in refused.output + repr(settings.load({"MARQUEE_DATABASE_URL": url}))
