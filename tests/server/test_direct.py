"""Plain reads are answered without the app, as the app would answer; anything else about them is the app's to say."""

import time

import pytest

from marquee.auth import keys
from marquee.rest.grammar.scanner import REMEMBERED
from tests.databases import ENDLESS
from tests.server.hot import EVENTS, Served

ARTISTS = "/rest/v1/music_artists"


@pytest.fixture(scope="module")
def site(sqlite_template, tmp_path_factory):
    running = Served(sqlite_template, tmp_path_factory.mktemp("direct") / "data")
    yield running
    running.stop()


def was_direct(site, path, *fields, method="GET"):
    """Whether the first who asks this is answered directly, and well."""
    status, _, _, was_ready = site.get(path, *fields, method=method)
    return was_ready and status in (200, 206, 304)


def test_read_that_nobody_asked_before_is_answered_directly(site):
    assert was_direct(site, f"{ARTISTS}?select=id", site.key)
    assert was_direct(site, f"{ARTISTS}?select=name", site.key, method="HEAD")
    assert was_direct(site, f"{ARTISTS}?name=eq.Night%20Ferry", site.key, "Prefer: count=exact")
    assert was_direct(site, f"{EVENTS}&limit=2", site.key, "Accept-Encoding: br", "If-None-Match: *")


@pytest.mark.parametrize("who", ["admin", "contact", "owner", "stranger"])
def test_somebody_who_has_signed_in_is_answered_directly_and_nothing_is_kept(site, who):
    fields = (site.key, site.bearer(who))
    for _ in range(4):
        assert was_direct(site, f"{ARTISTS}?select=id,name", *fields)
        assert ("cache-control", "no-store") in site.get(f"{ARTISTS}?select=id,name", *fields)[1]
    assert ("cache-control", "no-cache") in site.get(f"{ARTISTS}?select=id,name", site.key)[1]


@pytest.mark.parametrize("who", ["visitor", "admin", "contact", "stranger"])
def test_everybody_sees_what_is_theirs(site, who):
    fields = (site.key,) if who == "visitor" else (site.key, site.bearer(who))
    _, _, body, was_ready = site.get("/rest/v1/music_contacts?select=id", *fields)
    assert (body != b"[]", was_ready) == (who in ("admin", "contact"), True)


def test_what_is_unusual_or_wrong_is_for_the_app(site):
    path = f"{ARTISTS}?select=id"
    key = site.service.keys.publishable
    assert not was_direct(site, path)
    assert not was_direct(site, path, "apikey: wrong")
    assert not was_direct(site, path, site.secret)
    assert not was_direct(site, path, site.key, f"Authorization: Bearer {site.service.keys.secret}")
    assert not was_direct(site, path, site.key, "Authorization: Bearer a.b.c")
    assert not was_direct(site, f"{path}&apikey={key}", site.key)
    assert not was_direct(site, f"{path}&%61pikey={key}", site.key)
    assert not was_direct(site, f"{path}#fragment", site.key)
    assert not was_direct(site, f"{path}&nope=eq.1", site.key)
    assert not was_direct(site, "/rest/v1/nothing?select=id", site.key)
    assert not was_direct(site, "/rest/v1/rpc/nothing", site.key)


def test_session_that_has_ended_is_noticed_by_the_next_read(site):
    fields = (site.key, site.bearer("stranger"))
    assert was_direct(site, EVENTS, *fields)
    whole = (*fields, "Content-Length: 0", "Connection: close")
    assert b" 204 " in site.ask(site.head("/auth/v1/logout?scope=local", *whole, method="POST"))
    assert site.get(EVENTS, *fields)[0] == 401


def test_key_that_was_replaced_stops_within_a_second(sqlite_template, tmp_path):
    running = Served(sqlite_template, tmp_path / "data")
    old, file = running.key, tmp_path / "data" / keys.FILE_NAME
    assert was_direct(running, EVENTS, old)
    file.write_text(file.read_text().replace(old[8:], f"{old[8:-4]}wxyz"))
    replaced, number = time.monotonic(), 0
    while running.get(f"{EVENTS}&limit={(number := number + 1)}", old)[0] != 401:
        assert time.monotonic() - replaced < 3
    running.stop()


def test_only_the_host_of_the_site_is_answered(sqlite_template, tmp_path):
    running = Served(sqlite_template, tmp_path / "data", MARQUEE_BASE_URL="https://undercard.example")
    assert running.get(EVENTS, running.key, "Host: evil.test")[0] == 421
    assert was_direct(running, EVENTS, running.key, "Host: undercard.example")
    assert ("strict-transport-security", "max-age=31536000") in running.get(EVENTS, running.key, "Host: localhost")[1]
    running.stop()


def test_read_that_takes_too_long_is_for_the_app_and_the_next_is_answered(site, monkeypatch):
    for limit in ("marquee.rest.direct.LIMIT_S", "marquee.db.sqlite.database.READ_LIMIT_S"):
        monkeypatch.setattr(limit, 0.05)
    monkeypatch.setattr("marquee.rest.response.read", lambda connection, *_: connection.execute(ENDLESS))
    status, _, body, was_ready = site.get(f"{ARTISTS}?select=genre,id", site.key)
    assert (status, b'"57014"' in body, was_ready) == (500, True, False)
    monkeypatch.undo()
    assert was_direct(site, f"{ARTISTS}?select=genre,id", site.key)


def test_read_with_others_behind_it_is_for_the_app(site):
    """Many at once, one after the other without a pause, would keep everybody else waiting."""
    asked = [site.head(f"{ARTISTS}?limit={number}&select=genre", site.key) for number in range(3)]
    received = site.ask(b"".join((*asked, site.head("/health/live", "Connection: close"))))
    assert (received.count(b"HTTP/1.1 200 OK"), received.count(b"x-request-id")) == (4, 4)


def test_many_clients_and_many_questions_are_answered_as_well(site):
    for number in range(2 * REMEMBERED):
        status, _, body, was_ready = site.get(f"{EVENTS}&limit={number}", site.key, f"Accept: */*;q=0.{number}")
        assert (status, was_ready, body.count(b'"artist"')) == (200, True, min(number, 4))
