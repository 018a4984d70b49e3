"""A picture that says its colours, in numbers or by a profile, is stored as browsers show it."""

import struct
import zlib

import pytest
from PIL import Image

from marquee.storage.pixels import profiles
from tests.conftest import on_sqlite
from tests.storage.painting import opened, sized
from tests.storage.test_odd_pictures import chunk, kept, png, written

pytestmark = [pytest.mark.anyio, on_sqlite]

SENT = ((200, 100, 50), (30, 60, 90), (128, 128, 128), (255, 0, 0), (10, 240, 120))
SRGB = ((0.3127, 0.3290), (0.64, 0.33), (0.30, 0.60), (0.15, 0.06))
ADOBE = ((0.3127, 0.3290), (0.64, 0.33), (0.21, 0.71), (0.15, 0.06))
WIDE = ((0.3457, 0.3585), (0.7347, 0.2653), (0.1596, 0.8404), (0.0366, 0.0001))
NONE = ((0.3127, 0.3290), (0.0, 0.0), (0.0, 0.0), (0.0, 0.0))
NEAR = 3
"""Of 255, on average."""
ROWS = [b"".join(bytes(colour) * 16 for colour in SENT)] * 40


def apart(image, shown):
    """How far the colours of a picture of `SENT` are from those that are shown, on average."""
    pixels = image.convert("RGB")
    found = [pixels.getpixel((pixels.width * (2 * place + 1) // (2 * len(SENT)), 20)) for place in range(len(SENT))]
    pairs = [pair for colours in zip(found, shown, strict=True) for pair in zip(*colours, strict=True)]
    return sum(abs(one - other) for one, other in pairs) / len(pairs)


def gamma(value):
    return chunk(b"gAMA", struct.pack(">I", round(value * 100_000)))


def colours(points):
    return chunk(b"cHRM", struct.pack(">8I", *(round(one * 100_000) for point in points for one in point)))


SHOWN = {
    "nothing": ((), SENT),
    "linear": ((gamma(1.0),), ((229, 168, 122), (96, 133, 160), (188, 188, 188), (255, 0, 0), (56, 248, 183))),
    "of Macintosh": ((gamma(0.55),), ((210, 118, 64), (39, 76, 108), (146, 146, 146), (255, 0, 0), (9, 243, 138))),
    "of displays": ((gamma(0.45455),), SENT),
    "gamma of Adobe RGB": (
        (gamma(0.45455), colours(ADOBE)),
        ((227, 100, 42), (0, 57, 91), (129, 129, 129), (255, 0, 0), (0, 240, 112)),
    ),
    "wide gamut": (
        (gamma(0.55556), colours(WIDE)),
        ((255, 80, 47), (0, 83, 114), (146, 146, 146), (255, 0, 0), (0, 255, 112)),
    ),
    "colours without a gamma": ((colours(ADOBE),), SENT),
    "gamma of nothing": ((gamma(0), colours(SRGB)), SENT),
    "colours that are none": ((gamma(0.55), colours(NONE)), SENT),
    "sRGB besides": ((gamma(1.0), colours(WIDE), chunk(b"sRGB", b"\0")), SENT),
}
"""What a PNG says, and its colours in Chromium 156."""
GREY = ((200, 229), (60, 133), (128, 188), (255, 255))
"""Linear samples, and what Chromium shows."""


@pytest.mark.parametrize("name", SHOWN)
async def test_colours_are_those_that_a_browser_shows(site, name):
    said, shown = SHOWN[name]
    assert apart(await kept(site, png(8, 2, ROWS, *said)), shown) < NEAR


@pytest.mark.parametrize("depth", [8, 16])
async def test_grey_of_a_gamma_is_that_of_a_browser(site, depth):
    row = b"".join(sample.to_bytes() * (depth // 8) * 16 for sample, _ in GREY)
    image = (await kept(site, png(depth, 0, [row] * 40, gamma(1.0)))).convert("L")
    found = [image.getpixel((16 * place + 8, 20)) for place in range(len(GREY))]
    assert all(abs(one - shown) <= NEAR for one, (_, shown) in zip(found, GREY, strict=True))


async def test_transparency_stays_beside_a_gamma(site):
    rows = [b"\xff" * 96 + b"\x20" * 96] * 40
    image = await kept(site, png(8, 2, rows, gamma(1.0), chunk(b"tRNS", b"\0\xff" * 3)))
    assert image.convert("RGBA").getchannel("A").getpixel((5, 5)) == 0


P3 = ((215, 93, 31), (17, 61, 93), (128, 128, 128), (255, 0, 0), (0, 244, 104))
IN_CODE_POINTS = {
    (1, 13): (SENT, SENT),
    (12, 13): (P3, P3),
    (9, 13): (((241, 76, 29), (0, 62, 93), (128, 128, 128), (255, 0, 0), (0, 253, 98)),) * 2,
    (11, 13): (((211, 93, 32), (22, 61, 93), (128, 128, 128), (255, 0, 0), (0, 245, 104)),) * 2,
    (6, 13): (((196, 102, 49), (33, 60, 90), (128, 128, 128), (248, 36, 0), (62, 237, 119)),) * 2,
    (1, 4): (((201, 100, 46), (24, 57, 90), (129, 129, 129), (255, 0, 0), (3, 240, 121)),) * 2,
    (1, 7): (((206, 115, 68), (48, 77, 106), (141, 141, 141), (255, 0, 0), (25, 242, 134)),) * 2,
    (1, 8): (((229, 168, 122), (96, 133, 160), (188, 188, 188), (255, 0, 0), (56, 248, 183)),) * 2,
    (12, 1): (((212, 83, 9), (1, 50, 84), (121, 121, 121), (255, 0, 0), (0, 244, 94)), P3),
    (12, 2): (SENT, P3),
    (2, 13): (SENT, SENT),
    (0, 0): (SENT, SENT),
    (99, 200): (SENT, SENT),
}
"""Primaries and transfer characteristics (ITU-T H.273), and what Chromium 156 shows of a PNG and of an AVIF of them."""


def cicp(primaries, transfer, matrix=0, is_full=1):
    return chunk(b"cICP", bytes([primaries, transfer, matrix, is_full]))


def avif(primaries, transfer, **options):
    content = written(Image.frombytes("RGB", (80, 40), b"".join(ROWS)), "AVIF", quality=100, **options)
    return content.replace(b"colrnclx\0\1\0\r", b"colrnclx" + struct.pack(">HH", primaries, transfer))


@pytest.mark.parametrize("said", IN_CODE_POINTS)
async def test_colours_in_code_points_are_those_that_a_browser_shows(site, said):
    in_png, in_avif = IN_CODE_POINTS[said]
    assert apart(await kept(site, png(8, 2, ROWS, cicp(*said))), in_png) < 1
    assert apart(await kept(site, avif(*said)), in_avif) < NEAR


def profile(points):
    return profiles.profile_of([one for point in points for one in point], (2.2,))


async def test_code_points_come_before_a_profile_in_png_and_behind_one_in_avif(site):
    packed = chunk(b"iCCP", b"-\0\0" + zlib.compress(profile(WIDE)))
    assert apart(await kept(site, png(8, 2, ROWS, cicp(12, 13), packed)), P3) < 1
    assert apart(await kept(site, avif(9, 8, icc_profile=profile(SRGB))), SENT) < NEAR


@pytest.mark.parametrize(
    "said",
    [cicp(12, 13, is_full=0), chunk(b"cICP", b"\x0c\x0d\0"), chunk(b"cICP", b"\x0c\x0d\0\1", checksum=b"abcd")],
    ids=["another range", "cut short", "a wrong checksum"],
)
async def test_code_points_that_do_not_hold_are_passed_over(site, said):
    assert apart(await kept(site, png(8, 2, ROWS, said)), SENT) < 1


async def test_code_points_behind_the_pixels_are_passed_over(site):
    content = png(8, 2, ROWS)
    assert apart(await kept(site, content[:-12] + cicp(12, 13) + content[-12:]), SENT) < 1


async def test_other_sizes_of_a_file_have_the_colours_of_its_code_points(site, folder):
    (folder / "one.png").write_bytes(png(8, 2, ROWS, cicp(12, 13)))
    assert apart(opened(await sized(site, "demo/one.png")), P3) < NEAR


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "AVIF"])
async def test_profile_of_colours_counts_for_a_grey_picture(site, kind):
    """Linear grey at a fifth is nearly half as light as white."""
    linear = profiles.profile_of(profiles.SRGB, (1.0,))
    image = await kept(site, written(Image.new("L", (40, 30), 51), kind, icc_profile=linear))
    assert abs(image.convert("L").getpixel((5, 5)) - 124) <= NEAR
