"""One row under a given id: `PUT` adds it, or changes what is sent of it."""

import pytest

from tests.cast import ARTIST, OWNED

pytestmark = pytest.mark.anyio

MARA = "music_artists?id=eq.mara-voss"
NEW = "music_artists?id=eq.halve"
WHOLE = {"Prefer": "return=representation"}


async def test_new_row_is_added(restored):
    answer = await restored.rest("PUT", f"{NEW}&select=id,name", "admin", json={**ARTIST, "id": "halve"}, headers=WHOLE)
    assert (answer.status_code, answer.json()) == (201, [{"id": "halve", "name": "Halve"}])
    assert (await restored.rest("PUT", NEW, "admin", json={**ARTIST, "id": "halve"})).status_code == 204


async def test_existing_row_is_changed(restored):
    body = {**ARTIST, "id": "mara-voss", "name": "Mara V."}
    answer = await restored.rest("PUT", f"{MARA}&select=id,name,bio", "admin", json=[body], headers=WHOLE)
    assert (answer.status_code, answer.json()) == (200, [{"id": "mara-voss", "name": "Mara V.", "bio": "Sings."}])
    answer = await restored.rest("PUT", MARA, "admin", json={**body, "name": "Mara"})
    assert (answer.status_code, answer.content) == (204, b"")
    assert await restored.rows(f"{MARA}&select=name") == [{"name": "Mara"}]


async def test_only_the_row_of_the_url_is_put(restored):
    rows = [{**ARTIST, "id": "halve"}, {**ARTIST, "id": "other"}]
    headers = {**WHOLE, "Accept": "application/vnd.pgrst.object+json"}
    answer = await restored.rest("PUT", f"{NEW}&select=id", "admin", json=rows, headers=headers)
    assert (answer.status_code, answer.json()) == (201, {"id": "halve"})
    assert await restored.rows("music_artists?id=eq.other") == []


async def test_only_the_row_that_is_put_is_recorded(restored, log):
    contact, ids = (
        restored.kept["music_contacts"][0],
        {who: restored.site.user_id(who) for who in ("stranger", "owner")},
    )
    put = {"id": contact["id"], "user_id": ids["stranger"]}
    rows = [put, {"id": "00000000-0000-4000-8000-000000000000", "user_id": ids["owner"]}]
    answer = await restored.rest("PUT", f"music_contacts?id=eq.{contact['id']}", "admin", json=rows)
    assert answer.status_code == 204
    assert [line["account"] for line in log.lines()] == [[contact["user_id"]], [ids["stranger"]]]


PEOPLE = ("visitor", "stranger", "contact", "owner")
REFUSED = [
    (f"{MARA}&limit=1", {"id": "mara-voss"}, 400, "PGRST114"),
    (f"{MARA}&offset=1", {"id": "mara-voss"}, 400, "PGRST114"),
    ("music_artists", {"id": "mara-voss"}, 405, "PGRST105"),
    ("music_artists?name=eq.Mara", {"id": "mara-voss"}, 405, "PGRST105"),
    ("music_artists?id=not.eq.mara-voss", {"id": "mara-voss"}, 405, "PGRST105"),
    ("music_artists?id=in.(mara-voss)", {"id": "mara-voss"}, 405, "PGRST105"),
    ("music_artists?id=eq(any).{mara-voss}", {"id": "mara-voss"}, 405, "PGRST105"),
    ("music_artists?and=(id.eq.mara-voss)", {"id": "mara-voss"}, 405, "PGRST105"),
    (f"{MARA}&name=eq.Mara", {"id": "mara-voss"}, 405, "PGRST105"),
    (MARA, {"id": "night-ferry", "name": "X"}, 400, "PGRST115"),
    (MARA, {"name": "X"}, 400, "PGRST115"),
    (MARA, [], 400, "PGRST115"),
    ("music_events?id=eq.1", {"id": "1"}, 400, "22P02"),
]


@pytest.mark.parametrize(("path", "body", "status", "code"), REFUSED, ids=[f"{case[0]}-{case[1]}" for case in REFUSED])
async def test_put_is_refused(restored, path, body, status, code):
    answer = await restored.rest("PUT", path, "admin", json=body)
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    restored.assert_unchanged()


@pytest.mark.parametrize(
    ("table", "who"),
    [
        *((table, who) for table in ("music_artists", "music_contacts", "music_sessions") for who in PEOPLE),
        *(("music_events", who) for who in PEOPLE if who != "contact"),
    ],
)
async def test_put_needs_the_right_to_add_and_to_change(restored, table, who):
    for row in [row for row in restored.kept[table] if row.get("artist_id") != OWNED][:1]:
        body = {
            name: value
            for name, value in row.items()
            if name not in ("popularity", "amr", "revision", "beside_changed_at")
        }
        changed = {"music_events": {"venue": "Mine"}, "music_artists": {"name": "Mine"}}.get(
            table, {"created_at": None}
        )
        answer = await restored.rest("PUT", f"{table}?id=eq.{row['id']}", who, json=body | changed)
        assert answer.status_code == (401 if who == "visitor" else 403), answer.text
        restored.assert_unchanged()
