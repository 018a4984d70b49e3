"""Changing rows: `PATCH /rest/v1/{table}`."""

import pytest

from marquee.auth import accounts

pytestmark = pytest.mark.anyio

MARA = "music_artists?id=eq.mara-voss"
REPRESENTATION = {"Prefer": "return=representation"}
OBJECT = {"Accept": "application/vnd.pgrst.object+json"}


async def test_owner_changes_the_profile(restored):
    answer = await restored.rest("PATCH", MARA, "owner", json={"bio": "New"})
    assert (answer.status_code, answer.content, answer.headers["content-range"]) == (204, b"", "0-0/*")
    (before, after) = (
        next(row for row in tables["music_artists"] if row["id"] == "mara-voss")
        for tables in (restored.kept, restored.tables())
    )
    assert after.pop("updated_at") > before["updated_at"]
    assert after == {**{name: before[name] for name in after}, "bio": "New"}


async def test_representation(restored):
    answer = await restored.rest("PATCH", f"{MARA}&select=id,bio", "owner", json={"bio": "New"}, headers=REPRESENTATION)
    assert (answer.status_code, answer.json()) == (200, [{"id": "mara-voss", "bio": "New"}])
    assert answer.headers["preference-applied"] == "return=representation"
    assert answer.headers["content-range"] == "0-0/*"


async def test_representation_shows_a_row_that_its_filter_no_longer_finds(restored):
    path = "music_artists?genre=eq.Jazz&select=id,genre"
    answer = await restored.rest("PATCH", path, "admin", json={"genre": "Blues"}, headers=REPRESENTATION)
    assert answer.json() == [{"id": "abel-quintero", "genre": "Blues"}]


async def test_update_of_no_row(restored):
    path = "music_artists?id=eq.nobody"
    answer = await restored.rest("PATCH", path, "admin", json={"bio": "New"})
    assert (answer.status_code, answer.content, answer.headers["content-range"]) == (204, b"", "*/*")
    answer = await restored.rest("PATCH", path, "admin", json={"bio": "New"}, headers=REPRESENTATION)
    assert (answer.status_code, answer.json(), answer.headers["content-range"]) == (200, [], "*/*")
    answer = await restored.rest("PATCH", path, "admin", json={"bio": "New"}, headers={"Prefer": "count=exact"})
    assert (answer.status_code, answer.headers["content-range"]) == (204, "*/0")


async def test_update_of_several_rows(restored):
    path = "music_artists?genre=like.*pop&select=id&order=id.desc"
    headers = {"Prefer": "return=representation, count=exact"}
    answer = await restored.rest("PATCH", path, "admin", json={"bio": "New"}, headers=headers)
    assert (answer.status_code, answer.json()) == (200, [{"id": "night-ferry"}, {"id": "mara-voss"}])
    assert answer.headers["content-range"] == "0-1/2"


@pytest.mark.parametrize("body", [{}, [], [{}]])
async def test_empty_body_changes_nothing(restored, body):
    answer = await restored.rest("PATCH", MARA, "owner", json=body)
    assert (answer.status_code, answer.content, answer.headers["content-range"]) == (204, b"", "*/*")
    answer = await restored.rest("PATCH", MARA, "owner", json=body, headers=REPRESENTATION)
    assert (answer.status_code, answer.json()) == (200, [])
    restored.assert_unchanged()


async def test_empty_body_is_no_way_round_a_refusal(restored):
    assert (await restored.rest("PATCH", MARA, "stranger", json={})).status_code == 403
    assert (await restored.rest("PATCH", MARA, "visitor", json={})).status_code == 401


@pytest.mark.parametrize("path", ["music_artists", "music_artists?select=*", "music_artists?order=id"])
async def test_update_without_a_filter_is_refused(restored, path):
    answer = await restored.rest("PATCH", path, "admin", json={"bio": "New"})
    assert (answer.status_code, answer.json()) == (
        400,
        {"code": "21000", "message": "UPDATE requires a WHERE clause", "details": None, "hint": None},
    )
    restored.assert_unchanged()


async def test_filter_on_an_embedded_resource_is_none_on_the_table(restored):
    path = "music_artists?select=*,music_events(*)&music_events.location=eq.Ghent"
    answer = await restored.rest("PATCH", path, "admin", json={"bio": "New"})
    assert (answer.status_code, answer.json()["code"]) == (400, "21000")
    restored.assert_unchanged()


@pytest.mark.parametrize("query", ["limit=1", "offset=1"])
async def test_update_with_a_limit_is_refused(restored, query):
    answer = await restored.rest("PATCH", f"{MARA}&{query}", "admin", json={"bio": "New"})
    assert (answer.status_code, answer.json()["code"]) == (400, "PGRST100")
    restored.assert_unchanged()


async def test_single_update(restored):
    headers = {**REPRESENTATION, **OBJECT}
    answer = await restored.rest("PATCH", f"{MARA}&select=bio", "owner", json={"bio": "New"}, headers=headers)
    assert (answer.status_code, answer.json()) == (200, {"bio": "New"})


@pytest.mark.parametrize(("query", "rows"), [("genre=like.*pop", 2), ("id=eq.nobody", 0)])
@pytest.mark.parametrize("prefer", ["return=representation", "return=minimal"])
async def test_single_update_of_another_number_of_rows_changes_nothing(restored, query, rows, prefer):
    """Trap 14: `single()` on another number of rows is 406, and nothing is kept."""
    headers = {**OBJECT, "Prefer": prefer}
    answer = await restored.rest("PATCH", f"music_artists?{query}", "admin", json={"bio": "New"}, headers=headers)
    assert (answer.status_code, answer.json()) == (
        406,
        {
            "code": "PGRST116",
            "message": "Cannot coerce the result to a single JSON object",
            "details": f"The result contains {rows} rows",
            "hint": None,
        },
    )
    restored.assert_unchanged()


async def test_more_rows_than_max_affected_changes_nothing(restored):
    path = "music_artists?genre=like.*pop"
    strict = {"Prefer": "handling=strict, max-affected=1"}
    answer = await restored.rest("PATCH", path, "admin", json={"bio": "New"}, headers=strict)
    assert (answer.status_code, answer.json()) == (
        400,
        {
            "code": "PGRST124",
            "message": "Query result exceeds max-affected preference constraint",
            "details": "The query affects 2 rows",
            "hint": None,
        },
    )
    restored.assert_unchanged()
    enough = {"Prefer": "handling=strict, max-affected=2"}
    answer = await restored.rest("PATCH", path, "admin", json={"bio": "New"}, headers=enough)
    assert (answer.status_code, answer.headers["preference-applied"]) == (204, "handling=strict, max-affected=2")
    lenient = {"Prefer": "max-affected=1"}
    answer = await restored.rest("PATCH", path, "admin", json={"bio": "Newer"}, headers=lenient)
    assert answer.status_code == 204
    assert "preference-applied" not in answer.headers


REFUSED = [
    ({"nope": 1}, 400, "PGRST204"),
    ({"popularity": 1}, 400, "PGRST204"),
    ({"name": None}, 400, "23502"),
    ({"name": ""}, 400, "23514"),
    ({"website": "javascript:alert(1)"}, 400, "23514"),
    ({"is_featured": "maybe"}, 400, "22P02"),
    ({"user_id": "5d6c9c5a-77ad-4d5e-9f0c-3a1f0f7f1d11"}, 409, "23503"),
    ({"id": "other"}, 403, "42501"),
    ([{"bio": "a"}, {"bio": "b"}], 400, "PGRST102"),
    ("text", 400, "PGRST102"),
]


@pytest.mark.parametrize(("body", "status", "code"), REFUSED)
async def test_bad_update_changes_nothing(restored, body, status, code):
    answer = await restored.rest("PATCH", MARA, "admin", json=body)
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    restored.assert_unchanged()


async def test_update_of_many_with_one_conflict_changes_none(restored):
    answer = await restored.rest("PATCH", "music_artists?id=not.is.null", "admin", json={"is_featured": True})
    assert (answer.status_code, answer.json()["code"]) == (409, "23505")
    assert answer.json()["message"].endswith('unique constraint "music_artists_featured_key"')
    restored.assert_unchanged()


async def test_select_is_ignored_without_a_representation(restored):
    assert (await restored.rest("PATCH", f"{MARA}&select=nope", "owner", json={"bio": "N"})).status_code == 204
    refused = await restored.rest("PATCH", f"{MARA}&select=nope", "owner", json={"bio": "O"}, headers=REPRESENTATION)
    assert (refused.status_code, refused.json()["code"]) == (400, "42703")


async def test_new_followers_move_the_artist_in_the_list(restored):
    answer = await restored.rest("PATCH", "music_artists?id=eq.abel-quintero", "admin", json={"followers": "3M"})
    assert answer.status_code == 204
    assert (await restored.rows("music_artists?select=id"))[0] == {"id": "abel-quintero"}


async def test_new_owner_may_edit_at_once_and_the_old_one_no_more(restored):
    stranger = restored.site.user_id("stranger")
    assert (await restored.rest("PATCH", MARA, "admin", json={"user_id": stranger})).status_code == 204
    assert (await restored.rest("PATCH", MARA, "stranger", json={"bio": "Mine"})).status_code == 204
    assert (await restored.rest("PATCH", MARA, "owner", json={"bio": "Still mine"})).status_code == 403
    restored.write(accounts.set_artist_owner, "mara-voss", restored.site.user_id("owner"))


async def test_optional_text_may_be_emptied(restored):
    for empty in ("", None):
        answer = await restored.rest(
            "PATCH",
            f"{MARA}&select=bio,website",
            "owner",
            json={"bio": empty, "website": empty},
            headers=REPRESENTATION,
        )
        assert (answer.status_code, answer.json()) == (200, [{"bio": empty, "website": empty}])
