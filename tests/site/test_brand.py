"""What admins set is seen by the next visitor wherever the site's name and colour stand; nothing changes before."""

import io
import json
import re
from base64 import b64encode
from hashlib import sha256

import pytest
from PIL import Image, ImageChops

from marquee.domain.brand import Brand
from marquee.site.brand_style import brand_css, said_of
from tests.cast import BASE_URL
from tests.conftest import on_sqlite
from tests.site.html import Read

pytestmark = pytest.mark.anyio

SETTINGS = {
    "site_name": "Undercard </title>",
    "tagline": " Eight artists,  one label ",
    "footer": "Since 2026.",
    "accent": "#7fe0b0",
    "logo": "/storage/v1/object/public/artists/site/logo.webp",
    "contact": "hello@label.example",
}
NAME = SETTINGS["site_name"]


@pytest.fixture
async def named(built):
    """The site after an admin has set everything."""
    answer = await built.rest("PATCH", "music_settings?id=eq.site", "admin", json=SETTINGS)
    assert answer.status_code == 204, answer.text
    return built


async def get(site, path):
    answer = await site.client.get(path)
    assert answer.status_code == 200, answer.text
    return answer


def style_of(answer):
    (style,) = re.findall(r"<style>(.*?)</style>", answer.text, re.DOTALL)
    return style


def test_nothing_is_added_where_nothing_is_set():
    assert (brand_css(Brand("Marquee")), said_of(Brand("Marquee"))) == ("", {})


async def test_next_visitor_sees_the_change_and_no_kept_page(built):
    paths = ("/", "/artist/mara-voss", "/events.ics", "/feed.xml", "/manifest.webmanifest", "/favicon.svg", "/nowhere")
    before = {path: await built.client.get(path) for path in paths}
    changed = {"site_name": "Undercard", "accent": "#7fe0b0"}
    await built.rest("PATCH", "music_settings?id=eq.site", "admin", json=changed)
    for path in paths:
        headers = {"if-none-match": before[path].headers.get("etag", "")}
        after = await built.client.get(path, headers=headers)
        assert after.status_code == before[path].status_code, path
        assert after.headers.get("etag") != before[path].headers.get("etag") or path == "/nowhere"
        assert after.text != before[path].text, path
        assert ("#7fe0b0" if path == "/favicon.svg" else "Undercard") in after.text, path
    await built.rest("PATCH", "music_settings?id=eq.site", "admin", json=dict.fromkeys(changed))
    assert (await built.client.get("/events.ics")).text == before["/events.ics"].text
    assert style_of(await built.client.get("/")) == style_of(before["/"])


@on_sqlite
async def test_page_says_name_tagline_footer_and_contact(named):
    answer = await get(named, "/")
    page = Read(answer.text)
    assert page.title == f"{NAME} – Eight artists, one label"
    assert page.metas["og:site_name"] == [NAME]
    assert page.metas["description"] == [f"{NAME}: Eight artists, one label"]
    body = answer.text.partition("<body>")[2]
    assert "<p>Since 2026.</p>" in body
    assert '<a href="mailto:hello@label.example">Contact</a>' in body
    assert f'<img src="{SETTINGS["logo"]}" alt="Undercard &lt;/title&gt;"/>' in body
    (graph,) = re.findall(r'<script type="application/ld\+json">(.*?)</script>', answer.text, re.DOTALL)
    (publisher,) = (node for node in json.loads(graph)["@graph"] if node["@type"] == "Organization")
    assert (publisher["name"], publisher["email"]) == (NAME, "hello@label.example")
    assert publisher["logo"] == f"{BASE_URL}{SETTINGS['logo']}"


@on_sqlite
@pytest.mark.parametrize("path", ["/", "/artist/mara-voss", "/events/past"])
async def test_colour_is_in_the_one_style_that_the_page_allows(named, path):
    answer = await get(named, path)
    style = style_of(answer)
    assert "@media screen{:root{--stock:#7fe0b0;--accent:#7fe0b0;--focus:#7fe0b0}}" in style
    digest = b64encode(sha256(style.encode()).digest()).decode()
    assert f"style-src 'self' 'sha256-{digest}'" in answer.headers["content-security-policy"]
    assert "style=" not in answer.text


@on_sqlite
@pytest.mark.parametrize("name", ["favicon.ico", "icon-192.png", "icon-maskable-512.png", "apple-touch-icon.png"])
async def test_icons_are_drawn_in_the_accent_and_otherwise_as_they_were(named, name):
    drawn = Image.open(io.BytesIO((await get(named, f"/{name}")).content)).convert("RGBA")
    built = Image.open(io.BytesIO(named.app.state.site.bundle.files[f"/{name}"].body)).convert("RGBA")
    pixels = drawn.tobytes()
    colours = {pixels[place : place + 3] for place in range(0, len(pixels), 4)}
    assert drawn.size == built.size
    assert {b"\x7f\xe0\xb0", b"\x14\x09\x0c"} <= colours
    assert not any(red > 0x80 for red, _, _ in colours)
    await named.rest("PATCH", "music_settings?id=eq.site", "admin", json={"accent": None})
    assert (await get(named, f"/{name}")).content == named.app.state.site.bundle.files[f"/{name}"].body


async def test_calendar_feed_and_manifest_carry_the_name(named):
    assert "X-WR-CALNAME:Undercard </title>" in (await get(named, "/events.ics")).text
    assert "Undercard &lt;/title&gt;" in (await get(named, "/feed.xml")).text
    assert (await get(named, "/manifest.webmanifest")).json()["name"] == NAME


@on_sqlite
@pytest.mark.parametrize("path", ["/artist/mara-voss/poster.jpg", "/artist/mara-voss"])
async def test_posters_and_share_cards_are_printed_on_the_accent(named, path):
    if not path.endswith(".jpg"):
        card = Read((await get(named, path)).text).metas["og:image"][0]
        path = card.removeprefix(BASE_URL)
    picture = Image.open(io.BytesIO((await get(named, path)).content)).convert("RGB")
    apart = ImageChops.difference(picture, Image.new("RGB", picture.size, "#7fe0b0")).crop(
        (4, picture.height - 24, 8, picture.height - 4)
    )
    assert max(apart.tobytes()) < 12


@on_sqlite
async def test_mail_and_the_second_factor_carry_the_name(named):
    await named.rest("PATCH", "music_settings?id=eq.site", "admin", json={"site_name": "Undercard"})
    asked = await named.client.post(
        "/auth/v1/recover", headers={"apikey": named.service.keys.publishable}, json={"email": "owner@stage.test"}
    )
    assert asked.status_code == 200
    await named.app.state.auth.outbox.send_due()
    (mail,) = (named.service.settings.data_dir / "outbox").glob("*.eml")
    assert "From: Undercard <" in mail.read_text()
    assert "the password for Undercard." in mail.read_text()
    factor = await named.client.post(
        "/auth/v1/factors", headers=named.headers("owner"), json={"factor_type": "totp", "friendly_name": "Phone"}
    )
    assert "issuer=Undercard" in factor.json()["totp"]["uri"]
