"""Adding rows: `POST /rest/v1/{table}`."""

import asyncio

import pytest
from sqlalchemy import text

from tests.cast import ARTIST

pytestmark = pytest.mark.anyio

EVENT = {"date": "2027-05-05", "venue": "Hall", "location": "Oslo", "artist_id": "mara-voss"}
REPRESENTATION = {"Prefer": "return=representation"}
OBJECT = {"Accept": "application/vnd.pgrst.object+json"}


async def test_admin_adds_an_artist(restored):
    answer = await restored.rest("POST", "music_artists", "admin", json=ARTIST)
    assert (answer.status_code, answer.content) == (201, b"")
    assert answer.headers["content-range"] == "*/*"
    assert "location" not in answer.headers
    assert "preference-applied" not in answer.headers
    (artist,) = await restored.rows("music_artists?id=eq.halve")
    assert len({artist.pop(name) for name in ("created_at", "updated_at", "published_at")}) == 1
    assert artist == {
        **ARTIST,
        "id": "halve",
        "user_id": None,
        "image_alt": None,
        "credit": None,
        "followers": "0",
        "latest_song": None,
        "bio": None,
        "social_instagram": None,
        "social_twitter": None,
        "website": None,
        "is_featured": False,
    }


@pytest.mark.parametrize("body", [EVENT, [EVENT]], ids=["object", "one-element array"])
async def test_contact_adds_an_event(restored, body):
    answer = await restored.rest("POST", "music_events", "contact", json=body)
    assert (answer.status_code, answer.content) == (201, b"")
    (event,) = await restored.rows("music_events?location=eq.Oslo", "visitor")
    assert {name: event[name] for name in EVENT} == EVENT


async def test_array_as_the_official_client_sends_it(restored):
    path = "music_events?columns=%22date%22%2C%22venue%22%2C%22location%22%2C%22artist_id%22"
    answer = await restored.rest("POST", path, "contact", json=[EVENT, {**EVENT, "location": "Bergen"}])
    assert (answer.status_code, answer.content) == (201, b"")
    assert len(await restored.rows("music_events?location=in.(Oslo,Bergen)")) == 2


async def test_empty_array_adds_nothing(restored):
    answer = await restored.rest("POST", "music_events", "contact", json=[], headers=REPRESENTATION)
    assert (answer.status_code, answer.json()) == (201, [])
    restored.assert_unchanged()


async def test_representation(restored):
    answer = await restored.rest("POST", "music_artists?select=id,name", "admin", json=ARTIST, headers=REPRESENTATION)
    assert (answer.status_code, answer.json()) == (201, [{"id": "halve", "name": "Halve"}])
    assert answer.headers["preference-applied"] == "return=representation"
    assert answer.headers["content-range"] == "*/*"


async def test_representation_of_many_comes_as_written(restored):
    names = ["Zo", "Abe", "Mo", "Bea"]
    body = [{**ARTIST, "name": name} for name in names]
    path = "music_artists?select=name"
    answer = await restored.rest("POST", path, "admin", json=body, headers=REPRESENTATION)
    assert [row["name"] for row in answer.json()] == names
    body = [{**ARTIST, "name": f"{name} 2"} for name in names]
    answer = await restored.rest("POST", f"{path}&order=name", "admin", json=body, headers=REPRESENTATION)
    assert [row["name"] for row in answer.json()] == ["Abe 2", "Bea 2", "Mo 2", "Zo 2"]


async def test_representation_embeds(restored):
    path = "music_events?select=location,artist:music_artists(name)"
    answer = await restored.rest("POST", path, "contact", json=EVENT, headers=REPRESENTATION)
    assert answer.json() == [{"location": "Oslo", "artist": {"name": "Mara Voss"}}]


async def test_single_representation_is_an_object(restored):
    headers = {**REPRESENTATION, **OBJECT}
    answer = await restored.rest("POST", "music_artists?select=id", "admin", json=ARTIST, headers=headers)
    assert (answer.status_code, answer.json()) == (201, {"id": "halve"})
    assert answer.headers["content-type"] == "application/vnd.pgrst.object+json; charset=utf-8"


async def test_single_of_two_rows_adds_none(restored):
    headers = {**REPRESENTATION, **OBJECT}
    answer = await restored.rest("POST", "music_artists", "admin", json=[ARTIST, ARTIST], headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (406, "PGRST116")
    assert answer.json()["details"] == "The result contains 2 rows"
    restored.assert_unchanged()


@pytest.mark.parametrize("prefer", ["return=minimal", "return=headers-only"])
async def test_no_body_comes_back(restored, prefer):
    """Trap 12: Without a representation there is no body, and no row is no error."""
    answer = await restored.rest("POST", "music_artists", "admin", json=ARTIST, headers={"Prefer": prefer})
    assert (answer.status_code, answer.content) == (201, b"")
    assert answer.headers["preference-applied"] == prefer
    assert answer.headers.get("location") == ("/music_artists?id=eq.halve" if "headers" in prefer else None)


async def test_location_of_a_slug_in_another_script_is_encoded(restored):
    answer = await restored.rest(
        "POST", "music_artists", "admin", json={**ARTIST, "name": "椎名"}, headers={"Prefer": "return=headers-only"}
    )
    assert answer.headers["location"] == "/music_artists?id=eq.%E6%A4%8E%E5%90%8D"


async def test_select_is_ignored_without_a_representation(restored):
    answer = await restored.rest("POST", "music_artists?select=nope", "admin", json=ARTIST)
    assert (answer.status_code, answer.content) == (201, b"")


async def test_count_says_how_many_were_added(restored):
    answer = await restored.rest("POST", "music_artists", "admin", json=[ARTIST] * 2, headers={"Prefer": "count=exact"})
    assert (answer.status_code, answer.headers["content-range"]) == (201, "*/2")


async def test_columns_win_over_the_bodys_keys(restored):
    body = [{**ARTIST, "bio": "unlisted", "extra": 1}]
    path = "music_artists?columns=name,genre,image,latest_song&select=name,bio,latest_song"
    answer = await restored.rest("POST", path, "admin", json=body, headers=REPRESENTATION)
    assert answer.json() == [{"name": "Halve", "bio": None, "latest_song": None}]


async def test_listed_but_missing_key_is_null_or_the_default_if_preferred(restored):
    """Trap 11: Listed but absent keys are null, unlisted ones the default."""
    path = "music_artists?columns=name,genre,image,followers&select=followers"
    answer = await restored.rest("POST", path, "admin", json=[ARTIST], headers=REPRESENTATION)
    assert (answer.status_code, answer.json()["code"]) == (400, "23502")
    preferred = {"Prefer": "return=representation, missing=default"}
    rows = [ARTIST, {**ARTIST, "followers": "7"}, ARTIST]
    answer = await restored.rest("POST", path, "admin", json=rows, headers=preferred)
    assert (answer.status_code, answer.json()) == (201, [{"followers": "0"}, {"followers": "7"}, {"followers": "0"}])
    assert answer.headers["preference-applied"] == "return=representation, missing=default"


SLUGS = [
    ({"name": "Mara Voss"}, "mara-voss-2"),
    ({"name": "  MARA   voss! "}, "mara-voss-2"),
    ({"name": "Émile Ångström"}, "emile-angstrom"),
    ({"name": "Straße"}, "strasse"),
    ({"name": "!!!"}, "artist"),
    ({"name": "椎名 林檎"}, "椎名-林檎"),
    ({"id": "given-slug"}, "given-slug"),
    ({"id": None}, "halve"),
]


@pytest.mark.parametrize(("values", "expected"), SLUGS, ids=[expected for _, expected in SLUGS])
async def test_artist_gets_a_readable_id(restored, values, expected):
    body = {**ARTIST, **values}
    answer = await restored.rest("POST", "music_artists?select=id", "admin", json=body, headers=REPRESENTATION)
    assert (answer.status_code, answer.json()) == (201, [{"id": expected}])
    assert [row["id"] for row in await restored.rows(f"music_artists?id=eq.{expected}")] == [expected]


async def test_names_that_meet_in_one_request_get_numbers(restored):
    names = ["Mara Voss", "Halve", "Mara Voss", "Halve 2", "Halve", "Halve"]
    answer = await restored.rest(
        "POST",
        "music_artists?select=id",
        "admin",
        json=[{**ARTIST, "name": name} for name in names],
        headers=REPRESENTATION,
    )
    ids = [row["id"] for row in answer.json()]
    assert ids == ["mara-voss-2", "halve", "mara-voss-3", "halve-2", "halve-3", "halve-4"]


async def test_parallel_adds_of_one_name_all_succeed(restored):
    answers = await asyncio.gather(*(restored.rest("POST", "music_artists", "admin", json=ARTIST) for _ in range(8)))
    assert [answer.status_code for answer in answers] == [201] * 8
    ids = {row["id"] for row in await restored.rows("music_artists?name=eq.Halve")}
    assert ids == {"halve", *(f"halve-{n}" for n in range(2, 9))}


@pytest.mark.parametrize("given", ["", "-a", "a-", "a--b", "a b", "a/b", "../x", "a_b", "a.b", "a?b", "x" * 101])
async def test_given_id_that_is_no_slug_is_refused(restored, given):
    answer = await restored.rest("POST", "music_artists", "admin", json={**ARTIST, "id": given})
    assert (answer.status_code, answer.json()["code"]) == (400, "23514")
    assert 'violates check constraint "music_artists_id_check"' in answer.json()["message"]
    restored.assert_unchanged()


async def test_numbers_are_texts_where_a_text_belongs(restored):
    body = {**ARTIST, "followers": 12400, "name": 1999}
    path = "music_artists?select=id,name,followers"
    answer = await restored.rest("POST", path, "admin", json=body, headers=REPRESENTATION)
    assert answer.json() == [{"id": "1999", "name": "1999", "followers": "12400"}]


async def test_strict_handling_refuses_an_unknown_preference(restored):
    headers = {"Prefer": "handling=strict, anything=goes"}
    answer = await restored.rest("POST", "music_artists", "admin", json=ARTIST, headers=headers)
    assert (answer.status_code, answer.json()) == (
        400,
        {
            "code": "PGRST122",
            "message": "Invalid preferences given with handling=strict",
            "details": "Invalid preferences: anything=goes",
            "hint": None,
        },
    )
    answer = await restored.rest("POST", "music_artists", "admin", json=ARTIST, headers={"Prefer": "anything=goes"})
    assert answer.status_code == 201


async def test_first_occurrence_of_a_preference_wins(restored):
    headers = [*restored.signed_in["admin"].items(), ("Prefer", "return=minimal"), ("Prefer", "return=representation")]
    restored.may_have_changed = True
    answer = await restored.site.client.post("/rest/v1/music_artists", headers=headers, json=ARTIST)
    assert (answer.content, answer.headers["preference-applied"]) == (b"", "return=minimal")


async def test_a_thousand_rows_at_once_are_added_and_answered(restored):
    answer = await restored.rest(
        "POST", "music_events?select=id", "contact", json=[EVENT] * 1000, headers=REPRESENTATION
    )
    assert (answer.status_code, len(answer.json())) == (201, 1000)
    answer = await restored.rest("HEAD", "music_events?location=eq.Oslo", headers={"Prefer": "count=exact"})
    assert answer.headers["content-range"] == "0-999/1000"


async def test_rows_that_the_database_expected_nowhere_are_counted_in_time(restored):
    """What PostgreSQL knows of a table is of a minute ago: of a place that has come since, it expects one row."""
    elsewhere = [{**EVENT, "location": "Bergen"}] * 1000
    for _ in range(10):
        await restored.rest("POST", "music_events", "admin", json=elsewhere)
    restored.write(lambda connection: connection.execute(text("ANALYZE")))
    restored.write(lambda connection: connection.execute(text("DELETE FROM music_events WHERE location = 'Bergen'")))
    for _ in range(5):
        await restored.rest("POST", "music_events", "admin", json=[EVENT] * 1000)
    answer = await restored.rest("HEAD", "music_events?location=eq.Oslo", headers={"Prefer": "count=exact"})
    assert answer.headers.get("content-range") == "0-999/5000"


async def test_more_rows_than_that_are_refused_before_any_is_looked_at(restored):
    answer = await restored.rest("POST", "music_events", "contact", json=[{}] * 1001)
    assert (answer.status_code, answer.json()["code"]) == (400, "PGRST102")
    restored.assert_unchanged()
