"""Settings from a file: read as systemd reads it, by every command alike."""

import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner
from sqlalchemy import inspect

from marquee.cli.main import main
from marquee.db.open_database import open_database
from marquee.errors import SettingsError
from marquee.settings.env_file import read_env_file
from tests.cli.commands import failed, run
from tests.conftest import on_postgresql

COMMAND = Path(sys.executable).with_name("marquee")
PASSWORD = "a long and lovely evening"

# What systemd 252 makes of it.
READ = {
    "A=b": "b",
    "A=postgresql://u:p@h/d?sslmode=prefer&user=mq": "postgresql://u:p@h/d?sslmode=prefer&user=mq",
    "A=a|b<c>d;e$HOME `x` (f)": "a|b<c>d;e$HOME `x` (f)",
    "A=  spaces around \t": "spaces around",
    'A="in quotes "': "in quotes ",
    "A='single \\ $x'": "single \\ $x",
    'A="a \\" b \\\\ c \\$ d \\x"': 'a " b \\ c $ d \\x',
    "A=a\\ b\\\\c": "a b\\c",
    "A=one\\\ntwo": "onetwo",
    'A="one\ntwo"': "one\ntwo",
    "A=a'b c'd": "a'b c'd",
    "A=pa'ss": "pa'ss",
    'A=6"cut': '6"cut',
    "A='it'\\''s'": "it''s'",
    "A=\"a \" 'b' c": "a bc",
    'A="a "\t': "a ",
    "A=a\\ ": "a ",
    "A=a \r\nB=b\r": "a",
    "A=\u00a0a": "\u00a0a",
    "A=it#is;kept": "it#is;kept",
    "A=": "",
    "  A=indented": "indented",
    "# comment\n; another\n\nA=last": "last",
    "A=first\nA=second": "second",
}


@pytest.mark.parametrize("text", READ)
def test_values_are_what_systemd_reads(text, tmp_path):
    (tmp_path / "environment").write_bytes(f"{text}\nZ=z".encode())
    found = read_env_file(tmp_path / "environment")
    assert (found["A"], found["Z"]) == (READ[text], "z")


REFUSED = {
    "A=b\nexport B=hush": "Line 2 of",
    "A": "Line 1 of",
    "\nA='hush": "Line 2 of",
    "1A=hush": "Line 1 of",
    "A=b\r\n\r\nB=hu\0sh": "Line 3 of",
    "A=b\n# C:\\\nB=hush": "Line 2 of .* is a comment that ends with",
    "\ufeffA=hush": "begins with a byte order mark",
}


@pytest.mark.parametrize("text", REFUSED)
def test_what_it_cannot_read_is_said_with_its_line_and_without_its_value(text, tmp_path):
    (tmp_path / "environment").write_bytes(text.encode())
    with pytest.raises(SettingsError, match=REFUSED[text]) as refused:
        read_env_file(tmp_path / "environment")
    assert "hush" not in refused.value.message


def test_file_in_another_encoding_is_said(tmp_path):
    (tmp_path / "environment").write_text("A=b", encoding="utf-16")
    with pytest.raises(SettingsError, match="is not in UTF-8"):
        read_env_file(tmp_path / "environment")


def test_missing_file_is_said(tmp_path):
    assert failed(run("--env-file", tmp_path / "none", "keys"), "cannot be read")


def test_every_command_has_the_settings_and_the_environment_wins(tmp_path):
    file = tmp_path / "environment"
    file.write_text(f"MARQUEE_DATA_DIR='{tmp_path}/a & b'\nMARQUEE_PASSWORD_MINIMUM=64\n")

    def add(**environ):
        command = [COMMAND, "--env-file", file, "user", "add", "dana@stage.test", "--password-stdin"]
        return subprocess.run(command, env=environ, input=PASSWORD, text=True, capture_output=True, check=False)

    assert "64 characters" in add().stderr
    assert add(MARQUEE_PASSWORD_MINIMUM="15").returncode == 0
    assert (tmp_path / "a & b" / "marquee.sqlite3").is_file()


@on_postgresql
def test_folder_of_a_site_on_postgresql_runs_nothing_on_sqlite_unless_told_so(template, tmp_path):
    """A night's backup of an old or empty database would be called saved and verified."""
    folder = tmp_path / "data"
    url = template.copy(folder, lasting=True)
    sqlite = f"sqlite:///{folder}/marquee.sqlite3"

    def command(*arguments, url=None):
        runner = CliRunner(env={"MARQUEE_DATABASE_URL": url})
        return runner.invoke(main, [*map(str, arguments), "--data-dir", str(folder)], catch_exceptions=False)

    assert command("user", "list", url=url).exit_code == 0
    for arguments in (("backup", tmp_path / "x.tar"), ("user", "list"), ("serve", "--port", "0"), ("keys", "rotate")):
        refused = command(*arguments)
        assert refused.exit_code == 1
        assert "is on PostgreSQL, and MARQUEE_DATABASE_URL is not set here" in refused.stderr
    saved = command("backup", tmp_path / "site.tar", url=url)
    assert "rows of the PostgreSQL database t" in saved.stdout
    assert command("move", "--to", sqlite, url=url).exit_code == 0
    assert command("user", "list").exit_code == 0


def test_folder_of_a_site_that_was_restored_to_postgresql_is_one_too(backup, postgresql, tmp_path):
    environ = {"MARQUEE_DATABASE_URL": postgresql.url(postgresql.create())}
    restored = run("restore", backup, "--data-dir", tmp_path / "new", environ=environ)
    assert restored.exit_code == 0, restored.stderr
    refused = run("user", "list", "--data-dir", tmp_path / "new")
    assert failed(refused, "is on PostgreSQL, and MARQUEE_DATABASE_URL is not set here")


@pytest.mark.parametrize(
    "command", [("user", "list"), ("contact", "add", "a@b.example"), ("keys", "rotate"), ("export",)]
)
def test_command_that_is_not_the_first_makes_no_database(databases, tmp_path, command):
    url = databases.empty(tmp_path)
    arguments = (*command, tmp_path / "out") if command == ("export",) else command
    refused = run(*arguments, "--data-dir", tmp_path / "data", environ={"MARQUEE_DATABASE_URL": url})
    assert refused.exit_code == 1
    assert refused.stderr.startswith(("There is no database at", "There is no site in the PostgreSQL database"))
    with closing(open_database(url)) as database:
        assert database.read_now(lambda connection: inspect(connection).get_table_names()) == []
