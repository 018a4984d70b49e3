"""Addresses that lead to nothing: the right status, readable without script, kept nowhere."""

import pytest

from tests.cast import Site
from tests.site.html import Read
from tests.site.test_pages import preloaded

pytestmark = pytest.mark.anyio

NAMES = {"mara-voss": "Mara Voss", "night-ferry": "Night Ferry", "abel-quintero": "Abel Quintero"}
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


NEAR = {
    "/artist/mara-vos": "mara-voss",
    "/artist/mara-woss": "mara-voss",
    "/artist/maravoss": "mara-voss",
    "/artist/nigth-ferry": "night-ferry",
    "/artist/ferry-night": None,
    "/artist/Mára Vos/press": "mara-voss",
    "/artist/abel": None,
    "/artist/abel-quin": "abel-quintero",
    "/artist/the-night-and-the-sea": None,
    "/artist/mara-voss' OR 1": "mara-voss",
    "/artist/" + "mara-voss-" * 100: None,
    "/artists/mara-vos": None,
    "/event/mara-vos": None,
}


@pytest.mark.parametrize(("path", "near"), NEAR.items(), ids=lambda text: text and text[:30])
async def test_it_offers_the_artist_whom_it_may_mean(site, path, near):
    answer = await site.client.get(path)
    page = Read(answer.text)
    assert answer.status_code == 404
    assert preloaded(answer.text)["not_found"]["near"] == (near and {"id": near, "name": NAMES[near]})
    assert (f'<a href="/artist/{near}">' in answer.text) == (near is not None)
    sentence = "There is no artist at that address." if near else "There is no page here."
    assert sentence in " ".join(page.words)


async def test_it_offers_no_artist_who_is_not_announced(site):
    await site.rest("PATCH", "music_artists?id=eq.night-ferry", "admin", json={"published_at": None})
    answer = await site.client.get("/artist/nigth-ferry")
    assert preloaded(answer.text)["not_found"] == {"near": None}


async def test_address_itself_is_not_repeated(site):
    answers = {(await site.client.get(path)).content for path in PATHS}
    assert len(answers) == 1


async def test_name_of_the_site_is_text(template, tmp_path):
    site = Site.open(template, tmp_path / "x", MARQUEE_SITE_NAME="</title><script>alert(1)</script>")
    page = Read((await site.client.get("/no/such/page")).text)
    await site.close()
    assert page.title == "Page not found – </title><script>alert(1)</script>"
    assert page.tags.count("script") == 2, "the data, and the start"
