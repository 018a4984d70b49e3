"""A picture stands as browsers show it, in what is stored of it and in its other sizes."""

import struct

import pytest
from PIL import ExifTags, Image

from tests.conftest import on_sqlite
from tests.storage.painting import opened, sized
from tests.storage.test_odd_pictures import chunk, kept, written

pytestmark = [pytest.mark.anyio, on_sqlite]

RED, GREEN, BLUE, WHITE = (250, 0, 0), (0, 250, 0), (0, 0, 250), (250, 250, 250)
CORNERS = {"R": RED, "G": GREEN, "B": BLUE, "W": WHITE}
LYING = (80, 40), "RGBW"
UPRIGHT = (40, 80), "BRWG"
"""What orientation 6 makes of it."""
TURNED = {
    1: LYING,
    2: ((80, 40), "GRWB"),
    3: ((80, 40), "WBGR"),
    4: ((80, 40), "BWRG"),
    5: ((40, 80), "RBGW"),
    6: UPRIGHT,
    7: ((40, 80), "WGBR"),
    8: ((40, 80), "GWRB"),
}
"""By its orientation: the size of a picture, and the colours of its corners, line by line."""


def corners():
    image = Image.new("RGB", (80, 40), RED)
    for color, at in ((GREEN, (40, 0)), (BLUE, (0, 20)), (WHITE, (40, 20))):
        image.paste(color, (*at, at[0] + 40, at[1] + 20))
    return image


def lies(image):
    """The size of a picture, and the colours of its corners, line by line."""
    image = image.convert("RGB")
    width, height = image.size
    places = [(width * x // 4, height * y // 4) for y in (1, 3) for x in (1, 3)]
    return image.size, "".join(min(CORNERS, key=lambda one: _apart(CORNERS[one], image.getpixel(at))) for at in places)


def _apart(one, other):
    return sum(abs(a - b) for a, b in zip(one, other, strict=True))


def oriented(kind, orientation):
    exif = Image.Exif()
    exif[ExifTags.Base.Orientation] = orientation
    return written(corners(), kind, exif=exif, quality=95)


@pytest.mark.parametrize("orientation", TURNED)
@pytest.mark.parametrize("kind", ["JPEG", "PNG", "AVIF", "WEBP"])
async def test_picture_stands_as_browsers_show_it(site, kind, orientation):
    """No browser turns a WebP."""
    shown = LYING if kind == "WEBP" else TURNED[orientation]
    assert lies(await kept(site, oriented(kind, orientation))) == shown


@pytest.mark.parametrize(("kind", "shown"), [("JPEG", UPRIGHT), ("PNG", UPRIGHT), ("AVIF", UPRIGHT), ("WEBP", LYING)])
async def test_other_sizes_of_a_file_stand_as_the_file_does(site, folder, kind, shown):
    (folder / "one.jpg").write_bytes(oriented(kind, 6))
    assert lies(opened(await sized(site))) == shown


def tiff(order, tag=0x0112, kind=3, count=1, value=6):
    number = struct.pack(f"{order}I", value) if kind == 4 else struct.pack(f"{order}HH", value, 0)
    head = (b"II*\0" if order == "<" else b"MM\0*") + struct.pack(f"{order}I", 8)
    return head + struct.pack(f"{order}HHHI", 1, tag, kind, count) + number + bytes(4)


def jpeg(*directories):
    content = written(corners(), "JPEG", quality=95)
    segments = (b"\xff\xe1" + struct.pack(">H", len(one) + 8) + b"Exif\0\0" + one for one in directories)
    return content[:2] + b"".join(segments) + content[2:]


PNG = written(corners())
XMP = b'<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:Description tiff:Orientation="6"/></x:xmpmeta>'
AVIF = oriented("AVIF", 6)
SAID_ODDLY = {
    "little-endian": (jpeg(tiff("<")), UPRIGHT),
    "big-endian": (jpeg(tiff(">")), UPRIGHT),
    "cut behind the number": (jpeg(tiff("<")[:-4]), UPRIGHT),
    "cut within the number": (jpeg(tiff("<")[:20]), LYING),
    "a directory beyond the end": (jpeg(b"II*\0\xff\xff\0\0"), LYING),
    "another tag": (jpeg(tiff("<", tag=0x0111)), LYING),
    "of another type": (jpeg(tiff("<", kind=4)), LYING),
    "two numbers": (jpeg(tiff("<", count=2)), LYING),
    "0": (jpeg(tiff("<", value=0)), LYING),
    "9": (jpeg(tiff("<", value=9)), LYING),
    "6, then 1": (jpeg(tiff("<"), tiff("<", value=1)), UPRIGHT),
    "1, then 6": (jpeg(tiff("<", value=1), tiff("<")), LYING),
    "in a PNG before its pixels": (PNG[:33] + chunk(b"eXIf", tiff("<")) + PNG[33:], UPRIGHT),
    "in a PNG behind its pixels": (PNG[:-12] + chunk(b"eXIf", tiff("<")) + PNG[-12:], LYING),
    "in XMP of a JPEG": (written(corners(), "JPEG", quality=95, xmp=XMP), LYING),
    "in XMP of a WebP": (written(corners(), "WEBP", xmp=XMP), LYING),
    "in XMP of an AVIF": (written(corners(), "AVIF", xmp=XMP), LYING),
    "in an AVIF of another first brand": (AVIF[:8] + b"mif1" + AVIF[12:], UPRIGHT),
}
"""A picture, and how Chromium 156 shows it."""


@pytest.mark.parametrize(("content", "shown"), SAID_ODDLY.values(), ids=SAID_ODDLY)
async def test_orientation_counts_as_the_standards_write_it(site, content, shown):
    assert lies(await kept(site, content)) == shown
