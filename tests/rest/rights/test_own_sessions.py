"""`music_sessions`: where one is signed in, and how a session is ended from elsewhere."""

import httpx
import pytest

from tests.cast import BASE_URL, PASSWORD

pytestmark = pytest.mark.anyio

COLUMNS = ["id", "created_at", "last_seen_at", "expires_at", "user_agent", "ip", "aal"]


@pytest.fixture
async def sign_in(site):
    """Signs in over HTTP from an IP address with a browser; answers the headers of the session."""

    async def post(who="owner", ip="203.0.113.7", user_agent="Firefox"):
        headers = {"apikey": site.service.keys.publishable, "User-Agent": user_agent}
        body = {"email": f"{who}@stage.test", "password": PASSWORD}
        transport = httpx.ASGITransport(site.app, client=(ip, 50000))
        async with httpx.AsyncClient(transport=transport, base_url=BASE_URL) as client:
            answer = await client.post("/auth/v1/token?grant_type=password", headers=headers, json=body)
        return {**headers, "Authorization": f"Bearer {answer.json()['access_token']}"}

    return post


async def rows(site, headers, query=""):
    answer = await site.client.get(f"/rest/v1/music_sessions{query}", headers=headers)
    assert answer.status_code == 200, answer.text
    return answer.json()


async def test_own_sessions_with_place_and_browser_the_last_used_first(site, sign_in, clock):
    await sign_in(ip="198.51.100.3", user_agent="Safari")
    clock.move(hours=1)
    here = await sign_in()
    found = await rows(site, here)
    assert [list(row) for row in found] == [COLUMNS] * 2
    assert [(row["ip"], row["user_agent"]) for row in found] == [("203.0.113.7", "Firefox"), ("198.51.100.3", "Safari")]
    assert found[0] | {"id": ""} == {
        "id": "",
        "created_at": "2026-11-21T11:00:00.12+00:00",
        "last_seen_at": "2026-11-21T11:00:00.12+00:00",
        "expires_at": "2026-12-21T11:00:00.12+00:00",
        "user_agent": "Firefox",
        "ip": "203.0.113.7",
        "aal": "aal1",
    }


@pytest.mark.parametrize("who", ["owner", "admin"])
async def test_sessions_of_others_do_not_exist(site, sign_in, who):
    others = await rows(site, await sign_in("contact"))
    mine = await sign_in(who)
    assert len(await rows(site, mine)) == 1
    answer = await site.client.delete(f"/rest/v1/music_sessions?id=eq.{others[0]['id']}", headers=mine)
    assert (answer.status_code, answer.headers["content-range"]) == (204, "*/*")
    assert len(await rows(site, await sign_in("contact"))) == 2


async def test_visitor_and_secret_key_see_none(site, sign_in):
    await sign_in()
    assert await rows(site, site.headers("visitor")) == []
    assert await rows(site, {"apikey": site.service.keys.secret}) == []


async def test_ended_session_is_over_at_once(site, sign_in):
    there, here = await sign_in(ip="198.51.100.3"), await sign_in()
    (other,) = await rows(site, here, "?ip=eq.198.51.100.3&select=id")
    answer = await site.client.delete(f"/rest/v1/music_sessions?id=eq.{other['id']}", headers=here)
    assert answer.status_code == 204
    refused = await site.client.get("/rest/v1/music_artists", headers=there)
    assert (refused.status_code, refused.json()["code"]) == (401, "PGRST303")
    assert len(await rows(site, here)) == 1


async def test_expired_session_is_not_listed(site, sign_in, clock):
    await sign_in(ip="198.51.100.3")
    clock.move(days=30)
    here = await sign_in()
    assert [row["ip"] for row in await rows(site, here)] == ["203.0.113.7"]


async def test_browser_that_sends_anything_is_kept_as_one_short_line(site, sign_in):
    (row,) = await rows(site, await sign_in(user_agent="A\tB" + "x" * 900))
    assert row["user_agent"].startswith("ABxx")
    assert len(row["user_agent"]) == 300
