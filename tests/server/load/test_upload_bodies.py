"""The bodies of uploads: larger than others, and as long on their way as they go on; but neither without end."""

import contextlib
import select
import time

import pytest

from marquee.web.body import LARGEST_BODY
from tests.server.live import Hasty, Live, drip, statuses, until_closed
from tests.waiting import PATIENCE_S

PATH = b"/storage/v1/object/artists/mara-voss/one.jpg"
POST = b"POST %s HTTP/1.1\r\nHost: stage.test\r\nConnection: close\r\n" % PATH
PIECE = b"x" * 2000


class Patient(Hasty):
    UPLOAD_S = 0.5
    MIN_UPLOADED = 2000


async def reading(_scope, receive, send):
    """Says how much has come; of a body that is refused it reads nothing."""
    size, more = 0, b"refused" not in _scope["query_string"]
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            return
        size, more = size + len(message["body"]), message["more_body"]
    answer = str(size).encode()
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"%d" % len(answer))]})
    await send({"type": "http.response.body", "body": answer})


class Reading(Live):
    async def app(self, scope, receive, send):
        await reading(scope, receive, send)


@pytest.fixture
def patient():
    running = Reading(Patient)
    yield running
    running.stop()


UPLOADS = [POST, POST.replace(b"POST /storage/v1/object/artists/", b"PATCH /storage/v1/upload/resumable/")]


@pytest.mark.parametrize("head", UPLOADS, ids=["whole", "in pieces"])
def test_upload_may_be_larger_than_any_other_body(patient, head):
    size = 2 * LARGEST_BODY
    head += b"Content-Length: %d\r\n\r\n" % size
    assert patient.ask(head + bytes(size)).endswith(b"%d" % size)
    assert statuses(patient.ask(head.replace(b"/storage/", b"/else/"))) == [413]


def test_upload_that_goes_on_is_waited_for(patient):
    """A pause that a busy machine made longer starts the test again."""
    while upload_slowly(patient) > Patient.UPLOAD_S / 2:
        pass


def upload_slowly(patient):
    """The longest pause between pieces; where none was long, the whole upload has arrived."""
    started = now = time.monotonic()
    sent, longest, received = 0, 0.0, b""
    with patient.connect() as peer, contextlib.suppress(ConnectionError):
        peer.sendall(POST + b"Transfer-Encoding: chunked\r\n\r\n")
        while now - started < 2 * Patient.BODY_S and not select.select([peer], [], [], 0.02)[0]:
            peer.sendall(b"%x\r\n%s\r\n" % (len(PIECE), PIECE))
            sent += len(PIECE)
            before, now = now, time.monotonic()
            longest = max(longest, now - before)
        peer.sendall(b"0\r\n\r\n")
        received = until_closed(peer)
    assert longest > Patient.UPLOAD_S / 2 or received.endswith(b"\r\n\r\n%d" % sent)
    return longest


@pytest.mark.parametrize("byte", [b"", b"1\r\nx\r\n"], ids=["stops", "drips"])
def test_upload_that_stops_or_drips_is_cut(patient, byte):
    with patient.connect() as peer:
        peer.sendall(POST + b"Transfer-Encoding: chunked\r\n\r\n" + b"%x\r\n%s\r\n" % (len(PIECE), PIECE))
        drip(peer, byte)
        assert statuses(until_closed(peer)) == [408]


def test_refusal_arrives_though_the_upload_goes_on_and_that_ends(patient):
    """Trap 51."""
    refused = POST.replace(b" HTTP/1.1", b"?refused HTTP/1.1").replace(b"Connection: close\r\n", b"")
    rest, patience_ends = bytes(64 * 1024), time.monotonic() + PATIENCE_S
    with patient.connect() as peer:
        peer.sendall(refused + b"Content-Length: %d\r\n\r\n" % 10**12)
        peer.settimeout(PATIENCE_S)
        assert peer.recv(17).startswith(b"HTTP/1.1 200")
        with pytest.raises(ConnectionError):
            while time.monotonic() < patience_ends:
                peer.sendall(rest)
