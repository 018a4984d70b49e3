"""`redirect_to`: this site's own URLs, and nothing that only looks like one."""

from urllib.parse import parse_qs, urlsplit

import pytest

from marquee.auth.redirects import MAX_LENGTH, allowed
from tests.cast import PASSWORD

pytestmark = pytest.mark.anyio

SITE, STRANGER = "http://stage.test", "stranger@stage.test"
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


APP = "io.example.app://login"
LISTED = {
    APP: (
        [APP, f"{APP}?flow_id=1", f"{APP}#top"],
        [
            f"{APP}s",
            f"{APP}/x",
            "io.example.app://",
            "IO.example.app://login",
            "ioxexample.app://login",
            "io.example.app:login",
        ],
    ),
    "io.example.app://**": (
        [APP, "io.example.app://", "io.example.app://a/b.c?x=y"],
        ["io.example.apps://login", "x://"],
    ),
    "https://*.label.example/cb/*": (
        ["https://a.label.example/cb/1", "https://a-b.label.example/cb/?x=1/2", "https://a.label.example/cb/"],
        [
            "https://label.example/cb/1",
            "https://a.b.label.example/cb/1",
            "https://a.label.example/cb/1/2",
            "https://a.label.example/cb/a.b",
            "https://evil.example?.label.example/cb/1",
            "https://evil.example#.label.example/cb/1",
            "https://evil@a.label.example/cb/1",
            "https://evil:1@a.label.example/cb/1",
            "https://a.label.example\\@evil.example/cb/1",
            "http://a.label.example/cb/1",
            "https://a.label.example/cb/x y",
            "https://a.label.example/cb/\n",
            "https://a.label.example/cb/é",
        ],
    ),
    "https://app.example/**": (
        ["https://app.example/a/b.c"],
        ["https://app.example.evil.example/", "https://app.example"],
    ),
    "http://localhost:3000/a?": (["http://localhost:3000/ab"], ["http://localhost:3000/a", "http://localhost:3000/a/"]),
}


@pytest.mark.parametrize(
    ("pattern", "asked", "is_allowed"),
    [
        (pattern, asked, is_allowed)
        for pattern, both in LISTED.items()
        for is_allowed, urls in zip((True, False), both, strict=True)
        for asked in urls
    ],
)
def test_listed_address_is_allowed_and_what_resembles_it_is_not(pattern, asked, is_allowed):
    assert allowed(asked, SITE, (pattern,)) == (asked if is_allowed else SITE)
    assert allowed(f"{SITE}/x", SITE, (pattern,)) == f"{SITE}/x"


@pytest.mark.parametrize("call", ["recover", "otp", "signup", "invite", "email_change"])
@pytest.mark.parametrize(("asked", "is_allowed"), [(APP, True), ("io.evil.app://login", False), (f"{SITE}/", False)])
async def test_mail_leads_back_to_the_app_that_asked(auth, call, asked, is_allowed):
    """A link on the site itself needs no such detour: the page that it leads to is there."""
    auth.configure(redirects=(APP,), has_signup=True)
    query = f"?redirect_to={asked}"
    if call in ("recover", "otp"):
        auth.add()
        await auth.post(f"/{call}{query}", {"email": STRANGER})
    elif call == "signup":
        await auth.post(f"/signup{query}", {"email": STRANGER, "password": PASSWORD})
    elif call == "invite":
        secret = {"apikey": auth.keys.secret, "Authorization": f"Bearer {auth.keys.secret}"}
        await auth.post(f"/invite{query}", {"email": STRANGER}, headers=secret)
    else:
        auth.add()
        token = (await auth.sign_in())["access_token"]
        headers = {"Authorization": f"Bearer {token}"}
        await auth.client.put(f"/auth/v1/user{query}", headers=headers, json={"email": "new@stage.test"})
    mails = await auth.mails()
    assert len(mails) == (2 if call == "email_change" else 1)
    for mail in mails:
        found = parse_qs(urlsplit(mail.link).query)
        assert mail.link.startswith(f"{SITE}/auth/confirm?")
        assert found.get("redirect_to") == ([asked] if is_allowed else None)


async def test_link_that_is_pressed_brings_the_session_to_the_app(auth):
    auth.configure(redirects=(APP,))
    auth.add()
    answer = await auth.follow(token=await auth.recovery_token(), type="recovery", redirect_to=APP)
    assert answer.status_code == 303
    assert answer.headers["location"].startswith(f"{APP}#access_token=")


@pytest.mark.parametrize(("query", "body"), [(APP, {}), (SITE, {"redirect_to": APP})])
async def test_generated_link_leads_to_the_app(auth, query, body):
    """Clients name it in the query, and whoever calls by hand in the body, as GoTrue's documents have it."""
    auth.configure(redirects=(APP,))
    auth.add()
    link = {"type": "magiclink", "email": STRANGER, **body}
    made = await auth.admin("POST", f"/generate_link?redirect_to={query}", link)
    assert made.json()["redirect_to"] == APP
    assert (await auth.client.get(made.json()["action_link"])).headers["location"].startswith(f"{APP}#access_token=")
