"""A site that does not know its own address mails no link, and makes none."""

import pytest

from tests.auth.conftest import bearer

pytestmark = pytest.mark.anyio

ANYWHERE = "http://0.0.0.0:8000"
NEW = {"email": "new@stage.test", "password": "a long and lovely evening"}
CALLS = (
    ("POST", "/recover", {"email": "stranger@stage.test"}),
    ("POST", "/otp", {"email": "stranger@stage.test"}),
    ("POST", "/resend", {"email": "stranger@stage.test", "type": "signup"}),
    ("POST", "/signup", NEW),
    ("PUT", "/user", {"email": "new@stage.test"}),
    ("POST", "/invite", {"email": "new@stage.test"}),
    ("POST", "/admin/generate_link", {"type": "recovery", "email": "stranger@stage.test"}),
)


@pytest.fixture
def unknown(auth):
    auth.configure(has_signup=True)
    auth.add()
    return auth


def forget_address(auth):
    auth.app.state.services.base_url = ANYWHERE
    auth.outbox.sender = auth.outbox.sender._replace(base_url=ANYWHERE)


@pytest.mark.parametrize(("method", "path", "body"), CALLS)
async def test_call_that_needs_a_link_is_refused(unknown, method, path, body):
    forget_address(unknown)
    token = (await unknown.sign_in())["access_token"] if path == "/user" else unknown.keys.secret
    answer = await unknown.client.request(method, f"/auth/v1{path}", json=body, headers=bearer(token))
    assert (answer.status_code, answer.json()["code"]) == (422, "email_provider_disabled")
    assert await unknown.mails() == []


async def test_mail_that_was_queued_before_waits_until_the_address_is_known(unknown, clock):
    assert (await unknown.post("/recover", {"email": "stranger@stage.test"})).status_code == 200
    known = unknown.outbox.sender
    forget_address(unknown)
    assert await unknown.mails() == []
    unknown.outbox.sender = known
    clock.move(minutes=2)
    assert unknown.base_url in (await unknown.mailed()).link
