"""`GET /admin/users`: pages of accounts, and the headers with which the official client finds the next one."""

import pytest

pytestmark = pytest.mark.anyio


@pytest.fixture
async def five(auth, clock):
    """Five accounts, a minute apart: `user0` is the oldest."""
    for number in range(5):
        auth.add(f"user{number}@stage.test")
        clock.move(minutes=1)


def names(answer):
    return [user["email"].split("@")[0] for user in answer.json()["users"]]


async def page(auth, **params):
    return await auth.admin("GET", "/users", params=params)


async def test_newest_come_first(auth, five):
    answer = await page(auth)
    assert answer.json()["aud"] == "authenticated"
    assert names(answer) == ["user4", "user3", "user2", "user1", "user0"]
    assert answer.headers["x-total-count"] == "5"
    assert answer.headers["link"] == '</admin/users?page=1&per_page=50>; rel="last"'


async def test_pages_follow_each_other(auth, five):
    """Trap 18: Pages of accounts are found by a digit in `Link`."""
    found = [await page(auth, page=number, per_page=2) for number in (1, 2, 3, 4)]
    assert [names(answer) for answer in found] == [["user4", "user3"], ["user2", "user1"], ["user0"], []]
    assert [answer.headers["link"] for answer in found] == [
        '</admin/users?page=2&per_page=2>; rel="next", </admin/users?page=3&per_page=2>; rel="last"',
        '</admin/users?page=3&per_page=2>; rel="next", </admin/users?page=3&per_page=2>; rel="last"',
        '</admin/users?page=3&per_page=2>; rel="last"',
        '</admin/users?page=3&per_page=2>; rel="last"',
    ]


async def test_empty_text_is_the_default_as_the_client_sends_it(auth, five):
    assert names(await page(auth, page="", per_page="")) == names(await page(auth))


@pytest.mark.parametrize(("part", "found"), [("USER3@", ["user3"]), ("nobody@", []), ("user_@", [])])
async def test_filter_is_a_part_of_the_email(auth, five, part, found):
    """Programs look for an account so, and take the first one of the answer."""
    answer = await page(auth, filter=part)
    assert (names(answer), answer.headers["x-total-count"]) == (found, str(len(found)))


@pytest.mark.parametrize("name", ["page", "per_page"])
@pytest.mark.parametrize("value", ["0", "-1", "x", "1.5", "1e3", "１", "9" * 30, " 1"])
async def test_what_is_no_number_of_a_page_is_refused(auth, name, value):
    answer = await page(auth, **{name: value})
    assert (answer.status_code, answer.json()["code"]) == (400, "validation_failed")


async def test_pages_have_a_limit(auth):
    assert (await page(auth, per_page="1000")).status_code == 200
    assert (await page(auth, per_page="1001")).status_code == 400


async def test_page_far_beyond_the_last_is_empty(auth, five):
    assert names(await page(auth, page="999999999", per_page="1000")) == []
