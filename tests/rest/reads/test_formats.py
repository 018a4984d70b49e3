"""The forms of an answer that a client can ask for."""

import pytest

pytestmark = pytest.mark.anyio

OBJECT = "application/vnd.pgrst.object+json"
STRIPPED = "application/vnd.pgrst.array+json;nulls=stripped"
MARA = "music_artists?id=eq.mara-voss"


async def test_single_gives_the_object(shared):
    answer = await shared.rest("GET", f"{MARA}&select=id", headers={"Accept": OBJECT})
    assert (answer.status_code, answer.json()) == (200, {"id": "mara-voss"})
    assert answer.headers["content-type"] == f"{OBJECT}; charset=utf-8"
    assert answer.headers["content-range"] == "0-0/*"


@pytest.mark.parametrize(("query", "rows"), [("id=eq.nobody", 0), ("", 3), ("limit=2", 2)])
@pytest.mark.parametrize("method", ["GET", "HEAD"])
@pytest.mark.parametrize("accept", [OBJECT, f"{OBJECT};nulls=stripped"])
async def test_single_of_another_number_of_rows_is_406(shared, method, query, rows, accept):
    answer = await shared.rest(method, f"music_artists?{query}", headers={"Accept": accept})
    assert answer.status_code == 406
    assert answer.headers["content-type"] == "application/json; charset=utf-8"
    assert method == "HEAD" or answer.json() == {
        "code": "PGRST116",
        "message": "Cannot coerce the result to a single JSON object",
        "details": f"The result contains {rows} rows",
        "hint": None,
    }


async def test_plain_request_for_no_row_is_an_empty_list(shared):
    """Trap 9: `maybeSingle` asks for an array."""
    answer = await shared.rest("GET", "music_artists?id=eq.nobody")
    assert (answer.status_code, answer.json(), answer.headers["content-range"]) == (200, [], "*/*")


async def test_csv(shared):
    answer = await shared.rest(
        "GET",
        "music_artists?select=name,followers,bio,is_featured&order=id",
        headers={"Accept": "text/csv"},
    )
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/csv; charset=utf-8"
    assert answer.text == (
        "name,followers,bio,is_featured\n"
        'Abel Quintero,"12,400",,false\n'
        "Mara Voss,1.2M,Sings.,true\n"
        "Night Ferry,864K,,false"
    )


async def test_csv_of_no_rows_is_empty(shared):
    answer = await shared.rest("GET", "music_artists?id=eq.nobody", headers={"Accept": "text/csv"})
    assert (answer.status_code, answer.content) == (200, b"")


async def test_stripped_answer_has_no_nulls(shared):
    path = "music_artists?select=id,bio,latest_song,music_events(id)&order=id&limit=2"
    answer = await shared.rest("GET", f"{path}&music_events.limit=0", headers={"Accept": STRIPPED})
    assert answer.json() == [
        {"id": "abel-quintero", "music_events": []},
        {"id": "mara-voss", "bio": "Sings.", "music_events": []},
    ]
    assert answer.headers["content-type"] == f"{STRIPPED}; charset=utf-8"
    answer = await shared.rest("GET", f"{MARA}&select=id,latest_song", headers={"Accept": f"{OBJECT}; nulls=stripped"})
    assert answer.json() == {"id": "mara-voss"}


ACCEPTED = [
    "*/*",
    "application/json",
    "application/json; charset=utf-8",
    "text/html, application/json;q=0.9, */*;q=0.1",
    "text/csv;q=0.5, application/json;q=0.9",
    "APPLICATION/JSON",
    "application/*",
    "application/vnd.pgrst.array+json",
]


@pytest.mark.parametrize("accept", ACCEPTED)
async def test_json_is_given_to_who_takes_it(shared, accept):
    answer = await shared.rest("GET", f"{MARA}&select=id", headers={"Accept": accept})
    assert (answer.status_code, answer.json()) == (200, [{"id": "mara-voss"}])


async def test_type_that_is_named_goes_before_any_other(shared):
    answer = await shared.rest("GET", f"{MARA}&select=id", headers={"Accept": "*/*, text/csv"})
    assert answer.text == "id\nmara-voss"


NOT_GIVEN = [
    "text/html",
    "image/png",
    "application/geo+json",
    'application/vnd.pgrst.plan+text; for="application/json"; options=analyze;',
    "application/vnd.pgrst.plan+json",
    "application/octet-stream",
    "nonsense",
]


@pytest.mark.parametrize("accept", NOT_GIVEN)
@pytest.mark.parametrize("method", ["GET", "PATCH", "DELETE"])
async def test_other_media_types_are_406(shared, accept, method):
    before = shared.tables()
    answer = await shared.rest(method, MARA, "admin", headers={"Accept": accept}, json={"name": "Changed"})
    assert (answer.status_code, answer.json()["code"]) == (406, "PGRST107")
    assert answer.json()["message"] == f"None of these media types are available: {accept}"
    assert shared.tables() == before


async def test_public_is_the_only_schema(shared):
    assert (await shared.rest("GET", MARA, headers={"Accept-Profile": "public"})).status_code == 200
    answer = await shared.rest("GET", MARA, headers={"Accept-Profile": "auth"})
    assert (answer.status_code, answer.json()) == (
        406,
        {
            "code": "PGRST106",
            "message": "Invalid schema: auth",
            "details": None,
            "hint": "Only the following schemas are exposed: public",
        },
    )
    answer = await shared.rest("PATCH", MARA, "admin", json={"name": "X"}, headers={"Content-Profile": "auth"})
    assert (answer.status_code, answer.json()["code"]) == (406, "PGRST106")
