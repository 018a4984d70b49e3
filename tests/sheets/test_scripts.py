"""Names in scripts whose marks are letters: what only resembles another name is never taken for it."""

import pytest

from marquee.sheets.there import key_of
from tests.rest.writes.test_import import previewed

RESEMBLING = [
    ("ハート", "バード"),
    ("ハート", "パート"),
    ("राम", "रूमी"),
    ("राम", "रोम"),
    ("บัว", "บิว"),
    ("কলা", "কেলি"),
    ("Чай", "Чаи"),
    ("ម៉ៅ", "មៅ"),
]
SAME = [("Märä Tést", "mara test"), ("Ёлка", "елка"), ("Ελλάδα", "ΕΛΛΑΔΑ"), ("مُحَمَّد", "محمد"), ("ｶﾞｶﾞ", "ガガ")]


@pytest.mark.parametrize(("one", "other"), RESEMBLING)
def test_another_letter_is_another_name(one, other):
    assert key_of(one) != key_of(other)


@pytest.mark.parametrize(("one", "other"), SAME)
def test_another_way_to_write_a_letter_is_the_same_name(one, other):
    assert key_of(one) == key_of(other)


@pytest.mark.anyio
@pytest.mark.parametrize(("there", "typed"), RESEMBLING[:6])
async def test_a_table_asks_who_is_meant_by_a_name_that_only_resembles_one(site, there, typed):
    artist = {"name": there, "genre": "Pop", "image": "https://pictures.example/a.jpg"}
    assert (await site.rest("POST", "music_artists", "admin", json=artist)).status_code == 201
    [dated] = (await previewed(site, f"date,venue,location,artist\n2031-05-01,Hall,Berlin,{typed}\n"))["rows"]
    assert (dated["state"], dated["values"].get("artist_id")) == ("needs_artist", None)
    [new] = (await previewed(site, f"name,genre,image\n{typed},Pop,https://pictures.example/b.jpg\n"))["rows"]
    assert new["state"] == "ready"


@pytest.mark.anyio
@pytest.mark.parametrize(("there", "typed"), SAME)
async def test_a_table_finds_a_name_in_another_way_to_write_it(site, there, typed):
    artist = {"id": "there", "name": there, "genre": "Pop", "image": "https://pictures.example/a.jpg"}
    assert (await site.rest("POST", "music_artists", "admin", json=artist)).status_code == 201
    [dated] = (await previewed(site, f"date,venue,location,artist\n2031-05-01,Hall,Berlin,{typed}\n"))["rows"]
    assert dated["values"]["artist_id"] == "there"
