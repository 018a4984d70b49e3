"""The record of changes: whichever way one comes, it is written in the same transaction, and can be undone."""

from datetime import timedelta

import pytest
from sqlalchemy import update

from marquee import clock
from marquee.auth import accounts
from marquee.domain import people
from marquee.domain.history import changes
from marquee.domain.history.changes import recorded_tables, sweep
from marquee.domain.records import insert_rows
from marquee.domain.tables import music_artists, music_changes, music_links
from tests.cast import OTHER, OWNED, SIGNED_IN, insert_row
from tests.rest.recorded import newest, recorded, undo, undone

pytestmark = pytest.mark.anyio


async def test_page_changes_say_who_when_what_was_and_what_is(restored):
    last = await newest(restored)
    begun = clock.timestamp(clock.now() - timedelta(seconds=1))
    saved = {"name": "Mara Voß", "bio": None, "is_featured": False, "genre": "Art pop"}
    assert (await restored.rest("PATCH", f"music_artists?id=eq.{OWNED}", "admin", json=saved)).status_code == 204
    (change,) = await recorded(restored, last)
    assert begun < change.pop("at") < clock.timestamp()
    assert change.pop("id") > last
    assert change == {
        "user_id": restored.site.user_id("admin"),
        "account_gone": False,
        "table_name": "music_artists",
        "row_id": OWNED,
        "artist_id": OWNED,
        "action": "update",
        "before": {"name": "Mara Voss", "bio": "Sings.", "is_featured": True},
        "after": {"name": "Mara Voß", "bio": None, "is_featured": False},
        "part_of": None,
        "undo": None,
        "transaction": change["transaction"],
    }


async def test_an_account_that_is_gone_is_told_from_a_program(restored):
    last = await newest(restored)
    await restored.rest("PATCH", f"music_events?artist_id=eq.{OTHER}", "contact", json={"price": "€9"})
    restored.write(by_hand)
    restored.write(people.remove, [restored.site.user_id("contact")])
    told = {(one["user_id"], one["row_id"] == OTHER, one["account_gone"]) for one in await recorded(restored, last)}
    assert told == {(None, False, True), (None, True, False)}


async def test_what_only_the_server_sets_is_no_change(restored):
    last = await newest(restored)
    await restored.rest("PATCH", f"music_artists?id=eq.{OTHER}", "admin", json={"genre": "Dream pop"})
    assert await recorded(restored, last) == []


def by_hand(connection):
    connection.execute(update(music_artists).where(music_artists.c.id == OTHER).values(name="By hand"))


def account_removed(connection):
    people.remove(connection, [accounts.require(connection, "owner@stage.test").id])


WAYS = {
    "plain SQL": (by_hand, ("music_artists", "update", None)),
    "an import": (
        lambda connection: insert_rows(
            connection, music_links, [{"artist_id": OTHER, "url": "https://x.example", "position": 0, "label": None}]
        ),
        ("music_links", "insert", None),
    ),
    "a command": (
        lambda connection: accounts.set_artist_owner(
            connection, OTHER, accounts.require(connection, "owner@stage.test").id
        ),
        ("music_artists", "update", None),
    ),
    "an account that goes": (account_removed, ("music_artists", "update", None)),
}


@pytest.mark.parametrize(("change", "expected"), WAYS.values(), ids=WAYS)
async def test_changes_that_no_page_made_are_recorded_too(site, change, expected):
    last = await newest(site)
    site.service.database.write_now(change)
    found = await recorded(site, last)
    assert [(one["table_name"], one["action"], one["user_id"]) for one in found] == [expected]


async def test_owner_of_a_new_artist_reads_and_undoes_nothing_of_a_deleted_one_of_that_name(restored):
    row = {"name": "Halve", "genre": "Techno", "image": "https://a.example/a.webp"}
    await restored.rest("POST", "music_artists", "admin", json=row)
    draft = {
        "artist_id": "halve",
        "date": "2030-01-01",
        "venue": "Draft Hall",
        "location": "Oslo",
        "published_at": None,
    }
    await restored.rest("POST", "music_events", "admin", json=draft)
    await restored.rest("DELETE", "music_artists?id=eq.halve", "admin")
    last = await newest(restored)
    stranger = {"user_id": restored.site.user_id("stranger")}
    assert (await restored.rest("POST", "music_artists", "admin", json={**row, **stranger})).status_code == 201
    await restored.rest("PATCH", "music_artists?id=eq.halve", "admin", json={"genre": "Dub"})
    seen = await recorded(restored, 0, "stranger")
    assert [(one["action"], one["id"] > last) for one in seen] == [("update", True)]
    assert (await undo(restored, last, "stranger")).status_code == 403


async def test_further_owners_are_in_the_history_of_admins_alone(restored):
    """An owner is told neither who else is one, nor who was."""
    database, ids = restored.site.service.database, {who: restored.site.user_id(who) for who in SIGNED_IN}
    last, row = await newest(restored), {"artist_id": OWNED, "user_id": ids["stranger"]}
    await restored.rest("POST", "music_owners", "admin", json=row)
    await restored.rest("PATCH", f"music_owners?artist_id=eq.{OWNED}", "admin", json={"user_id": ids["contact"]})
    await restored.rest("DELETE", f"music_owners?artist_id=eq.{OWNED}", "admin")
    added, changed, removed = await recorded(restored, last)
    assert added["after"] == row
    assert (changed["before"], changed["after"]) == ({"user_id": ids["stranger"]}, {"user_id": ids["contact"]})
    assert (removed["before"]["user_id"], removed["artist_id"]) == (ids["contact"], OWNED)
    await undone(restored, removed["id"])
    await restored.rest("PATCH", f"music_artists?id=eq.{OWNED}", "admin", json={"bio": "New"})
    for who in ("owner", "contact"):
        assert {one["table_name"] for one in await recorded(restored, last, who)} == {"music_artists"}
        answer = await undo(restored, removed["id"], who)
        assert (answer.status_code, answer.json()["code"]) == (403, "42501")
    database.write_now(accounts.add_owner, OWNED, ids["stranger"])
    before = await newest(restored)
    await restored.rest("DELETE", f"music_artists?id=eq.{OWNED}", "admin")
    (gone,) = (one for one in await recorded(restored, before) if one["part_of"] is None)
    last = await newest(restored)
    database.write_now(people.remove, [ids["stranger"]])
    assert await recorded(restored, last) == []
    await undone(restored, gone["id"])
    there = await restored.rows(f"music_owners?artist_id=eq.{OWNED}", "admin")
    assert [one["user_id"] for one in there] == [ids["contact"]]
    last = await newest(restored)
    database.write_now(people.remove, [ids["contact"]])
    assert await recorded(restored, last) == []


async def test_owner_is_not_told_to_which_artist_a_date_went(restored):
    """It may be one who is not announced."""
    database, hidden = (
        restored.site.service.database,
        {"name": "Hidden", "genre": "Pop", "image": "https://x.example/a"},
    )
    database.write_now(insert_row, music_artists, {**hidden, "published_at": None})
    last, path = await newest(restored), "music_events?location=eq.Trieste"
    for values in ({"venue": "Elsewhere"}, {"artist_id": "hidden"}):
        assert (await restored.rest("PATCH", path, "admin", json=values)).status_code == 204
    assert len(await recorded(restored, last)) == 2
    (seen,) = await recorded(restored, last, "owner")
    assert seen["after"] == {"venue": "Elsewhere"}
    answer = await undo(restored, await newest(restored), "owner")
    assert (answer.status_code, "hidden" in answer.text) == (403, False)


async def test_every_column_of_content_is_recorded(restored):
    database = restored.site.service.database
    database.write_now(accounts.add_owner, OWNED, restored.site.user_id("stranger"))
    for table in recorded_tables("insert"):
        row = restored.tables()[table.name][0]
        shown = await restored.rows(f"music_changes?table_name=eq.{table.name}&action=eq.insert&row_id=eq.{row['id']}")
        names = {name for name in changes.recorded_columns(table) if row[name] is not None}
        assert {*shown[0]["after"]} | {"user_id"} == names | {"user_id"}


async def test_what_is_old_is_forgotten_and_nothing_else(restored, monkeypatch):
    """Some at a time; what is undone together goes together."""
    monkeypatch.setattr(changes, "SWEPT_AT_ONCE", 2)
    database, columns = restored.site.service.database, music_changes.c
    await restored.rest("DELETE", f"music_artists?id=eq.{OWNED}", "admin")
    deletion = await newest(restored) - len(await restored.rows("music_changes?part_of=not.is.null"))
    await restored.rest("PATCH", f"music_artists?id=eq.{OTHER}", "admin", json={"bio": "New"})
    there = await restored.rows("music_changes?select=id&order=id")
    aged = (
        update(music_changes).where(columns.id <= deletion).values(at=clock.timestamp(clock.now() - timedelta(days=31)))
    )
    database.write_now(lambda connection: connection.execute(aged))
    swept = [*iter(lambda: database.write_now(sweep), 0)]
    assert (len(swept) > 1, sum(swept)) == (True, len(there) - 1)
    assert await restored.rows("music_changes?select=id") == [there[-1]]


async def test_nobody_filters_or_orders_by_json(restored):
    for query in ("before=eq.x", "after=like.*x*", "order=before"):
        answer = await restored.rest("GET", f"music_changes?{query}", "admin")
        assert (answer.status_code, answer.json()["code"]) == (404, "42883")
    assert await restored.rows("music_changes?after=is.null&action=eq.insert") == []
