"""What is not there, is no picture, or is too much of one, is refused."""

import errno
import os

import pytest

from marquee.domain.pictures import CENTER
from marquee.site.images.facts import TourWording
from marquee.storage.errors import PictureUnavailable
from marquee.storage.pixels import resize
from marquee.storage.pixels.process import answer
from marquee.storage.pixels.resize import MAX_BYTES
from marquee.storage.pixels.tasks import Photograph, Refused, Task
from marquee.storage.pixels.workshop import Workshop
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


async def test_picture_that_cannot_be_read_now_is_shown_later(site, folder, monkeypatch):
    """A disk that fails for a moment, or too many open files."""
    painted().save(folder / "one.jpg")

    def with_it_away(workshop, task, really=Workshop.make):
        (folder / "one.jpg").rename(folder / "away.jpg")
        try:
            return really(workshop, task)
        finally:
            (folder / "away.jpg").rename(folder / "one.jpg")

    with monkeypatch.context() as patched:
        patched.setattr(Workshop, "make", with_it_away)
        answer = await sized(site)
    assert (answer.status_code, answer.json()["message"]) == (503, "The picture is unavailable, please try again")
    assert made(site) == []
    assert opened(await sized(site)).size == (480, 360)


PASSING = {
    "too many open files": ("pathlib.Path.open", OSError(errno.EMFILE, "Too many open files")),
    "failing disk": ("PIL.ImageFile.ImageFile.load", OSError(errno.EIO, "Input/output error")),
    "no memory": ("PIL.Image.open", MemoryError()),
}


@pytest.mark.parametrize(("where", "error"), PASSING.values(), ids=PASSING)
def test_error_that_passes_does_not_make_a_picture_a_broken_one(tmp_path, monkeypatch, where, error):
    painted().save(tmp_path / "one.jpg")

    def fail(*_, **__):
        raise error

    with monkeypatch.context() as patched:
        patched.setattr(where, fail)
        with pytest.raises(PictureUnavailable):
            resize.crop(Photograph(tmp_path / "one.jpg", CENTER), (480, 240))


DRAWN = {
    "card": ("card_layout:card", ("Halve", "Techno", "Undercard")),
    "poster": ("tour_layout:poster", (TourWording("Halve", (), 0, "Live 2026", "Undercard", "stage.test/halve"),)),
}


@pytest.mark.parametrize(("layout", "wording"), DRAWN.values(), ids=DRAWN)
def test_nothing_is_drawn_around_a_photograph_that_cannot_be_read_now(tmp_path, layout, wording):
    photograph = Photograph(tmp_path / "away.jpg", CENTER)
    reply = answer(Task(f"marquee.site.images.{layout}", (photograph, *wording)))
    assert isinstance(reply, Refused), reply
    assert reply.error == "PictureUnavailable"


async def test_file_that_is_too_large_is_not_read(site, folder):
    painted().save(folder / "one.jpg")
    os.truncate(folder / "one.jpg", MAX_BYTES + 1)
    assert (await sized(site)).status_code == 400
