"""Settings whose names are misspelt: every command says so, with the name that is probably meant."""

import json
import os

import pytest

from marquee.settings.unknown_names import unknown_names
from tests.cli.commands import run

MISSPELT = {
    "MARQUEE_BASEURL": "MARQUEE_BASE_URL",
    "MARQUEE_BASE_URI": "MARQUEE_BASE_URL",
    "MARQUEE_TRUSTED_PROXY": "MARQUEE_TRUSTED_PROXIES",
    "MARQUEE_DATABASEURL": "MARQUEE_DATABASE_URL",
    "MARQUEE_DATABASE": "MARQUEE_DATABASE_URL",
    "MARQUEE_DB_URL": "MARQUEE_DATABASE_URL",
    "MARQUEE_TZ": "MARQUEE_TIMEZONE",
    "MARQUEE_URL": None,
    "MARQUEE_DATABASE_URL_FILES": "MARQUEE_DATABASE_URL_FILE",
    "MARQUEE_DATADIR": "MARQUEE_DATA_DIR",
    "MARQUEE_SITENAME": "MARQUEE_SITE_NAME",
    "MARQUEE_SMTP": "MARQUEE_SMTP_URL",
    "MARQUEE_TIME_ZONE": "MARQUEE_TIMEZONE",
    "MARQUE_BASE_URL": "MARQUEE_BASE_URL",
    "MARQUEE__SIGNUP": "MARQUEE_SIGNUP",
    "marquee_base_url": "MARQUEE_BASE_URL",
    "MARQUEE_PORT": None,
    "MARQUEE_WORKERS": None,
}


@pytest.mark.parametrize("name", MISSPELT)
def test_name_that_nothing_reads_is_found_with_the_one_that_is_meant(name):
    assert unknown_names([name, "MARQUEE_SITE_NAME"]) == {name: MISSPELT[name]}


def test_names_of_others_and_of_ours_are_none():
    ours = ["MARQUEE_SMTP_URL", "MARQUEE_SMTP_URL_FILE", "MARQUEE_LISTENING"]
    assert unknown_names([*ours, "PATH", "BASE_URL", "DATABASE_URL", "LISTEN_FDS", "SMTP_URL", "HOME"]) == {}


@pytest.mark.parametrize("command", ["keys", "user list", "serve --port 0", "backup site.tar", "export out"])
def test_every_command_says_it_without_the_value(command, tmp_path):
    environ = {"MARQUEE_DATABASEURL": "postgresql://ann:hush@db.example/marquee", "MARQUEE_SIGNUP": "perhaps"}
    said = run(*command.split(), "--data-dir", tmp_path / "data", environ=environ).stderr.splitlines()
    line = json.loads(said[0])
    assert (line["level"], line["setting"], line["perhaps"]) == (
        "warning",
        "MARQUEE_DATABASEURL",
        "MARQUEE_DATABASE_URL",
    )
    assert "hush" not in "".join(said)


def test_names_in_the_file_of_settings_count(tmp_path, monkeypatch):
    monkeypatch.setattr(os, "environ", dict(os.environ))  # the command adds to it
    file = tmp_path / "environment"
    file.write_text("MARQUEE_BASEURL=https://label.example\n")
    assert '"perhaps":"MARQUEE_BASE_URL"' in run("--env-file", file, "keys", "--data-dir", tmp_path / "data").stderr
