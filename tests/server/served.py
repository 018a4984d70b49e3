"""The whole site on a real socket, and what tells an answer that was ready from one of the app's."""

import io
from http.client import HTTPResponse

from marquee import settings
from marquee.app import create_app
from marquee.server.protocol import Protocol
from tests.cast import BASE_URL, BUILT, Service
from tests.server.live import Live, until_closed

OF_THE_MOMENT = {"date", "last-modified", "x-request-id"}
EVENTS = "/rest/v1/music_events?select=*,artist:music_artists(id,name)&order=date.asc"


class Served(Live):
    """A copy of the site with the cast."""

    def __init__(self, template, folder, protocol=Protocol, options=None, **environ):
        url = template.copy(folder)
        environ = {"MARQUEE_TIMEZONE": "UTC", "MARQUEE_DATABASE_URL": url, **environ}
        built = create_app(settings.load(environ, str(folder)), BASE_URL, BUILT)
        self.state = built.state
        self.service = Service(built)
        super().__init__(protocol, built, **(options or {}))

    def get(self, path, *fields, method="GET"):
        """Status, header fields but those of the moment, body; and whether the answer was ready."""
        with self.connect() as peer:
            peer.sendall(self.head(path, *fields, method=method))
            return told(peer, method)

    def ask(self, *parts):
        """What comes back until the server closes, each of the parts having been read on its own."""
        with self.connect() as peer:
            for part in parts:
                peer.sendall(part)
                self.settle()
            return until_closed(peer)

    def settle(self):
        """Until the server has read what was sent before: it answers somebody who came later."""
        self.get("/health/live")

    def head(self, path, *fields, method="GET", version="1.1"):
        lines = [f"{method} {path} HTTP/{version}", *fields]
        if not any(field.lower().startswith("host:") for field in fields):
            lines.insert(1, "Host: stage.test")
        return "\r\n".join((*lines, "", "")).encode("latin-1")

    @property
    def key(self):
        return f"apikey: {self.service.keys.publishable}"

    @property
    def secret(self):
        return f"apikey: {self.service.keys.secret}"

    def bearer(self, who):
        return f"Authorization: Bearer {self.service.token(who)}"

    def prime(self, path, *fields, method="GET"):
        """Ask until the answer is ready."""
        for _ in range(4):
            *_, was_ready = self.get(path, *fields, method=method)
        assert was_ready


def told(peer, method="GET"):
    """The next answer of a connection: status, header fields but those of the moment, body; whether it was ready."""
    answer = HTTPResponse(peer, method=method)
    answer.begin()
    fields = sorted((name.lower(), value) for name, value in answer.getheaders())
    was_ready = "x-request-id" not in dict(fields)
    return answer.status, [f for f in fields if f[0] not in OF_THE_MOMENT], answer.read(), was_ready


class Received(io.BytesIO):
    """What came back on a connection until it was closed: a "socket" that `told` reads."""

    def makefile(self, _mode):
        return self

    def close(self):
        """Of one answer: the next one follows."""


def answers(received, methods=()):
    """All of them, as `told` tells them, but whether they were ready; to these methods, GET where none is named."""
    stream, told_, methods = Received(received), [], iter(methods)
    while stream.tell() < len(received):
        told_.append(told(stream, next(methods, "GET"))[:3])
    return told_
