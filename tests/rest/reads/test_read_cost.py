"""Which reads may be expected to take about a millisecond on a site of any size, and what their plans take."""

import gc
import tracemalloc
from datetime import UTC

import pytest

from marquee.domain.actor import VISITOR
from marquee.rest.plan_cache import BoundPlan
from marquee.rest.request import RawRequest, parse

LARGE_PLANS_BYTES = 2_000_000
"""Of two dozen: a tenth of what they would take if they were kept."""

CHEAP = [
    "music_artists?limit=24",
    "music_artists?select=id,name&limit=24&offset=240",
    "music_artists?id=eq.mara-voss",
    "music_artists?id=eq.mara-voss&select=*,music_events(*)&limit=1",
    "music_artists?is_featured=is.true&limit=1",
    "music_artists?select=name,music_events(count)&limit=24",
    "music_artists?user_id=eq.00000000-0000-0000-0000-000000000000&limit=1",
    "music_events?select=*,artist:music_artists(id,name)&date=gte.2026-11-21&order=date&limit=20",
    "music_events?artist_id=eq.mara-voss&date=gte.2026-11-21&order=date.desc,id.desc&limit=20",
    "music_events?id=eq.00000000-0000-0000-0000-000000000000&venue=ilike.*a*&limit=1",
    "music_contacts?user_id=eq.00000000-0000-0000-0000-000000000000&limit=1",
    "music_events?upcoming_until=gt.now&date=gte.2026-11-20&order=date.asc,start_time.asc,id.asc&limit=20",
    "music_events?upcoming_until=lte.now&date=lte.2026-11-22&order=date.desc,start_time.desc,id.desc&limit=20",
    "music_events?id=eq.00000000-0000-0000-0000-000000000000&select=*,music_lineup(*,music_artists(id))&limit=1",
    "music_lineup?artist_id=eq.mara-voss&select=event_id&limit=100",
    "music_links?artist_id=eq.mara-voss&order=position,id&limit=100",
]
OTHERS = [
    "music_artists",
    "music_artists?limit=101",
    "music_artists?select=count&limit=1",
    "music_artists?select=name,music_events(count)&music_events.date=gte.2026-11-21&limit=24",
    "music_artists?limit=1&offset=5000",
    "music_artists?order=name&limit=1",
    "music_artists?bio=ilike.*a*&limit=1",
    "music_artists?or=(id.eq.mara-voss,bio.like.*a*)&limit=1",
    "music_artists?id=not.eq.mara-voss&limit=1",
    "music_artists?id=eq.mara-voss&bio=match.a&limit=1",
    "music_artists?select=*,music_events(*)&limit=24",
    "music_artists?select=*,music_events!inner(*)&limit=1",
    "music_events?select=*,music_artists(music_events(*))&limit=1",
    "music_events?select=*,music_artists!inner(*)&music_artists.name=eq.Mara Voss&limit=1",
    "music_events?date=gte.2026-11-21&order=date.asc,id.desc&limit=1",
    "music_events?date=gte.2026-11-21&order=id&limit=1",
    "music_events?upcoming_until=gt.now&limit=1",
    "music_events?or=(artist_id.eq.a,venue.eq.b)&limit=1",
    "music_events?performer_id=eq.a&upcoming_until=gt.now&limit=20",
    "music_events?date=gte.2026-11-21&order=date.asc,start_time.asc.nullsfirst,id.asc&limit=1",
    "music_events?select=*,a:music_artists(name)&order=a(name)&limit=1",
]


def _is_cheap(path, *prefer):
    table, _, query = path.partition("?")
    return BoundPlan(VISITOR, parse(RawRequest("GET", table, query.encode(), prefer=prefer)), UTC).is_cheap


@pytest.mark.parametrize("path", CHEAP)
def test_read_of_few_rows_from_an_index_is_cheap(path):
    assert _is_cheap(path)
    assert not _is_cheap(path, "count=exact")


@pytest.mark.parametrize("path", OTHERS)
def test_any_other_read_is_not_expected_to_be_cheap(path):
    assert not _is_cheap(path)


def test_plans_of_large_requests_are_not_kept():
    """Or a stranger's hundreds of them would take a hundred megabytes."""
    columns = ("name", "genre", "image", "followers", "latest_song", "bio", "website")

    def plan(number):
        filters = (f"{columns[(number + place) % 7]}=ilike.*q*" for place in range(99 - number % 3))
        query = f"{'&'.join(filters)}&select=a{number}:name,music_events(venue,date)"
        bound = BoundPlan(VISITOR, parse(RawRequest("GET", "music_artists", query.encode())), UTC)
        return bound.plan.read_query()

    plan(0)
    tracemalloc.start()
    for number in range(1, 25):
        plan(number)
    gc.collect()
    kept, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert kept < LARGE_PLANS_BYTES
