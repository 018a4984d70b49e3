"""A site whose database is lost: nothing takes an empty one for it, and a new site still begins by itself."""

from contextlib import closing

import pytest
from sqlalchemy import inspect

from marquee.auth.secrets import secrets_file
from marquee.db.open_database import open_database
from marquee.settings import kept
from tests.cli.commands import failed, new_site, run
from tests.conftest import on_postgresql

PASSWORD = "a long and lovely evening"
FIRST = {
    "serve": (("serve", "--port", "0"), None),
    "setup": (("setup", "--yes", "--admin", "ada@label.example", "--password-stdin"), PASSWORD),
    "user add": (("user", "add", "ada@label.example", "--password-stdin"), PASSWORD),
}
"""The commands that may make the database of a new site."""


def is_lost(database):
    database.unlink()


def is_empty(database):
    database.write_bytes(b"")


@pytest.mark.parametrize("command", FIRST)
@pytest.mark.parametrize("happen", [is_lost, is_empty])
def test_no_empty_site_takes_the_place_of_one_whose_database_is_lost(tmp_path, happen, command):
    """The backups of the nights after would delete the good ones."""
    folder = tmp_path / "data"
    new_site(folder)
    happen(folder / "marquee.sqlite3")
    arguments, typed = FIRST[command]
    refused = run(*arguments, "--data-dir", folder, typed=typed)
    assert failed(refused, f"The site of {folder} had one: restore a backup with `marquee restore --replace FILE`")
    assert failed(run("user", "list", "--data-dir", folder), "restore a backup")


def test_pictures_of_a_site_of_an_earlier_version_tell_as_well(tmp_path):
    picture = tmp_path / "media" / "artists" / "nova" / "one.webp"
    picture.parent.mkdir(parents=True)
    picture.write_bytes(b"RIFF")
    tmp_path.chmod(0o700)
    assert failed(run("serve", "--port", "0", "--data-dir", tmp_path), "There is no database at")
    assert not (tmp_path / "marquee.sqlite3").exists()


def test_lost_database_comes_back_from_a_backup(tmp_path):
    new_site(tmp_path / "data")
    options = ("--data-dir", tmp_path / "data")
    assert run("backup", tmp_path / "site.tar", *options).exit_code == 0
    (tmp_path / "data" / "marquee.sqlite3").unlink()
    assert run("restore", "--replace", tmp_path / "site.tar", *options).exit_code == 0
    new_site(tmp_path / "data")


def test_first_start_finds_secrets_settings_and_pictures_for_the_press(tmp_path):
    secrets_file.load_or_create(tmp_path)
    kept.change(tmp_path, {"MARQUEE_SITE_NAME": "Ship"})
    (tmp_path / "media" / "press").mkdir(parents=True)
    (tmp_path / "media" / "press" / "one.webp").write_bytes(b"RIFF")
    (tmp_path / "marquee.sqlite3").touch()  # as a first start that failed leaves it
    new_site(tmp_path)
    assert run("user", "list", "--data-dir", tmp_path).exit_code == 0


@on_postgresql
def test_empty_database_on_a_server_is_not_that_of_the_site(databases, tmp_path):
    arguments, typed = FIRST["user add"]
    options = ("--data-dir", tmp_path / "data")
    begun = run(*arguments, *options, typed=typed, environ={"MARQUEE_DATABASE_URL": databases.empty(tmp_path)})
    assert begun.exit_code == 0
    other = databases.empty(tmp_path)
    refused = run("serve", "--port", "0", *options, environ={"MARQUEE_DATABASE_URL": other})
    assert failed(refused, "restore a backup")
    with closing(open_database(other)) as database:
        assert database.read_now(lambda connection: inspect(connection).get_table_names()) == []
