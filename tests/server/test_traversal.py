"""No spelling of an address leads to a file that is not the site's to give."""

import itertools
import shutil
import socket
from http.client import HTTPResponse
from pathlib import Path

import pytest

from tests.server.process import running

UP = [
    *[
        "../",
        "..%2f",
        "%2e%2e/",
        "%2e%2e%2f",
        ".%2e/",
        "%2e./",
        "..%5c",
        "..\\",
        "%2e%2e%5c",
        "..;/",
        "....//",
        "..././",
    ],
    *[
        "%252e%252e%252f",
        "..%252f",
        "..%c0%af",
        "%c0%ae%c0%ae/",
        "..%e0%80%af",
        "..%ef%bc%8f",
        "%uff0e%uff0e/",
        "..%00/",
    ],
    *["..%0d%0a/", "..//", "/../", "%2f..%2f", "./../", "..%u2215", "%%32%65%%32%65/"],
]
BASES = [
    "/",
    "/assets/",
    "/artist/",
    "/storage/v1/object/public/",
    "/storage/v1/object/public/demo/",
    "/storage/v1/render/image/public/",
    "/storage/v1/render/image/public/demo/",
    "//",
    "/rest/v1/",
]
DEPTHS = [1, 2, 8]
WANTED = ["marquee.sqlite3", "etc/passwd", "secrets.json"]
PLAIN = [
    *["/.env", "/.git/config", "/secrets.json", "/marquee.sqlite3", "/marquee.sqlite3-wal", "/data/marquee.sqlite3"],
    *["/.vite/manifest.json", "/assets/main.js.map", "/package.json", "/pyproject.toml", "/outbox/", "/media/"],
    *["/storage/v1/object/public/", "/storage/v1/object/public/demo", "/storage/v1/object/public/demo/link"],
    *["/storage/v1/render/image/public/demo/link?width=480", "/storage/v1/render/image/public//etc/passwd?width=480"],
    *["/storage/v1/object/public//etc/passwd", "/storage/v1/object/public/%2fetc%2fpasswd", "/etc/passwd"],
    *["/storage/v1/object/public/file:///etc/passwd", "/storage/v1/object/public/C:%5cwindows%5cwin.ini"],
]
ADDRESSES = [
    *PLAIN,
    *(
        f"{base}{up * depth}{file}{'?width=480' * ('/render/' in base)}"
        for base, up, depth, file in itertools.product(BASES, UP, DEPTHS, WANTED)
    ),
]
SECRETS = [b"SQLite format 3", b"root:", b"sb_secret_", b"PRIVATE KEY", b"planted outside"]


@pytest.fixture(scope="module")
def port(sqlite_template, tmp_path_factory):
    folder = tmp_path_factory.mktemp("traversal")
    data = shutil.copytree(sqlite_template.folder, folder / "data")
    sqlite_template.databases.full(data)
    (data / "media" / "demo").mkdir(parents=True)
    (data / "media" / "demo" / "one.webp").write_bytes(b"RIFF")
    outside = folder / "outside.txt"
    outside.write_text("planted outside")
    Path(data / "media" / "demo" / "link").symlink_to(outside)
    with running(data) as (_, port):
        yield port


def get(peer, address):
    peer.sendall(f"GET {address} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
    answer = HTTPResponse(peer, method="GET")
    answer.begin()
    return answer, answer.read()


def test_picture_is_found_by_its_own_address(port):
    """Else the refusals below would prove nothing."""
    with socket.create_connection(("127.0.0.1", port)) as peer:
        answer, body = get(peer, "/storage/v1/object/public/demo/one.webp")
    assert (answer.status, body) == (200, b"RIFF")


def test_no_address_leads_elsewhere(port):
    assert len(ADDRESSES) > 50
    peer = socket.create_connection(("127.0.0.1", port))
    for address in ADDRESSES:
        answer, body = get(peer, address)
        assert answer.status in (400, 401, 404), (address, answer.status)
        assert not [secret for secret in SECRETS if secret in body], address
        assert answer.getheader("location") is None
        if answer.will_close:
            peer.close()
            peer = socket.create_connection(("127.0.0.1", port))
    peer.close()
