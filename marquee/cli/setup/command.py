"""`marquee setup`: from nothing to a site of one's own, asked or told on the command line; again, it loses nothing."""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import click

from marquee import settings
from marquee.auth.secrets import secrets_file
from marquee.cli.backup import back_up, backups
from marquee.cli.options import data_dir_option, load_settings
from marquee.cli.setup.first_admin import FirstAdmin, admins, ask_for_admin, has_site, make_admin, told_admin
from marquee.cli.setup.trials import BACKUPS, SMTP, TrialFailed, try_folder, try_mail
from marquee.cli.verified_backup import file_errors
from marquee.domain.tables import music_settings
from marquee.domain.tables.columns import max_lengths
from marquee.errors import SettingsError
from marquee.settings import Settings, kept, values
from marquee.settings.base_url import base_url as checked_base_url

NOTHING = "none"
"""What one types to have a setting no more."""


LONGEST_NAME = max_lengths(music_settings)["site_name"]


class Question(NamedTuple):
    """A setting that a new site needs: its variable, how it is asked for, and the check of what is typed."""

    variable: str
    text: str
    check: Callable[[str], object]
    is_secret: bool = False


def _site_name(text: str) -> None:
    if not text.isprintable() or len(text) > LONGEST_NAME:
        raise SettingsError(f"MARQUEE_SITE_NAME must be one line of at most {LONGEST_NAME} letters")


def _folder(text: str) -> None:
    try:
        Path(text).expanduser()
    except RuntimeError as reason:
        raise SettingsError("MARQUEE_BACKUPS must be a folder: ~ names nobody of this machine") from reason
    if "://" in text or not text.isprintable():
        raise SettingsError("MARQUEE_BACKUPS must be a folder, such as /var/backups/marquee")


QUESTIONS = {
    "base_url": Question("MARQUEE_BASE_URL", "The site's address (https://label.example)", checked_base_url),
    "site_name": Question("MARQUEE_SITE_NAME", "Its name", _site_name),
    "timezone": Question("MARQUEE_TIMEZONE", "Its time zone", values.timezone),
    "smtp_url": Question(
        SMTP, "Its mail server (smtp://user:password@mail.example:587)", values.mail_server, is_secret=True
    ),
    "backups": Question(BACKUPS, "A folder for backups (/var/backups/marquee)", _folder),
}


@click.command()
@click.option("--yes", "is_told", is_flag=True, help="Ask nothing: what is not given stays as it is.")
@click.option("--base-url", metavar="URL", help="The site's public URL.")
@click.option("--site-name", metavar="NAME", help="The site's name.")
@click.option("--timezone", metavar="ZONE", help="The site's time zone, such as Europe/Berlin.")
@click.option("--smtp-url", metavar="URL", help="The mail server; a mail to an admin is sent through it.")
@click.option("--backups", metavar="DIR", help="The folder for backups; a first one is made there.")
@click.option("--admin", metavar="EMAIL", help="The email of an admin, who may be there already.")
@click.option("--password-stdin", is_flag=True, help="Read the admin's password from standard input (with --yes).")
@data_dir_option
def setup(is_told: bool, admin: str | None, password_stdin: bool, **given: str | None) -> None:
    """Set up a site: its address, name, time zone, mail, backups and first admin.

    What is not given is asked for. It is checked before anything is kept, in settings.env in the data folder; variables
    of the environment win over that. Run again, it changes what is given and nothing else; "none" forgets a setting.
    """
    if password_stdin and not is_told:
        raise click.UsageError("--password-stdin needs --yes, since nothing can be asked then.")
    before = load_settings()
    if is_told:
        answers = {QUESTIONS[name].variable: _checked(QUESTIONS[name], text) for name, text in given.items() if text}
        person = told_admin(before, admin, password_stdin=password_stdin)
        change = _tried(before, answers, person)
    else:
        with _told_where_nobody_answers():
            answers = _asked(before, given)
            person = ask_for_admin(before, admin)
            change = _tried_until_right(before, answers, person)
    _carry_out(change, person)


class Change(NamedTuple):
    """The settings as they would be, and those of them that are not kept yet."""

    after: Settings
    values: dict[str, str]


def _checked(question: Question, text: str) -> str:
    """The text to keep. Raises SettingsError."""
    text = text.strip()
    if text == NOTHING:
        return ""
    question.check(text)
    return str(Path(text).expanduser().absolute()) if question.variable == BACKUPS else text


@contextmanager
def _told_where_nobody_answers() -> Iterator[None]:
    """A script learns how to do without questions. Raises UsageError."""
    try:
        yield
    except click.Abort as error:
        if sys.stdin.isatty():
            raise
        raise click.UsageError("Nobody answers here. Pass --yes, and the answers as options.") from error


def _asked(before: Settings, given: dict[str, str | None]) -> dict[str, str]:
    """The answers by variable. What is given is not asked for, nor what the environment has, as that would win."""
    now = kept.merged(os.environ, kept.read(before.data_dir))
    answers = {}
    for name, question in QUESTIONS.items():
        text = given[name]
        if text:
            answers[question.variable] = _checked(question, text)
        elif _is_in_environment(question.variable):
            click.echo(f"{question.text}: as {question.variable} of the environment says")
        else:
            defaults = {"timezone": before.timezone.key, "site_name": before.site_name}
            answers[question.variable] = _prompt(question, defaults.get(name) or now.get(question.variable, NOTHING))
    return answers


def _is_in_environment(variable: str) -> bool:
    return any(value.strip() for name, value in os.environ.items() if kept.setting_of(name) == variable)


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


def _tried(before: Settings, answers: dict[str, str], person: FirstAdmin | None) -> Change:
    """What changes, after what can only be seen by trying it. Raises TrialFailed, OperatorError."""
    there = kept.read(before.data_dir)
    changed = {name: value for name, value in answers.items() if kept.changed(there, {name: value}) != there}
    others = {name: value for name, value in os.environ.items() if kept.setting_of(name) not in changed}
    after = settings.load(others, str(before.data_dir), kept.changed(there, changed))
    if folder := changed.get(BACKUPS):
        try_folder(after, Path(folder))
    if after.mail_server and changed.get(SMTP):
        try_mail(after, after.mail_server, person)
    return Change(after, changed)


def _tried_until_right(before: Settings, answers: dict[str, str], person: FirstAdmin | None) -> Change:
    """As `_tried`: what does not work is asked for again, and everything else is still there."""
    while True:
        try:
            return _tried(before, answers, person)
        except TrialFailed as reason:
            click.echo(f'{reason.message} Enter another, or "{NOTHING}" for now.')
            question = next(each for each in QUESTIONS.values() if each.variable == reason.variable)
            answers = {**answers, reason.variable: _prompt(question, NOTHING)}


def _carry_out(change: Change, person: FirstAdmin | None) -> None:
    after, changed = change
    secrets_file.load_or_create(after.data_dir)
    if person:
        click.echo(make_admin(person))
    if changed:
        with file_errors():
            kept.change(after.data_dir, changed)
        click.echo(f"The settings are kept in {after.data_dir / kept.FILE_NAME}.")
    for variable in filter(_is_in_environment, changed):
        click.echo(f"{variable} is set in the environment as well, which takes precedence.")
    if after.backups and has_site(after) and not backups(after.backups):
        click.echo(back_up(after, after.backups))
    if not admins(after):
        click.echo("There is no admin yet. Add one with: marquee setup --admin EMAIL")
    click.echo(
        "Start the site with marquee serve, or restart it if it is running. marquee doctor says what is still missing."
        if changed or person
        else "Nothing was changed."
    )
