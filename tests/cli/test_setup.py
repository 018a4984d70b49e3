"""`marquee setup`: from nothing to a site of one's own, told or asked, and again without loss."""

import asyncio
import json
import stat
from contextlib import closing
from email import message_from_bytes, policy

import pytest

from marquee.auth import accounts, passwords
from marquee.db.open_database import open_database
from marquee.settings import kept
from tests.auth.mailbox import Mailbox, serving
from tests.cli.commands import failed, run
from tests.db.test_migrations import execute

pytestmark = pytest.mark.anyio

PASSWORD, URL, ADMIN = "a long and lovely evening", "https://label.example", "ada@label.example"


def set_up(folder, *arguments, typed=None, environ=None):
    return run("setup", *arguments, "--data-dir", folder, typed=typed, environ=environ)


def admins(folder):
    said = run("user", "list", "--data-dir", folder).stdout
    return [line.split()[2] for line in said.splitlines() if " service_role " in line]


def has_password(folder, email, password):
    with closing(open_database(f"sqlite:///{folder}/marquee.sqlite3")) as database:
        return passwords.verify_now(database.read_now(accounts.require, email).password_hash, password)


@pytest.fixture
def told(tmp_path):
    """The folder of a site that one command without questions has set up."""
    given = {"base-url": URL, "site-name": "Ship & Co", "timezone": "Europe/Berlin", "admin": ADMIN}
    options = [f"--{name}={value}" for name, value in given.items()]
    said = set_up(
        *(tmp_path / "data", "--yes", *options, "--backups", tmp_path / "backups", "--password-stdin"), typed=PASSWORD
    )
    assert said.exit_code == 0, said.output
    assert PASSWORD not in said.output
    return tmp_path / "data"


def test_one_command_without_questions_sets_up_a_site(told, tmp_path):
    assert kept.read(told) == {
        "MARQUEE_BASE_URL": URL,
        "MARQUEE_SITE_NAME": "Ship & Co",
        "MARQUEE_TIMEZONE": "Europe/Berlin",
        "MARQUEE_BACKUPS": str(tmp_path / "backups"),
    }
    assert admins(told) == [ADMIN]
    assert has_password(told, ADMIN, PASSWORD)
    assert len(list((tmp_path / "backups").glob("marquee-*.tar"))) == 1
    assert [stat.S_IMODE(path.stat().st_mode) for path in (told, told / kept.FILE_NAME)] == [0o700, 0o600]


def test_again_it_changes_what_is_given_and_nothing_else(told, tmp_path):
    before, backups = kept.read(told), sorted((tmp_path / "backups").iterdir())
    assert set_up(told, "--yes").exit_code == 0
    assert kept.read(told) == before
    said = set_up(
        told, "--yes", "--site-name", "Boat", "--admin", ADMIN, "--password-stdin", typed="another long evening"
    )
    assert f"{ADMIN} is an admin already, whose password stays." in said.stdout
    assert kept.read(told) == before | {"MARQUEE_SITE_NAME": "Boat"}
    assert has_password(told, ADMIN, PASSWORD)
    assert sorted((tmp_path / "backups").iterdir()) == backups
    assert set_up(told, "--yes", "--backups", "none").exit_code == 0
    assert "MARQUEE_BACKUPS" not in kept.read(told)


def test_whoever_has_an_account_becomes_an_admin_with_their_password(told):
    run("user", "add", "mo@label.example", "--password-stdin", "--data-dir", told, typed="the password of another")
    said = set_up(told, "--yes", "--admin", "Mo@label.example")
    assert "mo@label.example is an admin now. The password stays." in said.stdout
    assert admins(told) == [ADMIN, "mo@label.example"]
    assert has_password(told, "mo@label.example", "the password of another")


def test_questions_are_asked_again_until_the_answer_is_right(tmp_path):
    answers = [
        *("label.example", "https://label.example/a", URL),
        "Ship & Co",
        *("Berlin", "Europe/Berlin"),
        *("mail.example", "none"),
        str(tmp_path / "backups"),
        *("ada", ADMIN),
        *("short", PASSWORD, "other than before", PASSWORD, PASSWORD),
    ]
    said = set_up(tmp_path / "data", typed="\n".join(answers) + "\n")
    assert said.exit_code == 0, said.output
    for words in (
        "Error: it must be a URL without a path, such as https://undercard.example: it has a path",
        "Error: it is not a known time zone: Berlin",
        "Error: it must have the form smtp://user:password@host:port",
        "Error: Unable to validate email address: invalid format",
        "Error: Password should be at least 15 characters.",
    ):
        assert words in said.output
    assert PASSWORD not in said.output
    assert kept.read(tmp_path / "data")["MARQUEE_TIMEZONE"] == "Europe/Berlin"
    assert admins(tmp_path / "data") == [ADMIN]
    again = set_up(tmp_path / "data", typed="\n" * 5)
    assert again.exit_code == 0, again.output
    assert URL in again.output
    assert "settings are kept" not in again.output, "nothing was changed"


def test_what_the_environment_has_is_not_asked_and_wins(tmp_path):
    environ = {"MARQUEE_BASE_URL": URL, "MARQUEE_SITE_NAME": "Ship"}
    said = set_up(tmp_path / "data", typed=f"\n\n\n{ADMIN}\n{PASSWORD}\n{PASSWORD}\n", environ=environ)
    assert said.exit_code == 0, said.output
    assert "as MARQUEE_BASE_URL of the environment says" in said.output
    said = set_up(tmp_path / "data", "--yes", "--site-name", "Boat", environ=environ)
    assert "MARQUEE_SITE_NAME is set in the environment as well, which takes precedence." in said.stdout


async def test_mail_is_tried_by_sending_one(tmp_path):
    mailbox = Mailbox()
    async with serving(mailbox) as server:
        url = f"smtp://{server.host}:{server.port}"
        given = (
            "--yes",
            "--smtp-url",
            url,
            "--base-url",
            URL,
            "--site-name",
            "Ship",
            "--admin",
            ADMIN,
            "--password-stdin",
        )
        said = await asyncio.to_thread(set_up, tmp_path / "data", *given, typed=PASSWORD)
        again = await asyncio.to_thread(set_up, tmp_path / "data", "--yes", "--smtp-url", url)
    assert said.exit_code == again.exit_code == 0, said.output
    ((sender, to, content),) = mailbox.received
    mail = message_from_bytes(content, policy=policy.default)
    assert (sender, to, mail["Subject"]) == ("noreply@label.example", [ADMIN], "Ship can send mail")
    assert f"A test mail was sent to {ADMIN}" in said.stdout


async def test_mail_server_that_takes_long_is_told_of_while_it_does(tmp_path, monkeypatch):
    monkeypatch.setattr("marquee.cli.setup.trials.SLOW_S", 0.1)
    mailbox = Mailbox()
    mailbox.opens.clear()
    asyncio.get_running_loop().call_later(2, mailbox.opens.set)
    async with serving(mailbox) as server:
        given = ("--smtp-url", f"smtp://{server.host}:{server.port}", "--admin", ADMIN, "--password-stdin")
        said = await asyncio.to_thread(set_up, tmp_path / "data", "--yes", *given, typed=PASSWORD)
    assert said.exit_code == 0, said.output
    waiting, sent = said.stdout.splitlines()[:2]
    assert waiting.startswith("The mail server has not said yet whether it accepts the mail")
    assert sent.startswith(f"A test mail was sent to {ADMIN}")


async def test_what_was_tried_in_vain_is_asked_again_and_the_rest_is_kept(tmp_path):
    mailbox = Mailbox()
    mailbox.answers["RCPT"] = "550 No such user here"
    async with serving(mailbox) as server:
        smtp = f"smtp://{server.host}:{server.port}"
        answers = [URL, "Ship", "Europe/Berlin", smtp, "/proc/backups", ADMIN, PASSWORD, PASSWORD]
        typed = "\n".join([*answers, str(tmp_path / "backups"), "none"]) + "\n"
        said = await asyncio.to_thread(set_up, tmp_path / "data", typed=typed)
    assert said.exit_code == 0, said.output
    assert (
        '550 No such user here. MARQUEE_MAIL_FROM sets another sender. Enter another, or "none" for now.' in said.output
    )
    assert kept.read(tmp_path / "data") == {
        "MARQUEE_BASE_URL": URL,
        "MARQUEE_SITE_NAME": "Ship",
        "MARQUEE_TIMEZONE": "Europe/Berlin",
        "MARQUEE_BACKUPS": str(tmp_path / "backups"),
    }
    assert admins(tmp_path / "data") == [ADMIN]


async def test_mail_server_alone_is_tried_with_the_admin_who_is_there(told):
    mailbox = Mailbox()
    async with serving(mailbox) as server:
        given = ("--yes", "--smtp-url", f"smtp://{server.host}:{server.port}")
        said = await asyncio.to_thread(set_up, told, *given)
    assert said.exit_code == 0, said.output
    assert [to for _, to, _ in mailbox.received] == [[ADMIN]]


def changed(folder, values):
    """Another account, of which an admin or a stranger has made this."""
    run("user", "add", "mo@label.example", "--password-stdin", "--data-dir", folder, typed="the password of another")
    with closing(open_database(f"sqlite:///{folder}/marquee.sqlite3")) as database:
        database.write_now(execute, f"UPDATE users SET {values} WHERE email = 'mo@label.example'")  # noqa: S608


@pytest.mark.parametrize("values", ["password_hash = NULL", "banned_until = '2099-01-01T00:00:00.000000+00:00'"])
def test_whoever_signs_in_by_mail_or_was_blocked_becomes_an_admin_who_can(told, values):
    changed(told, values)
    said = set_up(told, "--yes", "--admin", "mo@label.example")
    assert "mo@label.example is an admin now." in said.stdout, said.output
    demoted = run("user", "role", ADMIN, "authenticated", "--data-dir", told)
    assert demoted.exit_code == 0, "another one can sign in"
    people = json.loads(run("doctor", "--json", "--data-dir", told).stdout)["checks"][8]
    assert (people["name"], people["status"]) == ("people", "ok")


def test_account_that_somebody_only_began_is_no_admins(told):
    changed(told, "email_confirmed_at = NULL")
    said = set_up(told, "--yes", "--admin", "mo@label.example", "--password-stdin", typed=PASSWORD)
    assert failed(said, "Remove it, and set up the admin again: marquee user remove mo@label.example")
    assert admins(told) == [ADMIN]


def test_nothing_given_is_nothing_changed(told, tmp_path):
    assert set_up(told, "--yes").stdout == "Nothing was changed.\n"
    said = set_up(tmp_path / "other", "--yes")
    assert said.stdout == "There is no admin yet. Add one with: marquee setup --admin EMAIL\nNothing was changed.\n"


def test_setting_that_is_forgotten_is_not_used_once_more(told, tmp_path):
    (file,) = (tmp_path / "backups").iterdir()
    file.unlink()
    assert set_up(told, "--yes", "--backups", "none").exit_code == 0
    assert list((tmp_path / "backups").iterdir()) == []


def test_value_replaces_the_file_that_had_it_before(told, tmp_path):
    (tmp_path / "address").write_text(URL)
    kept.change(told, {"MARQUEE_BASE_URL_FILE": str(tmp_path / "address")})
    assert set_up(told, "--yes", "--base-url", "https://new.example").exit_code == 0
    assert {name: value for name, value in kept.read(told).items() if "URL" in name} == {
        "MARQUEE_BASE_URL": "https://new.example"
    }


def test_first_backup_that_could_not_be_made_is_made_the_next_time(told, tmp_path):
    (file,) = (tmp_path / "backups").iterdir()
    file.unlink()
    assert "Saved and verified" in set_up(told, "--yes").stdout


async def test_mail_server_that_takes_no_mail_changes_nothing(tmp_path):
    mailbox = Mailbox()
    mailbox.answers["RCPT"] = "550 No such user here"
    async with serving(mailbox) as server:
        given = ("--smtp-url", f"smtp://{server.host}:{server.port}", "--admin", ADMIN, "--password-stdin")
        said = await asyncio.to_thread(set_up, tmp_path / "data", "--yes", *given, typed=PASSWORD)
    assert said.exit_code == 1
    assert "did not accept mail from noreply@localhost, and nothing was changed: 550 No such user here." in said.stderr
    assert not (tmp_path / "data").exists()


REFUSED = {
    "address with a path": (("--base-url", f"{URL}/music"), "it has a path"),
    "unknown zone": (("--timezone", "Berlin"), "MARQUEE_TIMEZONE is not a known time zone"),
    "no email": (("--admin", "ada", "--password-stdin"), "invalid format"),
    "weak password": (("--admin", ADMIN, "--password-stdin"), "at least 15 characters"),
    "unreachable mail server": (("--smtp-url", "smtp://127.0.0.1:9"), "and nothing was changed: Connection refused"),
    "folder that cannot be": (("--backups", "/proc/backups"), "/proc cannot be written to"),
    "folder that is a file": (("--backups", __file__), "is not a folder"),
    "folder that is an address": (("--backups", "smtp://mail.example"), "MARQUEE_BACKUPS must be a folder"),
    "name of two lines": (("--site-name", "two\nlines"), "MARQUEE_SITE_NAME must be one line of at most 80 letters"),
    "name that is no text": (("--site-name", "b\udcff"), "MARQUEE_SITE_NAME must be one line"),
    "folder of nobody": (("--backups", "~nobody-here/backups"), "~ names nobody of this machine"),
    "mail server that is no text": (
        ("--smtp-url", "smtp://a:b\udcfc@c.example"),
        "MARQUEE_SMTP_URL must have the form",
    ),
    "mail server without a name": (("--smtp-url", "smtp://a..b:25"), "MARQUEE_SMTP_URL must have the form"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_is_wrong_is_one_sentence_and_nothing_is_kept(tmp_path, case):
    given, words = REFUSED[case]
    said = set_up(tmp_path / "data", "--yes", *given, typed="short")
    assert failed(said, words)
    assert not (tmp_path / "data").exists()


def test_backups_are_not_kept_where_anyone_could_download_them(tmp_path):
    said = set_up(tmp_path / "data", "--yes", "--backups", tmp_path / "data" / "media" / "backups")
    assert failed(said, "is in the data folder, where a restore leaves only backups/ in place")


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (("--password-stdin",), "--password-stdin needs --yes"),
        (("--yes", "--password-stdin"), "--password-stdin is for the password of --admin"),
        (("--yes", "--admin", ADMIN), "has no account yet: pass --password-stdin"),
        ((), "Nobody answers here. Pass --yes, and the answers as options."),
        (("--base-url", URL), "Nobody answers here. Pass --yes, and the answers as options."),
    ],
)
def test_what_cannot_be_asked_for_has_to_be_given(tmp_path, given, words):
    said = set_up(tmp_path / "data", *given)
    assert said.exit_code == 2
    assert words in said.stderr
    assert not (tmp_path / "data").exists()


def test_database_of_a_newer_release_stays_as_it_is(told):
    with closing(open_database(f"sqlite:///{told}/marquee.sqlite3")) as database:
        database.write_now(execute, "UPDATE alembic_version SET version_num = '9999'")
    before = kept.read(told)
    said = set_up(
        told, "--yes", "--admin", "mo@label.example", "--site-name", "Boat", "--password-stdin", typed=PASSWORD
    )
    assert failed(said, "needs a newer version of Marquee")
    assert kept.read(told) == before
