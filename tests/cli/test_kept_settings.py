"""Settings that a data folder keeps: read at each start, and the environment wins."""

import multiprocessing
import os
import stat

import pytest
from hypothesis import given
from hypothesis import strategies as st

from marquee import settings
from marquee.cli.database_mark import ON_POSTGRESQL
from marquee.errors import SettingsError
from marquee.settings import kept
from tests.cli.commands import failed, run
from tests.conftest import before_release

PASSWORD = "smtp://us%40er:p\"a`s$s\\w'ord #1@mail.example:587"


def test_what_is_kept_is_a_setting_of_every_command_and_the_environment_wins(tmp_path):
    kept.change(tmp_path, {"MARQUEE_BASE_URL": "https://label.example", "MARQUEE_SITE_NAME": "Ship & Co"})
    assert settings.load({}, str(tmp_path)).base_url == "https://label.example"
    assert settings.load({"MARQUEE_DATA_DIR": str(tmp_path)}).site_name == "Ship & Co"
    assert settings.load({"MARQUEE_SITE_NAME": "Other"}, str(tmp_path)).site_name == "Other"
    assert settings.load({"MARQUEE_SITE_NAME": ""}, str(tmp_path)).site_name == "Ship & Co"
    (tmp_path / "name").write_text("From a file")
    assert settings.load({"MARQUEE_SITE_NAME_FILE": str(tmp_path / "name")}, str(tmp_path)).site_name == "From a file"


def test_change_leaves_what_it_does_not_name_and_forgets_what_is_empty(tmp_path):
    kept.change(tmp_path, {"MARQUEE_BASE_URL": "https://label.example", "MARQUEE_SITE_NAME": "One"})
    kept.change(tmp_path, {"MARQUEE_BASE_URL": "", "MARQUEE_SMTP_URL": PASSWORD})
    assert kept.read(tmp_path) == {"MARQUEE_SITE_NAME": "One", "MARQUEE_SMTP_URL": PASSWORD}


@given(st.text(st.characters(exclude_characters="\0\r", codec="utf-8"), min_size=1))
def test_any_value_comes_back_as_it_was(tmp_path_factory, value):
    folder = tmp_path_factory.getbasetemp()
    kept.change(folder, {"MARQUEE_SITE_NAME": value})
    assert kept.read(folder) == {"MARQUEE_SITE_NAME": value}


def test_file_is_for_its_owner_alone(tmp_path):
    kept.change(tmp_path, {"MARQUEE_SMTP_URL": PASSWORD})
    assert stat.S_IMODE((tmp_path / kept.FILE_NAME).stat().st_mode) == 0o600


def test_damaged_file_is_said_and_not_passed_over(tmp_path):
    (tmp_path / kept.FILE_NAME).write_text("MARQUEE_SITE_NAME='One\n")
    with pytest.raises(SettingsError, match=r"Line 1 of .*settings\.env has a quote without its end"):
        settings.load({}, str(tmp_path))


def test_restore_leaves_the_settings_in_place(data, tmp_path):
    kept.change(data, {"MARQUEE_SITE_NAME": "One"})
    assert run("backup", tmp_path / "site.tar", "--data-dir", data).exit_code == 0
    assert run("restore", tmp_path / "site.tar", "--replace", "--data-dir", data).exit_code == 0
    assert kept.read(data) == {"MARQUEE_SITE_NAME": "One"}
    assert run("restore", tmp_path / "site.tar", "--data-dir", data).exit_code == 1, "there is a site"


def test_new_folder_with_settings_alone_takes_a_restore(data, tmp_path):
    assert run("backup", tmp_path / "site.tar", "--data-dir", data).exit_code == 0
    (tmp_path / "new").mkdir(mode=0o700)
    kept.change(tmp_path / "new", {"MARQUEE_SITE_NAME": "One"})
    assert run("restore", tmp_path / "site.tar", "--data-dir", tmp_path / "new").exit_code == 0


def test_backup_without_a_file_goes_to_the_folder_and_old_ones_go(data, tmp_path, clock):
    folder = tmp_path / "kept" / "backups"
    folder.mkdir(parents=True)
    made = [f"marquee-202601{day:02}T041700Z.tar" for day in range(1, 11)]
    others = {
        "marquee.tar",
        "before-upgrade-0007-20260101T000000.tar",
        f"{made[0]}.part",
        "MARQUEE-20260101T041700z.TAR",
    }
    for name in [*others, *made]:
        (folder / name).write_bytes(b"x")
    (folder / "marquee-20260102T000000Z.tar").mkdir()
    (folder / "marquee-20260103T000000Z.tar").symlink_to(folder / "marquee.tar")
    before = {file.name for file in folder.iterdir()}
    said = run("backup", "--data-dir", data, environ={"MARQUEE_BACKUPS": str(folder)})
    assert said.exit_code == 0, said.stderr
    now = {file.name for file in folder.iterdir()}
    assert now - before == {"marquee-20261121T100000Z.tar"}
    assert before - now == set(made[:4]), "the newest seven stay, and what is not its own"


def test_clock_that_runs_ahead_deletes_no_recent_backup(data, tmp_path, clock):
    environ = {"MARQUEE_BACKUPS": str(tmp_path / "backups")}
    for days in (1, 1, 3650):
        assert run("backup", "--data-dir", data, environ=environ).exit_code == 0
        clock.move(days=days)
    assert run("backup", "--data-dir", data, environ=environ).exit_code == 0
    assert len(list((tmp_path / "backups").iterdir())) == 4


def test_what_a_killed_backup_has_left_goes_a_day_later(data, tmp_path):
    left, being_made = (tmp_path / "backups" / f".marquee-20260101T04170{n}Z.tar.abc" for n in range(2))
    for folder in (left, being_made):
        folder.mkdir(parents=True)
        (folder / "snapshot").write_bytes(b"x")
    os.utime(left, (10**9, 10**9))
    environ = {"MARQUEE_BACKUPS": str(tmp_path / "backups")}
    assert run("backup", "--data-dir", data, environ=environ).exit_code == 0
    assert (left.exists(), being_made.exists()) == (False, True)


def change_often(folder, name):
    for number in range(100):
        kept.change(folder, {name: str(number)})


@before_release
def test_two_who_change_it_at_once_lose_nothing(tmp_path):
    kept.change(tmp_path, {"MARQUEE_BASE_URL": "https://label.example"})
    names = ("MARQUEE_SITE_NAME", "MARQUEE_MAIL_FROM")
    spawn = multiprocessing.get_context("spawn")
    both = [spawn.Process(target=change_often, args=(tmp_path, name)) for name in names]
    for each in both:
        each.start()
    for each in both:
        each.join()
    assert kept.read(tmp_path) == {"MARQUEE_BASE_URL": "https://label.example", **dict.fromkeys(names, "99")}


def test_environment_wins_in_either_form(tmp_path):
    (tmp_path / "eight").write_text("8")
    kept.change(tmp_path, {"MARQUEE_PASSWORD_MINIMUM_FILE": str(tmp_path / "eight"), "MARQUEE_SITE_NAME": "Ship"})
    assert settings.load({}, str(tmp_path)).password_minimum == 8
    assert settings.load({"MARQUEE_PASSWORD_MINIMUM": "20"}, str(tmp_path)).password_minimum == 20


def test_address_of_the_database_may_be_kept_and_is_not_printed(tmp_path):
    kept.change(tmp_path, {"MARQUEE_DATABASE_URL": "postgresql://marquee:hush@127.0.0.1:9/x"})
    (tmp_path / ON_POSTGRESQL).touch()
    said = run("user", "list", "--data-dir", tmp_path)
    assert said.exit_code == 1
    assert "MARQUEE_DATABASE_URL is not set" not in said.output
    assert "hush" not in said.output


def test_backup_without_a_file_or_a_folder_says_what_to_name(data):
    said = run("backup", "--data-dir", data)
    assert said.exit_code == 2
    assert "Name a file, or set MARQUEE_BACKUPS to the folder for backups." in said.stderr


def test_backup_that_fails_deletes_no_other(data, tmp_path):
    folder = tmp_path / "backups"
    folder.mkdir()
    old = folder / "marquee-20260101T000000Z.tar"
    old.write_bytes(b"x")
    (data / "marquee.sqlite3").unlink()
    assert failed(run("backup", "--data-dir", data, environ={"MARQUEE_BACKUPS": str(folder)}), "There is no database")
    assert old.exists()
