"""Pictures in the sizes that pages ask for: made once, kept, and served for ever."""

import asyncio
import io
import shutil
import stat
import threading

import httpx
import pytest
from PIL import ExifTags, Image, ImageCms

from marquee.storage import pictures
from marquee.storage.pixels.workshop import Workshop
from marquee.storage.transformation import WIDTHS
from tests.cast import BASE_URL, Site
from tests.storage.painting import BROWSER, ORIGINALS, SIZED, has, made, opened, painted, sized
from tests.waiting import PATIENCE_S, eventually

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize("width", WIDTHS)
async def test_picture_is_as_wide_as_asked(site, folder, width):
    painted().save(folder / "one.jpg")
    image = opened(await sized(site, width=width))
    assert (image.format, image.size) == ("WEBP", (width, width * 3 // 4))


async def test_small_picture_is_not_scaled_up(site, folder):
    painted((300, 200)).save(folder / "one.jpg")
    assert opened(await sized(site, width=1600)).size == (300, 200)


async def test_picture_is_kept_by_browsers_like_its_original(site, folder):
    painted().save(folder / "one.jpg")
    first = await sized(site)
    original = await site.client.get(f"{ORIGINALS}demo/one.jpg")
    for name in ("cache-control", "content-security-policy", "x-content-type-options"):
        assert first.headers[name] == original.headers[name]
    assert first.headers["etag"].startswith('"')
    again = await site.client.get(
        f"{SIZED}demo/one.jpg?width=480", headers={**BROWSER, "If-None-Match": first.headers["etag"]}
    )
    assert (again.status_code, again.content) == (304, b"")
    head = await site.client.head(f"{SIZED}demo/one.jpg?width=480", headers=BROWSER)
    assert (head.status_code, head.content) == (200, b"")
    assert head.headers["content-length"] == str(len(first.content))


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "AVIF"])
async def test_photograph_stands_upright_and_tells_no_place(site, folder, kind):
    exif = Image.Exif()
    exif[ExifTags.Base.Orientation] = 6
    exif[ExifTags.Base.Make] = "Camera"
    exif.get_ifd(ExifTags.IFD.GPSInfo)[ExifTags.GPS.GPSLatitude] = (45.0, 38.0, 0.0)
    painted((800, 600)).save(folder / "one.jpg", kind, exif=exif)
    answer = await sized(site)
    image = opened(answer)
    assert image.size == (480, 640)
    assert image.getpixel((240, 10))[0] < 60, "what was left is above"
    assert image.getpixel((240, 630))[0] > 180
    assert not image.getexif()
    for told in (b"EXIF", b"Camera", b"ICCP", b"XMP"):
        assert told not in answer.content


@pytest.mark.parametrize("mode", ["RGB", "RGBA", "L", "LA", "P", "1", "I;16", "CMYK"])
async def test_picture_of_any_kind_is_shown(site, folder, mode):
    image = Image.new("I;16", (800, 600)) if mode == "I;16" else painted((800, 600), mode)
    image.save(folder / "one.jpg", "JPEG" if mode == "CMYK" else "PNG")
    assert opened(await sized(site)).size == (480, 360)


async def test_see_through_stays_see_through(site, folder):
    Image.new("RGBA", (800, 600), (255, 0, 0, 0)).save(folder / "one.png")
    assert opened(await sized(site, "demo/one.png")).convert("RGBA").getpixel((5, 5))[3] == 0


@pytest.mark.parametrize("space", ["sRGB", "LAB"])
@pytest.mark.parametrize("mode", ["RGB", "RGBA", "L"])
async def test_colour_profile_is_applied_or_passed_over(site, folder, space, mode):
    """One of another kind than the picture is no reason to show nothing."""
    profile = ImageCms.ImageCmsProfile(ImageCms.createProfile(space)).tobytes()
    painted((800, 600), mode).save(folder / "one.png", icc_profile=profile)
    answer = await sized(site, "demo/one.png")
    dark, light = (opened(answer).convert("RGB").getpixel((x, 10))[0] for x in (10, 470))
    assert abs(dark - 20) < 5
    assert abs(light - 220) < 5
    assert b"ICCP" not in answer.content


async def test_moving_picture_shows_its_first_moment(site, folder):
    frames = [painted((800, 600)), Image.new("RGB", (800, 600))]
    frames[0].save(folder / "one.gif", save_all=True, append_images=frames[1:])
    image = opened(await sized(site, "demo/one.gif"))
    assert image.convert("RGB").getpixel((470, 10))[0] > 180
    assert getattr(image, "n_frames", 1) == 1


BAD_QUERIES = [
    *["width=", "width=480.0", "width=-480", "width=+480", "width=1e9", "width=a", "height=-1", "width=1&height=x"],
    *["width=480&quality=101", "width=480&quality=19", "width=480&format=gif", "width=480&resize=zoom"],
]


@pytest.mark.parametrize("query", BAD_QUERIES)
async def test_query_that_makes_no_sense_is_refused(site, folder, query):
    painted().save(folder / "one.jpg")
    answer = await site.client.get(f"{SIZED}demo/one.jpg?{query}")
    assert answer.status_code == 400
    assert answer.json()["code"] == "InvalidRequest"
    assert answer.json()["statusCode"] == "400"
    assert made(site) == []


VERSIONS = {
    "": ("WEBP", (1600, 1200)),
    "width=0": ("WEBP", (1600, 1200)),
    "width=481": ("WEBP", (828, 621)),
    "width=9000": ("WEBP", (1600, 1200)),
    "cacheNonce=1&quality=80&resize=contain&width=240": ("WEBP", (240, 180)),
    "height=300": ("WEBP", (640, 480)),
    "width=100&height=100": ("WEBP", (240, 240)),
    "width=400&height=200&resize=contain": ("WEBP", (320, 240)),
    "width=240&height=240&resize=fill": ("WEBP", (240, 240)),
    "width=1600&height=3200": ("WEBP", (750, 1500)),
    "width=240&format=origin": ("JPEG", (240, 180)),
    "width=240&format=avif&quality=50": ("AVIF", (240, 180)),
    "unknown=1&width=240": ("WEBP", (240, 180)),
}


@pytest.mark.parametrize(("query", "expected"), VERSIONS.items(), ids=VERSIONS)
async def test_version_is_the_asked_one_in_the_next_size_that_is_made(site, folder, query, expected):
    """Trap 53: the width alone scales, and never crops."""
    painted().save(folder / "one.jpg")
    answer = await site.client.get(f"{SIZED}demo/one.jpg?{query}", headers=BROWSER)
    assert answer.status_code == 200, answer.text
    image = Image.open(io.BytesIO(answer.content))
    assert (image.format, image.size) == expected
    assert answer.headers["content-type"] == f"image/{expected[0].lower()}"


ACCEPTED = {
    "image/avif,image/webp,image/apng,*/*;q=0.8": "image/webp",
    "image/webp": "image/webp",
    "IMAGE/WEBP;q=0.5, image/jpeg": "image/webp",
    "image/avif": "image/avif",
    "image/webp;q=0.1,image/avif": "image/avif",
    "image/webp;q=0,image/*": "image/jpeg",
    "image/*": "image/jpeg",
    "*/*": "image/jpeg",
    "image/png,image/jpeg": "image/jpeg",
    "text/html": "image/jpeg",
    "": "image/jpeg",
}


@pytest.mark.parametrize(("accept", "kind"), ACCEPTED.items(), ids=ACCEPTED)
async def test_version_has_the_format_of_the_original_unless_another_is_accepted_by_name(site, folder, accept, kind):
    painted((300, 200)).save(folder / "one.jpg")
    answer = await site.client.get(f"{SIZED}demo/one.jpg?width=240", headers={"Accept": accept})
    assert (answer.headers["content-type"], answer.headers["vary"]) == (kind, "Accept")
    again = await site.client.get(
        f"{SIZED}demo/one.jpg?width=240", headers={"Accept": accept, "If-None-Match": answer.headers["etag"]}
    )
    assert (again.status_code, again.headers["vary"]) == (304, "Accept")
    other = "image/webp" if kind == "image/jpeg" else "image/jpeg"
    fresh = await site.client.get(
        f"{SIZED}demo/one.jpg?width=240", headers={"Accept": other, "If-None-Match": answer.headers["etag"]}
    )
    assert (fresh.status_code, fresh.headers["content-type"]) == (200, other)


@pytest.mark.parametrize(("extension", "kind"), [("png", "image/png"), ("webp", "image/webp"), ("avif", "image/avif")])
async def test_original_format_is_that_of_the_name(site, folder, extension, kind):
    painted((300, 200)).save(folder / f"one.{extension}")
    assert (await site.client.get(f"{SIZED}demo/one.{extension}?width=240")).headers["content-type"] == kind


TOLD = {
    "width=200&height=200&quality=60": "height:200,width:200,resizing_type:fill,quality:60",
    "width=480": "width:480,resizing_type:fill",
    "height=300&resize=contain": "height:300,resizing_type:fit",
    "width=9000&height=240&resize=fill&format=avif": "height:240,width:2000,resizing_type:force,format:avif",
    "width=0&quality=80&format=origin": "quality:80",
    "width=0": None,
    "": None,
}


@pytest.mark.parametrize(("query", "told"), TOLD.items(), ids=TOLD)
async def test_answer_tells_what_was_asked_for(site, folder, query, told):
    painted((300, 200)).save(folder / "one.jpg")
    answer = await site.client.get(f"{SIZED}demo/one.jpg?{query}")
    assert (answer.status_code, answer.headers.get("x-transformations")) == (200, told)


def another_client(site):
    transport = httpx.ASGITransport(site.app, client=("10.9.8.7", 1))
    return httpx.AsyncClient(transport=transport, base_url=BASE_URL)


def odd(number):
    return f"{SIZED}demo/one.jpg?width=240&height={number}"


async def test_visitor_who_asks_for_many_odd_sizes_waits_and_nobody_else_does(site, folder):
    """Trap 65."""
    painted((300, 200)).save(folder / "one.jpg")
    answers = [await site.client.get(odd(number)) for number in range(1, 31)]
    assert [answer.status_code for answer in answers] == [200] * 24 + [429] * 6
    assert answers[-1].json()["code"] == "SlowDown"
    assert 1 <= int(answers[-1].headers["retry-after"]) <= 600
    assert (await site.client.get(odd(24))).status_code == 200, "what is there costs nothing"
    assert (await sized(site)).status_code == 200
    async with another_client(site) as somebody:
        assert [(await somebody.get(odd(number))).status_code for number in range(40, 64)] == [200] * 24


async def test_share_of_odd_sizes_is_freed_again(template, tmp_path, monkeypatch):
    monkeypatch.setattr(pictures, "WITHIN_S", 0.0)
    site = Site.open(template, tmp_path / "data")
    (folder := site.service.settings.data_dir / "media" / "demo").mkdir(parents=True)
    painted((300, 200)).save(folder / "one.jpg")
    assert {(await site.client.get(odd(number))).status_code for number in range(1, 31)} == {200}
    await site.close()


async def test_oldest_odd_sizes_make_room_for_new_ones_and_usual_ones_stay(site, folder, monkeypatch):
    monkeypatch.setattr(pictures, "MAX_UNUSUAL_KEPT", 4)
    painted((300, 200)).save(folder / "one.jpg")
    assert (await sized(site)).status_code == 200
    for number in range(1, 9):
        assert (await site.client.get(odd(number))).status_code == 200
    kept = {path.parent.name for path in made(site)}
    assert len(kept) == 5
    assert {"480", "240x8-cover-80-jpeg"} <= kept


async def test_new_original_replaces_what_was_made_of_the_old(site, folder):
    painted().save(folder / "one.jpg")
    first = await sized(site)
    painted((900, 900)).save(folder / "one.jpg")
    again = await sized(site)
    assert opened(again).size == (480, 480)
    assert again.headers["etag"] != first.headers["etag"]
    assert len(made(site)) == 1


async def test_no_spelling_makes_more_than_one_file(site, folder):
    painted().save(folder / "one.jpg")
    for path in ("demo/one.jpg", "demo/./one.jpg", "demo//one.jpg", "demo/../demo/one.jpg", "demo/%6fne.jpg"):
        assert (await sized(site, path)).status_code in (200, 400)
    assert len(made(site)) == 1


async def test_what_is_made_is_for_its_owner_only(site, folder):
    painted().save(folder / "one.jpg")
    await sized(site)
    (file,) = made(site)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE((site.service.settings.data_dir / "derived").stat().st_mode) == 0o700


async def test_many_visitors_of_a_new_picture_cost_one(site, folder, monkeypatch):
    painted().save(folder / "one.jpg")
    asked = []

    def count(workshop, task, really=Workshop.make):
        asked.append(task.arguments[1].width)
        return really(workshop, task)

    monkeypatch.setattr(Workshop, "make", count)
    answers = await asyncio.gather(*(sized(site) for _ in range(50)))
    assert {answer.content for answer in answers} == {answers[0].content}
    assert asked == [480]


async def test_client_that_asks_for_much_holds_up_nobody_else(site, folder, monkeypatch):
    names = [f"{number}.jpg" for number in range(8)]
    for name in (*names, "other.jpg"):
        painted((300, 200)).save(folder / name)
    begun, one_is_made = [], threading.Event()

    def record(workshop, task, really=Workshop.make):
        begun.append(task.arguments[0].name)
        one_is_made.wait(PATIENCE_S)
        return really(workshop, task)

    monkeypatch.setattr(Workshop, "make", record)
    somebody = another_client(site)
    greedy = [asyncio.create_task(sized(site, f"demo/{name}")) for name in names]
    await eventually(has(begun))
    another = asyncio.create_task(somebody.get(f"{SIZED}demo/other.jpg?width=480"))
    too = asyncio.create_task(somebody.get(f"{SIZED}demo/{names[-1]}?width=480", headers=BROWSER))
    for _ in range(100):  # of the loop: each has its place in line then, and the first one still waits
        await asyncio.sleep(0)
    one_is_made.set()
    answers = await asyncio.gather(*greedy, another, too)
    assert [answer.status_code for answer in answers] == [200] * 10
    assert begun.index("other.jpg") <= 2
    assert sorted(begun) == sorted([*names, "other.jpg"])


async def test_picture_that_cannot_be_kept_is_shown_all_the_same(site, folder, log):
    """A disk that is full, or has no room for one more file."""
    painted().save(folder / "one.jpg")
    first = await sized(site, width=240)
    derived = site.service.settings.data_dir / "derived"
    shutil.rmtree(derived)
    derived.write_text("in the way")
    answers = [await sized(site, width=width) for width in (240, 480, 828)]
    assert [opened(answer).size[0] for answer in answers] == [240, 480, 828]
    assert answers[0].content == first.content
    for name in ("cache-control", "content-security-policy", "content-type", "vary"):
        assert answers[0].headers[name] == first.headers[name]
    told = [line for line in log.lines("marquee") if "cannot be kept" in line["event"]]
    assert len(told) == 1
    derived.unlink()
    assert (await sized(site)).status_code == 200
    assert len(made(site)) == 1
