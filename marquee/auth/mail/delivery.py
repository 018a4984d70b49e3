"""Delivery of mail: to a mail server or, where none is configured, into a folder. Both block their thread."""

import contextlib
import ipaddress
import secrets
import smtplib
import ssl
from base64 import b64encode
from email.message import EmailMessage
from email.policy import SMTP, SMTPUTF8
from pathlib import Path
from typing import Any, Protocol

from marquee import clock, private_file
from marquee.domain.texts.emails import mailbox_of
from marquee.settings.values import MailServer

TIMEOUT_S = 10
"""Of each step, up to the mail itself."""
ACCEPT_TIMEOUT_S = 600
"""Of what a server says to a whole mail, which it may scan first. Source: RFC 5321, 4.5.3.2.6."""
SIGNED_IN = 235
"""Source: RFC 4954, 4."""


class UnreachableMailbox(OSError):
    """A mailbox whose name the mail server cannot be told (RFC 6531)."""

    def __init__(self) -> None:
        super().__init__("the mail server takes no letters beyond ASCII before the @ (it does not offer SMTPUTF8)")


class Delivery(Protocol):
    """A way to deliver mail. `send` raises OSError, as all errors of smtplib are, when it fails."""

    def send(self, message: EmailMessage, to: str) -> None: ...


class _Smtp(smtplib.SMTP):
    """Waits long for what the server says to a mail: one that accepts it after we have gone would get it again."""

    def data(self, msg: Any) -> tuple[int, bytes]:
        self._wait(ACCEPT_TIMEOUT_S)
        answer = super().data(msg)
        self._wait(TIMEOUT_S)
        return answer

    def _wait(self, seconds: float) -> None:
        if self.sock is not None:
            self.sock.settimeout(seconds)


class _SmtpOverTls(_Smtp, smtplib.SMTP_SSL):
    """Is encrypted from the beginning."""


class ServerDelivery:
    """Delivery by SMTP: over TLS with a checked certificate, except to a server on this machine.

    A server elsewhere that offers no TLS gets no mail: whoever is in between could have removed the offer.
    """

    def __init__(self, server: MailServer) -> None:
        self.server = server

    def send(self, message: EmailMessage, to: str) -> None:
        mailbox = mailbox_of(to)
        with contextlib.closing(self._connect()) as smtp:
            if not mailbox.isascii() and not smtp.has_extn("smtputf8"):
                raise UnreachableMailbox
            sender = message["From"].addresses[0].addr_spec
            smtp.send_message(message, sender, [mailbox])
            # The server has taken the mail: an error in the farewell must not send it twice.
            with contextlib.suppress(OSError):
                smtp.quit()

    def require_reachable(self) -> None:
        """Sign in and leave again. Raises OSError."""
        with contextlib.closing(self._connect()) as smtp, contextlib.suppress(OSError):
            smtp.quit()

    def _connect(self) -> _Smtp:
        server, context = self.server, ssl.create_default_context()
        if server.is_tls:
            smtp: _Smtp = _SmtpOverTls(server.host, server.port, timeout=TIMEOUT_S, context=context)
        else:
            smtp = _Smtp(server.host, server.port, timeout=TIMEOUT_S)
        try:
            self._begin(smtp, context)
        except BaseException:
            smtp.close()
            raise
        return smtp

    def _begin(self, smtp: smtplib.SMTP, context: ssl.SSLContext) -> None:
        is_safe = self.server.is_tls or _is_this_machine(self.server.host)
        smtp.ehlo_or_helo_if_needed()
        if not is_safe:
            smtp.starttls(context=context)  # raises SMTPNotSupportedError where it is not offered
        if self.server.user:
            _sign_in(smtp, self.server.user, self.server.password)


def _sign_in(smtp: smtplib.SMTP, user: str, password: str) -> None:
    """Raises SMTPException. What is not ASCII is sent as UTF-8 (RFC 4616, 2), which smtplib's own `login` cannot do."""
    if (user + password).isascii():
        smtp.login(user, password)
        return
    offered = smtp.esmtp_features.get("auth", "").split()
    if "PLAIN" in offered:
        code, said = smtp.docmd("AUTH", "PLAIN " + _base64("\0".join(("", user, password))))
    elif "LOGIN" in offered:
        smtp.docmd("AUTH", "LOGIN " + _base64(user))
        code, said = smtp.docmd(_base64(password))
    else:
        raise smtplib.SMTPNotSupportedError("The server offers no way to sign in with letters beyond ASCII")
    if code != SIGNED_IN:
        raise smtplib.SMTPAuthenticationError(code, said)


def _base64(text: str) -> str:
    return b64encode(text.encode()).decode()


class FolderDelivery:
    """Delivery as one `.eml` file per mail, readable by its owner only, as the links in it are secrets."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def send(self, message: EmailMessage, to: str) -> None:
        self.folder.mkdir(mode=0o700, exist_ok=True)
        name = f"{clock.now():%Y%m%dT%H%M%S.%f}-{secrets.token_hex(4)}.eml"
        content = message.as_bytes(policy=SMTP if mailbox_of(to).isascii() else SMTPUTF8)
        private_file.replace(self.folder / name, content)


def is_final(error: Exception) -> bool:
    """Whether trying again cannot help, because the server refused the recipient for good (RFC 5321, 5yz)."""
    if isinstance(error, UnreachableMailbox):
        return True
    refused = error.recipients.values() if isinstance(error, smtplib.SMTPRecipientsRefused) else ()
    return bool(refused) and all(500 <= code < 600 for code, _ in refused)


def words(error: OSError) -> str:
    """Why a mail was not sent, for whoever runs the site: a server may repeat the recipient, so no log has it."""
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        return _answer(*next(iter(error.recipients.values())))
    if isinstance(error, smtplib.SMTPResponseException):
        return _answer(error.smtp_code, error.smtp_error)
    return error.strerror or str(error)


def _answer(code: int, said: bytes | str) -> str:
    return f"{code} {said.decode(errors='replace') if isinstance(said, bytes) else said}"


def _is_this_machine(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
