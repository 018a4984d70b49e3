"""A mail server for tests."""

import asyncio
from contextlib import asynccontextmanager

from aiosmtpd.smtp import SMTP

from marquee.settings.values import MailServer


class Mailbox:
    """The mail that a server has received. With an entry in `answers` it refuses a command instead."""

    def __init__(self):
        self.received = []
        self.answers = {}
        self.opens = asyncio.Event()
        self.opens.set()
        self.arrived = asyncio.Event()

    async def handle_RCPT(self, _server, _session, envelope, address, _options):
        if answer := self.answers.get("RCPT"):
            return answer
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, _server, _session, envelope):
        await self.opens.wait()
        if answer := self.answers.get("DATA"):
            return answer
        self.received.append((envelope.mail_from, envelope.rcpt_tos, envelope.content))
        self.arrived.set()
        return "250 OK"


@asynccontextmanager
async def serving(mailbox, ssl=None, **options):
    """Run a mail server on a free port."""
    server = await asyncio.get_running_loop().create_server(lambda: SMTP(mailbox, **options), "127.0.0.1", 0, ssl=ssl)
    async with server:
        yield MailServer("127.0.0.1", server.sockets[0].getsockname()[1], ssl is not None, "", "")
