"""What is stored of a picture that somebody sends: decoded and re-encoded, or refused with a sentence that helps."""

import asyncio
import errno
import io
import os

import pytest
from PIL import ExifTags, Image, ImageCms

from marquee.domain.actor import SECRET_KEY_HOLDER
from marquee.domain.pictures import folder_of, parse_name
from marquee.errors import DatabaseUnavailable
from marquee.storage import objects, store, uploads
from marquee.web.body import MAX_PICTURE
from tests.cast import OTHER, OWNED, Site
from tests.conftest import on_sqlite
from tests.storage.painting import bomb, painted, whole
from tests.storage.sending import NAME, OBJECT, left, picture, said, send, stored

pytestmark = pytest.mark.anyio


async def test_picture_is_stored_and_served(site, log):
    answer = await send(site, picture(), cache_control="max-age=31536000")
    assert answer.status_code == 200, answer.text
    body = answer.json()
    assert body["Key"] == f"artists/{NAME}"
    shown = await site.client.get(f"{OBJECT}/public/artists/{NAME}")
    assert (shown.status_code, shown.headers["content-type"]) == (200, "image/jpeg")
    assert shown.headers["cache-control"] == "public, max-age=31536000, immutable"
    info = (await site.client.get(f"{OBJECT}/info/artists/{NAME}", headers=site.headers())).json()
    assert (info["id"], info["size"], info["content_type"]) == (body["Id"], len(shown.content), "image/jpeg")
    assert info["cache_control"] == "max-age=31536000"
    assert left(site) == [f"artists/{NAME}"]
    assert [line["picture"] for line in log.lines() if line["event"] == "picture_stored"] == [NAME]


async def test_what_is_stored_stands_upright_and_tells_nothing(site):
    """Trap 57, Trap 69."""
    exif = Image.Exif()
    exif[ExifTags.Base.Orientation] = 6
    exif[ExifTags.Base.Make] = "Camera"
    exif.get_ifd(ExifTags.IFD.GPSInfo)[ExifTags.GPS.GPSLatitude] = (45.0, 38.0, 0.0)
    profile = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    sent = picture(exif=exif, icc_profile=profile, comment=b"hidden") + b"<script>alert(1)</script>"
    assert (await send(site, sent)).status_code == 200
    kept = await stored(site)
    image = Image.open(io.BytesIO(kept))
    assert image.size == (300, 400)
    assert not image.getexif()
    for told in (b"Exif", b"Camera", b"ICC_PROFILE", b"hidden", b"script"):
        assert told not in kept


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "AVIF"])
@pytest.mark.parametrize(
    ("extension", "wanted"), [("jpeg", "JPEG"), ("png", "PNG"), ("webp", "WEBP"), ("avif", "AVIF")]
)
@on_sqlite
async def test_picture_is_stored_in_the_format_of_its_name_whatever_it_was_sent_as(site, kind, extension, wanted):
    """Trap 56: neither the type, nor the name, nor the extension is believed."""
    mode = "RGB" if kind == "JPEG" else "RGBA"
    path = f"{OWNED}/one.{extension}"
    answer = await send(site, picture(kind, mode=mode), path, content_type="text/html")
    assert answer.status_code == 200, answer.text
    image = Image.open(io.BytesIO(await stored(site, path)))
    assert (image.format, image.size) == (wanted, (400, 300))


@on_sqlite
async def test_large_picture_is_made_smaller(site):
    assert (await send(site, picture(size=(5000, 1000)))).status_code == 200
    image = Image.open(io.BytesIO(await stored(site)))
    assert image.size == (3200, 640)
    assert "progressive" not in image.info, "takes ten times as long to encode, and nobody is answered meanwhile"


def moving(kind):
    target = io.BytesIO()
    painted((90, 60)).save(target, kind, save_all=True, append_images=[Image.new("RGB", (90, 60))])
    return target.getvalue()


REFUSED = {
    "nothing": (b"", "415", "empty"),
    "a script": (b"<script>alert(1)</script>", "415", "a text"),
    "a drawing": (b'<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>', "415", "SVG"),
    "a GIF": (picture("GIF"), "415", "GIF"),
    "HEIC": (b"\0\0\0\x24ftypheic\0\0\0\0mif1heic" + bytes(99), "415", "Send it as JPEG."),
    "a video": (b"\0\0\0\x18ftypmp42\0\0\0\0" + bytes(99), "415", "video"),
    "a TIFF": (picture("TIFF"), "415", "TIFF"),
    "a PDF": (b"%PDF-1.7\n", "415", "document"),
    "a text": (b"hello", "415", "damaged, or not a picture"),
    "a cut JPEG": (whole()[:3000], "415", "cut short on its way"),
    "a cut PNG": (whole("PNG")[:3000], "415", "cut short on its way"),
    "a cut WebP": (whole("WEBP")[:1500], "415", "cut short on its way"),
    "a cut AVIF": (whole("AVIF")[:-100], "415", "cut short on its way"),
    "a moving WebP": (moving("WEBP"), "415", "animated"),
    "a moving PNG": (moving("PNG"), "415", "animated"),
    "a bomb": (bomb(60_000, 60_000), "413", "million pixels"),
    "a smaller bomb": (bomb(6_000, 3_000), "413", "million pixels"),
    "too many bytes": (bytes(MAX_PICTURE + 1), "413", "at most 10 MB"),
}


@pytest.mark.parametrize(("content", "status", "words"), REFUSED.values(), ids=REFUSED)
@on_sqlite
async def test_what_is_no_picture_is_refused_with_what_to_do(site, content, status, words):
    """Trap 59, Trap 70."""
    answer = await send(site, content)
    assert said(answer)[:2] == (400, status)
    assert words in answer.json()["message"]
    assert left(site) == []


@on_sqlite
async def test_file_that_is_too_large_is_refused_before_it_is_read(site):
    async def never():
        raise AssertionError("it was read")
        yield b""

    answer = await send(site, never(), content_length=str(20 * 1024 * 1024))
    assert said(answer) == (400, "413", "EntityTooLarge")


NAMES = [
    *["mara-voss/../x.jpg", "mara-voss/.x.jpg", "mara-voss/x.jpg.", "mara-voss/x.jpg%20", "mara-voss/a/b.jpg", "x.jpg"],
    *[
        "mara-voss%2fx.jpg",
        "mara-voss/..%2fx.jpg",
        "mara-voss/%2e%2e/x.jpg",
        "mara-voss/a%5cb.jpg",
        "mara-voss/%00.jpg",
    ],
    *[
        "mara-voss/" + "x" * 120 + ".jpg",
        "mara-voss/käse.jpg",
        "mara-voss//x.jpg",
        "mara-voss/",
        "mara-voss/a%252fb.jpg",
    ],
]


@pytest.mark.parametrize("path", NAMES)
@on_sqlite
async def test_name_that_some_disk_or_reader_takes_for_another_is_refused(site, path):
    """Trap 58."""
    answer = await send(site, picture(), path)
    assert said(answer)[0] == 400
    assert left(site) == []


@pytest.mark.parametrize("name", ["x.svg", "x.gif", "x.html", "x", "x.jpg.exe"])
@on_sqlite
async def test_name_of_another_type_is_refused(site, name):
    assert said(await send(site, picture(), f"{OWNED}/{name}")) == (400, "415", "InvalidMimeType")


@on_sqlite
async def test_name_is_taken_once_in_any_case(site):
    assert (await send(site, picture(), f"{OWNED}/one.jpg")).status_code == 200
    for name in ("one.jpg", "ONE.jpg"):
        assert said(await send(site, picture(), f"{OWNED}/{name}")) == (400, "409", "ResourceAlreadyExists")
    assert said(await send(site, picture(), f"{OWNED}/ONE.jpg", x_upsert="true"))[1] == "409"


async def test_upsert_and_update_replace(site):
    path = f"{OWNED}/one.jpg"
    await send(site, picture(), path)
    for method, headers, size in (("POST", {"x_upsert": "true"}, (200, 100)), ("PUT", {}, (100, 200))):
        answer = await send(site, picture(size=size), path, method=method, **headers)
        assert answer.status_code == 200, answer.text
        assert Image.open(io.BytesIO(await stored(site, path))).size == size
    shown = await site.client.get(f"{OBJECT}/public/artists/{path}")
    assert shown.headers["cache-control"] == "public, max-age=3600"
    info = (await site.client.get(f"{OBJECT}/info/artists/{path}", headers=site.headers())).json()
    assert info["size"] == len(shown.content)


@on_sqlite
async def test_name_that_browsers_keep_for_ever_is_never_replaced(site):
    """Trap 67."""
    assert (await send(site, picture(), method="PUT")).status_code == 200
    kept = await stored(site)
    answer = await send(site, picture(size=(9, 9)), method="PUT")
    assert said(answer) == (400, "409", "ResourceAlreadyExists")
    assert await stored(site) == kept


@on_sqlite
async def test_folder_of_an_artist_in_any_script_can_be_used(site):
    answer = await site.rest(
        "POST",
        "music_artists",
        "admin",
        json={"id": "łódź", "name": "Łódź", "genre": "x", "image": "https://a.example/b"},
    )
    assert answer.status_code == 201, answer.text
    path = f"{folder_of('łódź')}/one.jpg"
    assert path.startswith("u-")
    assert (await send(site, picture(), path)).status_code == 200
    assert said(await send(site, picture(), "nobody/one.jpg")) == (400, "404", "NoSuchKey")


@on_sqlite
async def test_folder_that_is_full_takes_no_more(site, monkeypatch):
    monkeypatch.setattr(objects, "MAX_FILES", 1)
    assert (await send(site, picture())).status_code == 200
    assert said(await send(site, picture(), f"{OWNED}/2.jpg"))[2] == "EntityTooLarge"
    assert (await send(site, picture(), f"{OTHER}/2.jpg")).status_code == 200
    monkeypatch.undo()
    monkeypatch.setattr(objects, "MAX_FOLDER_BYTES", 2000)
    assert said(await send(site, picture(), f"{OWNED}/2.jpg"))[2] == "EntityTooLarge"


@pytest.mark.parametrize("count", [8, 20])
@on_sqlite
async def test_pictures_that_one_account_sends_at_once_are_all_stored(site, count):
    sent = [send(site, picture(size=(40, 30)), f"{OWNED}/{number}.jpg", "owner") for number in range(count)]
    assert {answer.status_code for answer in await asyncio.gather(*sent)} == {200}
    assert len(left(site)) == count


@pytest.fixture
async def narrow(template, tmp_path, monkeypatch):
    """A site that takes one upload at once, two of an account in a minute, and lets nobody wait."""
    monkeypatch.setattr(uploads, "MAX_AT_ONCE", 1)
    monkeypatch.setattr(uploads, "MAX_PER_MINUTE", 2)
    monkeypatch.setattr(uploads, "MAX_WAIT_S", 0.05)
    opened = Site.open(template, tmp_path / "narrow")
    yield opened
    await opened.close()


@on_sqlite
async def test_too_many_uploads_in_a_minute_wait(narrow):
    answers = [await send(narrow, b"hello", f"{OWNED}/{number}.jpg") for number in range(3)]
    assert [answer.status_code for answer in answers] == [400, 400, 429]
    assert answers[2].json()["code"] == "SlowDown"
    assert 1 <= int(answers[2].headers["retry-after"]) <= 60
    assert (await send(narrow, picture(), f"{OWNED}/9.jpg", who="owner")).status_code == 200


@on_sqlite
async def test_who_waits_too_long_for_a_turn_is_told_when_to_try_again(narrow):
    begun, goes_on = asyncio.Event(), asyncio.Event()

    async def slowly():
        begun.set()
        await goes_on.wait()
        yield picture()

    first = asyncio.create_task(send(narrow, slowly(), f"{OWNED}/1.jpg"))
    await begun.wait()
    second = await send(narrow, picture(), f"{OWNED}/2.jpg")
    assert said(second) == (429, "429", "SlowDown")
    assert int(second.headers["retry-after"]) >= 1
    goes_on.set()
    assert (await first).status_code == 200


@on_sqlite
async def test_who_has_no_right_takes_nobodys_place(narrow):
    strangers = [send(narrow, picture(), f"{OWNED}/{number}.jpg", who="stranger") for number in range(20)]
    *refused, sent = await asyncio.gather(*strangers, send(narrow, picture()))
    assert {said(answer)[1] for answer in refused} == {"403"}
    assert sent.status_code == 200


@on_sqlite
async def test_full_disk_says_so_keeps_nothing_and_recovers(site, monkeypatch):
    def full(_stream):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    answer = await send(site, picture())
    assert said(answer) == (500, "500", "InternalError")
    assert "no room" in answer.json()["message"]
    assert left(site) == []
    monkeypatch.undo()
    assert (await send(site, picture())).status_code == 200


@pytest.mark.parametrize("before", [None, picture(size=(200, 100))], ids=["new", "replaced"])
async def test_row_that_cannot_be_saved_leaves_what_the_name_had(site, monkeypatch, before):
    """As on a disk that is full when the picture is there already."""

    def full(*_):
        raise DatabaseUnavailable

    path = f"{OWNED}/one.jpg"
    if before is not None:
        await send(site, before, path)
    there, files = await stored(site, path), left(site)
    with monkeypatch.context() as patched:
        patched.setattr(objects, "find", full)
        assert said(await send(site, picture(), path, method="PUT"))[0] == 503
    assert await stored(site, path) == there
    assert left(site) == files
    assert (await send(site, picture(), path, method="PUT")).status_code == 200
    assert await stored(site, path) not in (None, there)
    assert len(left(site)) == 1


async def test_two_uploads_of_one_name_leave_the_first(site, monkeypatch):
    """The second finds the name taken when its row is written, and does not touch the file."""
    second: list[object] = []

    def meanwhile(stream, content, really=store.write):
        if not second and len(content) > 1000:
            second.append(stream)
            objects_row = site.service.database.write_now(_keep_another, site)
            assert objects_row.name == NAME
        really(stream, content)

    monkeypatch.setattr(store, "write", meanwhile)
    assert said(await send(site, picture())) == (400, "409", "ResourceAlreadyExists")
    assert await stored(site) == b"the first"


def _keep_another(connection, site):
    file = site.service.settings.data_dir / "media" / "artists" / NAME
    file.parent.mkdir(parents=True)

    def put():
        file.write_bytes(b"the first")

    content = objects.Content(9, 1, 1, "image/jpeg", "0", "no-cache", "{}")
    name = parse_name(NAME)
    assert name
    return objects.keep(connection, put, SECRET_KEY_HOLDER, name, content, upsert=False)
