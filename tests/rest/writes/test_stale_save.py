"""A whole-record save carries `updated_at`: one based on an outdated record is refused."""

import asyncio

import pytest

pytestmark = pytest.mark.anyio

MARA = "music_artists?id=eq.mara-voss"
STALE = {
    "code": "PT409",
    "message": "Someone else has changed the record in the meantime",
    "details": None,
    "hint": "Load the record again, repeat the changes, and save.",
}


async def load(site, path=MARA):
    (record,) = await site.rows(path, "visitor")
    return record


async def test_save_of_the_current_record_is_accepted_and_dated(site, clock):
    record = await load(site)
    clock.move(minutes=1)
    assert (await site.rest("PATCH", MARA, "owner", json={**record, "bio": "New"})).status_code == 204
    saved = await load(site)
    assert (saved["bio"], saved["updated_at"]) == ("New", "2026-11-21T10:01:00.12+00:00")
    assert saved["created_at"] == record["created_at"]


async def test_save_of_an_outdated_record_is_refused_and_changes_nothing(site, clock):
    record = await load(site)
    assert (await site.rest("PATCH", MARA, "admin", json={"genre": "Opera"})).status_code == 204
    current = await load(site)
    for who in ("owner", "admin"):
        answer = await site.rest("PATCH", MARA, who, json={**record, "bio": "New"})
        assert (answer.status_code, answer.json()) == (409, STALE)
    assert await load(site) == current


async def test_save_that_names_no_time_wins(site, clock):
    await site.rest("PATCH", MARA, "admin", json={"genre": "Opera"})
    assert (await site.rest("PATCH", MARA, "owner", json={"bio": "New"})).status_code == 204


@pytest.mark.parametrize(
    "form", ["2026-11-21T10:00:00.12Z", "2026-11-21T12:00:00.120000+02:00", "2026-11-21 10:00:00.12+00:00"]
)
async def test_same_instant_in_another_form_is_not_outdated(site, clock, form):
    await site.rest("PATCH", MARA, "admin", json={"genre": "Opera"})
    assert (await site.rest("PATCH", MARA, "owner", json={"bio": "New", "updated_at": form})).status_code == 204


@pytest.mark.parametrize("form", [None, "2026-11-21T10:00:00.121Z", "1999-01-01T00:00:00Z"])
async def test_other_instant_is_outdated(site, clock, form):
    await site.rest("PATCH", MARA, "admin", json={"genre": "Opera"})
    answer = await site.rest("PATCH", MARA, "owner", json={"bio": "New", "updated_at": form})
    assert (answer.status_code, answer.json()) == (409, STALE)


async def test_time_moves_only_on_rows_that_really_change(site, clock):
    before = {row["id"]: row["updated_at"] for row in await site.rows("music_artists?select=id,updated_at")}
    clock.move(hours=1)
    # The first of the two featuring calls reaches every other artist and changes one.
    answer = await site.rest("PATCH", "music_artists?id=neq.night-ferry", "admin", json={"is_featured": False})
    assert (answer.status_code, answer.headers["content-range"]) == (204, "0-1/*")
    after = {row["id"]: row["updated_at"] for row in await site.rows("music_artists?select=id,updated_at")}
    assert after == {**before, "mara-voss": "2026-11-21T11:00:00.12+00:00"}


async def test_save_that_changes_nothing_keeps_the_time(site, clock):
    record = await load(site)
    clock.move(hours=1)
    assert (await site.rest("PATCH", MARA, "owner", json=record)).status_code == 204
    assert await load(site) == record


async def test_featuring_an_artist_outdates_the_record_of_the_one_it_is_taken_from(site, clock):
    record = await load(site)
    clock.move(minutes=1)
    await site.rest("PATCH", "music_artists?id=eq.night-ferry", "admin", json={"is_featured": True})
    answer = await site.rest("PATCH", MARA, "owner", json={**record, "bio": "New"})
    assert (answer.status_code, answer.json()["code"]) == (409, "PT409")
    assert (await load(site))["is_featured"] is False


async def test_of_two_saves_at_once_one_wins_whole(site):
    record = await load(site)
    saves = [{**record, "name": f"Name {n}", "bio": f"Bio {n}"} for n in range(2)]
    answers = await asyncio.gather(
        *(site.rest("PATCH", MARA, who, json=save) for who, save in zip(("owner", "admin"), saves, strict=True))
    )
    assert sorted(answer.status_code for answer in answers) == [204, 409]
    saved = await load(site)
    assert (saved["name"], saved["bio"]) in [(save["name"], save["bio"]) for save in saves]


async def test_event_is_guarded_as_well(site, clock):
    path = "music_events?location=eq.Ghent"
    record = await load(site, path)
    clock.move(minutes=1)
    assert (await site.rest("PATCH", path, "admin", json={**record, "venue": "Vooruit"})).status_code == 204
    answer = await site.rest("PATCH", path, "admin", json={**record, "venue": "Other"})
    assert (answer.status_code, answer.json()) == (409, STALE)
