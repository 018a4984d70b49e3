"""The undo of recorded changes: who may, what comes back, and what is refused."""

import json

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from sqlalchemy import delete, update

from marquee.auth import accounts
from marquee.domain.tables import music_artists, music_changes, music_lineup, users
from tests.cast import OTHER, OWNED, insert_row
from tests.fuzzing import fuzzed
from tests.rest.recorded import OF_CONTENT, RETURNING, content, newest, recorded, undo, undone

pytestmark = pytest.mark.anyio

WITH_OWNERS = (*OF_CONTENT, "music_owners")


async def featured(site):
    return [row["id"] for row in await site.rows("music_artists?is_featured=is.true")]


async def test_featuring_is_one_change_that_gives_the_place_back_when_it_is_undone(restored):
    last = await newest(restored)
    await restored.rest("PATCH", f"music_artists?id=eq.{OTHER}", "admin", json={"is_featured": True})
    place, change = await recorded(restored, last)
    assert (change["row_id"], change["before"], change["after"], change["part_of"]) == (
        OTHER,
        {"is_featured": False},
        {"is_featured": True},
        None,
    )
    assert (place["row_id"], place["part_of"]) == (OWNED, change["id"])
    back = await undone(restored, change["id"])
    assert (back["row_id"], back["part_of"], await featured(restored)) == (OTHER, None, [OWNED])
    await undone(restored, back["id"])
    assert await featured(restored) == [OTHER]
    await restored.rest("PATCH", f"music_artists?id=eq.{OTHER}", "admin", json={"is_featured": False})
    last = await newest(restored)
    await undone(restored, last)
    assert await featured(restored) == [OTHER]


async def test_added_as_featured_is_one_change_that_gives_the_place_back_when_it_is_undone(restored):
    last = await newest(restored)
    row = {"name": "New", "genre": "Pop", "image": "https://x.example/a", "is_featured": True}
    await restored.rest("POST", "music_artists", "admin", json=row)
    (added,) = (one for one in await recorded(restored, last) if one["part_of"] is None)
    assert (added["row_id"], added["action"]) == ("new", "insert")
    gone = await undone(restored, added["id"])
    assert (gone["action"], await featured(restored)) == ("delete", [OWNED])


async def test_former_owner_without_an_account_is_left_out_and_the_rest_comes_back(restored):
    site = restored.site
    former = {"user_id": site.user_id("stranger")}
    await restored.rest("PATCH", f"music_artists?id=eq.{OWNED}", "admin", json=former)
    taken = {"user_id": site.user_id("contact"), "bio": "New."}
    answer = await restored.rest("PATCH", f"music_artists?id=eq.{OWNED}", "admin", json=taken)
    restored.write(lambda connection: connection.execute(delete(users).where(users.c.id == former["user_id"])))
    undo_it = {"transaction": int(answer.headers["marquee-transaction"])}
    assert (await restored.rest("POST", "rpc/undo", "admin", json=undo_it)).status_code == 200
    (artist,) = await restored.rows(f"music_artists?id=eq.{OWNED}&select=bio,user_id")
    assert artist == {"bio": "Sings.", "user_id": None}


async def test_former_act_whose_profile_is_gone_stands_on_the_bill_by_name(restored):
    entry = "music_lineup?name=eq.Ines Brandt"
    for name in ("One Act", "Other Act"):
        row = {"name": name, "genre": "Pop", "image": "https://x.example/a"}
        await restored.rest("POST", "music_artists", "admin", json=row)
    (before,) = await restored.rows(f"{entry}&select=id")
    one = f"music_lineup?id=eq.{before['id']}"
    await restored.rest("PATCH", one, "admin", json={"artist_id": "one-act"})
    answer = await restored.rest("PATCH", one, "admin", json={"artist_id": "other-act"})
    await restored.rest("DELETE", "music_artists?id=eq.one-act", "admin")
    undo_it = {"transaction": int(answer.headers["marquee-transaction"])}
    assert (await restored.rest("POST", "rpc/undo", "admin", json=undo_it)).status_code == 200
    (after,) = await restored.rows(f"{one}&select=name,artist_id")
    assert after == {"name": "One Act", "artist_id": None}


async def test_place_is_not_given_back_to_who_is_gone_nor_taken_from_a_third(restored):
    row = {"name": "New", "genre": "Pop", "image": "https://x.example/a"}
    await restored.rest("POST", "music_artists", "admin", json=row)
    await restored.rest("PATCH", f"music_artists?id=eq.{OTHER}", "admin", json={"is_featured": True})
    change = await newest(restored)
    await restored.rest("PATCH", "music_artists?id=eq.new", "admin", json={"is_featured": True})
    refused = await undo(restored, change)
    assert (refused.status_code, json.loads(refused.json()["details"])["now"]) == (409, {"is_featured": False})
    await undone(restored, await newest(restored))
    await restored.rest("DELETE", f"music_artists?id=eq.{OWNED}", "admin")
    await undone(restored, change)
    assert await featured(restored) == []


async def with_act(site, **values):
    """An event of the owner's artist with this act on its bill, and the entry."""
    event = (await site.rows("music_events?venue=eq.Silver Oar"))[0]
    row = {"event_id": event["id"], "position": 5, **values}
    answer = await site.rest("POST", "music_lineup", "admin", json=row, headers=RETURNING)
    assert answer.status_code == 201, answer.text
    return event, answer.json()[0]


async def test_owner_has_a_deleted_date_back_though_an_act_of_it_is_not_announced(restored):
    row = {"id": "secret", "name": "Secret", "genre": "Dub", "image": "https://a.example", "published_at": None}
    await restored.rest("POST", "music_artists", "admin", json=row)
    event, _ = await with_act(restored, artist_id="secret", name="Secret")
    before = content(restored)
    await restored.rest("DELETE", f"music_events?id=eq.{event['id']}", "owner")
    (deleted,) = (
        one for one in await recorded(restored, 0) if one["row_id"] == event["id"] and one["action"] == "delete"
    )
    await undone(restored, deleted["id"], "owner")
    assert content(restored) == before


async def test_who_an_act_is_can_be_undone_though_the_artist_was_renamed_since(restored):
    _, act = await with_act(restored, name="Ines Brandt Duo")
    await restored.rest("PATCH", f"music_lineup?id=eq.{act['id']}", "contact", json={"artist_id": OTHER})
    change = await newest(restored)
    await restored.rest("PATCH", f"music_artists?id=eq.{OTHER}", "admin", json={"name": "Nite Ferry"})
    await undone(restored, change, "contact")
    [back] = await restored.rows(f"music_lineup?id=eq.{act['id']}&select=name,artist_id", "admin")
    assert back == {"name": "Ines Brandt Duo", "artist_id": None}


async def test_deleted_artist_comes_back_whole(restored):
    database = restored.site.service.database
    for who in ("contact", "stranger"):
        database.write_now(accounts.add_owner, OWNED, restored.site.user_id(who))
    bill = {"event_id": (await restored.rows("music_events?location=eq.Gothenburg"))[0]["id"], "artist_id": OWNED}
    database.write_now(insert_row, music_lineup, bill)
    of_own = {"event_id": (await restored.rows("music_events?location=eq.Trieste"))[0]["id"], "artist_id": OWNED}
    database.write_now(insert_row, music_lineup, of_own)
    before, last = restored.tables(), await newest(restored)
    words = content(restored)
    assert (await restored.rest("DELETE", f"music_artists?id=eq.{OWNED}", "admin")).status_code == 204
    gone = await recorded(restored, last)
    (main,) = (one for one in gone if one["part_of"] is None)
    assert (main["row_id"], main["action"], main["after"]) == (OWNED, "delete", None)
    assert {one["part_of"] for one in gone} == {None, main["id"]}
    assert {one["table_name"] for one in gone} == {*WITH_OWNERS}
    assert {one["user_id"] for one in gone} == {restored.site.user_id("admin")}
    back = await undone(restored, main["id"])
    assert (back["undo"], back["action"], back["row_id"]) == (main["id"], "insert", OWNED)
    differing = [row for name in WITH_OWNERS for row in restored.tables()[name] if row not in before[name]]
    assert [row["location"] for row in differing] == ["Gothenburg"]  # of which the bill has changed, and is back
    assert content(restored) == words
    again = await undone(restored, back["id"])
    assert again["action"] == "delete"
    assert await restored.rows(f"music_artists?id=eq.{OWNED}") == []
    await undone(restored, again["id"])
    assert content(restored) == words


@pytest.mark.parametrize("others", [(), ("contact",)])
async def test_deleted_artist_comes_back_without_owners_whose_accounts_are_gone(site, others):
    for who in ("stranger", *others):
        site.service.database.write_now(accounts.add_owner, OWNED, site.user_id(who))
    last = await newest(site)
    await site.rest("DELETE", f"music_artists?id=eq.{OWNED}", "admin")
    (main,) = (one for one in await recorded(site, last) if one["part_of"] is None)
    gone = await site.rest("DELETE", f"music_people?id=eq.{site.user_id('stranger')}", "admin")
    assert gone.status_code == 204, gone.text
    await undone(site, main["id"])
    owners = await site.rows(f"music_owners?artist_id=eq.{OWNED}")
    assert [row["user_id"] for row in owners] == [site.user_id(who) for who in others]


async def test_deleted_event_comes_back_with_its_bill(restored):
    before, last = content(restored), await newest(restored)
    assert (await restored.rest("DELETE", "music_events?location=eq.Trieste", "contact")).status_code == 204
    main, part = await recorded(restored, last)
    assert await recorded(restored, who="contact") == [main, part]
    assert (main["table_name"], part["table_name"], part["part_of"]) == ("music_events", "music_lineup", main["id"])
    assert part["artist_id"] == OWNED
    await undone(restored, main["id"], "contact")
    assert content(restored) == before


async def test_undo_of_what_has_changed_since_is_refused_with_both_versions(restored):
    path = f"music_artists?id=eq.{OWNED}"
    for changed in ({"bio": "One", "genre": "Two"}, {"name": "Other"}, {"bio": "Three"}):
        assert (await restored.rest("PATCH", path, "admin", json=changed)).status_code == 204
    third, second, first = await restored.rows("music_changes?limit=3")
    answer = await undo(restored, first["id"])
    body = answer.json()
    assert (answer.status_code, body["code"], body["message"]) == (409, "PT409", "The record has been changed since")
    assert json.loads(body["details"]) == {
        "table_name": "music_artists",
        "row_id": OWNED,
        "after": {"bio": "One", "genre": "Two"},
        "now": {"bio": "Three", "genre": "Two"},
    }
    await undone(restored, third["id"])
    await undone(restored, first["id"])
    (artist,) = await restored.rows(path)
    assert (artist["name"], artist["bio"], artist["genre"]) == ("Other", "Sings.", "Art pop")
    assert second["after"] == {"name": "Other"}


async def test_undo_of_a_new_row_never_takes_later_ones_along(restored):
    row = {"name": "New", "genre": "Pop", "image": "https://x.example/a"}
    await restored.rest("POST", "music_artists", "admin", json=row)
    added = await newest(restored)
    await restored.rest("POST", "music_links", "admin", json={"artist_id": "new", "url": "https://x.example"})
    answer = await undo(restored, added)
    assert (answer.status_code, json.loads(answer.json()["details"])["now"]["name"]) == (409, "New")
    assert len(await restored.rows("music_links?artist_id=eq.new")) == 1
    await undone(restored, await newest(restored))
    await undone(restored, added)
    assert await restored.rows("music_artists?id=eq.new") == []


async def test_what_can_no_longer_be_is_refused_or_mended(restored):
    database = restored.site.service.database
    await restored.rest("DELETE", f"music_artists?id=eq.{OWNED}", "admin")
    (deleted,) = await restored.rows(f"music_changes?row_id=eq.{OWNED}&limit=1")
    event = (await restored.rows(f"music_changes?part_of=eq.{deleted['id']}&table_name=eq.music_events"))[0]
    assert (await undo(restored, event["id"])).json()["code"] == "23503"
    database.write_now(insert_row, music_artists, {"name": "Mara Voss", "genre": "Pop", "image": "https://x.example/a"})
    taken = await undo(restored, deleted["id"])
    assert (taken.status_code, json.loads(taken.json()["details"])["after"]) == (409, None)
    database.write_now(lambda connection: connection.execute(delete(music_artists).where(music_artists.c.id == OWNED)))
    featured = update(music_artists).where(music_artists.c.id == OTHER).values(is_featured=True)
    database.write_now(lambda connection: connection.execute(featured))
    (before,) = await restored.rows(f"music_changes?id=eq.{deleted['id']}")
    gone = {**before["before"], "user_id": "00000000-0000-4000-8000-000000000009"}
    row = update(music_changes).where(music_changes.c.id == deleted["id"])
    database.write_now(lambda connection: connection.execute(row.values(before=json.dumps(gone))))
    back = await undone(restored, deleted["id"])
    assert "user_id" not in back["after"]
    (artist,) = await restored.rows(f"music_artists?id=eq.{OWNED}")
    assert (artist["user_id"], artist["is_featured"]) == (None, False)


async def test_who_may_make_the_opposite_change_may_undo(restored):
    path = f"music_artists?id=eq.{OWNED}"
    await restored.rest("PATCH", path, "admin", json={"bio": "New"})
    profile = await newest(restored)
    await restored.rest("PATCH", path, "admin", json={"followers": "9"})
    followers = await newest(restored)
    await restored.rest("PATCH", f"music_artists?id=eq.{OTHER}", "admin", json={"genre": "New"})
    assert {one["artist_id"] for one in await recorded(restored, who="owner")} == {OWNED}
    for who in ("stranger", "contact"):
        assert await recorded(restored, who=who) == []
    for who, id_ in (("owner", followers), ("owner", followers + 1), ("stranger", profile), ("contact", profile)):
        answer = await undo(restored, id_, who)
        assert (answer.status_code, answer.json()["code"]) == (403, "42501"), who
    for method in ("GET", "POST"):
        answer = await restored.rest(method, "music_changes", json={"undo": profile})
        assert (answer.status_code, answer.json()["code"]) == (401, "42501")
    await undone(restored, profile, "owner")
    missing = await undo(restored, 10**9)
    assert (missing.status_code, missing.json()["code"]) == (404, "PT404")
    assert (await undo(restored, None)).json()["code"] == "23502"


VALUES = {
    "music_artists": st.fixed_dictionaries(
        {},
        optional={
            "name": st.sampled_from(["Ä \"quoted\" 'name'", "Mara Voss"]),
            "genre": st.just("Pop"),
            "bio": st.sampled_from([None, "", "a\nb", "\U0001f3b8"]),
            "followers": st.sampled_from(["3", "1.2M"]),
            "user_id": st.none(),
            "website": st.just("https://x.example"),
        },
    ),
    "music_events": st.fixed_dictionaries(
        {},
        optional={
            "date": st.sampled_from(["2027-03-01", "2027-03-02", "2026-11-21"]),
            "status": st.sampled_from(["moved", "cancelled", "scheduled"]),
            "timezone": st.sampled_from([None, "Europe/Lisbon"]),
            "artist_id": st.just(OTHER),
            "start_time": st.sampled_from([None, "20:00"]),
            "venue": st.just("Elsewhere"),
        },
    ),
    "music_lineup": st.fixed_dictionaries({}, optional={"position": st.integers(1, 9), "artist_id": st.just(OTHER)}),
    "music_links": st.fixed_dictionaries(
        {}, optional={"label": st.sampled_from([None, "Radio"]), "position": st.just(4)}
    ),
}
STEPS = st.sampled_from(OF_CONTENT).flatmap(
    lambda name: st.tuples(st.just(name), st.sampled_from(["PATCH", "PATCH", "PATCH", "DELETE"]), VALUES[name])
)


@fuzzed(25)
@given(steps=st.lists(STEPS, min_size=1, max_size=4))
@example(
    steps=[
        ("music_events", "PATCH", {"date": "2027-03-01", "status": "moved"}),
        ("music_events", "PATCH", {"date": "2027-03-02", "status": "cancelled"}),
    ]
)
async def test_undo_of_any_change_restores_the_row_exactly(restored, steps):
    states = []
    for table, method, values in steps:
        rows = restored.tables(table)[table]
        before, last = content(restored), await newest(restored)
        if rows:
            await restored.rest(method, f"{table}?id=eq.{rows[0]['id']}", "admin", json=values)
        made = [one["id"] for one in await recorded(restored, last) if one["part_of"] is None]
        states += [(before, one) for one in made]
    for before, id_ in reversed(states):
        await undone(restored, id_)
        assert content(restored) == before
    restored.restore()


async def test_several_hundred_changes_are_undone_at_once_and_too_many_are_refused(restored):
    event = {"date": "2027-03-01", "venue": "Hall", "location": "Bergen", "artist_id": OWNED}
    last = await newest(restored)
    await restored.rest("POST", "music_events", "contact", json=[event] * 300)
    added = [{"undo": change["id"]} for change in await recorded(restored, last)]
    too_many = await restored.rest("POST", "music_changes", "contact", json=[*added, *added[:1]])
    assert (too_many.status_code, too_many.json()["code"]) == (413, "54000")
    assert "300 changes" in too_many.json()["message"]
    assert len(await restored.rows("music_events?location=eq.Bergen")) == 300
    answer = await restored.rest("POST", "music_changes", "contact", json=added)
    assert answer.status_code == 201, answer.text
    assert await restored.rows("music_events?location=eq.Bergen") == []


async def test_undo_tells_only_who_sees_the_record_what_it_is_now(restored):
    (event,) = await restored.rows("music_events?location=eq.Trieste")
    path, artist = f"music_events?id=eq.{event['id']}", f"music_artists?id=eq.{OWNED}"
    await restored.rest("PATCH", path, "contact", json={"venue": "Small hall"})
    change = await newest(restored)
    await restored.rest("PATCH", artist, "admin", json={"published_at": None})
    await restored.rest("PATCH", path, "admin", json={"venue": "Secret hall"})
    answer = await undo(restored, change, "contact")
    assert "Secret" not in answer.text
    assert (answer.status_code, answer.json()["code"]) == (403, "42501")
