"""What of a site's settings can only be seen by trying it: whether mail goes out, and backups can be written."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Timer

import click

from marquee import settings
from marquee.auth.mail.delivery import ServerDelivery, words
from marquee.auth.mail.messages import Letter, Sender, compose
from marquee.cli.backup import unfit
from marquee.cli.setup.first_admin import FirstAdmin, admins
from marquee.errors import OperatorError
from marquee.ownership import remedy
from marquee.settings import Settings
from marquee.settings.values import MailServer

SMTP, BACKUPS = "MARQUEE_SMTP_URL", "MARQUEE_BACKUPS"
SLOW_S = 10.0
"""After so long without an answer of the mail server, whoever waits is told."""
SLOW = (
    "The mail server has not said yet whether it accepts the mail. It may take up to ten minutes over it; "
    "Ctrl+C stops here, and nothing is changed."
)


class TrialFailed(OperatorError):
    """A value that is right and does not work."""

    def __init__(self, variable: str, message: str) -> None:
        super().__init__(message)
        self.variable = variable


def try_folder(after: Settings, folder: Path) -> None:
    """Raises TrialFailed for a folder that cannot be made or written to, or that a restore would move aside."""
    if why := unfit(after, folder):
        raise TrialFailed(BACKUPS, why)
    there = folder
    try:
        there = next(path for path in (folder, *folder.parents) if path.exists())
        TemporaryDirectory(dir=there).cleanup()
    except OSError as error:
        raise TrialFailed(BACKUPS, f"{there} cannot be written to: {error.strerror}.{remedy(there)}") from error


def try_mail(after: Settings, server: MailServer, person: FirstAdmin | None) -> None:
    """Send an admin a mail; where there is none, only sign in to the server. Raises TrialFailed."""
    to = person.email if person else next(iter(admins(after)), None)
    sender = Sender(after.site_name, settings.sender_address(after, after.base_url), after.base_url, after.timezone)
    try:
        if to is None:
            ServerDelivery(server).require_reachable()
            return
        with _told_while_slow():
            ServerDelivery(server).send(compose(Letter("trial", to), sender), to)
    except OSError as error:
        said = f"The mail server {server.host} did not accept mail from {sender.email}, and nothing was changed: "
        raise TrialFailed(SMTP, f"{said}{words(error)}. MARQUEE_MAIL_FROM sets another sender.") from error
    click.echo(f"A test mail was sent to {to}. Check that it arrives.")


@contextmanager
def _told_while_slow() -> Iterator[None]:
    timer = Timer(SLOW_S, click.echo, (SLOW,))
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
