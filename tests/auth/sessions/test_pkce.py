"""Following a link of a PKCE flow: `GET /verify` brings a code, `POST /token?grant_type=pkce` takes it."""

import asyncio
from base64 import urlsafe_b64encode
from hashlib import sha256
from urllib.parse import parse_qs, urlsplit
from uuid import UUID

import pytest

pytestmark = pytest.mark.anyio

VERIFIER = "0123456789abcdef" * 7
CHALLENGE = urlsafe_b64encode(sha256(VERIFIER.encode()).digest()).decode().rstrip("=")
S256 = {"code_challenge": CHALLENGE, "code_challenge_method": "s256"}
PLAIN = {"code_challenge": VERIFIER, "code_challenge_method": "plain"}
TARGET = "http://stage.test/welcome?from=mail#top"
NEW = "another long and lovely evening"


@pytest.fixture(autouse=True)
def stranger(auth):
    return auth.add()


def code(answer):
    return answer.status_code, answer.json()["code"]


def parts_of(answer):
    """Where the browser is redirected: the URL, its query and its fragment."""
    assert answer.status_code == 303
    assert answer.headers["cache-control"] == "no-store"
    url = urlsplit(answer.headers["location"])
    query, fragment = ({k: v[0] for k, v in parse_qs(text).items()} for text in (url.query, url.fragment))
    return f"{url.scheme}://{url.netloc}{url.path}", query, fragment


async def a_code(auth, challenge):
    answer = await auth.follow(token=await auth.recovery_token(**challenge), type="recovery", redirect_to=TARGET)
    return parts_of(answer)[1]["code"]


async def exchange(auth, auth_code, verifier=VERIFIER):
    return await auth.token("pkce", auth_code=auth_code, code_verifier=verifier)


@pytest.mark.parametrize("challenge", [S256, PLAIN, {**S256, "code_challenge_method": "S256"}])
async def test_link_brings_a_code_and_the_code_a_session(auth, challenge):
    token = await auth.recovery_token(**challenge)
    answer = await auth.follow(token=token, type="recovery", redirect_to=TARGET)
    address, query, fragment = parts_of(answer)
    assert (address, query["from"], fragment) == ("http://stage.test/welcome", "mail", {})
    assert UUID(query["code"]).version == 4

    session = await exchange(auth, query["code"])
    assert session.status_code == 200
    changed = await auth.put_user(session.json()["access_token"], {"password": NEW})
    assert changed.status_code == 200


async def test_link_of_a_flow_works_on_another_device_too(auth):
    """Trap 21: A code from a mail needs the browser that asked."""
    token = await auth.recovery_token(**S256)
    assert token.startswith("pkce_")
    answer = await auth.verify("recovery", token)
    assert answer.json()["user"]["email"] == "stranger@stage.test"


async def test_code_works_once(auth):
    found = await a_code(auth, S256)
    answers = await asyncio.gather(*(exchange(auth, found) for _ in range(20)))
    assert sorted(answer.status_code for answer in answers) == [200] + [404] * 19
    assert code(await exchange(auth, found)) == (404, "flow_state_not_found")


@pytest.mark.parametrize("challenge", [S256, PLAIN])
@pytest.mark.parametrize("verifier", [VERIFIER[:-1], VERIFIER.upper(), CHALLENGE, "é" * 43, "x"])
async def test_code_needs_its_own_verifier_and_keeps_waiting_for_it(auth, challenge, verifier):
    found = await a_code(auth, challenge)
    assert code(await exchange(auth, found, verifier)) == (400, "bad_code_verifier")
    assert (await exchange(auth, found)).status_code == 200


async def test_code_works_for_five_minutes_from_its_issue(auth, clock):
    """Trap 31: A flow is timed from the mail, not from the code."""
    token = await auth.recovery_token(**S256)
    clock.move(minutes=9)
    answer = await auth.follow(token=token, type="recovery")
    clock.move(minutes=4, seconds=59)
    assert (await exchange(auth, parts_of(answer)[1]["code"])).status_code == 200

    found = await a_code(auth, S256)
    clock.move(minutes=5, seconds=1)
    assert code(await exchange(auth, found)) == (422, "flow_state_expired")


async def test_code_dies_with_the_password(auth):
    session, found = await auth.sign_in(), await a_code(auth, S256)
    await auth.put_user(session["access_token"], {"password": NEW, "current_password": auth.password})
    assert code(await exchange(auth, found)) == (404, "flow_state_not_found")


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"auth_code": "x"},
        {"code_verifier": "x"},
        {"auth_code": "", "code_verifier": ""},
        {"auth_code": {}, "code_verifier": "x"},
        {"auth_code": "x", "code_verifier": [True]},
    ],
)
async def test_what_is_no_code_is_refused(auth, body):
    assert code(await auth.token("pkce", **body)) == (400, "validation_failed")


async def test_unknown_code_is_not_found(auth):
    assert code(await exchange(auth, "made-up")) == (404, "flow_state_not_found")


async def test_link_without_a_flow_brings_the_session_itself(auth):
    answer = await auth.follow(token=await auth.recovery_token(), type="recovery", redirect_to=TARGET)
    address, query, fragment = parts_of(answer)
    assert (address, query) == ("http://stage.test/welcome", {"from": "mail"})
    assert (fragment["token_type"], fragment["type"], fragment["expires_in"]) == ("bearer", "recovery", "3600")
    assert (await auth.get_user(fragment["access_token"])).status_code == 200
    assert (await auth.refresh(fragment["refresh_token"])).status_code == 200


@pytest.mark.parametrize(
    ("query", "error", "error_code"),
    [
        ({"token": "made-up", "type": "recovery"}, "access_denied", "otp_expired"),
        ({"type": "recovery"}, "access_denied", "otp_expired"),
        ({"token": "made-up"}, "invalid_request", "validation_failed"),
    ],
)
async def test_link_that_does_not_work_says_so_on_the_page(auth, query, error, error_code):
    address, query, fragment = parts_of(await auth.follow(**query))
    assert (address, query) == ("http://stage.test", {})
    assert (fragment["error"], fragment["error_code"]) == (error, error_code)
    assert fragment["error_description"]


async def test_link_of_a_flow_says_so_in_the_query_too(auth):
    _, query, fragment = parts_of(await auth.follow(token="pkce_made-up", type="recovery"))
    assert query["error_code"] == fragment["error_code"] == "otp_expired"


async def test_looking_at_a_link_does_not_use_it_up(auth):
    """Trap 29: Mail scanners use up links."""
    token = await auth.recovery_token()
    looked = await auth.client.head("/auth/v1/verify", params={"token": token, "type": "recovery"})
    assert looked.status_code == 405
    assert parts_of(await auth.follow(token=token, type="recovery"))[2]["access_token"]
