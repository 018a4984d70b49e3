"""`GET /rest/v1/`: the tables described for whoever asks, as tools that read OpenAPI expect them."""

import pytest

from marquee.domain.tables import EXPOSED
from marquee.functions import FUNCTIONS

pytestmark = pytest.mark.anyio

PUBLIC = {"music_artists", "music_events", "music_lineup", "music_links", "music_owners", "music_contacts"}
PUBLIC |= {"music_sessions", "music_settings"}


async def document(shared, who, **headers):
    answer = await shared.rest("GET", "", who, headers=headers)
    assert (answer.status_code, answer.headers["content-type"]) == (200, "application/openapi+json; charset=utf-8")
    return answer.json()


async def test_admin_reads_of_every_table(shared):
    told = await document(shared, "admin")
    assert told["swagger"] == "2.0"
    assert told["definitions"].keys() == EXPOSED.keys()
    assert set(told["paths"]) == {f"/{name}" for name in EXPOSED} | {f"/rpc/{name}" for name in FUNCTIONS}
    assert set(told["paths"]["/music_artists"]) == {"get", "post", "patch", "delete"}


async def test_visitor_reads_of_what_is_public_and_of_no_way_to_write(shared):
    told = await document(shared, "visitor", accept="application/openapi+json")
    assert told["definitions"].keys() == PUBLIC
    assert {method for path in told["paths"].values() for method in path} == {"get"}


async def test_rows_that_are_read_fit_their_description(shared):
    told = await document(shared, "visitor")
    for name, definition in told["definitions"].items():
        for row in await shared.rows(f"{name}?limit=1", "visitor"):
            assert list(row) == list(definition["properties"]), name
            assert all(row[column] is not None for column in definition["required"]), name


async def test_columns_have_types_and_keys(shared):
    columns = (await document(shared, "visitor"))["definitions"]["music_events"]["properties"]
    assert columns["id"] == {"format": "uuid", "type": "string", "description": "Note:\nThis is a Primary Key.<pk/>"}
    assert columns["date"] == {"format": "date", "type": "string"}
    assert columns["published_at"] == {"format": "timestamp with time zone", "type": "string"}
    assert "<fk table='music_artists' column='id'/>" in columns["artist_id"]["description"]


async def test_functions_have_their_arguments(shared):
    paths = (await document(shared, "admin"))["paths"]
    bodies = {name: paths[f"/rpc/{name}"]["post"]["parameters"][0]["schema"] for name in FUNCTIONS}
    assert bodies["undo"] == {
        "type": "object",
        "required": ["transaction"],
        "properties": {"transaction": {"type": "integer", "minimum": 0, "maximum": 2**63 - 1}},
    }
    assert bodies["preview_import"]["properties"]["date_order"] == {
        "type": "string",
        "enum": ["day", "month", "year"],
        "x-nullable": True,
    }
    assert bodies["save_event"]["required"] == ["event"]
    assert bodies["save_event"]["properties"]["bill"]["items"]["required"] == ["name"]
    assert bodies["save_artist"]["properties"]["links"]["items"]["properties"]["label"]["x-nullable"]


@pytest.mark.parametrize(
    ("who", "calls"),
    [("visitor", set()), ("contact", FUNCTIONS.keys()), ("owner", {"can_undo", "save_artist", "save_event", "undo"})],
)
async def test_functions_are_those_that_one_may_call(shared, who, calls):
    paths = (await document(shared, who))["paths"]
    assert {path.removeprefix("/rpc/") for path in paths if path.startswith("/rpc/")} == calls
    for name in FUNCTIONS:
        answer = await shared.rest("POST", f"rpc/{name}", who, json={"nonsense": True})
        assert answer.json()["code"] == ("PGRST202" if name in calls else "42501"), name
    shared.assert_unchanged()


@pytest.mark.parametrize("hidden", ["popularity", "password_hash", "search", "totp"])
async def test_hidden_column_is_not_described(shared, hidden):
    answer = await shared.rest("GET", "", "admin")
    assert f'"{hidden}"' not in answer.text


@pytest.mark.parametrize("method", ["POST", "PATCH", "DELETE"])
async def test_description_is_only_read(shared, method):
    answer = await shared.rest(method, "", "admin")
    assert (answer.status_code, answer.json()["code"]) == (405, "PGRST117")
    shared.assert_unchanged()
