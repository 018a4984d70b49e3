"""A site's secrets and its database belong together: a server with others does not start, and says what to do."""

import json
import shutil
from contextlib import closing
from types import SimpleNamespace

import pytest
from click.testing import CliRunner
from sqlalchemy import delete, select

from marquee import settings
from marquee.auth.secrets import rotation, secrets_file
from marquee.cli.main import main
from marquee.cli.preparation import prepare
from marquee.db.open_database import open_database
from marquee.domain.tables import site_secrets
from marquee.errors import OperatorError
from tests.cli.commands import failed, run
from tests.conftest import on_postgresql
from tests.db.test_migrations import bring_to

SECRETS = secrets_file.FILE_NAME


@pytest.fixture
def served(template, tmp_path):
    """The folder of a site that was served, the address of its database, and what a start and a command on it do."""
    folder = tmp_path / "data"
    url = template.copy(folder, lasting=True)

    def start(folder=folder):
        prepare(settings.load({"MARQUEE_DATABASE_URL": url}, str(folder)), keys_of(folder), with_demo=False)

    def command(*arguments, folder=folder):
        runner = CliRunner(env={"MARQUEE_DATABASE_URL": url, "MARQUEE_DATA_DIR": str(folder)})
        return runner.invoke(main, [*map(str, arguments)], catch_exceptions=False)

    start()
    return SimpleNamespace(folder=folder, url=url, start=start, command=command, second=tmp_path / "second")


def keys_of(folder):
    return secrets_file.load_or_create(folder)


def execute(url, statement):
    database = open_database(url)
    try:
        return database.write_now(lambda connection: connection.execute(statement).fetchall())
    finally:
        database.close()


def test_server_with_secrets_of_its_own_does_not_start_and_says_what_to_do(served):
    keys_of(served.second)
    refused = served.command("serve", "--port", "0", folder=served.second)
    assert (refused.exit_code, refused.stdout) == (1, "")
    assert str(served.second / SECRETS) in refused.stderr
    assert "Copy secrets.json from another server" in refused.stderr
    assert "marquee keys adopt" in refused.stderr
    shutil.copy(served.folder / SECRETS, served.second / SECRETS)
    served.start(served.second)
    served.start()


def test_every_secret_counts(served):
    for changed in (rotation.with_new_secret, rotation.with_new_signing_key, rotation.with_all_new):
        shutil.copytree(served.folder, served.second, ignore=shutil.ignore_patterns("*.sqlite3*"))
        secrets_file.change(served.second, changed)
        with pytest.raises(OperatorError, match="are not those of this site's database"):
            served.start(served.second)
        shutil.rmtree(served.second)


@pytest.mark.parametrize("option", ["rotate", "--rotate-secret", "rotate --all"])
def test_replaced_secrets_are_the_sites_and_a_server_without_them_waits_for_a_copy(served, option):
    shutil.copytree(served.folder, served.second, ignore=shutil.ignore_patterns("*.sqlite3*"))
    assert served.command("keys", *option.split()).exit_code == 0
    served.start()
    with pytest.raises(OperatorError):
        served.start(served.second)
    shutil.copy(served.folder / SECRETS, served.second / SECRETS)
    served.start(served.second)


@pytest.mark.parametrize("option", ["rotate", "--rotate-secret", "rotate --all"])
def test_secrets_of_another_site_are_not_replaced(served, option):
    before = keys_of(served.second)
    refused = served.command("keys", *option.split(), folder=served.second)
    assert refused.exit_code == 1
    assert "are not those of this site's database" in refused.stderr
    assert keys_of(served.second) == before
    served.start()


def test_others_become_the_sites_on_purpose(served):
    keys_of(served.second)
    adopted = served.command("keys", "adopt", folder=served.second)
    assert adopted.exit_code == 0
    assert adopted.stdout.splitlines()[0] == f"publishable {keys_of(served.second).publishable}"
    assert '"which":"adopted"' in adopted.stderr
    served.start(served.second)
    with pytest.raises(OperatorError):
        served.start()


def test_database_of_before_takes_those_of_its_next_start(served):
    execute(served.url, delete(site_secrets).returning(site_secrets.c.fingerprint))
    served.start()
    keys_of(served.second)
    with pytest.raises(OperatorError):
        served.start(served.second)


def test_nothing_of_the_secrets_is_in_the_database(served):
    secrets = json.loads((served.folder / SECRETS).read_text())
    ((kept,),) = execute(served.url, select(site_secrets.c.fingerprint))
    assert len(kept) == 64
    assert not [name for name, value in secrets.items() if kept in value or value in kept]


def test_moved_and_restored_sites_start(served, databases, postgresql, tmp_path):
    other = f"sqlite:///{tmp_path}/o.sqlite3" if databases.kind == "postgresql" else postgresql.url(postgresql.create())
    assert served.command("backup", tmp_path / "site.tar").exit_code == 0
    assert served.command("move", "--to", other).exit_code == 0
    prepare(settings.load({"MARQUEE_DATABASE_URL": other}, str(served.folder)), keys_of(served.folder), with_demo=False)
    served.command("keys", "rotate")
    assert served.command("restore", tmp_path / "site.tar", "--replace").exit_code == 0
    served.start()


def test_backup_with_old_secrets_is_not_made_and_says_what_a_start_says(served, tmp_path):
    """To adopt them would end every session, where a copy of the other server's file is all that is missing."""
    shutil.copytree(served.folder, served.second, ignore=shutil.ignore_patterns("*.sqlite3*"))
    served.command("keys", "rotate")
    refused = served.command("backup", tmp_path / "site.tar", folder=served.second)
    assert refused.exit_code == 1
    assert refused.stderr == served.command("serve", "--port", "0", folder=served.second).stderr
    assert "Copy secrets.json from another server of the site, or from a backup." in refused.stderr
    (served.second / SECRETS).unlink()
    assert served.command("backup", tmp_path / "site.tar", folder=served.second).exit_code == 1
    assert not (served.second / SECRETS).exists()
    assert not (tmp_path / "site.tar").exists()


@pytest.mark.parametrize("has_others", [True, False])
def test_site_whose_secrets_are_lost_is_replaced_and_kept(served, databases, tmp_path, has_others):
    """On a new machine they are not there: they come with the backup."""
    assert served.command("backup", tmp_path / "site.tar").exit_code == 0
    if has_others:
        keys_of(served.second)
    replaced = served.command("restore", tmp_path / "site.tar", "--replace", folder=served.second)
    assert replaced.exit_code == 0, replaced.output
    assert keys_of(served.second) == keys_of(served.folder)
    served.start(served.second)
    assert len([*served.second.glob("replaced-*")]) == (has_others or databases.kind == "postgresql")


@on_postgresql
def test_what_was_replaced_without_its_secrets_can_be_restored(served, tmp_path):
    assert served.command("backup", tmp_path / "site.tar").exit_code == 0
    assert served.command("restore", tmp_path / "site.tar", "--replace", folder=served.second).exit_code == 0
    (kept,) = served.second.glob("replaced-*/marquee-backup.tar")
    back = served.command("restore", kept, "--replace", folder=served.second)
    assert back.exit_code == 0, back.output
    served.start(served.second)


KEYS = ["keys", "keys rotate", "keys --rotate-secret", "keys rotate --all", "keys adopt"]


@pytest.mark.parametrize("command", KEYS)
def test_where_there_is_no_site_there_are_no_keys(tmp_path, command):
    assert failed(run(*command.split(), "--data-dir", tmp_path / "typo"), "There is no database at")
    assert not (tmp_path / "typo").exists()


@pytest.mark.parametrize("command", KEYS[:-1])
def test_lost_secrets_are_not_replaced_by_keys_that_work_nowhere(served, command):
    refused = served.command(*command.split(), folder=served.second)
    assert (refused.exit_code, refused.stdout) == (1, "")
    assert f"There are no secrets in {served.second / SECRETS}. Copy secrets.json from another" in refused.stderr
    assert not (served.second / SECRETS).exists()


def test_keys_of_another_site_are_not_printed(served):
    keys_of(served.second)
    refused = served.command("keys", folder=served.second)
    assert (refused.exit_code, refused.stdout) == (1, "")
    assert "are not those of this site's database" in refused.stderr


def test_keys_are_printed_of_a_database_of_before_it_knew_them(databases, tmp_path):
    environ = {"MARQUEE_DATABASE_URL": databases.empty(tmp_path)}
    with closing(open_database(environ["MARQUEE_DATABASE_URL"])) as database:
        database.write_now(bring_to, "0007")
    printed = run("keys", "--data-dir", tmp_path / "data", environ=environ)
    made = keys_of(tmp_path / "data")
    assert printed.stdout == f"publishable {made.publishable}\nsecret {made.secret}\n"
