"""Pictures that come in pieces, as a client of TUS 1.0 sends them, and goes on with them after a cut."""

import http.client
from base64 import b64encode

from marquee.domain.pictures import BUCKET
from torture.everything.hand import Hand, Refused, State, ask, look
from torture.everything.pictures import bearer, name_of, painted, shown
from torture.everything.records import ARTISTS, artist
from torture.site import Answer, Client

RESUMABLE = "/storage/v1/upload/resumable"
PIECES = 3
STORED = "stored"
TUS = {"Tus-Resumable": "1.0.0"}


def beginning(client: Client, name: str, length: int) -> dict[str, str]:
    """The header fields of a new upload."""
    about = {"bucketName": BUCKET, "objectName": name, "contentType": "image/jpeg"}
    metadata = ",".join(f"{key} {b64encode(value.encode()).decode()}" for key, value in about.items())
    return {**bearer(client), **TUS, "Upload-Metadata": metadata, "Upload-Length": str(length)}


def url_of(answer: Answer) -> str:
    """The path of the upload that was begun."""
    return RESUMABLE + answer.headers["location"].partition(RESUMABLE)[2]


def going_on(client: Client, offset: int) -> dict[str, str]:
    """The header fields of a piece."""
    content_type = {"Content-Type": "application/offset+octet-stream"}
    return {**bearer(client), **TUS, **content_type, "Upload-Offset": str(offset)}


def offset_of(client: Client, url: str) -> int | None:
    """How much has come; None: there is no such upload."""
    answer = look(client, "HEAD", url, None, {**bearer(client), **TUS})
    return int(answer.headers["upload-offset"]) if answer.status == 200 else None


def end(client: Client, url: str) -> None:
    """Forget an upload."""
    ask(client, "DELETE", url, None, {**bearer(client), **TUS})


class Pieces(Hand):
    """Pictures that come in pieces. The state: how many of these have come, or that it is stored."""

    is_admin = False

    def __init__(self) -> None:
        super().__init__()
        self._content = painted("green")
        self._size = -(-len(self._content) // PIECES)
        self._urls: dict[str, str] = {}
        self._unfinished: set[str] = set()

    def work(self, client: Client, thing: str, number: int) -> None:  # noqa: ARG002 - an upload as any other
        if (answer := ask(client, "POST", ARTISTS, artist(thing))).status != http.client.CREATED:
            raise Refused(answer, "a new artist")
        headers = beginning(client, name_of(thing), len(self._content))
        self._urls[thing] = url_of(self.change(client, thing, 0, "POST", RESUMABLE, b"", headers))
        self._unfinished.add(thing)
        self._send_rest(client, thing, 0)

    def _send_rest(self, client: Client, thing: str, offset: int) -> None:
        while offset < len(self._content):
            stop = min((offset // self._size + 1) * self._size, len(self._content))
            becomes = STORED if stop == len(self._content) else stop // self._size
            piece = self._content[offset:stop]
            self.change(client, thing, becomes, "PATCH", self._urls[thing], piece, going_on(client, offset))
            offset = stop
        self._unfinished.discard(thing)

    def state(self, client: Client, thing: str) -> State:
        offset = self._offset(client, thing)
        if offset is not None and offset < len(self._content):
            return offset // self._size
        if shown(client, name_of(thing)) == ("green", True):  # that it has come is known for a while only
            return STORED
        return None if offset is None else "all of it came, but it is not there"

    def tidy(self, client: Client) -> None:
        """Send the rest of what was cut off, or see that it is there already."""
        for thing in sorted(self._unfinished):
            offset = self._offset(client, thing)
            if shown(client, name_of(thing)) is None and offset is not None:
                self._send_rest(client, thing, offset)
            elif offset is not None:
                end(client, self._urls[thing])
        self._unfinished.clear()

    def _offset(self, client: Client, thing: str) -> int | None:
        return offset_of(client, self._urls[thing]) if thing in self._urls else None
