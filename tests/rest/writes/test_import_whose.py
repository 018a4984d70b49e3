"""A table that does not say, or not in each row, whose dates these are."""

import pytest

from tests.rest.writes.test_import import call, previewed

pytestmark = pytest.mark.anyio

WITHOUT = "date,venue,city\n2031-03-01,Roxy,Leeds\n2031-03-02,Roxy,Leeds\n"
SOME = """artist,date,venue,city
Mara Voss,2031-03-01,A,Leeds
,2031-03-02,B,Leeds
Night Ferry,2031-03-03,C,Leeds
,2031-03-04,D,Leeds
"""


def told(preview):
    return [
        (row["state"], row["values"].get("artist_id"), [one["id"] for one in row["artists"]]) for row in preview["rows"]
    ]


async def test_a_table_without_artists_is_asked_about_once(site):
    asked = await previewed(site, WITHOUT, "contact")
    assert asked["needs_artist"]
    assert told(asked) == [("needs_artist", None, [])] * 2
    answered = await previewed(site, WITHOUT, "contact", artist_id="mara-voss")
    assert not answered["needs_artist"]
    assert told(answered) == [("ready", "mara-voss", [])] * 2
    assert (await call(site, "contact", "run_import", WITHOUT)).status_code == 400
    assert (await call(site, "contact", "run_import", WITHOUT, artist_id="mara-voss")).json()["added"] == 2


async def test_an_empty_cell_below_a_name_is_offered_as_the_same(site):
    asked = await previewed(site, SOME)
    assert told(asked) == [
        ("ready", "mara-voss", []),
        ("needs_artist", None, ["mara-voss"]),
        ("ready", "night-ferry", []),
        ("needs_artist", None, ["night-ferry"]),
    ]
    repeated = await previewed(site, SOME, repeat_artist=True)
    assert [row["values"]["artist_id"] for row in repeated["rows"]] == ["mara-voss"] * 2 + ["night-ferry"] * 2
    one = await previewed(site, SOME, artist_id="abel-quintero")
    assert [row["values"]["artist_id"] for row in one["rows"]] == [
        *("mara-voss", "abel-quintero", "night-ferry", "abel-quintero")
    ]


async def test_an_artist_who_is_not_there_is_nobody(site):
    assert (await previewed(site, WITHOUT, artist_id="nobody"))["needs_artist"]
