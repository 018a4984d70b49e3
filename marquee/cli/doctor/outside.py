"""What the site needs of others: a mail server, the way from its address to here, and backups."""

import http.client
import json
import os
import ssl
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from urllib.parse import urlsplit

from sqlalchemy import Connection, func, select

from marquee import clock
from marquee.app import OUTBOX
from marquee.auth.mail.delivery import ServerDelivery, words
from marquee.cli.backup import backups, unfit
from marquee.cli.doctor.finding import Finding, error, ok, warning
from marquee.cli.doctor.machine import TOLERANCE
from marquee.db.database import Database
from marquee.domain.tables import mail_requests
from marquee.settings import Settings
from marquee.version import VERSION

PATIENCE_S = 10
OLD_BACKUP = timedelta(days=2)
CERTIFICATES = {
    9: "Check the clock.",
    10: "Renew it.",
    62: "Get one for this name.",
    64: "Get one for this address.",
}
"""What to do about a certificate, by the numbers of OpenSSL (x509_vfy.h): too early, expired, of another host."""
OLD_CERTIFICATE = timedelta(days=14)
SET_FOLDER = "Run: marquee setup --yes --backups DIR"


def mail(current: Settings, database: Database) -> Finding:
    """Whether the mail server can be signed in to, and nothing waits for it."""
    if current.mail_server is None:
        return warning(
            f"No mail server is set: mails are files in {current.data_dir / OUTBOX}.",
            "Run: marquee setup",
        )
    server = f"The mail server {current.mail_server.host}"
    try:
        ServerDelivery(current.mail_server).require_reachable()
    except OSError as reason:
        return error(f"{server} cannot be used: {words(reason)}.", "Run: marquee setup")
    if waiting := database.read_now(_waiting):
        return warning(f"{server} answers. Mails that wait for another attempt: {waiting}.", "See the log.")
    return ok(f"{server} answers.")


def _waiting(connection: Connection) -> int:
    is_late = mail_requests.c.next_attempt_at.is_not(None) & (mail_requests.c.attempts > 0)
    return connection.execute(select(func.count()).select_from(mail_requests).where(is_late)).scalar_one()


def address(current: Settings) -> Finding:
    """Whether what answers at the site's address is this site, with a certificate that lasts."""
    if not current.base_url:
        return warning("Not checked, since the site does not know its own address.", "Set MARQUEE_BASE_URL.")
    try:
        status, body, ends_at = _asked(current.base_url)
    except ssl.SSLCertVerificationError as reason:
        said = f"The certificate of {current.base_url} is not valid: {reason.verify_message.rstrip('.')}."
        return error(said, CERTIFICATES.get(reason.verify_code, "Check that the proxy sends the whole chain."))
    except (OSError, http.client.HTTPException) as reason:
        said = getattr(reason, "strerror", None) or str(reason) or type(reason).__name__
        return warning(
            f"{current.base_url} could not be reached from here: {said}.",
            "Check that the site and its proxy are running, and that the name points here.",
        )
    return _answer(current.base_url, status, body, ends_at)


def _asked(url: str) -> tuple[int, bytes, datetime | None]:
    """The status and the body of `/health`, and when the certificate ends."""
    parts = urlsplit(url)
    kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
    with closing(kind(parts.hostname or "", parts.port, timeout=PATIENCE_S)) as connection:
        connection.connect()
        certificate = connection.sock.getpeercert() if isinstance(connection.sock, ssl.SSLSocket) else None
        connection.request("GET", "/health")
        answer = connection.getresponse()
        ends_at = ssl.cert_time_to_seconds(str(certificate["notAfter"])) if certificate else None
        return answer.status, answer.read(10_000), datetime.fromtimestamp(ends_at, UTC) if ends_at else None


def _answer(url: str, status: int, body: bytes, ends_at: datetime | None) -> Finding:
    try:
        said = json.loads(body)
        version = said["version"]
    except (ValueError, TypeError, KeyError):
        said = f"{url} answers with {status}, and is not Marquee."
        return error(said, "Check that the service is running, then the configuration of the proxy.")
    if status != http.client.OK:
        return error(f"{url} says that the site is {said.get('status')}.", "See the log of the service.")
    if version != VERSION:
        return warning(f"{url} is served by version {version}, and {VERSION} is installed.", "Restart the service.")
    if ends_at and ends_at < clock.now() + OLD_CERTIFICATE:
        return warning(f"The certificate of {url} ends at {clock.timestamp(ends_at)}.", "Check why it is not renewed.")
    return ok(f"{url} answers.")


def saved(current: Settings) -> Finding:
    """Whether there is a recent backup."""
    if current.backups is None:
        return warning("No folder for backups is set.", SET_FOLDER)
    if why := unfit(current, current.backups):
        return error(why, SET_FOLDER)
    return _newest(current, current.backups)


def _newest(current: Settings, folder: Path) -> Finding:
    if not folder.is_dir():
        return error(f"There is no folder {folder}.", "Run: marquee backup")
    newest = max(backups(folder).values(), default=None)
    advice = "Check that one is made each night: systemctl status marquee-backup.timer"
    if not os.access(folder, os.W_OK | os.X_OK):
        return error(f"The folder {folder} cannot be written to.", "Give it to the user of the service.")
    if newest is None:
        return error(f"There is no backup in {folder}.", advice)
    if not clock.now() - OLD_BACKUP < newest < clock.now() + TOLERANCE:
        return error(f"The newest backup in {folder} is of {clock.timestamp(newest)}.", advice)
    is_beside = folder.stat().st_dev == current.data_dir.stat().st_dev
    return ok(
        f"The newest backup in {folder} is of {clock.timestamp(newest)}"
        + (", on the disk of the site: keep copies elsewhere." if is_beside else ".")
    )
