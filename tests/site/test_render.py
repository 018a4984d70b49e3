"""Pages arrive finished: rendered by the same components as in the browser, and never an error when that fails."""

import asyncio
import re
from base64 import b64encode
from hashlib import sha256

import pytest

from marquee.site.renderer import Renderer
from tests.conftest import on_sqlite
from tests.waiting import PATIENCE_S, keeps

pytestmark = pytest.mark.anyio

NAME = '</script><script>alert("x")</script>'


def root(html):
    return re.findall(r'<div id="root" data-ssr>(.*)</div>\n<script', html, re.DOTALL)[0]


def words(html):
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", html))


async def page(site, path):
    answer = await site.client.get(path)
    assert answer.status_code == 200
    return answer


async def test_home_page_is_readable_without_script(built, clock):
    html = root((await page(built, "/")).text)
    for expected in ("Mara Voss", "Art pop", "Night Ferry", "Abel Quintero", "864K", "Teatro Lanterna"):
        assert expected in words(html)
    assert "Saturday, November 21, 2026" in words(html)
    assert 'href="/artist/night-ferry"' in html
    assert "Depot 23" not in html, "a past event"


async def test_profile_is_readable_without_script(built, clock):
    html = root((await page(built, "/artist/mara-voss")).text)
    for expected in ("1.2M", "Sings.", "Silver Oar", "Thursday, December 24, 2026"):
        assert expected in words(html)
    assert "Edit Profile" not in html


async def test_list_that_is_longer_than_anybody_counts_says_so(built):
    html = (await page(built, "/")).text
    preloaded = re.findall(r'id="preloaded">(.*?)</script>', html, re.DOTALL)[0]
    many = re.sub(r'"artist_count":\d+', '"artist_count":501', preloaded)
    rendered = await built.app.state.site.renderer.render(many)
    assert " of 500+ artists" in words(rendered.markup)


async def test_name_that_looks_like_markup_is_text(built):
    await built.rest("PATCH", "music_artists?id=eq.mara-voss", "admin", json={"name": NAME, "bio": NAME})
    for path in ("/", "/artist/mara-voss"):
        html = (await page(built, path)).text
        assert html.count("<script") == 3, "both kinds of data, and the start"


async def test_policy_allows_what_stands_in_the_page_and_nothing_else(built):
    """A style attribute would need more than that."""
    answer = await page(built, "/")
    policy = answer.headers["content-security-policy"]
    inline = re.findall(r"<style>(.*?)</style>", answer.text, re.DOTALL)
    inline += re.findall(r"<script data-entry=[^>]*>(.*?)</script>", answer.text, re.DOTALL)
    assert len(inline) == 2
    for text in inline:
        assert f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'" in policy
    assert "unsafe" not in policy
    assert " style=" not in answer.text


@on_sqlite
@pytest.mark.parametrize(
    ("path", "parts"),
    [
        ("/", ""),
        ("/artist/mara-voss", "profile"),
        ("/events/past", "dates"),
        ("/artist/mara-voss/press", "press dates"),
    ],
)
async def test_page_starts_with_the_scripts_of_its_own(built, path, parts):
    """Asked for beside the site's script, they are there when it takes the page over."""
    html = (await page(built, path)).text
    (entry,) = re.findall(r'<script data-entry="([^"]*)">', html)
    names = [re.sub(r"/assets/([a-z]+)-.+", r"\1", script) for script in entry.split()]
    assert names == ["main", *parts.split()]


async def test_many_visitors_of_a_new_page_cost_one_rendering(site):
    await keeps(site)
    renderer = site.app.state.site.renderer
    asked = []

    async def count(preloaded):
        asked.append(preloaded)
        return await Renderer.render(renderer, preloaded)

    renderer.render = count
    answers = await asyncio.gather(*(site.client.get("/") for _ in range(50)))
    assert {answer.content for answer in answers} == {answers[0].content}
    assert len(asked) == 1


BROKEN = {
    "no script": "",
    "an error": "globalThis.render = () => { throw new Error('lost') }",
    "no end": "globalThis.render = () => { for (;;); }",
    "too much memory": "globalThis.render = () => { const a = []; for (;;) a.push('x'.repeat(1e6) + a.length) }",
    "too deep": "globalThis.render = () => { const f = () => f() + 1; f() }",
    "no JSON": "globalThis.render = () => '<main>'",
    "another shape": "globalThis.render = () => '[]'",
    "no text": "globalThis.render = () => 7",
}


@pytest.mark.parametrize("script", BROKEN.values(), ids=BROKEN)
async def test_page_that_cannot_be_rendered_is_a_shell_with_its_data(site, script, caplog):
    site.app.state.site.renderer = Renderer(script)
    answer = await page(site, "/")
    assert '<div id="root"><noscript>' in answer.text
    assert "Night Ferry" in answer.text
    assert "page rendering failed" in caplog.text
    site.app.state.site.renderer.close()


async def test_page_that_took_too_long_is_a_shell_and_no_fault_in_the_log(site, monkeypatch, log):
    monkeypatch.setattr("marquee.site.renderer.PATIENCE_S", 0.05)
    slow = "globalThis.render = () => { const begun = Date.now(); while (Date.now() < begun + 300); }"
    site.app.state.site.renderer = Renderer(slow)
    assert '<div id="root"><noscript>' in (await page(site, "/")).text
    (line,) = [line for line in log.lines("marquee") if line["event"] == "page rendering failed"]
    assert line["reason"] == "it took longer than 0.05 s"
    assert '"level":"error"' not in log.text
    site.app.state.site.renderer.close()


async def test_engine_that_failed_renders_the_next_page():
    renderer = Renderer("let n = 0; globalThis.render = (j) => { if (j === 'bad') for (;;); return j }")
    assert await renderer.render("bad") is None
    rendered = await renderer.render('{"markup": "m", "css": "", "words": {"title": "t"}}')
    assert rendered is not None
    assert rendered.markup == "m"
    renderer.close()


async def test_page_that_could_not_be_rendered_is_tried_again_a_little_later(site, monkeypatch):
    monkeypatch.setattr("marquee.site.renderer.RETRY_S", 0)
    await keeps(site)
    good = site.app.state.site.renderer
    site.app.state.site.renderer = Renderer("")
    answer = await page(site, "/")
    assert '<div id="root"><noscript>' in answer.text
    assert answer.headers["cache-control"] == "no-store"
    site.app.state.site.renderer.close()
    site.app.state.site.renderer = good
    assert "data-ssr" in (await page(site, "/")).text


async def test_page_that_fails_costs_one_try_while_it_is_not_tried_again(site, caplog, monkeypatch):
    monkeypatch.setattr("marquee.site.renderer.RETRY_S", PATIENCE_S)
    site.app.state.site.renderer = Renderer(BROKEN["an error"])
    for _ in range(3):
        assert '<div id="root"><noscript>' in (await page(site, "/")).text
    assert caplog.text.count("page rendering failed") == 1
    site.app.state.site.renderer.close()
