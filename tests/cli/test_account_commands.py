"""The account commands of the `marquee` command."""

import re
import shutil
import sqlite3

import pytest
from click.testing import CliRunner

from marquee.auth.secrets import secrets_file
from marquee.cli.main import main

PASSWORD = "a long and lovely evening"
DANA = "dana@undercard.example"


@pytest.fixture
def run(first_start, tmp_path, monkeypatch):
    """Runs the command on a data folder of its own."""
    shutil.copytree(first_start, tmp_path / "data")
    monkeypatch.setenv("MARQUEE_DATA_DIR", str(tmp_path / "data"))

    def run(*arguments, stdin=""):
        return CliRunner().invoke(main, arguments, input=stdin, catch_exceptions=False)

    return run


def add(run, email=DANA, *options, stdin=PASSWORD + "\n"):
    return run("user", "add", email, *options, "--password-stdin", stdin=stdin)


def rows(tmp_path, statement, *values):
    connection = sqlite3.connect(tmp_path / "data" / "marquee.sqlite3")
    try:
        found = connection.execute(statement, values).fetchall()
        connection.commit()
        return found
    finally:
        connection.close()


def failed(result, sentence):
    """Exit status 1, nothing but one sentence on standard error."""
    return result.exit_code == 1 and result.stdout == "" and result.stderr == sentence + "\n"


def test_added_account_is_printed_and_listed(run):
    result = add(run, "Dana@Undercard.example", "--role", "service_role")
    assert result.exit_code == 0
    assert re.fullmatch(r"[0-9a-f-]{36}\n", result.stdout)
    assert run("user", "list").stdout == f"{result.stdout.strip()}  service_role   {DANA}\n"


def test_account_is_ordinary_unless_told(run):
    add(run)
    assert " authenticated " in run("user", "list").stdout


def test_new_installation_has_no_account_until_the_first_is_added(run, tmp_path):
    shutil.rmtree(tmp_path / "data")
    assert failed(
        run("user", "list"),
        f"There is no database at {tmp_path}/data/marquee.sqlite3. A site begins with: marquee setup",
    )


@pytest.mark.parametrize("ending", ["", "\n", "\r\n", "\n\n", "\r\n\r\n"])
def test_line_end_is_not_part_of_the_password(run, ending):
    assert failed(add(run, stdin="ä" * 14 + ending), "Password should be at least 15 characters.")
    assert add(run, stdin="ä" * 15 + ending).exit_code == 0


def test_password_has_to_obey_the_sites_policy(run, monkeypatch):
    sentence = "Password is known to be weak and easy to guess, please choose a different one."
    assert failed(add(run, stdin="qwertyuiopasdfghjkl"), sentence)
    monkeypatch.setenv("MARQUEE_PASSWORD_MINIMUM", "8")
    assert failed(add(run, stdin="Tq7#mv2"), "Password should be at least 8 characters.")
    assert add(run, stdin="Tq7#mv2K").exit_code == 0


def test_password_that_is_not_text_is_refused(run):
    assert failed(add(run, stdin=b"\xff" * 20), "The password on standard input is not valid UTF-8.")


@pytest.mark.parametrize("text", [f"{PASSWORD}\nand more\n", f"\n{PASSWORD}", f"{PASSWORD}\r{PASSWORD}"])
def test_password_of_several_lines_is_refused(run, text):
    """No form lets one type a line break."""
    assert failed(add(run, stdin=text), "A password is one line: pass no other on standard input.")


def test_password_is_not_taken_from_the_command_line(run):
    assert run("user", "add", DANA).exit_code == 2


def test_address_has_one_account(run):
    add(run)
    assert failed(add(run, DANA.upper()), "A user with this email address has already been registered")


@pytest.mark.parametrize("email", ["dana", "da na@undercard.example\n", "dana@\x00"])
def test_what_is_no_address_is_a_wrong_command_line(run, email):
    assert add(run, email).exit_code == 2


@pytest.mark.parametrize(
    "email", ["@undercard.example", "dana@", "a@b@c", "d" * 250 + "@x.example", "<dana@x.example>"]
)
def test_what_cannot_get_mail_is_refused(run, email):
    assert failed(add(run, email), "Unable to validate email address: invalid format")


def test_role_is_given_and_taken(run):
    add(run, "mira@undercard.example", "--role", "service_role")
    add(run)
    for role in ("service_role", "authenticated"):
        assert run("user", "role", DANA, role).exit_code == 0
        assert f"{role:<13}  {DANA}" in run("user", "list").stdout
    assert run("user", "role", DANA, "supabase_admin").exit_code == 2


def test_removed_account_takes_its_sessions_and_leaves_its_artists(run, tmp_path):
    user_id = add(run).stdout.strip()
    run("contact", "add", DANA)
    session = (
        "INSERT INTO music_sessions (id, user_id, last_seen_at, created_at, expires_at) VALUES ('s', ?, 'x', 'x', 'x')"
    )
    rows(tmp_path, session, user_id)
    add_artist(tmp_path)
    run("artist", "owner", "nova", DANA)
    assert run("user", "remove", DANA).exit_code == 0
    assert rows(tmp_path, "SELECT id FROM music_sessions") == []
    assert rows(tmp_path, "SELECT id FROM music_contacts") == []
    assert rows(tmp_path, "SELECT id, user_id FROM music_artists") == [("nova", None)]


def test_contact_is_added_and_removed(run, tmp_path):
    user_id = add(run).stdout.strip()
    assert run("contact", "add", DANA).exit_code == 0
    assert run("contact", "add", DANA).exit_code == 0
    assert rows(tmp_path, "SELECT user_id FROM music_contacts") == [(user_id,)]
    assert run("contact", "remove", DANA).exit_code == 0
    assert rows(tmp_path, "SELECT user_id FROM music_contacts") == []


def test_artist_gets_an_owner(run, tmp_path):
    user_id = add(run).stdout.strip()
    add_artist(tmp_path)
    assert run("artist", "owner", "nova", DANA).exit_code == 0
    ((owner, updated_at),) = rows(tmp_path, "SELECT user_id, updated_at FROM music_artists")
    assert owner == user_id
    assert updated_at > "2026-01-01"


def test_unknown_artist_is_said(run):
    add(run)
    assert failed(run("artist", "owner", "nobody", DANA), "There is no artist with the id nobody.")


@pytest.mark.parametrize(
    "arguments",
    [
        ("user", "role", DANA, "service_role"),
        ("user", "remove", DANA),
        ("contact", "add", DANA),
        ("contact", "remove", DANA),
        ("artist", "owner", "nova", DANA),
    ],
)
def test_unknown_account_is_said(run, arguments):
    add(run, "somebody@undercard.example")
    assert failed(run(*arguments), f"There is no account with the email {DANA}.")


def test_keys_are_printed_one_a_line(run, tmp_path):
    add(run)
    found = secrets_file.load_or_create(tmp_path / "data")
    assert run("keys").stdout == f"publishable {found.publishable}\nsecret {found.secret}\n"


@pytest.mark.parametrize(
    "arguments",
    [
        ("--data-dir", "{}", "user", "list"),
        ("user", "--data-dir", "{}", "list"),
        ("user", "list", "--data-dir", "{}"),
        ("--data-dir", "elsewhere", "user", "list", "--data-dir", "{}"),
    ],
)
def test_data_folder_is_taken_before_and_after_the_command(run, tmp_path, arguments):
    folder = str(shutil.move(tmp_path / "data", tmp_path / "other"))
    user = run("user", "add", DANA, "--password-stdin", "--data-dir", folder, stdin=PASSWORD).stdout.strip()
    assert run(*(argument.format(folder) for argument in arguments)).stdout.startswith(user)
    assert not (tmp_path / "data").exists()


@pytest.mark.parametrize("arguments", [("user",), ("user", "sing"), ("nothing",), ("user", "list", "--nothing")])
def test_wrong_command_line_is_two(run, arguments):
    assert run(*arguments).exit_code == 2


def test_file_that_is_no_database_is_said_in_a_sentence(run, tmp_path):
    (tmp_path / "data" / "marquee.sqlite3").write_bytes(b"not a database " * 100)
    assert failed(run("user", "list"), "The database cannot be used: file is not a database.")


def test_unsafe_setting_is_said_in_a_sentence(run, monkeypatch):
    monkeypatch.setenv("MARQUEE_TIMEZONE", "Moon/Tycho")
    assert failed(run("user", "list"), "MARQUEE_TIMEZONE is not a known time zone: Moon/Tycho")


def add_artist(tmp_path):
    rows(
        tmp_path,
        "INSERT INTO music_artists (id, name, genre, image, created_at, updated_at) VALUES"
        " ('nova', 'Nova', 'Synth', 'https://x.example/n.jpg', ?, ?)",
        "2026-01-01T00:00:00+00:00",
        "2026-01-01T00:00:00+00:00",
    )
