"""A bill has an end, and so have an artist's links, however they are written: pages and calendars show them all."""

import pytest

from marquee.domain.parts import MAX_PARTS
from tests.cast import OTHER, OWNED

pytestmark = pytest.mark.anyio

FULL = (413, "54000")


def links(count, artist_id=OWNED):
    return [{"artist_id": artist_id, "url": f"https://music.example/{number}"} for number in range(count)]


async def bills(shared):
    """The ids of the two dates of an owner's artist; the first has one name on its bill."""
    rows = await shared.rows(f"music_events?artist_id=eq.{OWNED}&select=id&order=date")
    return [row["id"] for row in rows]


def names(event_id, count):
    return [{"event_id": event_id, "name": f"Act {number}"} for number in range(count)]


def refusal(answer):
    return answer.status_code, answer.json()["code"]


@pytest.mark.parametrize("who", ["admin", "contact", "owner"])
async def test_more_names_than_a_bill_may_have_are_refused_at_once_and_one_by_one(restored, who):
    first, _ = await bills(restored)
    answer = await restored.rest("POST", "music_lineup", who, json=names(first, MAX_PARTS))
    assert (*refusal(answer), answer.json()["message"]) == (*FULL, "A bill can have at most 250 names")
    restored.assert_unchanged()
    assert (await restored.rest("POST", "music_lineup", who, json=names(first, MAX_PARTS - 1))).status_code == 201
    assert refusal(await restored.rest("POST", "music_lineup", who, json=names(first, 1))) == FULL


async def test_name_does_not_move_to_a_bill_that_is_full(restored):
    first, second = await bills(restored)
    await restored.rest("POST", "music_lineup", "contact", json=names(second, MAX_PARTS))
    moved = {"event_id": second}
    assert refusal(await restored.rest("PATCH", f"music_lineup?event_id=eq.{first}", "contact", json=moved)) == FULL
    assert len(await restored.rows(f"music_lineup?event_id=eq.{first}")) == 1


async def test_more_links_than_an_artist_may_have_are_refused(restored):
    answer = await restored.rest("POST", "music_links", "owner", json=links(MAX_PARTS))
    assert (*refusal(answer), answer.json()["message"]) == (*FULL, "An artist can have at most 250 links")
    restored.assert_unchanged()
    both = [*links(MAX_PARTS - 1), *links(MAX_PARTS - 1, OTHER)]
    assert (await restored.rest("POST", "music_links", "admin", json=both)).status_code == 201


async def test_artist_with_a_full_page_comes_back_whole(restored):
    await restored.rest("POST", "music_links", "admin", json=links(MAX_PARTS - 1))
    deleted = await restored.rest("DELETE", f"music_artists?id=eq.{OWNED}", "admin")
    undo = {"transaction": int(deleted.headers["marquee-transaction"])}
    assert (await restored.rest("POST", "rpc/undo", "admin", json=undo)).status_code == 200
    assert len(await restored.rows(f"music_links?artist_id=eq.{OWNED}&select=id")) == MAX_PARTS
