"""Whose filters may hold up other people's saves: nobody's."""

import asyncio
from contextlib import suppress

import pytest
from sqlalchemy import text

from marquee.db.limits import limited
from marquee.domain.tables import music_artists, music_events
from tests.cast import ARTIST, insert_row
from tests.databases import ENDLESS
from tests.waiting import PATIENCE_S

pytestmark = pytest.mark.anyio

EVENT = {"date": "2026-12-01", "venue": "Depot 23", "location": "Ghent", "artist_id": "mara-voss"}
MILLION = text("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000000) SELECT max(i) FROM n")
MARA = "music_artists?id=eq.mara-voss"


@pytest.fixture
def writes(site, monkeypatch):
    """The writes that were asked of the database; those of sign-ins not among them."""
    begun = []
    write = type(site.service.database).write

    async def noted(database, fn, *args):
        begun.append(fn.__name__)
        return await write(database, fn, *args)

    monkeypatch.setattr(type(site.service.database), "write", noted)
    return begun


@pytest.mark.parametrize("who", ["visitor", "stranger", "owner", "contact"])
@pytest.mark.parametrize("method", ["PATCH", "DELETE"])
async def test_who_may_not_write_a_row_takes_no_turn_from_writers(site, writes, who, method):
    answer = await site.rest(method, "music_artists?bio=not.ilike.*q*", who, json={"followers": "9"})
    assert answer.status_code in (401, 403)
    assert answer.json()["code"] == "42501"
    assert writes == []


@pytest.mark.parametrize("who", ["visitor", "stranger", "owner", "contact"])
@pytest.mark.parametrize("artist", [ARTIST, {"id": "night-ferry", "updated_at": "now"}], ids=["new", "another's"])
async def test_who_may_not_save_an_artist_takes_no_turn_from_writers(site, writes, who, artist):
    answer = await site.rest("POST", "rpc/save_artist", who, json={"artist": artist})
    assert (answer.status_code, answer.json()["code"]) == (401 if who == "visitor" else 403, "42501")
    assert writes == []


@pytest.mark.parametrize("method", ["PATCH", "DELETE"])
async def test_write_of_no_row_takes_no_turn_from_writers(site, writes, method):
    answer = await site.rest(method, "music_artists?id=eq.nobody", "admin", json={"genre": "Noise"})
    assert answer.status_code == 204
    kept = {"Prefer": "return=representation"}
    answer = await site.rest(method, "music_artists?id=eq.nobody", "admin", json={"genre": "Noise"}, headers=kept)
    assert answer.json() == []
    assert writes == []


async def test_table_that_is_refused_takes_no_turn_from_writers(site, writes):
    table = "artist,date,venue,city\nMara Voss,2027-01-01,Hall,Ghent\nNobody,2027-01-01,Hall,Ghent\n"
    answer = await site.rest("POST", "rpc/run_import", "contact", json={"table_text": table})
    assert (answer.status_code, answer.json()["code"]) == (400, "22023")
    assert writes == []


TABLE = "artist,date,venue,city,lineup\nMara Voss,2027-01-01,Hall,Ghent,Halve\nMara Voss,2027-01-02,Hall,Ghent,\n"


async def imported(site, monkeypatch, meanwhile):
    """The answer to an import that was prepared before `meanwhile` was written."""
    headers, write, written = site.headers("contact"), type(site.service.database).write, list[object]()

    async def after_another(database, fn, *args):
        if not written:
            written.append(await write(database, meanwhile))
        return await write(database, fn, *args)

    monkeypatch.setattr(type(site.service.database), "write", after_another)
    return await site.client.post("/rest/v1/rpc/run_import", headers=headers, json={"table_text": TABLE})


async def test_import_decides_nothing_while_nobody_else_can_write(site, monkeypatch):
    def look_up(*_args):
        raise AssertionError("this has been done before the write began")

    monkeypatch.setattr("marquee.sheets.saving.look_up", look_up)
    elsewhere = {**EVENT, "artist_id": "night-ferry"}
    answer = await imported(site, monkeypatch, lambda connection: insert_row(connection, music_events, elsewhere))
    assert answer.json()["added"] == 2


SAME = {**EVENT, "date": "2027-01-01", "venue": "Hall"}
NAMESAKE, SUPPORT = {**ARTIST, "name": "Mara Voss"}, ARTIST
CALLED_X = text("UPDATE music_artists SET name = 'X' WHERE id = 'mara-voss'")
MEANWHILE = {
    "one of the dates was added": (lambda connection: insert_row(connection, music_events, SAME), 1),
    "the artist has another name": (lambda connection: connection.execute(CALLED_X).rowcount, None),
    "another artist has the same name": (lambda connection: insert_row(connection, music_artists, NAMESAKE), None),
    "a name on a bill has a page": (lambda connection: insert_row(connection, music_artists, SUPPORT), 2),
}


@pytest.mark.parametrize(("meanwhile", "added"), MEANWHILE.values(), ids=MEANWHILE)
async def test_import_goes_by_what_is_there_when_its_turn_comes(site, monkeypatch, meanwhile, added):
    answer = await imported(site, monkeypatch, meanwhile)
    assert (answer.status_code, answer.json().get("added")) == (200 if added else 400, added)
    bills = await site.rows("music_lineup?select=artist_id&name=eq.Halve")
    assert bills == ([{"artist_id": "halve"}] if added == 2 else [])


async def test_saves_go_on_while_the_filter_of_a_write_takes_long(site, monkeypatch):
    headers = {who: site.headers(who) for who in ("stranger", "admin")}
    monkeypatch.setattr("marquee.rest.endpoints.find_rows", lambda connection, _: connection.execute(ENDLESS).all())
    slow = asyncio.create_task(site.client.patch(f"/rest/v1/{MARA}", headers=headers["stranger"], json={"bio": "x"}))
    await asyncio.sleep(0.05)
    saved = await site.client.post("/rest/v1/music_events", headers=headers["admin"], json=EVENT)
    assert saved.status_code == 201
    assert not slow.done()
    slow.cancel()
    with suppress(asyncio.CancelledError):
        await slow


async def test_filter_that_takes_long_within_the_write_is_given_up(site, monkeypatch):
    def endless(connection, _bound, _ids):
        with limited(connection, 0.1):
            return connection.execute(ENDLESS).all()

    monkeypatch.setattr("marquee.rest.mutation.updates._still_named", endless)
    answer = await site.rest("PATCH", MARA, "admin", json={"bio": "x"})
    assert (answer.status_code, answer.json()["code"]) == (503, "57014")
    monkeypatch.undo()
    assert (await site.rest("PATCH", MARA, "admin", json={"bio": "x"})).status_code == 204


async def test_statements_after_a_limited_block_have_the_whole_time_again(site):
    def work(connection):
        with limited(connection, 0.05):
            connection.execute(text("SELECT 1"))
        return connection.execute(MILLION).scalar_one()

    assert await site.service.database.write(work) == 1_000_000


async def test_row_that_changed_since_it_was_found_is_judged_again(site, monkeypatch):
    """Found under its old name, it is no longer one that the filter names when its turn comes."""
    write = type(site.service.database).write

    async def rename_first(database, fn, *args):
        await write(
            database, lambda c: c.execute(text("UPDATE music_artists SET genre = 'Folk' WHERE id = 'mara-voss'"))
        )
        monkeypatch.undo()
        return await write(database, fn, *args)

    headers = site.headers("admin") | {"Prefer": "return=representation"}
    monkeypatch.setattr(type(site.service.database), "write", rename_first)
    path = "/rest/v1/music_artists?genre=in.(Art pop,Dream pop)&order=id"
    answer = await site.client.patch(path, headers=headers, json={"bio": "Changed."})
    assert [row["id"] for row in answer.json()] == ["night-ferry"]
    assert await site.rows("music_artists?bio=eq.Changed.&select=id") == [{"id": "night-ferry"}]


async def test_a_thousand_rows_are_changed_at_once_and_too_many_are_refused(site, monkeypatch):
    rows = [{**EVENT, "venue": f"House {number}"} for number in range(1000)]
    assert (await site.rest("POST", "music_events", "admin", json=rows)).status_code == 201
    path, kept = "music_events?venue=like.House*", {"Prefer": "return=representation"}
    answer = await site.rest("PATCH", path, "admin", json={"location": "Bruges"}, headers=kept)
    assert (answer.status_code, len(answer.json())) == (200, 1000)
    monkeypatch.setattr("marquee.rest.mutation.updates.MAX_WRITTEN", 500)
    answer = await site.rest("DELETE", f"{path}&location=eq.Bruges", "contact")
    assert (answer.status_code, answer.json()["code"]) == (413, "54000")
    assert len(await site.rows(path)) == 1000
    monkeypatch.undo()
    assert (await site.rest("DELETE", path, "contact")).status_code == 204
    assert await site.rows(path) == []


async def test_long_write_of_another_account_comes_before_the_next_one_of_the_same(site):
    database, order = site.service.database, []

    def write(account):
        return database.write_for_client(account, True, lambda _connection: order.append(account))

    await asyncio.gather(*(write("owner") for _ in range(5)), write("contact"))
    assert order == ["owner", "contact", *["owner"] * 4]


async def test_save_waits_for_one_long_write_at_most_however_many_stand_in_line(site):
    """And for one of each account, whatever else that asks for."""
    database, order = site.service.database, []

    def write(account, is_long):
        return database.write_for_client(account, is_long, lambda _connection: order.append(account))

    flood = [write(account, True) for account in ("owner", "contact") for _ in range(5)]
    many = [write("stranger", False) for _ in range(5)]
    await asyncio.gather(*flood, *many, write("admin", False))
    assert order.index("admin") <= 2
    assert sorted(order) == ["admin", *["contact"] * 5, *["owner"] * 5, *["stranger"] * 5]


async def test_account_rests_after_a_write_that_held_up_others_but_for_its_saves(site, monkeypatch):
    monkeypatch.setattr("marquee.db.turns.RESTS_FROM_S", 0.0)
    monkeypatch.setattr("marquee.db.turns.REST", 1e9)
    monkeypatch.setattr("marquee.db.turns.FREE_S", 0.0)
    monkeypatch.setattr("marquee.db.turns.MAX_REST_S", 1e9)
    database, order = site.service.database, []

    async def write(account, is_long):
        await database.write_for_client(account, is_long, lambda _connection: order.append((account, is_long)))

    await write("owner", True)
    again = asyncio.create_task(write("owner", True))
    await write("contact", True)
    await write("owner", False)
    assert order == [("owner", True), ("contact", True), ("owner", False)]
    assert not again.done()
    again.cancel()
    monkeypatch.setattr("marquee.db.turns.MAX_REST_S", 0.05)
    for _ in range(2):
        await write("stranger", True)
    assert order[3:] == [("stranger", True)] * 2


@pytest.mark.parametrize("account", ["owner", None])
async def test_table_and_its_undo_follow_each_other_and_programs_never_rest(site, monkeypatch, account):
    monkeypatch.setattr("marquee.db.turns.RESTS_FROM_S", 0.0)
    monkeypatch.setattr("marquee.db.turns.REST", 1e9)
    monkeypatch.setattr("marquee.db.turns.FREE_S", 0.0 if account is None else 1e12)
    monkeypatch.setattr("marquee.db.turns.MAX_REST_S", 1e9)
    database = site.service.database
    async with asyncio.timeout(PATIENCE_S):
        for _ in range(3):
            await database.write_for_client(account, True, lambda _connection: None)
