"""Rows that are not added, and why."""

from typing import Any

import pytest

from tests.cast import ARTIST, OWNED

pytestmark = pytest.mark.anyio

EVENT = {"date": "2027-05-05", "venue": "Hall", "location": "Oslo", "artist_id": "mara-voss"}
AN_ID = "5d6c9c5a-77ad-4d5e-9f0c-3a1f0f7f1d11"


def check(name):
    return f'new row for relation "music_artists" violates check constraint "music_artists_{name}_check"'


def null(table, name):
    return f'null value in column "{name}" of relation "{table}" violates not-null constraint'


REFUSED = [
    ("music_artists", {"name": None}, 400, "23502", null("music_artists", "name")),
    ("music_artists", {"image": None}, 400, "23502", null("music_artists", "image")),
    ("music_artists", {"is_featured": None}, 400, "23502", null("music_artists", "is_featured")),
    ("music_events", {"date": None}, 400, "23502", null("music_events", "date")),
    ("music_artists", {"name": ""}, 400, "23514", check("name")),
    ("music_artists", {"name": "   "}, 400, "23514", check("name")),
    ("music_artists", {"name": "x" * 201}, 400, "23514", check("name")),
    ("music_artists", {"bio": "x" * 20001}, 400, "23514", check("bio")),
    ("music_artists", {"followers": ""}, 400, "23514", check("followers")),
    ("music_artists", {"image": "nowhere"}, 400, "23514", check("image")),
    ("music_artists", {"website": "ftp://files.example"}, 400, "23514", check("website")),
    ("music_artists", {"social_twitter": "a/b"}, 400, "23514", check("social_twitter")),
    (
        "music_artists",
        {"id": "mara-voss"},
        409,
        "23505",
        'duplicate key value violates unique constraint "music_artists_pkey"',
    ),
    (
        "music_events",
        {"artist_id": "nobody"},
        409,
        "23503",
        'insert or update on table "music_events" violates foreign key constraint "music_events_artist_id_fkey"',
    ),
    (
        "music_artists",
        {"user_id": AN_ID},
        409,
        "23503",
        'insert or update on table "music_artists" violates foreign key constraint "music_artists_user_id_fkey"',
    ),
    ("music_events", {"date": "soon"}, 400, "22007", 'invalid input syntax for type date: "soon"'),
    ("music_events", {"date": "2026-02-30"}, 400, "22008", 'date/time field value out of range: "2026-02-30"'),
    ("music_events", {"date": True}, 400, "22P02", 'invalid input syntax for type date: "true"'),
    ("music_artists", {"user_id": "me"}, 400, "22P02", 'invalid input syntax for type uuid: "me"'),
    ("music_artists", {"is_featured": "maybe"}, 400, "22P02", 'invalid input syntax for type boolean: "maybe"'),
    ("music_artists", {"name": ["a"]}, 400, "22P02", 'invalid input syntax for type text: "[…]"'),
    ("music_artists", {"name": {"a": 1}}, 400, "22P02", 'invalid input syntax for type text: "{…}"'),
    (
        "music_artists",
        {"nope": 1},
        400,
        "PGRST204",
        "Could not find the 'nope' column of 'music_artists' in the schema cache",
    ),
    (
        "music_artists",
        {"popularity": 1},
        400,
        "PGRST204",
        "Could not find the 'popularity' column of 'music_artists' in the schema cache",
    ),
]


@pytest.mark.parametrize(("table", "values", "status", "code", "message"), REFUSED)
@pytest.mark.parametrize("bulk", [False, True], ids=["one", "last of three"])
async def test_bad_row_is_refused_and_nothing_is_added(restored, table, values, status, code, message, bulk):
    good: dict[str, Any] = {**(ARTIST if table == "music_artists" else EVENT)}
    body: Any = {**good, **values}
    if bulk:
        good |= {name: "x" for name in values if name in ("nope", "popularity")}
        filler = {"user_id": None, "is_featured": False, "followers": "1", "id": None}
        good = {**{name: filler.get(name) for name in values}, **good}
        body = [good, good, {**good, **values}]
    answer = await restored.rest("POST", table, "admin", json=body)
    if bulk and table == "music_events":
        answer = await restored.rest("POST", table, "contact", json=body)
    assert answer.status_code == status, answer.text
    refusal = answer.json()
    assert (refusal["code"], refusal["message"]) == (code, message)
    is_told = code[:2] in ("22", "23") and not (bulk and code == "23505")
    assert str(refusal["details"]).startswith(("Failing row", "Key (")) == is_told
    restored.assert_unchanged()


async def test_refused_row_is_the_one_named_also_where_a_later_one_exists(restored):
    rows = [{"id": "new-a"}, {"id": "new-b", "name": ""}, {"id": OWNED}]
    answer = await restored.rest("POST", "music_artists", "admin", json=[{**ARTIST, **row} for row in rows])
    assert (answer.status_code, answer.json()["details"]) == (400, "Failing row 2 contains (name)=().")
    restored.assert_unchanged()


async def test_second_contact_row_of_an_account_is_refused(restored):
    answer = await restored.rest("POST", "music_contacts", "admin", json={"user_id": restored.site.user_id("contact")})
    assert (answer.status_code, answer.json()) == (
        409,
        {
            "code": "23505",
            "message": 'duplicate key value violates unique constraint "music_contacts_user_id_key"',
            "details": f"Key (user_id)=({restored.site.user_id('contact')}) already exists.",
            "hint": None,
        },
    )


UNACCEPTED = [
    ([ARTIST, {**ARTIST, "bio": "x"}], "All object keys must match"),
    ([{}, ARTIST], "All object keys must match"),
    ([ARTIST, 1], "All object keys must match"),
    ("text", "Empty or invalid json"),
    (None, "Empty or invalid json"),
    ([[ARTIST]], "All object keys must match"),
]


@pytest.mark.parametrize(("body", "message"), UNACCEPTED)
async def test_body_of_another_shape_is_refused(restored, body, message):
    answer = await restored.rest("POST", "music_artists", "admin", json=body)
    assert (answer.status_code, answer.json()["code"], answer.json()["message"]) == (400, "PGRST102", message)
    restored.assert_unchanged()


@pytest.mark.parametrize("type_", ["text/plain", "multipart/form-data"])
async def test_body_of_another_type_is_refused(restored, type_):
    answer = await restored.rest(
        "POST", "music_artists", "admin", content=b"name=x", headers={"Content-Type": f"{type_}; charset=utf-8"}
    )
    assert (answer.status_code, answer.json()["code"]) == (400, "PGRST102")
    assert answer.json()["message"] == f"Content-Type not acceptable: {type_}"


async def test_unknown_name_in_columns_is_refused(restored):
    answer = await restored.rest("POST", "music_artists?columns=name,nope", "admin", json=[ARTIST])
    assert (answer.status_code, answer.json()["code"]) == (400, "PGRST204")


@pytest.mark.parametrize("form", [b"name=%ff", b"&".join(b"c%d=x" % place for place in range(201))])
async def test_form_that_cannot_be_read_is_refused(shared, form):
    headers = {"Content-Type": "application/x-www-form-urlencoded"}
    answer = await shared.rest("POST", "music_artists", "admin", content=form, headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (400, "PGRST102")
    shared.assert_unchanged()
