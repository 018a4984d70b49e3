"""One save is one transaction: all of its changes have its number, and are undone by it, or none of them."""

import json

import pytest
from sqlalchemy import update

from marquee.domain import search
from marquee.domain.history.changes import run_as
from marquee.domain.tables import music_artists, music_events
from tests.cast import OTHER, OWNED
from tests.rest.recorded import content, newest, recorded

pytestmark = pytest.mark.anyio

MARAS = f"music_events?artist_id=eq.{OWNED}"
TABLE = "Artist,Date,Venue,City,Support\n" + "".join(
    f"Mara Voss,2027-03-{day:02},Hall {day},Oslo,First Act; Second Act\n" for day in range(1, 29)
)


async def undo(site, number, who="admin"):
    return await site.rest("POST", "rpc/undo", who, json={"transaction": number})


async def taken_back(site, number, who="admin"):
    """The number of the transaction that undid this one."""
    answer = await undo(site, number, who)
    assert answer.status_code == 200, answer.text
    assert answer.json()["rows"] > 0
    return answer.json()["transaction"]


async def written(site, method, path, who="admin", **options):
    """The number that the answer to a write tells."""
    answer = await site.rest(method, path, who, **options)
    assert answer.is_success, answer.text
    return int(answer.headers["marquee-transaction"])


async def imported(site, who="admin"):
    answer = await site.rest("POST", "rpc/run_import", who, json={"table_text": TABLE})
    assert answer.json()["added"] == 28, answer.text
    return answer.json()["transaction"]


async def changed_many(site):
    return await written(site, "PATCH", MARAS, json={"note": "Bring a coat.", "price": "12 €"})


async def deleted_artist(site):
    return await written(site, "DELETE", f"music_artists?id=eq.{OWNED}")


async def featured(site):
    return await written(site, "PATCH", f"music_artists?id=eq.{OTHER}", json={"is_featured": True})


async def added_with_links(site):
    rows = [{"artist_id": OTHER, "url": f"https://x.example/{number}", "position": number} for number in range(3)]
    return await written(site, "POST", "music_links", json=rows)


SAVES = {
    "a table": imported,
    "several dates changed": changed_many,
    "an artist deleted with all of theirs": deleted_artist,
    "an artist featured": featured,
    "links added": added_with_links,
}


@pytest.mark.parametrize("save", SAVES.values(), ids=SAVES)
async def test_a_save_is_one_transaction_that_is_undone_and_done_again(restored, save):
    before, last = content(restored), await newest(restored)
    number = await save(restored)
    assert {change["transaction"] for change in await recorded(restored, last)} == {number}
    after, last = content(restored), await newest(restored)
    back = await taken_back(restored, number)
    assert content(restored) == before
    undone = await recorded(restored, last)
    assert ({change["transaction"] for change in undone}, back > number) == ({back}, True)
    assert None not in {change["undo"] for change in undone}
    again = await taken_back(restored, back)
    assert (content(restored), again > back) == (after, True)
    await taken_back(restored, again)
    assert content(restored) == before


async def test_what_went_along_comes_back_along(restored):
    number, last = await deleted_artist(restored), await newest(restored)
    await taken_back(restored, number)
    (artist, *others) = sorted(await recorded(restored, last), key=lambda change: change["part_of"] or 0)
    assert (artist["row_id"], artist["part_of"]) == (OWNED, None)
    assert {change["part_of"] for change in others} == {artist["id"]}


async def test_each_save_has_its_own_number(restored):
    path = f"music_artists?id=eq.{OTHER}"
    first = await written(restored, "PATCH", path, json={"bio": "One"})
    second = await written(restored, "PATCH", path, json={"bio": "Two"})
    assert second > first
    answer = await restored.rest("PATCH", path, "admin", json={"bio": "Two"})
    assert (answer.status_code, "marquee-transaction" in answer.headers) == (204, False)  # nothing has changed
    refused = await undo(restored, first)
    assert (refused.status_code, refused.json()["code"]) == (409, "PT409")
    await taken_back(restored, second)
    await taken_back(restored, first)


async def test_what_was_changed_since_is_named_and_nothing_is_undone(restored):
    number = await changed_many(restored)
    later = (await restored.rows(f"{MARAS}&order=id"))[0]
    await written(restored, "PATCH", f"music_events?id=eq.{later['id']}", json={"note": "Bring two."})
    before = restored.tables()
    answer = await undo(restored, number)
    details = json.loads(answer.json()["details"])
    assert (answer.status_code, details["row_id"], details["now"]["note"]) == (409, later["id"], "Bring two.")
    assert restored.tables() == before


async def test_programs_have_numbers_too_and_so_has_what_an_operator_does_by_hand(restored):
    headers = {"apikey": restored.site.service.keys.secret}
    last = await newest(restored)
    answer = await restored.site.client.patch(f"/rest/v1/{MARAS}", json={"note": "By a program."}, headers=headers)
    assert answer.status_code == 204
    program = await recorded(restored, last)
    assert {change["transaction"] for change in program} == {int(answer.headers["marquee-transaction"])}
    assert len(program) > 1
    last = await newest(restored)
    restored.write(lambda connection: connection.execute(music_artists.delete().where(music_artists.c.id == OWNED)))
    by_hand = await recorded(restored, last)
    (number,) = {change["transaction"] for change in by_hand}
    assert number > program[0]["transaction"]
    await taken_back(restored, number)


RIGHTS = [
    ("owner", deleted_artist, 403),
    ("owner", imported, 200),
    ("contact", changed_many, 403),
    ("stranger", imported, 403),
    ("visitor", imported, 401),
]


@pytest.mark.parametrize(("who", "save", "status"), RIGHTS)
async def test_undo_has_the_rights_of_whoever_asks(restored, who, save, status):
    number = await save(restored)
    before = restored.tables()
    assert (await undo(restored, number, who)).status_code == status
    assert (restored.tables() == before) == (status != 200)


async def test_an_owner_does_not_undo_half_of_what_somebody_did(restored):
    number = await written(restored, "PATCH", "music_events?date=gt.2000-01-01", json={"note": "All of them."})
    before = restored.tables()
    assert (await undo(restored, number, "owner")).status_code == 403
    assert restored.tables() == before


BAD = [
    ({"transaction": 10**9}, 404, "PT404"),
    ({"transaction": 0}, 404, "PT404"),
    ({"transaction": 10**30}, 400, "PGRST102"),
    ({"transaction": "4"}, 400, "PGRST102"),
    ({"transaction": None}, 400, "PGRST102"),
    ({"transaction": [4]}, 400, "PGRST102"),
    ({}, 404, "PGRST202"),
    ({"transaction": 4, "force": True}, 404, "PGRST202"),
    ([{"transaction": 4}], 400, "PGRST102"),
]


@pytest.mark.parametrize(("body", "status", "code"), BAD)
async def test_other_arguments_are_refused(shared, body, status, code):
    answer = await shared.rest("POST", "rpc/undo", "admin", json=body)
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    shared.assert_unchanged()


async def test_an_undo_is_only_tried(restored):
    number = await changed_many(restored)
    before = restored.tables()
    answer = await restored.rest(
        "POST", "rpc/undo", "admin", json={"transaction": number}, headers={"Prefer": "tx=rollback"}
    )
    assert (answer.status_code, answer.json()["transaction"]) == (200, None)
    assert restored.tables() == before


async def test_a_row_that_changed_twice_in_one_transaction_goes_back_to_what_it_was(restored):
    """As where a program writes a row in two steps."""
    before, last = content(restored), await newest(restored)

    def twice(connection):
        of_mara = update(music_events).where(music_events.c.artist_id == OWNED)
        for note in ("One", "Two"):
            connection.execute(of_mara.values(note=note))

    restored.site.service.database.write_now(run_as, None, twice)
    (number,) = {change["transaction"] for change in await recorded(restored, last)}
    await taken_back(restored, number)
    assert content(restored) == before


async def test_words_of_all_rows_that_go_back_are_stored_at_once(site, monkeypatch):
    stored, add_words = [], search.add_words

    def watched(connection, table, rows):
        stored.append(table)
        add_words(connection, table, rows)

    await imported(site)
    number = await written(site, "PATCH", f"{MARAS}&venue=like.Hall*", json={"venue": "Elsewhere"})
    monkeypatch.setattr(search, "add_words", watched)
    await taken_back(site, number)
    assert stored == [music_events]
    found = {word: len(await site.rows(f"{MARAS}&search=fts.{word}")) for word in ("hall", "elsewhere")}
    assert found == {"hall": 28, "elsewhere": 0}
