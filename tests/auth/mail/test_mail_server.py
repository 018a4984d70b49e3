"""Connecting to a mail server: signing in, and encryption with a checked certificate."""

import asyncio
import smtplib
import ssl
from dataclasses import replace

import pytest
from aiosmtpd.smtp import AuthResult

from marquee.auth.mail import delivery
from marquee.auth.mail.delivery import ServerDelivery
from marquee.auth.mail.messages import Letter, Sender, compose
from marquee.settings.values import MailServer
from tests.auth.mailbox import Mailbox, serving
from tests.certificates import Authority

pytestmark = pytest.mark.anyio

STRANGER = "stranger@stage.test"
MAIL = compose(Letter("recovery", STRANGER, "token"), Sender("Undercard", "noreply@stage.test", "http://stage.test"))


class Doorkeeper:
    """Who signed in, and whether that was encrypted."""

    def __init__(self):
        self.seen = []

    def __call__(self, _server, session, _envelope, _mechanism, data):
        self.seen.append((data.login, data.password, session.ssl is not None))
        return AuthResult(success=True)


@pytest.fixture
async def mailbox():
    return Mailbox()


@pytest.fixture
def doorkeeper():
    return Doorkeeper()


@pytest.fixture
def authority(tmp_path):
    return Authority(tmp_path)


@pytest.fixture
def tls(authority):
    """A server's, with a certificate for 127.0.0.1."""
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(*authority.issue("mail"))
    return context


@pytest.fixture
def far(monkeypatch):
    """Treat the server as remote, so that the network is not trusted."""
    monkeypatch.setattr("marquee.auth.mail.delivery._is_this_machine", lambda host: False)


async def send(server):
    await asyncio.to_thread(ServerDelivery(server).send, MAIL, STRANGER)


@pytest.mark.parametrize("begins_encrypted", [False, True])
async def test_server_may_take_its_time_to_look_at_a_mail(mailbox, tls, authority, monkeypatch, begins_encrypted):
    """One that scans it, and accepts it after we have gone, would get it again."""
    monkeypatch.setenv("SSL_CERT_FILE", str(authority.file))
    monkeypatch.setattr(delivery, "TIMEOUT_S", 1)
    mailbox.opens.clear()
    asyncio.get_running_loop().call_later(2, mailbox.opens.set)
    async with serving(mailbox, ssl=tls if begins_encrypted else None) as server:
        await send(server)
    assert len(mailbox.received) == 1


async def test_password_is_given_to_a_server_on_this_machine(mailbox, doorkeeper):
    async with serving(mailbox, authenticator=doorkeeper, auth_require_tls=False) as server:
        await send(replace(server, user="stranger", password="p:w"))
    assert doorkeeper.seen == [(b"stranger", b"p:w", False)]
    assert len(mailbox.received) == 1


@pytest.mark.parametrize("excluded", [[], ["PLAIN"], ["LOGIN"]])
@pytest.mark.parametrize("user", ["stranger", "käthe@bühne.example"])
async def test_password_beyond_ascii_is_given_in_utf8(mailbox, doorkeeper, excluded, user):
    options = {"auth_require_tls": False, "auth_exclude_mechanism": excluded}
    async with serving(mailbox, authenticator=doorkeeper, **options) as server:
        await send(replace(server, user=user, password="Grüße, 東京 🎤"))
    assert doorkeeper.seen == [(user.encode(), "Grüße, 東京 🎤".encode(), False)]
    assert len(mailbox.received) == 1


@pytest.mark.parametrize("excluded", [[], ["PLAIN"]])
async def test_wrong_password_is_an_error_of_the_server(mailbox, excluded):
    def nobody(*_session):
        return AuthResult(success=False, handled=False)

    options = {"auth_require_tls": False, "auth_exclude_mechanism": excluded}
    async with serving(mailbox, authenticator=nobody, **options) as server:
        with pytest.raises(smtplib.SMTPAuthenticationError):
            await send(replace(server, user="stranger", password="Grüße"))
    assert mailbox.received == []


@pytest.mark.parametrize("user", ["stranger", ""])
async def test_nothing_is_sent_readable_over_the_network(mailbox, doorkeeper, far, user):
    """Neither a password nor a mail: whoever is in between can remove the offer of encryption."""
    async with serving(mailbox, authenticator=doorkeeper, auth_require_tls=False) as server:
        with pytest.raises(smtplib.SMTPNotSupportedError):
            await send(replace(server, user=user, password="p:w"))
    assert (doorkeeper.seen, mailbox.received) == ([], [])


async def test_offer_of_encryption_that_is_not_kept_ends_the_connection(doorkeeper, far):
    said = []

    async def pretend(reader, writer):
        writer.write(b"220 here\r\n")
        while line := await reader.readline():
            said.append(line.split()[0])
            writer.write(b"250-here\r\n250 STARTTLS\r\n" if line.startswith(b"ehlo") else b"454 not now\r\n")
        writer.close()

    async with await asyncio.start_server(pretend, "127.0.0.1", 0) as listener:
        port = listener.sockets[0].getsockname()[1]
        with pytest.raises(smtplib.SMTPResponseException):
            await send(MailServer("127.0.0.1", port, False, "", ""))
    assert said == [b"ehlo", b"STARTTLS"]


async def test_encryption_is_used_where_it_is_offered(mailbox, doorkeeper, tls, authority, far, monkeypatch):
    monkeypatch.setenv("SSL_CERT_FILE", str(authority.file))
    async with serving(mailbox, tls_context=tls, authenticator=doorkeeper) as server:
        await send(replace(server, user="stranger", password="p:w"))
    assert doorkeeper.seen == [(b"stranger", b"p:w", True)]
    assert len(mailbox.received) == 1


async def test_server_may_begin_encrypted(mailbox, tls, authority, far, monkeypatch):
    monkeypatch.setenv("SSL_CERT_FILE", str(authority.file))
    async with serving(mailbox, ssl=tls) as server:
        await send(server)
    assert len(mailbox.received) == 1


@pytest.mark.parametrize("begins_encrypted", [True, False])
async def test_unknown_certificate_gets_no_mail(mailbox, doorkeeper, tls, far, begins_encrypted):
    how = {"ssl": tls} if begins_encrypted else {"tls_context": tls}
    async with serving(mailbox, authenticator=doorkeeper, **how) as server:
        with pytest.raises(ssl.SSLCertVerificationError):
            await send(replace(server, user="stranger", password="p:w"))
    assert (doorkeeper.seen, mailbox.received) == ([], [])
