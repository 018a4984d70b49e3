"""One featured artist: the client's two calls, however they interleave."""

import asyncio
from itertools import permutations

import pytest

pytestmark = pytest.mark.anyio

A, M, N = "abel-quintero", "mara-voss", "night-ferry"


async def clear_others(shared, chosen, who="admin"):
    return await shared.rest("PATCH", f"music_artists?id=neq.{chosen}", who, json={"is_featured": False})


async def set_chosen(shared, chosen, who="admin"):
    return await shared.rest("PATCH", f"music_artists?id=eq.{chosen}", who, json={"is_featured": True})


async def featured(shared):
    return [row["id"] for row in await shared.rows("music_artists?select=id&is_featured=is.true", "visitor")]


async def test_the_two_calls_leave_the_chosen_one(restored):
    for chosen in (N, A, A, M):
        assert (await clear_others(restored, chosen)).status_code == 204
        assert (await set_chosen(restored, chosen)).status_code == 204
        assert await featured(restored) == [chosen]


# Each admin's first call comes before the second; otherwise they meet in any order.
MEETINGS = sorted(set(permutations("aabb")))


@pytest.mark.parametrize("order", MEETINGS, ids="".join)
@pytest.mark.parametrize("choices", [(A, N), (M, N), (N, M), (A, A)], ids=str)
async def test_two_admins_who_meet_leave_one_and_no_reader_sees_two(restored, order, choices):
    """Trap 15: Featuring is two calls, and two admins interleave."""
    calls = {who: iter((clear_others, set_chosen)) for who in "ab"}
    chosen = dict(zip("ab", choices, strict=True))
    for who in order:
        assert (await next(calls[who])(restored, chosen[who])).status_code == 204
        assert len(await featured(restored)) <= 1
    assert await featured(restored) == [chosen[order[-1]]]


async def test_setting_alone_takes_it_from_the_others(restored):
    answer = await restored.rest(
        "PATCH",
        f"music_artists?id=eq.{N}&select=id,is_featured",
        "admin",
        json={"is_featured": True},
        headers={"Prefer": "return=representation"},
    )
    assert answer.json() == [{"id": N, "is_featured": True}]
    assert await featured(restored) == [N]


async def test_second_call_that_never_arrives_leaves_none_and_the_next_setting_repairs_it(restored):
    await clear_others(restored, N)
    assert await featured(restored) == []
    await clear_others(restored, A)
    await set_chosen(restored, A)
    assert await featured(restored) == [A]


async def test_setting_one_that_does_not_exist_clears_nothing(restored):
    answer = await set_chosen(restored, "nobody")
    assert (answer.status_code, answer.headers["content-range"]) == (204, "*/*")
    restored.assert_unchanged()


async def test_refused_setting_clears_nothing(restored):
    for who in ("visitor", "stranger", "contact", "owner"):
        assert (await clear_others(restored, N, who)).status_code in (401, 403)
        assert (await set_chosen(restored, N, who)).status_code in (401, 403)
    bad = await restored.rest("PATCH", f"music_artists?id=eq.{N}", "admin", json={"is_featured": True, "name": ""})
    assert bad.status_code == 400
    restored.assert_unchanged()


async def test_artist_added_as_featured_takes_it_from_the_others(restored):
    body = {"name": "Halve", "genre": "Techno", "image": "https://pictures.example/h.webp", "is_featured": True}
    assert (await restored.rest("POST", "music_artists", "admin", json=body)).status_code == 201
    assert await featured(restored) == ["halve"]


async def test_two_added_as_featured_at_once_are_refused(restored):
    body = {"name": "Halve", "genre": "Techno", "image": "https://pictures.example/h.webp", "is_featured": True}
    answer = await restored.rest("POST", "music_artists", "admin", json=[body, body])
    assert (answer.status_code, answer.json()["code"]) == (409, "23505")
    restored.assert_unchanged()


async def test_fifty_parallel_switches_leave_one(restored):
    seen = []

    async def switch(chosen):
        await clear_others(restored, chosen)
        seen.append(await featured(restored))
        await set_chosen(restored, chosen)
        seen.append(await featured(restored))

    await asyncio.gather(*(switch((A, M, N)[n % 3]) for n in range(50)))
    assert len(seen) == 100
    assert max(len(ids) for ids in seen) == 1
    assert len(await featured(restored)) == 1
