"""Addresses that lead to nothing: the right status, readable without script, kept nowhere."""

import pytest

from tests.cast import Site
from tests.site.html import Read
from tests.site.test_pages import preloaded

pytestmark = pytest.mark.anyio

PATHS = ["/artist/nobody", "/no/such/page", "/favicon.png", "/artist/", "/<script>alert(1)</script>"]


@pytest.mark.parametrize("path", PATHS)
async def test_it_says_so_without_script_and_leads_on(site, path):
    answer = await site.client.get(path)
    page = Read(answer.text)
    assert answer.status_code == 404
    assert "There is no page here." in " ".join(page.words)
    assert 'href="/"' in answer.text
    assert page.title == "Page not found – Marquee"


@pytest.mark.parametrize("path", PATHS)
async def test_it_is_neither_listed_nor_kept(site, path):
    answer = await site.client.get(path)
    page = Read(answer.text)
    assert page.metas["robots"] == ["noindex"]
    assert "canonical" not in page.links
    assert answer.headers["cache-control"] == "no-store"
    again = await site.client.get(path, headers={"If-None-Match": answer.headers["etag"]})
    assert again.status_code == 404


async def test_the_app_does_not_take_the_sentence_over(site):
    """It leads to the home page instead (tests/browser/visitors/first-view.spec.ts)."""
    html = (await site.client.get("/no/such/page")).text
    assert '<div id="root"><main' in html
    assert preloaded(html).keys() == {"site", "path", "not_found"}


async def test_address_itself_is_not_repeated(site):
    answers = {(await site.client.get(path)).content for path in PATHS}
    assert len(answers) == 1


async def test_name_of_the_site_is_text(template, tmp_path):
    site = Site.open(template, tmp_path / "x", MARQUEE_SITE_NAME="</title><script>alert(1)</script>")
    page = Read((await site.client.get("/no/such/page")).text)
    await site.close()
    assert page.title == "Page not found – </title><script>alert(1)</script>"
    assert page.tags.count("script") == 2, "the data, and the start"
