"""Settings that a data folder keeps: read at each start, and the environment wins."""

import stat

import pytest
from hypothesis import given
from hypothesis import strategies as st

from marquee import settings
from marquee.errors import SettingsError
from marquee.settings import kept
from tests.cli.commands import failed, run

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
    environ = {"MARQUEE_BACKUPS": str(folder)}
    folder.mkdir(parents=True)
    others = {"marquee.tar", "before-upgrade-0007-20260101T000000.tar", "marquee-20260101T000000Z.tar.part"}
    for name in others | {"marquee-20260101T000000Z.tar"}:
        (folder / name).write_bytes(b"x")
    for _ in range(2):
        said = run("backup", "--data-dir", data, environ=environ)
        assert said.exit_code == 0, said.stderr
        clock.move(days=1)
    made = {file.name for file in folder.iterdir()}
    assert others < made
    assert len(made - others) == 2
    clock.move(days=28.5)
    assert run("backup", "--data-dir", data, environ=environ).exit_code == 0
    assert len({file.name for file in folder.iterdir()} - others) == 2


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
