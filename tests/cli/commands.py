"""The commands of backups, and how they say no."""

from click.testing import CliRunner

from marquee import settings
from marquee.auth.secrets import secrets_file
from marquee.cli.main import main
from marquee.cli.preparation import prepare


def run(*arguments, environ=None, typed=None):
    runner = CliRunner(env=environ)
    return runner.invoke(main, [str(argument) for argument in arguments], input=typed, catch_exceptions=False)


def new_site(folder):
    """A site as its first start leaves it."""
    prepare(
        settings.load({"MARQUEE_TIMEZONE": "UTC"}, str(folder)), secrets_file.load_or_create(folder), with_demo=False
    )


def member(tar, name):
    """The bytes of a file in an archive."""
    file = tar.extractfile(name)
    assert file is not None, name
    return file.read()


def failed(result, words):
    """Exit status 1 and one sentence on standard error that says why."""
    return result.exit_code == 1 and result.stdout == "" and words in result.stderr and result.stderr.count("\n") == 1
