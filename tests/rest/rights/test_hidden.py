"""What the actor does not see is not there: rows in counts, columns anywhere, rows of others with equal rights."""

import pytest

from tests.cast import ARTIST

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize("mode", ["exact", "planned", "estimated"])
@pytest.mark.parametrize("method", ["GET", "HEAD"])
async def test_counts_tell_nothing_of_hidden_rows(shared, mode, method):
    answer = await shared.rest(method, "music_contacts?select=id", "stranger", headers={"Prefer": f"count={mode}"})
    assert (answer.status_code, answer.headers["content-range"]) == (200, "*/0")


HIDDEN = ("popularity", "search", "password_hash", "email")
POSITIONS = {
    "select": "music_artists?select={}",
    "alias": "music_artists?select=x:{}",
    "cast": "music_artists?select={}::text",
    "filter": "music_artists?{}=eq.1",
    "negated filter": "music_artists?{}=not.is.null",
    "or": "music_artists?or=(name.eq.a,{}.eq.1)",
    "order": "music_artists?order={}",
    "embedded select": "music_events?select=music_artists({})",
    "embedded filter": "music_events?select=music_artists(id)&music_artists.{}=eq.1",
    "embedded order": "music_artists?select=music_events(id)&music_events.order={}",
    "order by embedded": "music_events?select=music_artists(id)&order=music_artists({})",
}


@pytest.mark.parametrize("name", HIDDEN)
@pytest.mark.parametrize("position", POSITIONS)
async def test_hidden_column_does_not_exist_anywhere(shared, position, name):
    answer = await shared.rest("GET", POSITIONS[position].format(name), "admin")
    assert (answer.status_code, answer.json()["code"]) == (400, "42703")
    assert answer.json()["message"].endswith(f".{name} does not exist")


@pytest.mark.parametrize("name", HIDDEN)
async def test_hidden_column_is_no_conflict_target(restored, name):
    answer = await restored.rest(
        "POST",
        f"music_artists?on_conflict={name}",
        "admin",
        json=ARTIST,
        headers={"Prefer": "resolution=merge-duplicates"},
    )
    assert (answer.status_code, answer.json()["code"]) == (400, "42703")


async def test_people_of_the_same_rights_who_ask_the_same_see_their_own(restored):
    """They share a plan: whose rows are one's own is a value in it."""
    await restored.rest("POST", "music_contacts", "admin", json={"user_id": restored.site.user_id("stranger")})
    for who in ("contact", "stranger", "contact"):
        assert await restored.rows("music_contacts?select=user_id", who) == [{"user_id": restored.site.user_id(who)}]
