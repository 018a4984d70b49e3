"""The `marquee` command: a group of commands, each in a module of its own."""

import errno
import logging
import os
import sys
from contextlib import suppress
from importlib import import_module
from keyword import iskeyword
from pathlib import Path
from typing import Any

import click
from sqlalchemy.exc import DatabaseError

from marquee import logs
from marquee.cli.options import data_dir_option
from marquee.errors import MarqueeError, OperatorError
from marquee.ownership import unusable
from marquee.settings.env_file import read_env_file
from marquee.settings.unknown_names import unknown_names
from marquee.version import VERSION

log = logging.getLogger("marquee")

COMMANDS = {
    "artist": "accounts",
    "backup": "backup",
    "contact": "accounts",
    "doctor": "doctor.command",
    "export": "export",
    "import": "import_",
    "keys": "keys",
    "move": "move",
    "restore": "restore",
    "serve": "serve",
    "setup": "setup.command",
    "upgrade": "upgrade",
    "user": "accounts",
}
"""The module of each command. It is loaded when the command is used: only `serve` needs the web framework."""


NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)


class _Commands(click.Group):
    """Every error that an operator can act on is one sentence on standard error, with the exit status 1."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name not in COMMANDS:
            return None
        name = f"{cmd_name}_" if iskeyword(cmd_name) else cmd_name
        command: click.Command = getattr(import_module(f"marquee.cli.{COMMANDS[cmd_name]}"), name)
        return command

    def main(self, *args: Any, **extra: Any) -> Any:
        try:
            return super().main(*args, **extra)
        except OSError as error:
            click.echo(_about(error).message, err=True)
            sys.exit(1)

    def invoke(self, ctx: click.Context) -> object:
        try:
            return super().invoke(ctx)
        except MarqueeError as error:
            click.echo(error.message, err=True)
        except UnicodeEncodeError:
            click.echo("What was typed is not text in UTF-8.", err=True)
        except DatabaseError as error:
            said = str(error.orig).partition("\n")[0].rstrip(".")
            click.echo(f"The database cannot be used: {said}.", err=True)
        raise click.exceptions.Exit(1)


def _about(error: OSError) -> OperatorError:
    """The sentence about a file, or about a full disk, which names none. Raises any other: nobody can act on it."""
    if error.filename is not None:
        return unusable(error)
    if error.errno not in NO_ROOM:
        raise error
    with suppress(OSError):  # what was printed and is held back would fail again at the end
        sys.stdout.close()
    return OperatorError(f"Not everything could be written: {error.strerror}.")


@click.group(cls=_Commands)
@click.version_option(VERSION, prog_name="marquee", message="%(prog)s %(version)s")
@click.option(
    "--env-file",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Settings from a file, which is read as systemd reads it; those of the environment win.",
)
@data_dir_option
def main(env_file: Path | None) -> None:
    """A website for music artists, with its own data and session service."""
    logs.configure()
    for name, value in (read_env_file(env_file) if env_file else {}).items():
        os.environ.setdefault(name, value)
    for name, near in unknown_names(os.environ).items():  # without its value, which may be a secret
        log.warning("this is not a setting, nothing reads it", extra={"setting": name, "perhaps": near})
