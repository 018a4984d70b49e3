"""`marquee setup`: from nothing to a site of one's own, asked or told on the command line; again, it loses nothing."""

import os
import shlex
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import click

from marquee import settings
from marquee.auth.mail.delivery import ServerDelivery, words
from marquee.auth.mail.messages import Letter, Sender, compose
from marquee.auth.secrets import secrets_file
from marquee.cli.backup import back_up
from marquee.cli.first_admin import FirstAdmin, ask_for_admin, make_admin, told_admin
from marquee.cli.options import data_dir_option, load_settings
from marquee.cli.verified_backup import file_errors, require_outside_media
from marquee.db.open_database import sqlite_path
from marquee.errors import OperatorError, SettingsError
from marquee.settings import Settings, kept, values
from marquee.settings.base_url import base_url as checked_base_url
from marquee.settings.values import MailServer

NOTHING = "none"
"""What one types to have a setting no more."""


class Question(NamedTuple):
    """A setting that a new site needs: its variable, how it is asked for, and the check of what is typed."""

    variable: str
    text: str
    check: Callable[[str], object]
    is_secret: bool = False


QUESTIONS = {
    "base_url": Question(
        "MARQUEE_BASE_URL", "Where will visitors find the site (https://label.example)", checked_base_url
    ),
    "site_name": Question("MARQUEE_SITE_NAME", "What is it called", str),
    "timezone": Question("MARQUEE_TIMEZONE", "Which time zone is it in", values.timezone),
    "smtp_url": Question(
        "MARQUEE_SMTP_URL",
        "Which server sends its mail (smtp://user:password@mail.example:587)",
        values.mail_server,
        is_secret=True,
    ),
    "backups": Question("MARQUEE_BACKUPS", "Which folder is for backups (/var/backups/marquee)", str),
}


@click.command()
@click.option("--yes", "is_told", is_flag=True, help="Ask nothing: what is not given stays as it is.")
@click.option("--base-url", metavar="URL", help="The site's public URL.")
@click.option("--site-name", metavar="NAME", help="The site's name.")
@click.option("--timezone", metavar="ZONE", help="The site's time zone, such as Europe/Berlin.")
@click.option("--smtp-url", metavar="URL", help="The mail server; a mail to the admin is sent through it.")
@click.option("--backups", metavar="DIR", help="The folder for backups; a first one is made there.")
@click.option("--admin", metavar="EMAIL", help="The email of an admin, who may be there already.")
@click.option("--password-stdin", is_flag=True, help="Read the admin's password from standard input (with --yes).")
@data_dir_option
def setup(is_told: bool, admin: str | None, password_stdin: bool, **given: str | None) -> None:
    """Set up a site: its address, name, time zone, mail, backups and first admin.

    What is not given is asked for. It is checked before anything is kept, in settings.env in the data folder; variables
    of the environment win over that. Run again, it changes what is given and nothing else.
    """
    if password_stdin and not is_told:
        raise click.UsageError("--password-stdin needs --yes, since nothing can be asked then.")
    before = load_settings()
    if is_told:
        answers = {QUESTIONS[name].variable: _checked(QUESTIONS[name], text) for name, text in given.items() if text}
        person = told_admin(before, admin, password_stdin=password_stdin)
    else:
        answers = _asked(before, given)
        person = ask_for_admin(before, admin)
    changed = {name: value for name, value in answers.items() if kept.read(before.data_dir).get(name, "") != value}
    after = settings.load({**os.environ, **changed}, str(before.data_dir))
    _try(after, changed, person)
    _do(after, changed, person)


def _checked(question: Question, text: str) -> str:
    """The text to keep. Raises SettingsError."""
    text = text.strip()
    if text == NOTHING:
        return ""
    question.check(text)
    return str(Path(text).absolute()) if question.variable == "MARQUEE_BACKUPS" else text


def _asked(before: Settings, given: dict[str, str | None]) -> dict[str, str]:
    """The answers by variable. What is given is not asked for, nor what the environment has, as that would win."""
    now = kept.over(os.environ, before.data_dir)
    answers = {}
    for name, question in QUESTIONS.items():
        text = given[name]
        if text is not None:
            answers[question.variable] = _checked(question, text)
        elif os.environ.get(question.variable) or os.environ.get(f"{question.variable}_FILE"):
            click.echo(f"{question.text}: as {question.variable} of the environment says")
        else:
            defaults = {"timezone": before.timezone.key, "site_name": before.site_name}
            default = defaults.get(name) or now.get(question.variable, NOTHING)
            answers[question.variable] = _prompt(question, default)
    return answers


def _prompt(question: Question, default: str) -> str:
    """What is typed, once it is right."""
    shown = "as it is" if question.is_secret and default != NOTHING else True

    def read(text: str) -> str:
        try:
            return _checked(question, text)
        except SettingsError as error:
            raise click.BadParameter(error.message.replace(question.variable, "it")) from error

    typed: str = click.prompt(question.text, default=default, show_default=shown, value_proc=read)
    return typed


def _try(after: Settings, changed: dict[str, str], person: FirstAdmin | None) -> None:
    """What can only be seen by trying it, before anything is kept. Raises OperatorError."""
    if after.mail_server and changed.get("MARQUEE_SMTP_URL"):
        _try_mail(after, after.mail_server, person)
    if after.backups and changed.get("MARQUEE_BACKUPS"):
        require_outside_media(after, after.backups / "marquee.tar")
        with file_errors():
            after.backups.mkdir(mode=0o700, parents=True, exist_ok=True)
            TemporaryDirectory(dir=after.backups).cleanup()


def _try_mail(after: Settings, server: MailServer, person: FirstAdmin | None) -> None:
    """Send the admin a mail; where nobody is named, only sign in to the server."""
    delivery = ServerDelivery(server)
    try:
        if person is None:
            delivery.require_reachable()
            return
        sender = Sender(after.site_name, settings.sender_address(after, after.base_url), after.base_url, after.timezone)
        delivery.send(compose(Letter("trial", person.email), sender), person.email)
    except OSError as error:
        raise OperatorError(
            f"The mail server {server.host} took no mail, and nothing was changed: {words(error)}"
        ) from error
    click.echo(f"A mail was sent to {person.email}: look whether it arrives.")


def _do(after: Settings, changed: dict[str, str], person: FirstAdmin | None) -> None:
    secrets_file.load_or_create(after.data_dir)
    if person:
        click.echo(make_admin(person))
    if changed:
        kept.change(after.data_dir, changed)
        click.echo(f"The settings are kept in {after.data_dir / kept.FILE_NAME}.")
    for variable in changed.keys() & os.environ.keys():
        click.echo(f"{variable} is set in the environment as well, which wins.")
    path = sqlite_path(after.database_url)
    if after.backups and changed.get("MARQUEE_BACKUPS") and (path is None or path.is_file()):
        click.echo(back_up(after, after.backups))
    click.echo(f"The site is set up. Start it with: marquee --data-dir {shlex.quote(str(after.data_dir))} serve")
