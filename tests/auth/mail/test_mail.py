"""Delivery of mail: to a real mail server that accepts, refuses or hangs, or else into files."""

import asyncio
import stat
import threading
import time
from datetime import datetime, timedelta
from email import message_from_bytes, policy

import pytest

from marquee.auth.mail import outbox, queue
from marquee.auth.mail.delivery import ServerDelivery
from marquee.clock import now
from marquee.errors import DatabaseUnavailable
from marquee.settings.values import MailServer
from tests.auth.mailbox import Mailbox, serving
from tests.waiting import PATIENCE_S, eventually

pytestmark = pytest.mark.anyio

STRANGER = "stranger@stage.test"


@pytest.fixture
async def mailbox():
    return Mailbox()


@pytest.fixture
async def server(mailbox):
    async with serving(mailbox) as found:
        yield found


@pytest.fixture
def posted(auth, server):
    """The site with this mail server and an account to write to."""
    auth.add()
    auth.outbox.delivery = ServerDelivery(server)
    return auth


async def recover(auth, address=STRANGER):
    answer = await auth.post("/recover", {"email": address})
    assert (answer.status_code, answer.json()) == (200, {})


async def test_mail_is_delivered(posted, mailbox):
    await recover(posted)
    await posted.outbox.send_due()
    ((sender, receivers, content),) = mailbox.received
    assert (sender, receivers) == ("noreply@stage.test", [STRANGER])
    mail = message_from_bytes(content, policy=policy.default)
    assert (mail["From"], mail["To"]) == ("Undercard <noreply@stage.test>", STRANGER)
    assert mail["Message-ID"].endswith("@stage.test>")
    assert mail["Auto-Submitted"] == "auto-generated"
    assert "http://stage.test/auth/confirm?token_hash=" in mail.get_content()
    assert b"/auth/confirm?token_hash=" in content  # not wrapped, for readers of the source


@pytest.mark.parametrize("place", ["RCPT", "DATA"])
async def test_refused_for_now_is_sent_later(posted, mailbox, clock, place):
    mailbox.answers[place] = "451 Try again later"
    await recover(posted)
    await posted.outbox.send_due()
    assert mailbox.received == []
    mailbox.answers.clear()
    clock.move(seconds=59)
    await posted.outbox.send_due()
    assert mailbox.received == []
    clock.move(seconds=2)
    await posted.outbox.send_due()
    assert len(mailbox.received) == 1
    clock.move(days=1)
    await posted.outbox.send_due()
    assert len(mailbox.received) == 1


async def test_closed_door_is_knocked_at_for_hours_and_then_left(posted, clock, caplog):
    posted.outbox.delivery = ServerDelivery(MailServer("127.0.0.1", 1, False, "", ""))
    await recover(posted)
    for minutes in (1, 5, 15, 60, 180, 360, 360, 360):
        await posted.outbox.send_due()
        clock.move(minutes=minutes)
    said = [record.getMessage() for record in caplog.records if record.name == "marquee.mail"]
    assert said == ["mail failed"] * 6 + ["mail given up"]


async def test_unknown_recipient_is_given_up_at_once(posted, mailbox, clock, caplog):
    mailbox.answers["RCPT"] = "550 No such user"
    await recover(posted)
    await posted.outbox.send_due()
    mailbox.answers.clear()
    clock.move(hours=1)
    await posted.outbox.send_due()
    assert mailbox.received == []
    assert "mail given up" in caplog.messages


@pytest.mark.parametrize("was_tried", [False, True])
@pytest.mark.parametrize("ahead", [{"hours": 3}, {"days": 2}])
async def test_mail_of_a_clock_that_ran_ahead_is_sent_once_it_is_right(posted, mailbox, clock, was_tried, ahead):
    clock.move(**ahead)
    await recover(posted)
    if was_tried:
        mailbox.answers["RCPT"] = "451 Try again later"
        await posted.outbox.send_due()
        mailbox.answers.clear()
    clock.move(**{unit: -number for unit, number in ahead.items()})
    await posted.outbox.send_due()
    if was_tried:  # after the pause that a failure makes, as ever
        clock.move(minutes=10)
        await posted.outbox.send_due()
    assert len(mailbox.received) == 1
    clock.move(minutes=2)
    await recover(posted)
    await posted.outbox.send_due()
    assert len(mailbox.received) == 2


async def test_mail_that_a_clock_ahead_has_sent_keeps_nobody_from_the_next(posted, mailbox, clock):
    clock.move(days=2)
    await recover(posted)
    await posted.outbox.send_due()
    clock.move(days=-2)
    await recover(posted)
    await posted.outbox.send_due()
    assert len(mailbox.received) == 2


async def test_one_mail_that_fails_does_not_hold_up_the_next(posted, mailbox):
    posted.add("mo@stage.test")
    mailbox.answers["RCPT"] = "451 Try again later"
    await recover(posted)
    await posted.outbox.send_due()
    mailbox.answers.clear()
    await recover(posted, "mo@stage.test")
    await posted.outbox.send_due()
    assert [receivers for _, receivers, _ in mailbox.received] == [["mo@stage.test"]]


async def test_hanging_server_holds_up_no_answer(posted, mailbox):
    mailbox.opens.clear()
    async with posted.outbox.running():
        started = time.monotonic()
        await recover(posted)
        await recover(posted, "nobody@stage.test")
        assert (await posted.sign_in())["access_token"]
        assert time.monotonic() - started < PATIENCE_S
        assert mailbox.received == []
        mailbox.opens.set()
        async with asyncio.timeout(PATIENCE_S):
            await mailbox.arrived.wait()


async def test_request_survives_a_restart(auth, server, mailbox):
    auth.add()
    await recover(auth)
    auth.outbox.delivery = ServerDelivery(server)
    async with auth.outbox.running(), asyncio.timeout(PATIENCE_S):
        await mailbox.arrived.wait()


async def test_request_in_an_old_backup_is_not_sent(posted, mailbox, clock):
    await recover(posted)
    clock.move(days=7)
    await posted.outbox.send_due()
    assert mailbox.received == []


async def test_two_processes_send_a_mail_once(posted, mailbox):
    other = type(posted.outbox)(posted.database, posted.outbox.delivery, posted.outbox.sender)
    await recover(posted)
    await asyncio.gather(posted.outbox.send_due(), other.send_due())
    assert len(mailbox.received) == 1


async def test_mail_that_takes_long_to_send_is_left_alone_by_other_processes(posted, clock, monkeypatch):
    monkeypatch.setattr(outbox, "HOLD_INTERVAL_S", 0.01)
    other = type(posted.outbox)(posted.database, posted.outbox.delivery, posted.outbox.sender)
    sent, is_over = [], threading.Event()

    def take_long(_message, to):
        sent.append(to)
        is_over.wait(PATIENCE_S)

    async def is_held():
        due = await posted.database.read(queue.next_attempt)
        return sent and datetime.fromisoformat(due) - now() > timedelta(seconds=50)

    posted.outbox.delivery.send = take_long
    await recover(posted)
    sending = asyncio.create_task(posted.outbox.send_due())
    for _ in range(4):
        await eventually(is_held)
        clock.move(seconds=40)
    await eventually(is_held)
    await other.send_due()
    is_over.set()
    await sending
    assert sent == [STRANGER]


class SlowServer:
    """Takes a mail, and does not say that it has accepted it before that is allowed."""

    def __init__(self, slow=(STRANGER,)):
        self.slow, self.taken, self.accepts = slow, [], threading.Event()

    def send(self, _message, to):
        self.taken.append(to)
        if to in self.slow:
            assert self.accepts.wait(PATIENCE_S)

    async def has_taken(self, count):
        await eventually(lambda: asyncio.sleep(0, len(self.taken) == count))


@pytest.fixture
def impatient(monkeypatch):
    monkeypatch.setattr(outbox, "PATIENCE_S", 0.05)


async def have_come(posted, addresses):
    for address in addresses:
        posted.add(address)
        await recover(posted, address)


async def test_mail_that_takes_long_to_send_holds_up_no_other_and_is_sent_once(posted, impatient, clock):
    posted.outbox.delivery = server = SlowServer()
    await recover(posted)
    await posted.outbox.send_due()
    await have_come(posted, ["mo@stage.test"])
    await posted.outbox.send_due()
    await server.has_taken(2)
    clock.move(minutes=2)  # nobody has told the database that it is still being sent
    await posted.outbox.send_due()
    server.accepts.set()
    await eventually(lambda: is_told(posted))
    clock.move(hours=8)
    await posted.outbox.send_due()
    assert server.taken == [STRANGER, "mo@stage.test"]


async def is_told(posted):
    """Whether the database knows of every mail that it is sent."""
    await posted.outbox.send_due()
    return await posted.database.read(queue.next_attempt) is None


async def test_only_so_many_mails_take_long_at_a_time(posted, impatient, monkeypatch):
    monkeypatch.setattr(outbox, "MAX_SLOW", 2)
    addresses = [f"{number}@stage.test" for number in range(3)]
    posted.outbox.delivery = server = SlowServer(addresses)
    await have_come(posted, addresses)
    async with posted.outbox.running():
        await server.has_taken(2)
        await asyncio.sleep(6 * outbox.PATIENCE_S)  # a third would have been sent by then
        assert len(server.taken) == 2
        server.accepts.set()
        await server.has_taken(3)


async def test_mail_that_takes_long_and_is_accepted_at_the_end_is_not_sent_again(posted, impatient, clock, monkeypatch):
    monkeypatch.setattr(outbox, "STOP_TIMEOUT_S", 30)
    posted.outbox.delivery = server = SlowServer()
    async with posted.outbox.running():
        await recover(posted)
        await server.has_taken(1)
        await have_come(posted, ["mo@stage.test"])
        await server.has_taken(2)
        asyncio.get_running_loop().call_later(0.2, server.accepts.set)
    clock.move(minutes=2)
    await have_come(posted, ["li@stage.test"])
    async with posted.outbox.running():
        await server.has_taken(3)
    assert server.taken == [STRANGER, "mo@stage.test", "li@stage.test"]


@pytest.fixture
def busy(posted, monkeypatch):
    """While it is set, the database is too busy to be told that a mail was sent."""
    really, is_busy = posted.database.write, asyncio.Event()
    is_busy.set()

    async def write(work, *arguments):
        if work is queue.finish and is_busy.is_set():
            raise DatabaseUnavailable
        return await really(work, *arguments)

    monkeypatch.setattr(posted.database, "write", write)
    return is_busy


async def test_mail_is_not_sent_again_when_the_database_was_busy_after_it(posted, mailbox, busy, clock):
    await recover(posted)
    for _ in range(3):
        with pytest.raises(DatabaseUnavailable):
            await posted.outbox.send_due()
        clock.move(hours=1)
    busy.clear()
    await posted.outbox.send_due()
    assert len(mailbox.received) == 1


async def test_database_is_told_of_a_mail_as_soon_as_it_has_time(posted, mailbox, busy, monkeypatch):
    monkeypatch.setattr(outbox, "FINISH_INTERVAL_S", 0.05)

    async def is_told():
        return await posted.database.read(queue.next_attempt) is None

    async with posted.outbox.running():
        await recover(posted)
        async with asyncio.timeout(PATIENCE_S):
            await mailbox.arrived.wait()
        busy.clear()
        await eventually(is_told)
    assert len(mailbox.received) == 1


async def test_log_has_no_email_and_no_link(posted, mailbox, caplog, clock):
    caplog.set_level("DEBUG")
    mailbox.answers["RCPT"] = "451 stranger@stage.test is busy"
    await recover(posted)
    await posted.outbox.send_due()
    mailbox.answers.clear()
    clock.move(minutes=2)
    await posted.outbox.send_due()
    link = message_from_bytes(mailbox.received[0][2], policy=policy.default).get_content().split("token_hash=")[1][:43]
    lines = [str(vars(record)) for record in caplog.records if record.name.startswith("marquee")]
    assert any("mail sent" in line for line in lines)
    assert not any("stranger" in line or link in line for line in lines)


async def test_without_a_server_mail_is_a_private_file(auth):
    auth.add()
    await recover(auth)
    await auth.outbox.send_due()
    (file,) = auth.outbox_folder.iterdir()
    assert file.suffix == ".eml"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(auth.outbox_folder.stat().st_mode) == 0o700
    assert b"token_hash=" in file.read_bytes()
