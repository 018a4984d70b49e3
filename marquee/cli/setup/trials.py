"""What of a site's settings can only be seen by trying it: whether mail goes out, and backups can be written."""

from pathlib import Path
from tempfile import TemporaryDirectory

import click

from marquee import settings
from marquee.auth.mail.delivery import ServerDelivery, words
from marquee.auth.mail.messages import Letter, Sender, compose
from marquee.cli.schema_upgrade import FOLDER
from marquee.cli.setup.first_admin import FirstAdmin, admins
from marquee.errors import OperatorError
from marquee.ownership import remedy
from marquee.settings import Settings
from marquee.settings.values import MailServer

SMTP, BACKUPS = "MARQUEE_SMTP_URL", "MARQUEE_BACKUPS"


class TrialFailed(OperatorError):
    """A value that is right and does not work."""

    def __init__(self, variable: str, message: str) -> None:
        super().__init__(message)
        self.variable = variable


def try_folder(after: Settings, folder: Path) -> None:
    """Raises TrialFailed for a folder that cannot be made or written to, or that a restore would move aside."""
    data_dir, target = after.data_dir.resolve(), folder.resolve()
    if target.is_relative_to(data_dir) and not target.is_relative_to(data_dir / FOLDER):
        raise TrialFailed(BACKUPS, f"{folder} is in the data folder, where a restore leaves only {FOLDER}/ in place.")
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
        ServerDelivery(server).send(compose(Letter("trial", to), sender), to)
    except OSError as error:
        said = f"The mail server {server.host} did not accept mail from {sender.email}, and nothing was changed: "
        raise TrialFailed(SMTP, f"{said}{words(error)}. MARQUEE_MAIL_FROM sets another sender.") from error
    click.echo(f"A test mail was sent to {to}. Check that it arrives.")
