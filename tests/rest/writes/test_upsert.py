"""Adding or changing: `POST` with `Prefer: resolution=…`."""

import pytest

from tests.cast import ARTIST

pytestmark = pytest.mark.anyio

MERGE = {"Prefer": "resolution=merge-duplicates, return=representation"}
IGNORE = {"Prefer": "resolution=ignore-duplicates, return=representation"}
NEW = {**ARTIST, "id": "halve"}
MARA = {**ARTIST, "id": "mara-voss", "name": "Mara V."}


async def test_merge_of_new_rows_adds_them(restored):
    answer = await restored.rest("POST", "music_artists?select=id", "admin", json=NEW, headers=MERGE)
    assert (answer.status_code, answer.json()) == (201, [{"id": "halve"}])
    assert answer.headers["preference-applied"] == "resolution=merge-duplicates, return=representation"


async def test_merge_of_existing_rows_changes_the_columns_sent(restored):
    answer = await restored.rest("POST", "music_artists?select=id,name,bio", "admin", json=MARA, headers=MERGE)
    assert (answer.status_code, answer.json()) == (200, [{"id": "mara-voss", "name": "Mara V.", "bio": "Sings."}])


async def test_merge_of_both_answers_201(restored):
    answer = await restored.rest("POST", "music_artists?select=id", "admin", json=[MARA, NEW], headers=MERGE)
    assert (answer.status_code, answer.json()) == (201, [{"id": "mara-voss"}, {"id": "halve"}])


async def test_merge_without_a_representation_has_no_body(restored):
    headers = {"Prefer": "resolution=merge-duplicates"}
    answer = await restored.rest("POST", "music_artists?on_conflict=id", "admin", json=MARA, headers=headers)
    assert (answer.status_code, answer.content, answer.headers["content-range"]) == (200, b"", "*/*")


async def test_ignore_keeps_existing_rows_and_answers_the_new_ones(restored):
    answer = await restored.rest("POST", "music_artists?select=id", "admin", json=[MARA, NEW], headers=IGNORE)
    assert (answer.status_code, answer.json()) == (201, [{"id": "halve"}])
    assert [row["name"] for row in await restored.rows("music_artists?id=eq.mara-voss")] == ["Mara Voss"]


async def test_ignore_of_nothing_new_changes_nothing(restored):
    answer = await restored.rest("POST", "music_artists", "admin", json=[MARA], headers=IGNORE)
    assert (answer.status_code, answer.json()) == (201, [])
    restored.assert_unchanged()


async def test_whole_record_is_merged_with_the_servers_columns_unchanged(restored):
    (record,) = await restored.rows("music_artists?id=eq.mara-voss")
    answer = await restored.rest("POST", "music_artists", "admin", json={**record, "bio": "New"}, headers=MERGE)
    assert answer.status_code == 200
    assert answer.json()[0]["bio"] == "New"


async def test_merge_with_a_changed_creation_time_is_refused(restored):
    row = {**MARA, "created_at": "2020-01-01T00:00:00+00:00"}
    answer = await restored.rest("POST", "music_artists", "admin", json=row, headers=MERGE)
    assert (answer.status_code, answer.json()["code"]) == (403, "42501")
    restored.assert_unchanged()


async def test_unique_column_is_a_conflict_target(restored):
    contact = restored.site.user_id("contact")
    path = "music_contacts?on_conflict=user_id&select=user_id"
    answer = await restored.rest("POST", path, "admin", json={"user_id": contact}, headers=MERGE)
    assert (answer.status_code, answer.json()) == (200, [{"user_id": contact}])
    restored.assert_unchanged()


@pytest.mark.parametrize("headers", [MERGE, IGNORE], ids=["merge", "ignore"])
@pytest.mark.parametrize("target", ["artist_id,user_id", "user_id,artist_id"])
async def test_columns_that_are_unique_together_are_a_conflict_target(restored, headers, target):
    owner = {"artist_id": "night-ferry", "user_id": restored.site.user_id("stranger")}
    assert (await restored.rest("POST", "music_owners", "admin", json=owner)).status_code == 201
    path = f"music_owners?on_conflict={target}&select=artist_id,user_id"
    answer = await restored.rest("POST", path, "admin", json=owner, headers=headers)
    is_merge = headers is MERGE
    assert (answer.status_code, answer.json()) == ((200, [owner]) if is_merge else (201, []))
    refused = (await restored.rest("POST", "music_owners", "admin", json=owner)).json()
    assert refused["details"] == f"Key (user_id, artist_id)=({owner['user_id']}, night-ferry) already exists."
    assert len(await restored.rows("music_owners?artist_id=eq.night-ferry")) == 1


@pytest.mark.parametrize("target", ["name", "id,name", "user_id", "is_featured"])
async def test_other_columns_are_no_conflict_target(restored, target):
    answer = await restored.rest("POST", f"music_artists?on_conflict={target}", "admin", json=MARA, headers=MERGE)
    assert (answer.status_code, answer.json()["code"]) == (400, "42P10")
    restored.assert_unchanged()


async def test_target_without_a_resolution_is_ignored(restored):
    answer = await restored.rest("POST", "music_artists?on_conflict=name", "admin", json=MARA)
    assert (answer.status_code, answer.json()["code"]) == (409, "23505")


async def test_merge_of_a_hundred_with_one_bad_row_changes_nothing(restored):
    rows = [{**ARTIST, "id": f"halve-{n}"} for n in range(99)] + [{**MARA, "name": ""}]
    answer = await restored.rest("POST", "music_artists", "admin", json=rows, headers=MERGE)
    assert (answer.status_code, answer.json()["code"]) == (400, "23514")
    restored.assert_unchanged()


@pytest.mark.parametrize("prefer", [MERGE, IGNORE])
async def test_250_rows_are_the_most_at_once(restored, prefer):
    """One more, and other writers might wait longer than they do."""
    rows = [MARA, *({**ARTIST, "id": f"halve-{n}"} for n in range(250))]
    answer = await restored.rest("POST", "music_artists", "admin", json=rows, headers=prefer)
    assert (answer.status_code, answer.json()["code"]) == (413, "54000")
    assert "250 rows" in answer.json()["message"]
    restored.assert_unchanged()
    answer = await restored.rest("POST", "music_artists?select=id", "admin", json=rows[:250], headers=prefer)
    assert answer.status_code == 201, answer.text


async def test_merge_of_a_featured_artist_takes_it_from_the_others(restored):
    row = {**ARTIST, "id": "night-ferry", "is_featured": True}
    assert (await restored.rest("POST", "music_artists", "admin", json=row, headers=MERGE)).status_code == 200
    assert [row["id"] for row in await restored.rows("music_artists?is_featured=is.true")] == ["night-ferry"]
