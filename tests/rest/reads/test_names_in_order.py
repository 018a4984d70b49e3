"""Lists of artists are in the order in which people sort names, and followers are what they say in any language."""

import pytest
from sqlalchemy import update

from marquee.domain import word_rules
from marquee.domain.tables import music_artists
from marquee.domain.tables import word_rules as versions

pytestmark = pytest.mark.anyio

NAMES = ["!!!", "apple", "Café Ost", "cafe west", "Éclair", "eels", "Ørsted", "Zebra", "Ярмарка", "東京事変"]
IN_NAMES = "music_artists?select=name&genre=eq.Sorted"


async def add(site, rows):
    fixed = {"genre": "Sorted", "image": "https://x.example/a", "followers": "7"}
    answer = await site.rest("POST", "music_artists", "admin", json=[fixed | row for row in rows])
    assert answer.status_code == 201, answer.text


async def names(site, query=""):
    return [row["name"] for row in await site.rows(f"{IN_NAMES}{query}", "admin")]


async def test_equal_followers_are_sorted_by_name_as_people_sort(restored):
    await add(restored, [{"name": name} for name in reversed(NAMES)])
    assert await names(restored) == NAMES
    assert await names(restored, "&order=name") == NAMES
    assert await names(restored, "&order=name.desc") == NAMES[::-1]
    await restored.rest("PATCH", "music_artists?name=eq.Zebra", "admin", json={"name": "Ähre"})
    assert (await names(restored))[:3] == ["!!!", "Ähre", "apple"]


async def test_followers_in_any_language_are_numbers(restored):
    told = ["3億", "1.2 crore", "2,5 млн", "~1M", "5 lakh", "1.2만", "900"]
    await add(restored, [{"name": text, "followers": text} for text in reversed(told)])
    assert await names(restored) == told


async def test_upgrade_puts_those_in_order_who_were_there(restored):
    await add(restored, [{"name": name} for name in NAMES])
    database = restored.site.service.database
    database.write_now(lambda connection: connection.execute(update(music_artists).values(sort_name="", popularity=0)))
    database.write_now(lambda connection: connection.execute(update(versions).values(version=1)))
    database.write_now(word_rules.apply)
    assert await names(restored) == NAMES
    restored.restore()
