"""`in.(…)`: lists of every type, and as long as people have ids."""

from uuid import UUID

import pytest

pytestmark = pytest.mark.anyio

THOUSAND = [str(UUID(int=number)) for number in range(999)]


@pytest.mark.parametrize("comma", [",", "%2C"])
async def test_thousand_ids_are_one_list(shared, comma):
    events = shared.kept["music_events"]
    listed = comma.join([*THOUSAND, events[0]["id"]])
    (found,) = await shared.rows(f"music_events?select=id&id=in.({listed})", "visitor")
    assert found == {"id": events[0]["id"]}
    others = await shared.rows(f"music_events?select=id&id=not.in.({listed})", "visitor")
    assert {row["id"] for row in others} == {row["id"] for row in events[1:]}


LISTS = [
    ("music_events?date=in.(2026-10-01,2026-11-21)", 2),
    ("music_events?date=not.in.(2026-10-01,2026-11-21)", 2),
    ("music_artists?is_featured=in.(true,false)", 3),
    ("music_artists?is_featured=in.(f)", 2),
    ("music_artists?created_at=in.(2000-01-01T00:00:00Z)", 0),
    ("music_artists?created_at=not.in.(2000-01-01T00:00:00Z)", 3),
    ("music_artists?website=in.()", 0),
    ("music_artists?website=not.in.()", 3),
    ("music_artists?website=not.in.(a)", 1),
    ("music_lineup?position=in.(0,1,2,3)&limit=1", 1),
    ("music_events?select=music_artists!inner(id)&music_artists.id=in.(mara-voss)", 2),
    ("music_artists?or=(id.in.(mara-voss,abel-quintero),and(id.in.(night-ferry),is_featured.not.in.(true)))", 3),
]


@pytest.mark.parametrize(("path", "number"), LISTS, ids=[path for path, _ in LISTS])
async def test_list_of_each_type_finds(shared, path, number):
    assert len(await shared.rows(path, "admin")) == number
