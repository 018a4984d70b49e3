"""What is stored of a picture that somebody sends: decoded and encoded anew, or refused with a sentence that helps."""

import base64
import contextlib
import errno
import io
import json
import os

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import ExifTags, Image, ImageCms

from marquee.domain.actor import SECRET_KEY_HOLDER
from marquee.domain.pictures import folder_of, parse_name
from marquee.storage import objects, store, uploads
from marquee.storage.errors import InvalidRequest
from marquee.storage.multipart import Part, Reader
from marquee.web.body import MAX_PICTURE
from tests.cast import OTHER, OWNED
from tests.conftest import on_sqlite
from tests.storage.test_pictures import bomb, painted, whole

pytestmark = pytest.mark.anyio

OBJECT = "/storage/v1/object"
NAME = f"{OWNED}/0123456789abcdef0123456789abcdef.jpg"


def picture(kind="JPEG", size=(400, 300), mode="RGB", **options):
    target = io.BytesIO()
    painted(size, mode).save(target, kind, **options)
    return target.getvalue()


async def send(site, content, path=NAME, who="admin", method="POST", **headers):
    """Send bytes as the official client does."""
    named = {"content-type": "image/jpeg", **site.headers(who), **headers}
    head = {name.replace("_", "-").lower(): value for name, value in named.items()}
    return await site.client.request(method, f"{OBJECT}/artists/{path}", content=content, headers=head)


def form(content, *fields, name="", filename="blob"):
    """A form as storage-js sends it: the file comes last, and its part has an empty name."""
    lines = b"".join(
        b'--b\r\nContent-Disposition: form-data; name="%s"\r\n\r\n%s\r\n' % (field.encode(), value.encode())
        for field, value in fields
    )
    file = f'--b\r\nContent-Disposition: form-data; name="{name}"; filename="{filename}"\r\n'.encode()
    return lines + file + b"Content-Type: image/jpeg\r\n\r\n" + content + b"\r\n--b--\r\n"


FORM = {"Content_Type": "multipart/form-data; boundary=b"}


async def stored(site, path=NAME):
    answer = await site.client.get(f"{OBJECT}/public/artists/{path}")
    return answer.content if answer.status_code == 200 else None


def said(answer):
    body = answer.json()
    assert body.keys() == {"statusCode", "error", "code", "message"}
    return answer.status_code, body["statusCode"], body["code"]


def left(site):
    """The files of the store, and what is still being received."""
    media = site.service.settings.data_dir / "media"
    return [str(path.relative_to(media)) for path in media.rglob("*") if path.is_file()]


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


async def test_form_of_the_official_client_is_read_in_any_pieces_and_order(site):
    """Trap 43, Trap 47: the file's part has an empty name, and others send their fields after it."""
    content = picture(size=(90, 60))
    fields = [("cacheControl", "3600"), ("metadata", '{"focus": [0.5, 0.28]}')]
    ahead = form(content, *fields)
    behind = form(content, *fields, name="file", filename="a.jpg").split(b"--b\r\n")
    behind = b"--b\r\n".join([behind[0], behind[3].removesuffix(b"--b--\r\n"), behind[1], behind[2]]) + b"--b--\r\n"
    for number, body in enumerate((ahead, behind)):

        async def pieces(body=body):
            for start in range(0, len(body), 7):
                yield body[start : start + 7]

        name = f"{OWNED}/{number}.jpg"
        answer = await send(site, pieces(), name, **FORM)
        assert answer.status_code == 200, answer.text
        info = (await site.client.get(f"{OBJECT}/info/artists/{name}", headers=site.headers())).json()
        assert info["metadata"] == {"focus": [0.5, 0.28]}
        assert info["cache_control"] == "max-age=3600"


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
    "a cut JPEG": (whole()[:3000], "415", "damaged"),
    "a moving WebP": (moving("WEBP"), "415", "moves"),
    "a moving PNG": (moving("PNG"), "415", "moves"),
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


BROKEN_FORMS = {
    "no boundary": (form(picture()), "multipart/form-data"),
    "another boundary": (form(picture()), "multipart/form-data; boundary=c"),
    "no end": (form(picture())[:-7], "multipart/form-data; boundary=b"),
    "no file": (b'--b\r\nContent-Disposition: form-data; name="cacheControl"\r\n\r\n1\r\n--b--', None),
    "two files": (form(picture())[:-7] + b"\r\n" + form(picture()), None),
    "too many fields": (form(picture(), *[("x", "y")] * 11), None),
    "too large a field": (form(picture(), ("x", "y" * 70_000)), None),
    "metadata that is none": (form(picture(), ("metadata", "[1]")), None),
    "metadata that is too large": (form(picture(), ("metadata", json.dumps({"a": "b" * 5000}))), None),
    "an encoding": (form(picture(), ("contentEncoding", "gzip")), None),
    "a part without a name": (b"--b\r\nX: y\r\n\r\nz\r\n--b--\r\n", None),
    "a boundary that goes on": (b"--bb\r\n\r\n", None),
    "an endless head": (b"--b\r\n" + b"x" * 9000, None),
}


@pytest.mark.parametrize(("body", "content_type"), BROKEN_FORMS.values(), ids=BROKEN_FORMS)
@on_sqlite
async def test_broken_form_is_refused(site, body, content_type):
    answer = await send(site, body, content_type=content_type or "multipart/form-data; boundary=b")
    assert said(answer) == (400, "400", "InvalidRequest")
    assert left(site) == []


@on_sqlite
async def test_bare_bytes_carry_their_metadata_in_a_header(site):
    sent = base64.b64encode(b'{"a": 1}').decode()
    assert (await send(site, picture(), x_metadata=sent)).status_code == 200
    info = (await site.client.get(f"{OBJECT}/info/artists/{NAME}", headers=site.headers())).json()
    assert info["metadata"] == {"a": 1}
    for headers in ({"x_metadata": "%"}, {"content_encoding": "gzip"}):
        assert said(await send(site, picture(), f"{OWNED}/2.jpg", **headers))[2] == "InvalidRequest"


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


@on_sqlite
async def test_too_many_uploads_in_a_minute_wait(site, monkeypatch):
    monkeypatch.setattr(uploads, "MAX_PER_MINUTE", 2)
    answers = [await send(site, b"hello", f"{OWNED}/{number}.jpg") for number in range(3)]
    assert [answer.status_code for answer in answers] == [400, 400, 429]
    assert answers[2].json()["code"] == "SlowDown"
    assert (await send(site, picture(), f"{OWNED}/9.jpg", who="owner")).status_code == 200


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
    return objects.keep(connection, SECRET_KEY_HOLDER, name, content, put, upsert=False)


def events(*pieces):
    """What a reader makes of a form in these pieces: the beginning of each part with its whole content."""
    reader = Reader("multipart/form-data; boundary=b")
    parts: list[tuple[Part, list[bytes]]] = []
    for piece in pieces:
        for event in reader.feed(piece):
            if isinstance(event, Part):
                parts.append((event, []))
            else:
                parts[-1][1].append(event)
    return reader.is_whole, [(part, b"".join(content)) for part, content in parts]


def test_form_means_the_same_wherever_it_is_cut():
    content = b"\r\n--\r\n--a\r\n-\r\n\r\n--c--\r\n"
    body = form(content, ("cacheControl", ""), ("x", "y"))
    whole_form = events(body)
    assert [part.name for part, _ in whole_form[1]] == ["cacheControl", "x", ""]
    assert whole_form[0] and whole_form[1][2] == (Part("", is_file=True), content)
    for at in range(len(body)):
        assert events(body[:at], body[at:]) == whole_form
    assert events(*(body[at : at + 1] for at in range(len(body)))) == whole_form


@given(st.lists(st.sampled_from([b"--b", b"\r\n", b"--", b'Content-Disposition: form-data; name="a"', b"x", b"\0"])))
def test_no_bytes_are_a_fault_of_the_reader(pieces):
    with contextlib.suppress(InvalidRequest):
        events(b"--b\r\n", *pieces)
