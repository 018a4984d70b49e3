"""What is not there, is no picture, or is too much of one, is refused."""

import os

import pytest

from marquee.storage.pixels.resize import MAX_BYTES
from tests.storage.painting import bomb, made, opened, painted, sized, whole

pytestmark = pytest.mark.anyio

PLACES = [
    "demo/two.jpg",
    "demo",
    "demo/",
    "",
    "%2e%2e/secrets.json",
    "..%2fsecrets.json",
    "demo/%00",
    "demo/" + "x" * 300,
    "%2fetc%2fpasswd",
    "/etc/passwd",
    "demo/link",
]


@pytest.mark.parametrize("path", PLACES)
async def test_what_is_not_there_is_not_found(site, folder, path):
    (folder / "link").symlink_to(site.service.settings.data_dir / "secrets.json")
    answer = await sized(site, path)
    assert answer.status_code == 400
    assert answer.json() == {
        "statusCode": "404",
        "error": "not_found",
        "code": "NoSuchKey",
        "message": "Object not found",
    }


BROKEN = {
    "nothing": b"",
    "text": b"<script>alert(1)</script>",
    "a drawing": b'<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
    "the beginning of a JPEG": whole()[:2000],
    "the beginning of a WebP": whole("WEBP")[:60],
    "the beginning of a PNG": whole("PNG")[:200],
    "a name": b"RIFF",
    "PostScript": b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n",
    "a bomb": bomb(60_000, 60_000),
    "a smaller bomb": bomb(10_000, 9_000),
    "a bomb that looks like a photograph": bomb(6_000, 3_000),
    "a wide bomb": bomb(2**31 - 1, 1),
}


@pytest.mark.parametrize("content", BROKEN.values(), ids=BROKEN)
async def test_what_is_no_picture_is_refused(site, folder, content):
    (folder / "one.jpg").write_bytes(content)
    for _ in range(2):
        answer = await sized(site)
        assert answer.status_code == 400
        assert answer.json()["statusCode"] == "415"
    assert made(site) == []


async def test_picture_that_was_mended_is_shown(site, folder):
    (folder / "one.jpg").write_bytes(b"")
    assert (await sized(site)).status_code == 400
    painted().save(folder / "one.jpg")
    assert opened(await sized(site)).size == (480, 360)


async def test_file_that_is_too_large_is_not_read(site, folder):
    painted().save(folder / "one.jpg")
    os.truncate(folder / "one.jpg", MAX_BYTES + 1)
    assert (await sized(site)).status_code == 400
