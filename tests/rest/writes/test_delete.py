"""Removing rows: `DELETE /rest/v1/{table}`."""

import pytest

pytestmark = pytest.mark.anyio

REPRESENTATION = {"Prefer": "return=representation"}
OBJECT = {"Accept": "application/vnd.pgrst.object+json"}


async def test_contact_deletes_an_event_as_the_official_client_does(restored):
    old = restored.kept["music_events"][0]["id"]
    # Every call but GET says that it sends JSON, also without a body.
    answer = await restored.rest(
        "DELETE", f"music_events?id=eq.{old}", "contact", headers={"Content-Type": "application/json"}
    )
    assert (answer.status_code, answer.content, answer.headers["content-range"]) == (204, b"", "*/*")
    assert old not in {row["id"] for row in restored.tables()["music_events"]}
    assert len(restored.tables()["music_events"]) == 3


async def test_deleting_an_artist_deletes_its_events(restored):
    answer = await restored.rest("DELETE", "music_artists?id=eq.mara-voss", "admin")
    assert answer.status_code == 204
    left = restored.tables()
    assert {row["id"] for row in left["music_artists"]} == {"abel-quintero", "night-ferry"}
    assert {row["artist_id"] for row in left["music_events"]} == {"night-ferry"}
    assert left["music_contacts"] == restored.kept["music_contacts"]


async def test_representation_is_what_was_there(restored):
    path = "music_artists?id=eq.mara-voss&select=name,music_events(location)"
    answer = await restored.rest("DELETE", path, "admin", headers=REPRESENTATION)
    events = [{"location": "Trieste"}, {"location": "Glasgow"}]
    assert (answer.status_code, answer.json()) == (200, [{"name": "Mara Voss", "music_events": events}])
    assert answer.headers["content-range"] == "*/*"


async def test_count(restored):
    path = "music_events?artist_id=eq.mara-voss"
    answer = await restored.rest("DELETE", path, "admin", headers={"Prefer": "count=exact"})
    assert (answer.status_code, answer.headers["content-range"]) == (204, "*/2")


async def test_deleting_nothing(restored):
    path = "music_events?venue=eq.nowhere"
    answer = await restored.rest("DELETE", path, "contact")
    assert (answer.status_code, answer.content, answer.headers["content-range"]) == (204, b"", "*/*")
    answer = await restored.rest("DELETE", path, "contact", headers=REPRESENTATION)
    assert (answer.status_code, answer.json()) == (200, [])
    restored.assert_unchanged()


@pytest.mark.parametrize("table", ["music_artists", "music_events", "music_contacts"])
async def test_delete_without_a_filter_is_refused(restored, table):
    answer = await restored.rest("DELETE", table, "admin")
    assert (answer.status_code, answer.json()) == (
        400,
        {"code": "21000", "message": "DELETE requires a WHERE clause", "details": None, "hint": None},
    )
    restored.assert_unchanged()


@pytest.mark.parametrize(("query", "rows"), [("artist_id=eq.mara-voss", 2), ("venue=eq.nowhere", 0)])
async def test_single_delete_of_another_number_of_rows_deletes_none(restored, query, rows):
    answer = await restored.rest("DELETE", f"music_events?{query}", "contact", headers={**REPRESENTATION, **OBJECT})
    assert (answer.status_code, answer.json()["code"]) == (406, "PGRST116")
    assert answer.json()["details"] == f"The result contains {rows} rows"
    restored.assert_unchanged()


async def test_more_rows_than_max_affected_deletes_none(restored):
    headers = {"Prefer": "handling=strict, max-affected=1"}
    answer = await restored.rest("DELETE", "music_events?artist_id=eq.mara-voss", "contact", headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (400, "PGRST124")
    restored.assert_unchanged()


async def test_bad_filter_deletes_none(restored):
    for query in ("nope=eq.1", "id=eq.1", "date=eq.soon", "id=xx.1", "or=(id.eq.1"):
        answer = await restored.rest("DELETE", f"music_events?{query}", "admin")
        assert answer.status_code == 400
    restored.assert_unchanged()


async def test_removed_contact_may_no_longer_add_events(restored):
    contact = restored.site.user_id("contact")
    assert (await restored.rest("DELETE", f"music_contacts?user_id=eq.{contact}", "admin")).status_code == 204
    event = {"date": "2027-05-05", "venue": "Hall", "location": "Oslo", "artist_id": "mara-voss"}
    assert (await restored.rest("POST", "music_events", "contact", json=event)).status_code == 403
