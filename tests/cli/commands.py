"""The commands of backups, and how they say no."""

from click.testing import CliRunner

from marquee.cli.main import main


def run(*arguments, environ=None):
    return CliRunner(env=environ).invoke(main, [str(argument) for argument in arguments], catch_exceptions=False)


def member(tar, name):
    """The bytes of a file in an archive."""
    file = tar.extractfile(name)
    assert file is not None, name
    return file.read()


def failed(result, words):
    """Exit status 1 and one sentence on standard error that says why."""
    return result.exit_code == 1 and result.stdout == "" and words in result.stderr and result.stderr.count("\n") == 1
