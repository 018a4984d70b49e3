"""Writes without the right to them are refused alike in every form, and as a whole."""

from typing import Any

import pytest

from tests.cast import ARTIST, OTHER

pytestmark = pytest.mark.anyio

AN_ID = "5d6c9c5a-77ad-4d5e-9f0c-3a1f0f7f1d11"


async def test_update_of_no_row_is_no_denial(restored):
    answer = await restored.rest("PATCH", "music_artists?id=eq.nobody", "stranger", json={"bio": "Mine"})
    assert (answer.status_code, answer.headers["content-range"]) == (204, "*/*")


FORMS: dict[str, tuple[str, str, dict[str, Any]]] = {
    "POST": ("POST", "music_artists", {"json": ARTIST}),
    "PUT": ("PUT", f"music_artists?id=eq.{OTHER}", {"json": {**ARTIST, "id": OTHER}}),
    "PATCH": ("PATCH", f"music_artists?id=eq.{OTHER}", {"json": {"name": "Mine"}}),
    "upsert": (
        "POST",
        "music_artists?on_conflict=id",
        {"json": {**ARTIST, "id": OTHER}, "headers": {"Prefer": "resolution=merge-duplicates"}},
    ),
    "bulk": ("POST", "music_artists", {"json": [ARTIST] * 3}),
    "columns": ("POST", "music_artists?columns=name,genre,image", {"json": [{**ARTIST, "extra": 1}]}),
    "csv": (
        "POST",
        "music_artists",
        {"content": "name,genre,image\nA,B,https://c.example", "headers": {"Content-Type": "text/csv"}},
    ),
}


@pytest.mark.parametrize("who", ["visitor", "stranger", "contact", "owner"])
@pytest.mark.parametrize("form", FORMS)
async def test_every_form_of_a_write_is_refused_alike(restored, form, who):
    """Trap 38: After a failed refresh writes end as 204 with no row."""
    method, path, options = FORMS[form]
    answer = await restored.rest(method, path, who, **options)
    expected = 401 if who == "visitor" else 403
    assert answer.status_code == expected, answer.text
    restored.assert_unchanged()


async def test_bulk_with_one_denied_row_of_a_hundred_adds_none(restored):
    event = {"date": "2027-05-05", "venue": "Hall", "location": "Oslo", "artist_id": OTHER, "id": None}
    answer = await restored.rest("POST", "music_events", "contact", json=[event] * 99 + [{**event, "id": AN_ID}])
    assert (answer.status_code, answer.json()["code"]) == (403, "42501")
    restored.assert_unchanged()


@pytest.mark.parametrize(("who", "status"), [("contact", 200), ("owner", 403)])
async def test_merging_into_an_existing_event_is_an_update(restored, who, status):
    old = restored.kept["music_events"][0]
    answer = await restored.rest(
        "POST",
        "music_events",
        who,
        json={"id": old["id"], "date": "2030-01-01", "venue": "X", "location": "Y", "artist_id": OTHER},
        headers={"Prefer": "resolution=merge-duplicates"},
    )
    assert answer.status_code == status
    assert (restored.tables() == restored.kept) == (status == 403)
