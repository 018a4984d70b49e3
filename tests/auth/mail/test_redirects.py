"""`redirect_to`: this site's own URLs, and nothing that only looks like one."""

import pytest

from marquee.auth.redirects import MAX_LENGTH, allowed

pytestmark = pytest.mark.anyio

SITE = "http://stage.test"
OWN = [
    SITE,
    f"{SITE}/",
    f"{SITE}/artist/mara-voss?tab=dates&x=a%20b#top",
    f"{SITE}?code=x",
    f"{SITE}#x",
    f"{SITE}/@evil.example",
    f"{SITE}//evil.example",
]
FOREIGN = [
    "",
    "/artist/mara-voss",
    "//evil.example",
    "///evil.example",
    "\\\\evil.example",
    "/\\evil.example",
    "https://evil.example",
    "https://stage.test",
    "HTTP://stage.test/x",
    "http://stage.test:8000",
    "http://stage.test:80@evil.example",
    "http://stage.test@evil.example",
    "http://stage.test%40evil.example",
    "http://stage.test\\@evil.example",
    "http://stage.test.evil.example",
    "http://stage.testevil.example",
    "http://evil.example/http://stage.test/",
    "http://evil.example#http://stage.test",
    "http://user:secret@stage.test/",
    " http://stage.test/",
    "http://stage.test/\tx",
    "http://stage.test/x y",
    "http://stage.test/\r\nSet-Cookie: a=b",
    "http://stage.test/\x00",
    "http:/stage.test",
    "http:stage.test",
    "http://ѕtage.test/",
    "http://stage.test\u2044evil.example",
    "http://stage.test/künstler",
    "javascript:alert(1)//http://stage.test",
    "data:text/html,http://stage.test",
    f"{SITE}/{'x' * MAX_LENGTH}",
]


@pytest.mark.parametrize("asked", OWN)
def test_own_url_is_allowed(asked):
    assert allowed(asked, SITE) == asked


@pytest.mark.parametrize("asked", [None, *FOREIGN])
def test_anything_else_is_the_site(asked):
    """Trap 28: An open `redirect_to` hands a code to somebody else."""
    assert allowed(asked, SITE) == SITE


@pytest.mark.parametrize("asked", FOREIGN)
async def test_browser_is_never_sent_elsewhere(auth, asked):
    auth.add()
    answer = await auth.follow(token=await auth.recovery_token(), type="recovery", redirect_to=asked)
    assert answer.status_code == 303
    assert answer.headers["location"].startswith(f"{SITE}#access_token=")
    assert "set-cookie" not in answer.headers


async def test_header_names_the_target_and_the_referer_does_not(auth):
    query = {"token": "made-up", "type": "recovery"}
    for headers, target in (
        ({"redirect_to": f"{SITE}/here"}, f"{SITE}/here#"),
        ({"redirect_to": "https://evil.example"}, f"{SITE}#"),
        ({"Referer": f"{SITE}/there"}, f"{SITE}#"),
    ):
        answer = await auth.client.get("/auth/v1/verify", params=query, headers=headers)
        assert answer.headers["location"].startswith(target)
