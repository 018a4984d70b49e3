"""Methods that the site does not know, and fields that would turn one method into another."""

import shutil
import socket
from http.client import HTTPResponse

import pytest

from marquee.auth.secrets import secrets_file
from tests.server.process import running

ODD = [
    *["TRACE", "CONNECT", "OPTIONS", "PUT", "PROPFIND", "PROPPATCH", "MKCOL", "COPY", "MOVE", "LOCK", "UNLOCK"],
    *["SEARCH", "REPORT", "MERGE", "PURGE", "LINK", "UNLINK", "SUBSCRIBE", "M-SEARCH", "SOURCE", "DEBUG", "TRACK"],
    *["get", "Delete", "GETT", "BREW"],
]
PATHS = ["/", "/artist/mara-voss", "/assets/main.js", "/health/live", "/storage/v1/object/public/x", "/auth/v1/health"]
SERVICES = ("/auth/", "/storage/")  # these refuse a method that they do not know as a call that they do not know
TABLE = "/rest/v1/music_artists"


@pytest.fixture(scope="module")
def site(sqlite_template, tmp_path_factory):
    folder = shutil.copytree(sqlite_template.folder, tmp_path_factory.mktemp("methods") / "data")
    sqlite_template.databases.full(folder)
    with running(folder) as (_, port):
        yield port, secrets_file.load_or_create(folder).secret


def ask(site, method, path, *fields):
    port, secret = site
    target = "stage.test:80" if method == "CONNECT" else path
    lines = [f"{method} {target} HTTP/1.1", "Host: 127.0.0.1", f"apikey: {secret}", "Connection: close", *fields]
    with socket.create_connection(("127.0.0.1", port)) as peer:
        peer.sendall("\r\n".join([*lines, "", ""]).encode())
        answer = HTTPResponse(peer, method="GET")
        answer.begin()
        return answer, answer.read()


def artists(site):
    return ask(site, "GET", f"{TABLE}?select=id")[1].count(b'"id"')


@pytest.mark.parametrize("method", ODD)
def test_odd_method_is_refused_everywhere(site, method):
    # A table says which methods it has.
    for path in PATHS if method == "OPTIONS" else (*PATHS, TABLE):
        answer, body = ask(site, method, path)
        assert answer.status in (400, 404, 405) and (answer.status != 404 or path.startswith(SERVICES)), (
            path,
            answer.status,
        )
        assert b"TRACE" not in body, "a request is never sent back"
    assert artists(site) == 3


@pytest.mark.parametrize("field", ["X-HTTP-Method-Override", "X-HTTP-Method", "X-Method-Override"])
def test_no_field_makes_another_method(site, field):
    answer, _ = ask(site, "GET", f"{TABLE}?id=eq.mara-voss", f"{field}: DELETE")
    assert answer.status == 200
    answer, _ = ask(site, "POST", f"{TABLE}?_method=DELETE&id=eq.mara-voss", f"{field}: DELETE", "Content-Length: 0")
    assert answer.status == 400
    assert artists(site) == 3
