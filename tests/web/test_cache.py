"""StoredResponse answers: kept until anything has changed, and never more than the memory they were given."""

import asyncio

import pytest
from sqlalchemy import delete

from marquee.clock import today
from marquee.db.open_database import open_database
from marquee.domain.tables import music_artists
from marquee.errors import DatabaseUnavailable, Overloaded
from marquee.web.compression import CODINGS
from marquee.web.response_cache import ENTRY_BYTES, ResponseCache, StoredResponse
from tests.cast import ARTIST, Site
from tests.waiting import eventually, keeps

ARTISTS = "music_artists?select=name"


def finished(body):
    return StoredResponse.make(200, (), body)


class Versioned:
    def __init__(self, max_bytes=10_000_000):
        self.number = 0
        self.cache: ResponseCache[StoredResponse] = ResponseCache(lambda: self.number, max_bytes)

    def put(self, key, body):
        self.cache.put(key, finished(body), self.number)

    def bodies(self, *keys):
        return [found.body if (found := self.cache.get(key)) else None for key in keys]


def test_kept_answer_is_given_until_the_version_changes():
    kept = Versioned()
    kept.put("a", b"1")
    assert kept.bodies("a", "b") == [b"1", None]
    kept.number += 1
    assert kept.bodies("a") == [None]
    kept.put("b", b"2")
    assert kept.bodies("a", "b") == [None, b"2"]


def test_answer_made_of_older_data_is_not_given():
    kept = Versioned()
    before = kept.cache.version()
    kept.number += 1
    kept.cache.put("a", finished(b"1"), before)
    assert kept.bodies("a") == [None]


def test_answer_made_of_older_data_replaces_no_newer_one():
    kept = Versioned()
    before = kept.cache.version()
    kept.number += 1
    kept.put("a", b"2")
    kept.cache.put("a", finished(b"1"), before)
    assert kept.bodies("a") == [b"2"]


def test_least_recently_used_answers_leave_first():
    kept = Versioned(max_bytes=3 * (ENTRY_BYTES + 110))
    for key in "abc":
        kept.put(key, b"x" * 100)
    kept.bodies("a")
    kept.put("d", b"x" * 100)
    assert [found is not None for found in kept.bodies("a", "b", "c", "d")] == [True, False, True, True]


def test_replaced_answer_is_counted_once():
    kept = Versioned(max_bytes=2 * (ENTRY_BYTES + 110))
    kept.put("b", b"x" * 100)
    for _ in range(10):
        kept.put("a", b"x" * 100)
    assert None not in kept.bodies("a", "b")


def test_answer_larger_than_the_cache_is_not_kept():
    kept = Versioned(max_bytes=ENTRY_BYTES)
    kept.put("a", b"x" * ENTRY_BYTES)
    assert kept.bodies("a") == [None]


def test_small_answers_to_long_questions_are_bounded_as_well():
    kept = Versioned(max_bytes=1_000_000)
    for number in range(1000):
        kept.put(f"{number}{'x' * 8000}", b"[]")
    held = sum(body is not None for body in kept.bodies(*(f"{n}{'x' * 8000}" for n in range(1000))))
    assert 100 <= held <= 125


def test_answer_is_compressed_where_that_is_worth_it():
    assert finished(b"x" * 511).codings == ()
    assert all(len(finished(b"x" * 5000).form(coding)) < 100 for coding in CODINGS)


@pytest.mark.anyio
async def test_visitor_sees_a_commit_of_this_process_at_once(site):
    assert len(await site.rows(ARTISTS, "visitor")) == 3
    assert (await site.rest("POST", "music_artists", "admin", json=ARTIST)).status_code == 201
    assert len(await site.rows(ARTISTS, "visitor")) == 4


@pytest.mark.anyio
async def test_visitor_sees_a_commit_of_another_process_at_once(site):
    await keeps(site)
    assert len(await site.rows(ARTISTS, "visitor")) == 3
    other = open_database(site.service.settings.database_url)
    other.write_now(
        lambda connection: connection.execute(delete(music_artists).where(music_artists.c.id == "night-ferry"))
    )
    other.close()
    await eventually(lambda: two_are_left(site))


async def two_are_left(site):
    return len(await site.rows(ARTISTS, "visitor")) == 2


@pytest.mark.anyio
async def test_second_visitor_gets_the_kept_answer(site, clock, monkeypatch):
    await keeps(site)
    first = await site.rest("GET", ARTISTS)

    async def fail(*_args):
        raise AssertionError("read again")

    monkeypatch.setattr(type(site.service.database), "read_for_client", fail)
    second = await site.rest("GET", ARTISTS)
    assert (second.status_code, second.content) == (200, first.content)
    assert second.headers["etag"] == first.headers["etag"]


@pytest.mark.anyio
async def test_kept_answer_is_not_given_for_another_question(site):
    plain = await site.rest("GET", ARTISTS)
    assert (await site.rest("GET", f"{ARTISTS}&limit=1")).json() != plain.json()
    assert (await site.rest("GET", ARTISTS, headers={"Range": "0-0"})).json() != plain.json()
    assert (await site.rest("GET", ARTISTS, headers={"Accept": "text/csv"})).content != plain.content
    counted = await site.rest("GET", ARTISTS, headers={"Prefer": "count=exact"})
    assert counted.headers["content-range"] == "0-2/3"
    assert (await site.rest("HEAD", ARTISTS)).content == b""
    assert (await site.rest("GET", ARTISTS)).content == plain.content


@pytest.mark.anyio
async def test_signed_in_answers_are_never_kept(site):
    mine = "music_contacts?select=id"
    assert len(await site.rows(mine, "contact")) == 1
    assert await site.rows(mine, "visitor") == []
    assert len(await site.rows(mine, "admin")) == 1
    assert await site.rows(mine, "stranger") == []


@pytest.mark.anyio
async def test_next_day_begins_in_the_sites_zone(template, tmp_path, clock):
    site = Site.open(template, tmp_path / "data", MARQUEE_TIMEZONE="Pacific/Auckland")
    service = site.service
    await keeps(site)
    clock.move(minutes=59)
    before = service.cache.version()
    clock.move(minutes=1)  # 11:00 UTC is midnight in Auckland
    assert service.cache.version() != before
    assert str(today(service.settings.timezone)) == "2026-11-22"
    await site.close()


@pytest.mark.anyio
async def test_readers_and_a_writer_at_once_never_leave_an_old_answer(site):
    async def read():
        for _ in range(20):
            await site.rows(f"{ARTISTS}&id=eq.mara-voss", "visitor")
            await asyncio.sleep(0)

    headers = site.headers("admin")

    async def write():
        for number in range(20):
            await site.client.patch(
                "/rest/v1/music_artists?id=eq.mara-voss", headers=headers, json={"name": f"Name {number}"}
            )
            assert await site.rows(f"{ARTISTS}&id=eq.mara-voss", "visitor") == [{"name": f"Name {number}"}]

    await asyncio.gather(read(), read(), write())


def test_popularity_is_not_part_of_any_kept_answer():
    assert music_artists.c.popularity.info["internal"]


class Held:
    """The database's reads, held back; the second one fails."""

    def __init__(self, site, monkeypatch):
        self.begun, self.go_on = asyncio.Event(), asyncio.Event()
        read = type(site.service.database).read_for_client

        async def hold(database, *arguments):
            assert not self.begun.is_set(), "read again"
            self.begun.set()
            await self.go_on.wait()
            return await read(database, *arguments)

        monkeypatch.setattr(type(site.service.database), "read_for_client", hold)


@pytest.mark.anyio
async def test_visitors_who_ask_at_once_share_one_read(site, clock, monkeypatch):
    await keeps(site)
    held = Held(site, monkeypatch)
    asking = [asyncio.create_task(site.rest("GET", ARTISTS)) for _ in range(20)]
    await held.begun.wait()
    held.go_on.set()
    found = await asyncio.gather(*asking)
    assert {answer.status_code for answer in found} == {200}
    assert len({(answer.content, answer.headers["etag"]) for answer in found}) == 1


@pytest.mark.anyio
async def test_visitor_who_leaves_takes_nobodys_answer_with_them():
    kept, begun, go_on = Versioned(), asyncio.Event(), asyncio.Event()

    async def never():
        begun.set()
        await asyncio.Event().wait()

    async def make():
        await go_on.wait()
        return finished(b"1")

    first = asyncio.create_task(kept.cache.get_or_make("a", never))
    await begun.wait()
    others = [asyncio.create_task(kept.cache.get_or_make("a", make)) for _ in range(2)]
    await asyncio.sleep(0)
    first.cancel()
    go_on.set()
    assert {answer.body for answer in await asyncio.gather(*others)} == {b"1"}


@pytest.mark.anyio
async def test_nobody_waits_for_another_clients_turn():
    kept, begun, go_on = Versioned(), asyncio.Event(), asyncio.Event()

    async def wait_in_line():
        begun.set()
        await go_on.wait()
        raise Overloaded

    async def make():
        return finished(b"1")

    queued = asyncio.create_task(kept.cache.get_or_make("a", wait_in_line, "192.0.2.1"))
    await begun.wait()
    assert (await kept.cache.get_or_make("a", make, "192.0.2.2")).body == b"1"
    go_on.set()
    with pytest.raises(Overloaded):
        await queued


@pytest.mark.anyio
async def test_failure_is_told_to_all_who_wait_and_to_nobody_after():
    kept, go_on = Versioned(), asyncio.Event()

    async def fail():
        await go_on.wait()
        raise DatabaseUnavailable

    async def make():
        return finished(b"1")

    asking = [asyncio.create_task(kept.cache.get_or_make("a", fail)) for _ in range(3)]
    await asyncio.sleep(0)
    go_on.set()
    found = await asyncio.gather(*asking, return_exceptions=True)
    assert [type(error) for error in found] == [DatabaseUnavailable] * 3
    assert (await kept.cache.get_or_make("a", make)).body == b"1"
