"""Plain reads of data, answered without the framework where the database can be read at once.

Only what goes well is answered here. What is unusual, refused or failing is for the app, which then says what is wrong:
a read changes nothing, so there is nothing to take back.
"""

from functools import lru_cache
from typing import NamedTuple
from urllib.parse import unquote_to_bytes

from sqlalchemy import Connection
from starlette.datastructures import Headers

from marquee.db.database import ReadsAtOnce
from marquee.domain.policies import SECRET_KEY_HOLDER, VISITOR
from marquee.rest import response
from marquee.rest.grammar.scanner import REMEMBERED, SHORT
from marquee.rest.plan_cache import Planned
from marquee.rest.request import ApiRequest, Said, parse, said
from marquee.server.fast_path.head_parser import Memo
from marquee.server.fast_path.wire_cache import Made
from marquee.server.limits import check_head, is_served, lines, served_hosts
from marquee.web.http import Claimed, Service, actor_of, bearer, claimed, in_two_forms, is_compressed, tag
from marquee.web.response_cache import Finished
from marquee.web.response_cache import Headers as AnswerHeaders
from marquee.web.security_headers import NO_PAGE_POLICY, security_headers

PREFIX = b"/rest/v1/"
LIMIT_S = 0.1
"""What takes longer is begun anew by the app, whose limit is that of every read."""

MAX_BYTES = 1024 * 1024
TOLD = frozenset({"accept", "accept-profile", "range"})
"""What the grammar reads of a client's fields; secrets are remembered no more often than need be."""


class Client(NamedTuple):
    """What the header fields say, mostly the same each time; `token` is an access token, if there is one."""

    token: str | None
    headers: dict[str, str]
    prefer: tuple[str, ...]
    accept_encoding: str


class DirectReads:
    """Called with what is asked (`question.py`)."""

    def __init__(self, service: Service, database: ReadsAtOnce) -> None:
        base_url = service.settings.base_url
        self._service, self._database = service, database
        self._served = served_hosts(base_url)
        self._common = lines((*security_headers(base_url), NO_PAGE_POLICY))
        self._know_nobody()

    def _know_nobody(self) -> None:
        self._keys, self._clients = self._service.keys, Memo(self._client, MAX_BYTES)

    def __call__(self, asked: bytes) -> Made | None:
        """The answer; None where only the app can tell."""
        opening, _, fields = asked.partition(b"\n")
        method, _, target = opening.partition(b" ")
        path, _, query = target.partition(b"?")
        if not path.startswith(PREFIX) or b"#" in target or b"apikey" in unquote_to_bytes(query):
            return None
        if self._service.keys is not self._keys:
            self._know_nobody()
        try:
            client = self._clients[fields]
            who = claimed(self._service, "anon", client.token)
            heard = said(method.decode(), path[len(PREFIX) :].decode(), query, client.headers, client.prefer)
            if who == VISITOR:
                return self._finished(self._read(VISITOR, heard), client.accept_encoding)
            return self._sent_once(self._read(who, heard))
        except Exception:  # whatever it is, the app meets it again
            return None

    def _client(self, fields: bytes) -> Client:
        """Raises for what the parser would not let pass, and for whoever has no business here."""
        raw = [(name, value) for name, _, value in (line.partition(b": ") for line in fields.splitlines())]
        check_head(b"GET", "1.1", b"/", raw)
        headers = Headers(raw=raw)
        token = bearer(headers)
        is_visitors_key = self._service.keys.role_of(headers["apikey"]) == "anon"
        is_for_us = self._served is None or is_served(raw, self._served)
        who = claimed(self._service, "anon", token)
        if not (is_visitors_key and is_for_us) or who == SECRET_KEY_HOLDER:
            raise KeyError
        prefer = tuple(headers.getlist("prefer"))
        told = {name: headers[name] for name in TOLD if name in headers}  # of several, the first
        return Client(None if who == VISITOR else token, told, prefer, headers.get("accept-encoding", ""))

    def _read(self, who: Claimed, heard: Said) -> Finished:
        return self._database.read_now(LIMIT_S, self._run, who, _understood(heard))

    def _run(self, connection: Connection, who: Claimed, asked: ApiRequest) -> Finished:
        planned = Planned(actor_of(connection, who), asked, self._service.settings.timezone)
        return response.of_read(connection, planned)

    def _finished(self, answer: Finished, accept_encoding: str) -> Made:
        compressed = is_compressed(answer, accept_encoding)
        etag = tag(answer, compressed).encode()
        fields = b"".join((_lines_of_two_forms(answer.headers), self._common, b"etag: ", etag, b"\r\n"))
        return Made(answer, compressed, fields, etag)

    def _sent_once(self, answer: Finished) -> Made:
        return Made(answer, is_compressed=False, fields=_lines(answer.headers) + self._common, etag=b"")


_known = lru_cache(REMEMBERED)(parse)


def _understood(heard: Said) -> ApiRequest:
    return _known(heard) if len(heard.query) <= SHORT else parse(heard)


@lru_cache(REMEMBERED)
def _lines_of_two_forms(headers: AnswerHeaders) -> bytes:
    return _lines(tuple(in_two_forms(headers).items()))


@lru_cache(REMEMBERED)
def _lines(headers: AnswerHeaders) -> bytes:
    return lines([(name.lower().encode(), value.encode("latin-1")) for name, value in headers])
