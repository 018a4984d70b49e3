"""An artist and its links are saved together, or neither is; what has to be asked first is asked in the same answer."""

import asyncio
import json

import pytest
from sqlalchemy import Connection

from marquee.domain import parts
from marquee.functions.save_artist import WHOLE
from tests.cast import ARTIST, OTHER, OWNED
from tests.rest.recorded import content, newest, recorded

pytestmark = pytest.mark.anyio

MARA = "https://music.example/mara"
FIRST = {"url": "https://first.example/mara"}
SECOND = {"url": "https://second.example/mara", "label": "My radio"}
GONE = "7f1f5f5e-5f5f-4f5f-8f5f-5f5f5f5f5f5f"


async def save(site, artist, links=None, who="admin", confirmed=(), **options):
    body = {"artist": artist, "confirmed": [*confirmed], **({} if links is None else {"links": links})}
    return await site.rest("POST", "rpc/save_artist", who, json=body, **options)


async def saved(site, *args, **options):
    answer = await save(site, *args, **options)
    assert answer.status_code == 200, answer.text
    return answer.json()


async def there(site, id_=OWNED):
    """An artist of the cast as its form has it, with one link."""
    return (await site.rows(f"music_artists?id=eq.{id_}&{WHOLE}"))[0]


def changed(artist, **values):
    return {"id": artist["id"], "updated_at": artist["updated_at"], **values}


def links_of(row):
    return [(link["url"], link["label"]) for link in row["links"]]


def listed(row):
    return [{name: link[name] for name in ("id", "url", "label")} for link in row["links"]]


async def test_a_new_artist_and_its_links_are_one_change_that_is_undone_by_its_number(restored):
    before, last = content(restored), await newest(restored)
    answer = await saved(restored, {**ARTIST, "bio": "Plays."}, [FIRST, SECOND])
    row = answer["row"]
    assert (row["id"], row["bio"]) == ("halve", "Plays.")
    assert links_of(row) == [(FIRST["url"], None), (SECOND["url"], "My radio")]
    assert row == await there(restored, "halve")
    assert {change["transaction"] for change in await recorded(restored, last)} == {answer["transaction"]}
    undone = await restored.rest("POST", "rpc/undo", "admin", json={"transaction": answer["transaction"]})
    assert undone.status_code == 200, undone.text
    assert content(restored) == before


async def test_a_profile_and_its_links_are_taken_back_by_their_number(restored):
    before, artist = content(restored), await there(restored)
    answer = await saved(restored, changed(artist, bio="Sings more."), [SECOND, FIRST], "owner")
    undone = await restored.rest("POST", "rpc/undo", "owner", json={"transaction": answer["transaction"]})
    assert undone.status_code == 200, undone.text
    assert content(restored) == before


async def test_links_that_stay_keep_their_ids_and_nothing_is_recorded_where_nothing_changes(restored):
    artist = await there(restored)
    (mara,) = artist["links"]
    row = (await saved(restored, changed(artist, bio="Anew."), [FIRST, {"url": MARA, "label": "Listen"}]))["row"]
    assert links_of(row) == [(FIRST["url"], None), (MARA, "Listen")]
    assert row["links"][1]["id"] == mara["id"]
    last = await newest(restored)
    again = await saved(restored, changed(row, bio="Anew."), listed(row))
    assert again == {"row": row, "transaction": None}
    assert await newest(restored) == last
    moved = (await saved(restored, changed(row), [{**link, "label": "Here"} for link in reversed(listed(row))]))["row"]
    assert [link["id"] for link in moved["links"]] == [link["id"] for link in reversed(row["links"])]
    assert links_of(moved) == [(MARA, "Here"), (FIRST["url"], "Here")]
    without = (await saved(restored, changed(moved, bio=None)))["row"]
    assert without["links"] == moved["links"]
    assert (await saved(restored, changed(without), []))["row"]["links"] == []


async def test_links_alone_make_a_profile_a_newer_one(restored):
    artist, last = await there(restored), await newest(restored)
    row = (await saved(restored, changed(artist), [FIRST]))["row"]
    assert row["updated_at"] > artist["updated_at"]
    assert {change["table_name"] for change in await recorded(restored, last)} == {"music_links"}
    before = restored.tables()
    stale = await save(restored, changed(artist), [SECOND])
    assert (stale.status_code, stale.json()["code"]) == (409, "PT409")
    assert restored.tables() == before


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("POST", "music_links", {"artist_id": OWNED, **SECOND}),
        ("PATCH", f"music_links?artist_id=eq.{OWNED}", {"label": "Listen"}),
        ("PATCH", f"music_links?artist_id=eq.{OWNED}", {"artist_id": OTHER}),
        ("DELETE", f"music_links?artist_id=eq.{OWNED}", None),
    ],
)
async def test_a_form_that_was_opened_before_a_link_was_written_is_stale(restored, method, path, body):
    artists = [await there(restored, id_) for id_ in (OWNED, OTHER)]
    await restored.rest(method, path, "admin", json=body)
    before = restored.tables()
    for artist in artists if body and body.get("artist_id") == OTHER else artists[:1]:
        stale = await save(restored, changed(artist))
        assert (stale.status_code, stale.json()["code"]) == (409, "PT409")
    assert restored.tables() == before


async def test_an_address_that_is_there_twice_stays_twice(restored):
    row = (await saved(restored, changed(await there(restored)), [FIRST, FIRST]))["row"]
    again = (await saved(restored, changed(row), [FIRST, FIRST]))["row"]
    assert again == row
    turned = (await saved(restored, changed(row), [FIRST, {**FIRST, "id": row["links"][0]["id"]}]))["row"]
    assert [link["id"] for link in turned["links"]] == [link["id"] for link in reversed(row["links"])]


@pytest.mark.parametrize("name", ["Mara Voss", "mara VÖSS ", "Mara-Voss"])
async def test_a_namesake_is_asked_about_first_and_nothing_is_written(restored, name):
    mara, before = await there(restored), restored.tables()
    new = {**ARTIST, "name": name, "is_featured": True}
    answer = await save(restored, new, [FIRST])
    assert (answer.status_code, answer.json()["code"]) == (428, "PT428")
    question = {"code": "namesake", "id": OWNED, "name": "Mara Voss", "created_at": mara["created_at"]}
    assert json.loads(answer.json()["details"]) == {"questions": [question]}
    preview = await save(restored, new, headers={"Prefer": "tx=rollback"})
    assert (preview.status_code, preview.json()) == (428, answer.json())
    assert restored.tables() == before
    confirmed = await saved(restored, new, [FIRST], confirmed=["namesake"])
    assert (confirmed["row"]["id"], links_of(confirmed["row"])) == ("mara-voss-2", [(FIRST["url"], None)])


@pytest.mark.parametrize("name", ["Mara", "Voss Mara", "Mara Voss Trio"])
async def test_who_is_called_otherwise_is_no_namesake(restored, name):
    assert (await saved(restored, {**ARTIST, "name": name}))["row"]["name"] == name


async def test_the_newest_namesake_is_told(restored):
    second = await saved(restored, {**ARTIST, "name": "Mara Voss", "published_at": None}, confirmed=["namesake"])
    answer = await save(restored, {**ARTIST, "name": "Mara Voss"})
    assert [one["id"] for one in json.loads(answer.json()["details"])["questions"]] == [second["row"]["id"]]


async def test_who_is_there_already_is_not_asked_about(restored):
    row = (await saved(restored, changed(await there(restored), name="Night Ferry"), who="owner"))["row"]
    assert row["name"] == "Night Ferry"


def many(links):
    return [{"url": f"https://music.example/{number}"} for number in range(links)]


@pytest.mark.parametrize(
    ("body", "status", "code", "named"),
    [
        ({}, 404, "PGRST202", "artist"),
        ({"artist": ARTIST, "link": []}, 404, "PGRST202", "link"),
        ({"artist": []}, 400, "PGRST102", "$.artist"),
        ({"artist": {}}, 400, "23502", "name"),
        ({"artist": {**ARTIST, "colour": "red"}}, 400, "PGRST204", "colour"),
        ({"artist": {**ARTIST, "links": []}}, 400, "PGRST204", "links"),
        ({"artist": {**ARTIST, "popularity": 7}}, 400, "PGRST204", "popularity"),
        ({"artist": {**ARTIST, "created_at": "now"}}, 403, "42501", "created_at"),
        ({"artist": {**ARTIST, "published_at": "soon"}}, 400, "22007", "published_at"),
        ({"artist": {**ARTIST, "name": ["Halve"]}}, 400, "22P02", "name"),
        ({"artist": {**ARTIST, "name": None}}, 400, "23502", "name"),
        ({"artist": {**ARTIST, "bio": "a\u0000b"}}, 400, "22P05", None),
        ({"artist": {**ARTIST, "bio": "x" * 20_001}}, 400, "23514", "bio"),
        ({"artist": {**ARTIST, "website": "javascript:1"}}, 400, "23514", "website"),
        ({"artist": {**ARTIST, "user_id": GONE}}, 409, "23503", "user_id"),
        ({"artist": {**ARTIST, "id": 7}}, 400, "PGRST102", "$.artist.id"),
        ({"artist": {**ARTIST, "id": "halve"}}, 400, "PGRST102", "$.artist.updated_at"),
        ({"artist": {"id": OWNED, "updated_at": None, "bio": "x"}}, 400, "PGRST102", "$.artist.updated_at"),
        ({"artist": {"id": OWNED, "updated_at": "seven"}}, 400, "22007", "seven"),
        ({"artist": {"id": OWNED, "updated_at": "2026-01-01T00:00:00Z", "bio": "x"}}, 409, "PT409", None),
        ({"artist": {"id": "nobody", "updated_at": "now"}}, 406, "PGRST116", None),
        ({"artist": {"id": "a\u0000b", "updated_at": "now"}}, 400, "22P05", None),
        ({"artist": ARTIST, "links": {}}, 400, "PGRST102", "$.links"),
        ({"artist": ARTIST, "links": [MARA]}, 400, "PGRST102", "$.links[0]"),
        ({"artist": ARTIST, "links": [{"label": "Here"}]}, 400, "PGRST102", "url"),
        ({"artist": ARTIST, "links": [{"url": 7}]}, 400, "PGRST102", "$.links[0].url"),
        ({"artist": ARTIST, "links": [{**FIRST, "label": []}]}, 400, "PGRST102", "$.links[0].label"),
        ({"artist": ARTIST, "links": [{**FIRST, "position": 3}]}, 400, "PGRST102", "position"),
        ({"artist": ARTIST, "links": [{**FIRST, "artist_id": OTHER}]}, 400, "PGRST102", "artist_id"),
        ({"artist": ARTIST, "links": [FIRST, {"url": "http://music.example"}]}, 400, "23514", "url"),
        ({"artist": ARTIST, "links": [{"url": "https://music.example/" + "x" * 2048}]}, 400, "23514", "url"),
        ({"artist": ARTIST, "links": [{**FIRST, "label": "x" * 101}]}, 400, "23514", "label"),
        ({"artist": ARTIST, "links": [{**FIRST, "label": "a\nb"}]}, 400, "23514", "label"),
        ({"artist": ARTIST, "links": [{**FIRST, "label": "a\u0000b"}]}, 400, "22P05", None),
        ({"artist": ARTIST, "links": [{**FIRST, "id": "first"}]}, 400, "22P02", "first"),
        (
            {"artist": ARTIST, "links": [{**FIRST, "id": GONE}, {**SECOND, "id": GONE}]},
            400,
            "PGRST102",
            "$.links[1].id",
        ),
        ({"artist": ARTIST, "links": [{**FIRST, "id": GONE}]}, 409, "PT409", "links"),
        ({"artist": ARTIST, "links": many(parts.MAX_PARTS + 1)}, 400, "PGRST102", "$.links"),
        ({"artist": ARTIST, "links": many(10_000)}, 400, "PGRST102", "$.links"),
        ({"artist": ARTIST, "confirmed": ["everything"]}, 400, "PGRST102", "$.confirmed"),
    ],
)
async def test_bad_input_is_refused_with_the_field_and_changes_nothing(shared, body, status, code, named):
    answer = await shared.rest("POST", "rpc/save_artist", "admin", json=body)
    assert (answer.status_code, answer.json()["code"]) == (status, code), answer.text
    assert named is None or named in answer.text
    shared.assert_unchanged()


@pytest.mark.parametrize(
    ("who", "id_", "status"),
    [
        ("visitor", OWNED, 401),
        ("stranger", OWNED, 403),
        ("contact", OWNED, 403),
        ("owner", OTHER, 403),
    ],
)
async def test_artists_of_others_are_refused(shared, who, id_, status):
    artist = await there(shared, id_)
    for values in ({"bio": "Mine"}, {}):
        answer = await save(shared, changed(artist, **values), [FIRST], who)
        assert (answer.status_code, answer.json()["code"]) == (status, "42501"), answer.text
    new = await save(shared, ARTIST, [FIRST], who)
    assert (new.status_code, new.json()["code"]) == (status, "42501"), new.text
    namesake = await save(shared, {**ARTIST, "name": "Night Ferry"}, who=who)
    assert (namesake.status_code, OTHER in namesake.text) == (status, False), namesake.text
    shared.assert_unchanged()


@pytest.mark.parametrize("values", [{"followers": "9M"}, {"is_featured": False}, {"published_at": None}])
async def test_what_owners_may_not_write_is_refused_with_all_else_of_theirs(shared, values):
    (column,) = values
    answer = await save(shared, changed(await there(shared), bio="Mine", **values), [FIRST], "owner")
    assert (answer.status_code, answer.json()["code"]) == (403, "42501"), answer.text
    assert column in answer.json()["message"]
    shared.assert_unchanged()


async def test_owners_save_their_profile_with_what_they_may_not_write_as_it_is(restored):
    artist = await there(restored)
    whole = {name: value for name, value in artist.items() if name != "links"}
    row = (await saved(restored, {**whole, "bio": "Mine"}, [FIRST, SECOND], "owner"))["row"]
    assert (row["bio"], row["followers"], len(row["links"])) == ("Mine", artist["followers"], 2)


async def test_a_link_of_another_artist_is_none_of_theirs(shared):
    (ferry,) = listed(await there(shared, OTHER))
    answer = await save(shared, changed(await there(shared)), [ferry], "owner")
    assert (answer.status_code, answer.json()["code"]) == (409, "PT409")
    shared.assert_unchanged()


async def test_links_of_which_one_has_gone_are_refused_whole(restored):
    artist = await there(restored)
    await restored.rest("DELETE", f"music_links?id=eq.{artist['links'][0]['id']}", "admin")
    before = restored.tables()
    answer = await save(restored, changed(artist, bio="Mine"), [*listed(artist), FIRST])
    assert (answer.status_code, answer.json()["code"]) == (409, "PT409")
    assert restored.tables() == before


async def test_of_two_who_save_at_once_one_is_refused_with_all_of_theirs(restored):
    artist = await there(restored)
    mine, theirs = await asyncio.gather(
        save(restored, changed(artist, bio="Mine"), [{**FIRST, "label": "Mine"}]),
        save(restored, changed(artist, bio="Theirs"), [{**FIRST, "label": "Theirs"}], "owner"),
    )
    assert sorted([mine.status_code, theirs.status_code]) == [200, 409]
    row = await there(restored)
    assert links_of(row) == [(FIRST["url"], row["bio"])]


async def test_a_save_that_fails_in_the_middle_leaves_nothing(restored, monkeypatch):
    artist, before = await there(restored), restored.tables()

    def killed(connection: Connection, *_args, **_named):
        raise KeyboardInterrupt

    monkeypatch.setattr("marquee.rest.mutation.from_tables.insert_rows", killed)
    with pytest.raises(KeyboardInterrupt):
        await save(restored, changed(artist, bio="Half"), [FIRST])
    monkeypatch.undo()
    assert restored.tables() == before


async def test_a_preview_leaves_nothing(restored):
    before = restored.tables()
    answer = await saved(restored, ARTIST, [FIRST, SECOND], headers={"Prefer": "tx=rollback"})
    assert (answer["row"]["id"], answer["transaction"], len(answer["row"]["links"])) == ("halve", None, 2)
    assert restored.tables() == before


async def test_links_that_go_and_owners_who_come_are_in_the_audit_trail(restored, log):
    artist, stranger = await there(restored), restored.site.user_id("stranger")
    await saved(restored, changed(artist, user_id=stranger), [])
    told = {line["event"]: line for line in log.lines()}
    assert (told["deleted"]["table"], told["deleted"]["ids"]) == ("music_links", [artist["links"][0]["id"]])
    assert told["owner_changed"]["artist"] == [OWNED]
    assert stranger in told["owner_changed"]["account"]
