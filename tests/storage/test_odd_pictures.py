"""Pictures as programs and cameras really write them: shown as browsers show them, or named for what they are."""

import io
import struct
import zlib

import pytest
from PIL import Image, ImageDraw

from tests.cast import OWNED
from tests.conftest import on_sqlite
from tests.storage.sending import picture, send, stored

pytestmark = [pytest.mark.anyio, on_sqlite]


def written(image, kind="PNG", **options):
    target = io.BytesIO()
    image.save(target, kind, **options)
    return target.getvalue()


def chunk(kind, content, checksum=None):
    correct = struct.pack(">I", zlib.crc32(kind + content))
    return struct.pack(">I", len(content)) + kind + content + (checksum or correct)


def png(depth, colour, rows, *others):
    """A PNG of bare samples: `rows` are bytes, without their filters."""
    size = len(rows[0]) * 8 // (depth * {0: 1, 2: 3}[colour]), len(rows)
    head = struct.pack(">IIBBBBB", *size, depth, colour, 0, 0, 0)
    pixels = zlib.compress(b"".join(b"\0" + row for row in rows))
    parts = (chunk(b"IHDR", head), *others, chunk(b"IDAT", pixels), chunk(b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(parts)


async def kept(site, content, extension="png"):
    """What is stored of a picture."""
    path = f"{OWNED}/one.{extension}"
    answer = await send(site, content, path, x_upsert="true")
    assert answer.status_code == 200, answer.json()["message"]
    return Image.open(io.BytesIO(await stored(site, path)))


def disc(mode, back, ink):
    image = Image.new(mode, (200, 100), back)
    ImageDraw.Draw(image).ellipse([50, 10, 150, 90], fill=ink)
    return image


def halves(depth, left, right):
    """Rows of a grey PNG of 64 pixels square whose left half has one sample, and its right half another."""
    if depth == 16:
        return [left.to_bytes(2) * 32 + right.to_bytes(2) * 32] * 64
    per_byte = 8 // depth
    sample = [sum(value << (depth * place) for place in range(per_byte)) for value in (left, right)]
    return [bytes([sample[0]]) * (32 // per_byte) + bytes([sample[1]]) * (32 // per_byte)] * 64


palette = Image.new("P", (200, 100), 0)
palette.putpalette([255, 255, 255, 230, 20, 60] + [0] * 762)
ImageDraw.Draw(palette).ellipse([50, 10, 150, 90], fill=1)

KEYED = {
    "a palette": written(palette, transparency=0),
    "RGB": written(disc("RGB", (255, 255, 255), (230, 20, 60)), transparency=(255, 255, 255)),
    "grey": written(disc("L", 255, 60), transparency=255),
    "one bit": written(disc("1", 1, 0), transparency=1),
    "16-bit grey": png(16, 0, halves(16, 65535, 20000), chunk(b"tRNS", b"\xff\xff")),
    "4-bit grey": png(4, 0, halves(4, 15, 3), chunk(b"tRNS", b"\0\x0f")),
    "2-bit grey": png(2, 0, halves(2, 3, 1), chunk(b"tRNS", b"\0\3")),
    "16-bit RGB": png(16, 2, [b"\xff" * 192 + b"\x20" * 192] * 64, chunk(b"tRNS", b"\xff" * 6)),
    "RGBA": written(disc("RGBA", (0, 0, 0, 0), (230, 20, 60, 255))),
    "grey with alpha": written(disc("LA", (0, 0), (60, 255))),
}


@pytest.mark.parametrize("extension", ["png", "webp"])
@pytest.mark.parametrize("content", KEYED.values(), ids=KEYED)
async def test_transparency_stays_whatever_its_form(site, content, extension):
    image = (await kept(site, content, extension)).convert("RGBA")
    assert image.getpixel((2, 2))[3] == 0
    assert image.getpixel((image.width * 3 // 4 - 2, image.height // 2))[3] == 255


@pytest.mark.parametrize(("sample", "level"), [(0, 0), (8_192, 32), (32_768, 128), (60_000, 234), (65_535, 255)])
async def test_grey_of_16_bits_looks_like_that_of_8(site, sample, level):
    image = (await kept(site, png(16, 0, halves(16, sample, sample)))).convert("L")
    assert abs(image.getpixel((30, 30)) - level) <= 2


def grey_profile(gamma):
    """A profile of grey with this gamma (ICC.1, 8.3)."""
    curve = b"curv\0\0\0\0\0\0\0\1" + struct.pack(">H", round(gamma * 256)) + b"\0\0"
    white = b"XYZ \0\0\0\0" + struct.pack(">iii", 63190, 65536, 54061)
    tags = [
        (b"wtpt", white),
        (b"kTRC", curve),
        (b"desc", b"desc\0\0\0\0\0\0\0\1\0" + bytes(79)),
        (b"cprt", b"text\0\0\0\0-\0\0\0"),
    ]
    at, table, body = 128 + 4 + 12 * len(tags), b"", b""
    for name, content in tags:
        table += name + struct.pack(">II", at + len(body), len(content))
        body += content + bytes(-len(content) % 4)
    rest = struct.pack(">I", len(tags)) + table + body
    head = struct.pack(">I4sI4s4s4s", 128 + len(rest), b"lcms", 0x02100000, b"mntr", b"GRAY", b"XYZ ")
    head += bytes(12) + b"acsp" + bytes(28) + struct.pack(">iii", 63190, 65536, 54061)
    return head + bytes(128 - len(head)) + rest


@pytest.mark.parametrize("mode", ["L", "LA"])
async def test_profile_of_a_grey_picture_counts(site, mode):
    """Linear grey at a fifth is nearly half as light as white."""
    back = 51 if mode == "L" else (51, 255)
    content = written(Image.new(mode, (40, 30), back), icc_profile=grey_profile(1.0))
    assert abs((await kept(site, content)).convert("L").getpixel((5, 5)) - 124) <= 3


PLAIN = written(disc("RGB", (200, 100, 50), (230, 20, 60)))
WEBP = written(disc("RGB", (200, 100, 50), (230, 20, 60)), "WEBP")
JPEG = written(disc("RGB", (200, 100, 50), (230, 20, 60)), "JPEG")
LARGE = zlib.compress(b"<x/>" * 400_000)


def with_chunk(*arguments, **options):
    return PLAIN[:33] + chunk(*arguments, **options) + PLAIN[33:]


def with_segment(marker, content):
    return JPEG[:2] + bytes([0xFF, marker]) + struct.pack(">H", len(content) + 2) + content + JPEG[2:]


def extended_webp():
    size = struct.pack("<I", 199)[:3] + struct.pack("<I", 99)[:3]
    parts = b"VP8X" + struct.pack("<I", 10) + bytes([8, 0, 0, 0]) + size + WEBP[12:] + b"EXIF\7\0\0\0garbage\0"
    return b"RIFF" + struct.pack("<I", 4 + len(parts)) + b"WEBP" + parts


def avif_with(exif):
    """An AVIF, with this in the place of its Exif."""
    sound = b"II*\0\x08" + bytes(9)
    content = written(disc("RGB", (200, 100, 50), (230, 20, 60)), "AVIF", exif=sound.ljust(len(exif), b"Z"))
    return content.replace(sound.ljust(len(exif), b"Z"), exif)


ODD = {
    "EXIF that is none": with_chunk(b"eXIf", b"garbagegarbage"),
    "EXIF as text in odd digits": with_chunk(
        b"zTXt", b"Raw profile type exif\0\0" + zlib.compress(b'\nexif\n 8\n49492a0008000000$"\x1d\n')
    ),
    "1.6 MB of XMP": with_chunk(b"iTXt", b"XML:com.adobe.xmp\0\1\0\0\0" + LARGE),
    "1.6 MB of text": with_chunk(b"zTXt", b"workflow\0\0" + LARGE),
    "a profile of 1.6 MB": with_chunk(b"iCCP", b"icc\0\0" + LARGE),
    "a profile that does not unpack": with_chunk(b"iCCP", b"icc\0\0garbage"),
    "a profile packed in another way": with_chunk(b"iCCP", b"icc\0\7garbage"),
    "a wrong checksum of a text": with_chunk(b"tEXt", b"Software\0x", checksum=b"abcd"),
    "a wrong checksum of a colour key": with_chunk(b"tRNS", b"\0\0\0\0\0\0", checksum=b"abcd"),
    "a short density": with_chunk(b"pHYs", b"\0\0"),
    "an empty intent": with_chunk(b"sRGB", b""),
    "a short gamma": with_chunk(b"gAMA", b"\0"),
    "a chunk that nobody knows": with_chunk(b"quUx", b"\0"),
    "WebP with EXIF that is none": extended_webp(),
    "AVIF with EXIF that is none": avif_with(b"garbagegarbage"),
    "AVIF with EXIF of zeros": avif_with(bytes(40)),
    "a profile cut short": with_segment(0xE2, b"ICC_PROFILE\0"),
    "JFIF cut short": with_segment(0xE0, b"JFIF\0"),
    "EXIF twice": with_segment(0xE1, b"Exif\0\0Exif\0\0II*\0\x08\0\0\0\0\0"),
    "EXIF of zeros": with_segment(0xE1, b"Exif\0\0" + bytes(40)),
    "Photoshop's block cut short": with_segment(0xED, b"Photoshop 3.0\x008BIM"),
    "fillers between segments": JPEG[:2] + b"\xff\xff\xff" + JPEG[2:],
}


@pytest.mark.parametrize("content", ODD.values(), ids=ODD)
async def test_picture_with_odd_metadata_is_taken(site, content):
    image = await kept(site, content, "jpg")
    assert image.size == (200, 100)
    assert [abs(a - b) < 12 for a, b in zip(image.getpixel((5, 5)), (200, 100, 50), strict=True)] == [True] * 3


@pytest.mark.parametrize("cut", [40, 60, len(PLAIN) // 2])
async def test_picture_that_is_cut_is_damaged_all_the_same(site, cut):
    for content in (PLAIN[:cut], JPEG[: cut * 2]):
        answer = await send(site, content)
        assert answer.json()["statusCode"] == "415"


def brands(*names):
    return struct.pack(">I", 8 + 4 * len(names) + 4) + b"ftyp" + names[0] + bytes(4) + b"".join(names[1:])


NAMED = {
    "a BMP": (b"BM" + bytes(60), "BMP"),
    "an icon": (b"\0\0\1\0\1\0" + bytes(60), "icon"),
    "JPEG XL": (b"\xff\x0a" + bytes(60), "JPEG XL"),
    "JPEG XL in a box": (b"\0\0\0\x0cJXL \r\n\x87\n" + bytes(60), "JPEG XL"),
    "JPEG 2000": (b"\0\0\0\x0cjP  \r\n\x87\n" + bytes(60), "JPEG 2000"),
    "a bare JPEG 2000": (b"\xff\x4f\xff\x51" + bytes(60), "JPEG 2000"),
    "Photoshop": (b"8BPS\0\1" + bytes(60), "Photoshop"),
    "CR3": (b"\0\0\0\x18ftypcrx " + bytes(60), "raw photo"),
    "RAF": (b"FUJIFILMCCD-RAW " + bytes(60), "raw photo"),
    "ORF": (b"IIRO" + bytes(60), "raw photo"),
    "RW2": (b"IIU\0" + bytes(60), "raw photo"),
    "BigTIFF": (b"II+\0" + bytes(60), "TIFF"),
    "a ZIP": (b"PK\3\4" + bytes(60), "ZIP archive"),
    "a RAR": (b"Rar!\x1a\7\0" + bytes(60), "archive"),
    "a 7z": (b"7z\xbc\xaf'\x1c" + bytes(60), "archive"),
    "GIMP": (b"gimp xcf v011\0" + bytes(60), "GIMP"),
    "an MP3": (b"ID3\4" + bytes(60), "sound"),
    "a WAVE": (b"RIFF\x44\0\0\0WAVEfmt " + bytes(60), "sound"),
    "WebM": (b"\x1aE\xdf\xa3" + bytes(60), "video"),
    "AVI": (b"RIFF\x44\0\0\0AVI LIST" + bytes(60), "video"),
    "an old QuickTime": (b"\0\0\0\x08wide\0\0\1\0mdat" + bytes(60), "video"),
    "a video in HDR": (brands(b"mp42", b"isom") + b"\0\0\0\x13colrnclx\0\x09\0\x12\0\x09\0" + bytes(60), "video"),
    "EPS of DOS": (b"\xc5\xd0\xd3\xc6" + bytes(60), "document"),
    "a Mac's file beside a file": (b"\0\5\x16\7\0\2\0\0Mac OS X        " + bytes(60), "._"),
    "HEIC of another first brand": (brands(b"MiHE", b"mif1", b"heic") + bytes(60), "HEIC"),
    "HEIC in HDR": (brands(b"heic", b"mif1") + b"\0\0\0\x13colrnclx\0\x0c\0\x12\0\x01\x80" + bytes(60), "HEIC"),
    "HEIC for all readers": (brands(b"mif1", b"mif1", b"heic") + bytes(60), "HEIC"),
    "PNG in PQ": (png(8, 0, [bytes(8)] * 8, chunk(b"cICP", b"\x09\x10\0\1")), "HDR"),
    "PNG in HLG": (png(8, 0, [bytes(8)] * 8, chunk(b"cICP", b"\x09\x12\0\1")), "HDR"),
    "AVIF in HDR": (brands(b"avif", b"avif") + b"\0\0\0\x13colrnclx\0\x09\0\x10\0\x09\x80" + bytes(60), "HDR"),
}


@pytest.mark.parametrize(("content", "words"), NAMED.values(), ids=NAMED)
async def test_what_cannot_be_read_is_named_for_what_it_is(site, content, words):
    answer = await send(site, content)
    assert answer.json()["statusCode"] == "415"
    assert words in answer.json()["message"]
    assert "damaged" not in answer.json()["message"]


@pytest.mark.parametrize("brand", [b"mif1", b"miaf", b"MA1B", b"mif2", b"isom"])
async def test_avif_that_names_another_brand_first_is_one(site, brand):
    content = picture("AVIF")
    image = await kept(site, content[:8] + brand + content[12:], "jpg")
    assert image.size == (400, 300)


async def test_targa_is_no_icon(site):
    answer = await send(site, written(disc("RGB", (200, 100, 50), (230, 20, 60)), "TGA"))
    assert answer.json()["statusCode"] == "415"
    assert "icon" not in answer.json()["message"]
