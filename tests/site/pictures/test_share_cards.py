"""The picture that stands for a page where it is shared."""

import io
import random
from urllib.parse import unquote

import pytest
from PIL import Image, ImageChops

from marquee.site.images import card_layout, typesetting
from tests.cast import BASE_URL
from tests.site.html import Read
from tests.storage.conftest import folder  # noqa: F401 - the fixture
from tests.storage.painting import painted

pytestmark = pytest.mark.anyio


async def share_of(site, path="/"):
    """What the head of a page says about its picture: the home page's is that of the artist it shows first."""
    return {name: values[0] for name, values in Read((await site.client.get(path)).text).metas.items() if name}


async def image_of(site, path="/"):
    address = (await share_of(site, path))["og:image"]
    return opened(await site.client.get(address))


def opened(answer):
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "image/jpeg"
    assert len(answer.content) < 300_000
    image = Image.open(io.BytesIO(answer.content))
    assert image.size == (1200, 630)
    return image.convert("RGB")


async def with_picture(site, **values):
    values = {"image": "/storage/v1/object/public/demo/one.jpg", **values}
    answer = await site.rest("PATCH", "music_artists?id=eq.mara-voss", "admin", json=values)
    assert answer.status_code == 204


async def test_page_names_a_picture_of_the_size_that_previews_show(site):
    said = await share_of(site)
    assert said["og:image"].startswith(f"{BASE_URL}/share/mara-voss-")
    assert (said["og:image:width"], said["og:image:height"], said["og:image:alt"]) == ("1200", "630", "Mara Voss")
    opened(await site.client.get(said["og:image"]))


async def test_picture_may_be_kept_and_shown_anywhere(site):
    address = (await share_of(site))["og:image"]
    answer = await site.client.get(address)
    assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert answer.headers["cross-origin-resource-policy"] == "cross-origin"
    again = await site.client.get(address, headers={"If-None-Match": answer.headers["etag"]})
    assert again.status_code == 304


async def test_own_photograph_is_cut_with_its_upper_part(site, folder):  # noqa: F811
    image = Image.new("RGB", (1200, 1600), "black")
    image.paste("white", (0, 200, 1200, 830))
    image.save(folder / "one.jpg")
    await with_picture(site)
    shown = await image_of(site)
    light = sum(sum(shown.getpixel((600, y))) > 600 for y in range(630))
    assert light > 500


@pytest.mark.parametrize(("focus", "is_light"), [("", False), ("#focus=50,100", True), ("#focus=a", False)])
async def test_focus_of_a_picture_decides_where_its_card_is_cut(site, folder, focus, is_light):  # noqa: F811
    image = Image.new("RGB", (1200, 1600), "black")
    image.paste("white", (0, 970, 1200, 1600))
    image.save(folder / "one.jpg")
    await with_picture(site, image=f"/storage/v1/object/public/demo/one.jpg{focus}")
    shown = await image_of(site)
    assert (sum(shown.getpixel((600, 600))) > 600) == is_light


@pytest.mark.parametrize("size", [(3000, 700), (700, 3000), (1200, 630), (640, 400)])
async def test_photograph_of_any_shape_fills_the_card(site, folder, size):  # noqa: F811
    Image.new("RGB", size, "white").save(folder / "one.jpg")
    await with_picture(site)
    assert min(low for low, _ in (await image_of(site)).getextrema()) > 240


@pytest.mark.parametrize("content", [b"", b"<svg>", b"\xff\xd8\xff\xe0"])
async def test_picture_that_cannot_be_shown_gives_way_to_the_name(site, folder, content):  # noqa: F811
    plain = await image_of(site)
    (folder / "one.jpg").write_bytes(content)
    await with_picture(site)
    assert ImageChops.difference(await image_of(site), plain).getbbox() is None


@pytest.fixture
def closed(monkeypatch):
    """The names of files that only somebody else may read; root, who may run the tests, could read them all."""
    names: set[str] = set()
    monkeypatch.setattr("os.access", lambda file, mode: file.name not in names)
    return names


async def test_picture_that_may_not_be_read_gives_way_to_the_name_until_it_may(site, folder, closed, log):  # noqa: F811
    await site.rest("DELETE", "music_events?artist_id=eq.mara-voss", "admin")
    plain = await image_of(site)
    Image.new("RGB", (1200, 1600), "white").save(folder / "one.jpg")
    closed.add("one.jpg")
    await with_picture(site)
    address = (await share_of(site))["og:image"]
    answers = [await site.client.get(address) for _ in range(2)]
    assert all(ImageChops.difference(opened(answer), plain).getbbox() is None for answer in answers)
    assert {answer.headers["cache-control"] for answer in answers} == {"no-cache"}
    (line,) = (line for line in log.lines("marquee") if line.get("file", "").endswith("one.jpg"))
    assert (line["event"], line["why"]) == ("image cannot be read", "its permissions do not let this account")
    closed.clear()
    led = await site.client.get(address)
    assert led.status_code == 302
    assert min(low for low, _ in opened(await site.client.get(led.headers["location"])).getextrema()) > 240


@pytest.mark.parametrize("path", ["/event/{id}/poster.jpg", "/artist/mara-voss/poster.jpg"])
async def test_poster_around_a_picture_that_may_not_be_read_has_none(site, folder, closed, path):  # noqa: F811
    (event,) = await site.rows("music_events?select=id&venue=eq.Silver%20Oar")
    path = path.format(id=event["id"])
    plain = await site.client.get(path)
    Image.new("RGB", (1200, 1600), "white").save(folder / "one.jpg")
    closed.add("one.jpg")
    await with_picture(site)
    assert (await site.client.get(path)).content == plain.content
    closed.clear()
    assert (await site.client.get(path)).content != plain.content


async def test_small_picture_gives_way_to_the_name(site, folder):  # noqa: F811
    plain = await image_of(site)
    painted((200, 150)).save(folder / "one.jpg")
    await with_picture(site)
    assert ImageChops.difference(await image_of(site), plain).getbbox() is None


async def test_home_page_shows_the_featured_artist(site):
    assert "/share/mara-voss-" in (await share_of(site, "/"))["og:image"]
    await site.rest("PATCH", "music_artists?id=eq.night-ferry", "admin", json={"is_featured": True})
    assert "/share/night-ferry-" in (await share_of(site, "/"))["og:image"]


async def test_site_without_artists_shows_its_name(site):
    await site.rest("DELETE", "music_artists?id=neq.x", "admin")
    said = await share_of(site, "/")
    assert said["og:image:alt"] == "Marquee"
    opened(await site.client.get(said["og:image"]))


async def test_change_has_another_address_and_the_old_one_leads_to_it(site):
    old = (await share_of(site, "/artist/mara-voss"))["og:image"]
    await site.rest("PATCH", "music_artists?id=eq.mara-voss", "admin", json={"name": "Mara Vos"})
    new = (await share_of(site, "/artist/mara-voss"))["og:image"]
    assert new != old
    led = await site.client.get(old)
    assert (led.status_code, f"{BASE_URL}{led.headers['location']}") == (302, new)
    assert led.headers["cache-control"] == "no-store"


async def test_changed_photograph_has_another_address(site, folder):  # noqa: F811
    painted().save(folder / "one.jpg")
    await with_picture(site)
    old = (await share_of(site))["og:image"]
    painted((1800, 900)).save(folder / "one.jpg")
    led = await site.client.get(old)
    assert led.status_code == 302
    opened(await site.client.get(led.headers["location"]))


async def test_artist_of_another_script_has_a_card(site):
    artist = {"id": "вечер", "name": "Вечер", "genre": "Фолк", "image": "https://pictures.example/x.webp"}
    assert (await site.rest("POST", "music_artists", "admin", json=artist)).status_code == 201
    address = (await share_of(site, "/artist/вечер"))["og:image"]
    assert address.isascii()
    assert "/share/вечер-" in unquote(address)
    opened(await site.client.get(address))


MARK = "0123456789abcdef"
UNKNOWN = ["x", "mara-voss", f"nobody-{MARK}", f"mara-voss-{MARK[:-1]}", f"mara-voss-{MARK.upper()}", f"%00-{MARK}"]
UNKNOWN += [
    MARK,
    "-",
    f"..-{MARK}",
    f"%2e%2e%2fsecrets-{MARK}",
    f"mara-voss{MARK}",
    f"a'b-{MARK}",
    f"{'x' * 5000}-{MARK}",
]


@pytest.mark.parametrize("name", UNKNOWN)
async def test_name_that_is_none_is_not_found(site, name):
    assert (await site.client.get(f"/share/{name}.jpg")).status_code == 404


def ticket(name, label="", site_name=""):
    return Image.open(io.BytesIO(card_layout.card(None, name, label, site_name))).convert("RGB")


def inked(image):
    """The box where a ticket differs from an empty one."""
    apart = ImageChops.difference(image, ticket("")).convert("L").point(lambda value: 255 * (value > 90))
    return apart.getbbox()


NAMES = ["A", "i", "Mara", "Night Ferry", "W" * 200, "i" * 200, "W " * 100, "a b" * 66, "-" * 200, "g" * 200]
NAMES += [
    "Žižkov Böłżńę",
    "Вечер на рейде",
    "فيروز",
    "ภาษาไทย",
    "ñ̃́̂" * 20,
    "Å" * 90 + " " + "j" * 90,
    "''\"\"",
    "…",
    "🎺 Brass",
]
NAMES += ["\u202eright to left", "a\u0301" * 60, "x\u200d" * 50, "(a) [b] {c}", "\u00ad" * 10 + "soft"]


@pytest.mark.parametrize("name", NAMES, ids=[name[:12] for name in NAMES])
def test_no_name_leaves_its_ticket(name):
    box = inked(ticket(name))
    if box is None and not name.isascii():
        return  # no typeface of this machine has these letters
    left, top, right, bottom = box
    assert left >= 90
    assert right <= 1200 - 44 - 168 - 40
    assert top >= 90
    assert bottom <= 630 - 90


def test_names_of_every_length_stay_on_their_ticket():
    choice = random.Random(7)  # noqa: S311 - the same names every time
    for length in range(1, 201, 23):
        name = "".join(choice.choice("AWMijlgy- .'éŁ&") for _ in range(length)).strip() or "A"
        left, top, right, bottom = inked(ticket(name))
        assert 90 <= left < right <= 948, name
        assert 90 <= top < bottom <= 540, name


def test_long_genre_and_site_stay_on_the_ticket_too():
    left, top, right, bottom = inked(ticket("Mara", "genre " * 16, "The longest name of any site " * 6))
    assert (left, top) >= (90, 90)
    assert right <= 1200 - 44
    assert bottom <= 630 - 90


def test_letters_that_no_typeface_has_are_not_shown_as_boxes(monkeypatch):
    """The site's name stands there instead."""
    monkeypatch.setattr(typesetting, "SYSTEM_FONTS", ())
    assert typesetting.fit_name("東京事変", 800, 400) is None
    assert inked(ticket("東京事変")) is None
    assert inked(ticket("東京事変", site_name="Undercard"))
    assert ImageChops.difference(ticket("🎺 Brass 🎺"), ticket("Brass")).getbbox() is None
