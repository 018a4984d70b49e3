"""Answers that are ready are those that the app would give, now, to this request."""

import time

import pytest
from sqlalchemy import text

from marquee.auth.secrets import secrets_file
from marquee.db.open_database import open_database
from marquee.site.renderer import Renderer
from tests.server.served import EVENTS, Served, told
from tests.waiting import PATIENCE_S

ROW = "/rest/v1/music_artists?id=eq.night-ferry&select=name"


@pytest.fixture(scope="module")
def hot(sqlite_template, tmp_path_factory):
    running = Served(sqlite_template, tmp_path_factory.mktemp("hot") / "data")
    yield running
    running.stop()


@pytest.fixture(scope="module")
def ordinary(sqlite_template, tmp_path_factory):
    running = Served(sqlite_template, tmp_path_factory.mktemp("ordinary") / "data", MARQUEE_HOT_PATH="off")
    yield running
    running.stop()


PATHS = ["/", "/artist/mara-voss", "/assets/main.js", EVENTS, f"{EVENTS}&limit=1"]
FORMS = [
    ("Accept-Encoding: gzip, deflate, br, zstd",),
    ("Accept-Encoding: br;q=0.5, gzip;q=1",),
    ("Accept-Encoding: br;q=0.000, gzip",),
    ("Accept-Encoding: BR ; q=0",),
    ("Accept-Encoding: gzip",),
    ("Accept-Encoding: br;q=0", "Accept-Encoding: gzip"),
    ("Accept: text/csv",),
    ("Accept: application/vnd.pgrst.object+json",),
    ("Accept: image/png", "Accept: */*"),
    ("Range: 1-1", "Prefer: count=exact"),
    ("Range: 0-0",),
    ("Prefer: count=exact", "Prefer: handling=strict"),
    ("Prefer: count=nonsense, handling=strict",),
    ("Accept-Profile: other",),
    ("User-Agent: Mozilla/5.0", "Cookie: a=b", "Accept-Language: nl", "Origin: https://evil.test"),
    ("If-None-Match: *",),
    ('If-None-Match: "other"',),
    ("apikey: wrong",),
    ("Authorization: Bearer wrong",),
    ("Connection: close",),
    ("Content-Length: 0",),
    ("Host: other.test",),
    ("Expect: 100-continue, nothing",),
]


@pytest.mark.parametrize("method", ["GET", "HEAD"])
@pytest.mark.parametrize("path", PATHS)
def test_answer_is_the_apps_whatever_is_asked(hot, ordinary, path, method):
    seen = 0
    for form in [(), *FORMS]:
        fields = form if "apikey" in str(form) else (hot.key, *form)
        *expected, was_ready = ordinary.get(path, *fields, method=method)
        assert not was_ready
        for _ in range(4):
            *given, was_ready = hot.get(path, *fields, method=method)
            assert given == expected, (form, was_ready)
        seen += was_ready
    assert seen > 5


@pytest.mark.parametrize("coding", ["br", "gzip"])
@pytest.mark.parametrize("path", ["/", EVENTS])
def test_client_that_has_it_is_told_so(hot, ordinary, path, coding):
    fields = (hot.key, f"Accept-Encoding: {coding}")
    hot.prime(path, *fields)
    etag = dict(hot.get(path, *fields)[1])["etag"]
    for tags in (etag, f"W/{etag}", f'"a", {etag} , W/"b"', "*", f'"a"\r\nIf-None-Match: {etag}'):
        *expected, _ = ordinary.get(path, *fields, f"If-None-Match: {tags}")
        *given, was_ready = hot.get(path, *fields, f"If-None-Match: {tags}")
        assert (given, was_ready, given[0]) == (expected, True, 304)
    for tags in (etag[:-2] + '"', etag.strip('"'), etag.replace(f"-{coding}", "")):
        assert hot.get(path, *fields, f"If-None-Match: {tags}")[0] == 200


# Path, fields, and whether such a request, asked again and again, finds its answer ready in the end.
UNKNOWN = [
    ("/", ("Cookie: a=b",), True),
    ("/", ("Cookie: session=admin; token=secret", "X-Role: service_role", "X-Forwarded-Host: evil.test"), True),
    ("/", ("Accept-Language: nl", "User-Agent: {number}", "Referer: https://elsewhere.test/{number}"), True),
    ("/?utm_source=mail", (), False),
    ("/?", (), True),
    ("/?apikey=sb_publishable_other", ("Cookie: a=b",), False),
    ("/artist/mara-voss?artist=night-ferry", (), False),
    ("/assets/main.js?v={number}", (), False),
    ("/auth/confirm?token_hash={number}", (), False),
    ("/nowhere", (), False),
    ("/nowhere/{number}", (), False),
    ("/rest/v1/music_artists?nope=eq.1", ("KEY",), False),
    ("/rest/v1/music_artists?select=id", ("KEY", "Cookie: a={number}"), True),
    ("/rest/v1/music_artists?select=id", ("Cookie: apikey=KEY",), False),
]


@pytest.mark.parametrize(("path", "fields", "becomes_ready"), UNKNOWN)
def test_what_is_unknown_makes_no_other_answer(hot, ordinary, path, fields, becomes_ready):
    hot.prime("/")
    for number in range(8):
        asked = [field.replace("KEY", hot.key).format(number=number) for field in fields]
        *given, was_ready = hot.get(path.format(number=number), *asked)
        assert given == [*ordinary.get(path.format(number=number), *asked)][:3]
    assert was_ready == becomes_ready


def rename(hot, name):
    body = f'{{"name": "{name}"}}'
    fields = (hot.secret, "Content-Type: application/json", f"Content-Length: {len(body)}", "Connection: close")
    return hot.ask(hot.head(ROW, *fields, method="PATCH") + body.encode())


def test_change_is_seen_by_the_next_request(hot):
    for name in ("Ferry One", "Ferry Two"):
        for path in (ROW, "/artist/night-ferry"):
            hot.prime(path, hot.key)
        assert b" 204 " in rename(hot, name)
        for path in (ROW, "/artist/night-ferry"):
            assert name.encode() in hot.get(path, hot.key)[2]


def test_change_is_seen_on_a_connection_that_stays_open(hot):
    hot.prime(ROW, hot.key)
    with hot.connect() as peer:
        for name in ("Ferry Four", "Ferry Five"):
            peer.sendall(hot.head(ROW, hot.key))
            assert name.encode() not in told(peer)[2]
            rename(hot, name)
            peer.sendall(hot.head(ROW, hot.key))
            assert name.encode() in told(peer)[2]


def test_change_by_another_process_is_seen_by_the_next_request(hot):
    hot.prime(ROW, hot.key)
    other = open_database(hot.service.settings.database_url)
    other.write_now(lambda connection: connection.execute(text("UPDATE music_artists SET name = 'Ferry Three'")))
    other.close()
    assert b"Ferry Three" in hot.get(ROW, hot.key)[2]


def test_visitors_change_nothing_for_each_other(hot):
    """Not even what is forgotten: a write that is refused, or reaches nothing, leaves everything ready."""
    hot.prime(ROW, hot.key)
    body = b'{"name": "x"}'
    fields = (hot.key, "Content-Type: application/json", f"Content-Length: {len(body)}", "Connection: close")
    for path in (ROW, "/rest/v1/music_artists?id=eq.nobody"):
        hot.ask(hot.head(path, *fields, method="PATCH") + body)
    assert hot.get(ROW, hot.key)[3]


def test_nobody_gets_an_answer_that_another_may_see(hot):
    contacts = "/rest/v1/music_contacts?select=id"
    hot.prime(contacts, hot.key)
    for fields in ((hot.secret,), (hot.secret, f"Authorization: Bearer {hot.service.keys.secret}")):
        for _ in range(4):
            _, _, body, was_ready = hot.get(contacts, *fields)
            assert (body != b"[]", was_ready) == (True, False)
    assert hot.get(contacts, hot.key)[2] == b"[]"


def test_secret_key_never_works_in_a_browser(hot):
    as_visitor = (hot.secret, f"Authorization: Bearer {hot.service.keys.publishable}")
    in_address = f"/rest/v1/music_events?apikey=sb%5Fsecret%5F{hot.service.keys.secret.removeprefix('sb_secret_')}"
    for path, fields in ((EVENTS, as_visitor), (in_address, ())):
        for _ in range(4):
            assert hot.get(path, *fields)[0] in (200, 401)
        assert hot.get(path, *fields, "User-Agent: Mozilla/5.0")[0] == 401


def test_key_that_was_replaced_stops_soon(sqlite_template, tmp_path):
    running = Served(sqlite_template, tmp_path / "data")
    old = running.key
    running.prime(EVENTS, old)
    running.prime("/")
    file = tmp_path / "data" / secrets_file.FILE_NAME
    file.write_text(file.read_text().replace(old[8:], f"{old[8:-4]}wxyz"))
    deadline = time.monotonic() + PATIENCE_S
    while running.get(EVENTS, old)[0] != 401:
        assert time.monotonic() < deadline
    assert b"wxyz" in running.get("/")[2]
    running.stop()


def test_head_that_is_refused_is_refused_beside_answers_that_are_ready(hot):
    assert hot.ask(b"GET / HTTP/1.0\r\n\r\n" * 4)
    for _ in range(3):
        assert hot.ask(b"GET / HTTP/1.0\r\n\r\n").startswith(b"HTTP/1.1 200")
    for head in (b"", b"Host: a\r\nHost: a\r\n", b"Host: a b\r\n"):
        assert hot.ask(b"GET / HTTP/1.1\r\n" + head + b"\r\n").startswith(b"HTTP/1.1 400")


def test_site_with_an_address_serves_only_its_host(sqlite_template, tmp_path):
    running = Served(sqlite_template, tmp_path / "data", MARQUEE_BASE_URL="https://undercard.example")
    running.prime("/", "Host: undercard.example")
    assert running.get("/", "Host: evil.test")[0] == 421
    assert ("strict-transport-security", "max-age=31536000") in running.get("/", "Host: undercard.example")[1]
    running.stop()


def test_page_that_could_not_be_rendered_is_never_ready(sqlite_template, tmp_path):
    """It is tried again soon; kept ready, it would stand until something else changes."""
    running = Served(sqlite_template, tmp_path / "data")
    running.state.site.renderer.close()
    running.state.site.renderer = Renderer("")
    ready = {path: [running.get(path)[-1] for _ in range(20)] for path in ("/", "/assets/main.js")}
    running.stop()
    assert ready["/assets/main.js"][-1], "what is kept is ready by then"
    assert not any(ready["/"])
