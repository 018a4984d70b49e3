"""Where links in mail lead, as the server sends it."""

import pytest

from tests.site.test_pages import preloaded

pytestmark = pytest.mark.anyio

LINK = "/auth/confirm?token_hash=0123456789abcdef&type=recovery"


@pytest.mark.parametrize(("link", "path"), [(LINK, "/auth/confirm"), ("/invitation", "/invitation")])
async def test_link_leads_to_the_app(site, link, path):
    answer = await site.client.get(link)
    data = preloaded(answer.text)
    assert answer.status_code == 200
    assert data["path"] == path
    assert data["site"]["password_minimum"] == 15


@pytest.mark.parametrize("query", ["", "?token_hash=", "?type=invite", "?type=%00&type=x", "?token_hash=" + "x" * 5000])
async def test_link_that_is_none_of_ours_is_a_page_too(site, query):
    assert (await site.client.get(f"/auth/confirm{query}")).status_code == 200


async def test_token_of_the_link_is_nowhere_in_the_page(site):
    assert "0123456789abcdef" not in (await site.client.get(LINK)).text


async def test_page_is_not_stored_not_listed_and_names_its_address_to_nobody(site):
    for _ in range(2):
        headers = (await site.client.get(LINK)).headers
        assert headers["cache-control"] == "no-store"
        assert headers["x-robots-tag"] == "noindex"
        assert headers.get_list("referrer-policy") == ["no-referrer"]
        assert headers["x-content-type-options"] == "nosniff"
        assert "default-src 'none'" in headers["content-security-policy"]


async def test_looking_at_the_link_leaves_it_as_good_as_it_was(site):
    account = {"email": "owner@stage.test", "type": "recovery"}
    secret = site.service.keys.secret
    made = await site.client.post("/auth/v1/admin/generate_link", json=account, headers={"apikey": secret})
    token = made.json()["hashed_token"]
    for method in ("HEAD", "GET", "GET"):
        await site.client.request(method, f"/auth/confirm?token_hash={token}&type=recovery")
    key = {"apikey": site.service.keys.publishable}
    used = await site.client.post("/auth/v1/verify", json={"token_hash": token, "type": "recovery"}, headers=key)
    assert used.status_code == 200
