"""A PNG that says its colours in numbers is stored as browsers show it."""

import struct

import pytest

from tests.conftest import on_sqlite
from tests.storage.test_odd_pictures import chunk, kept, png

pytestmark = [pytest.mark.anyio, on_sqlite]

SENT = ((200, 100, 50), (30, 60, 90), (128, 128, 128), (255, 0, 0), (10, 240, 120))
SRGB = ((0.3127, 0.3290), (0.64, 0.33), (0.30, 0.60), (0.15, 0.06))
ADOBE = ((0.3127, 0.3290), (0.64, 0.33), (0.21, 0.71), (0.15, 0.06))
WIDE = ((0.3457, 0.3585), (0.7347, 0.2653), (0.1596, 0.8404), (0.0366, 0.0001))
NONE = ((0.3127, 0.3290), (0.0, 0.0), (0.0, 0.0), (0.0, 0.0))
NEAR = 3
"""Of 255, on average."""


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
    row = b"".join(bytes(colour) * 16 for colour in SENT)
    image = (await kept(site, png(8, 2, [row] * 40, *said))).convert("RGB")
    found = [image.getpixel((16 * place + 8, 20)) for place in range(len(SENT))]
    apart = [abs(one - other) for pair in zip(found, shown, strict=True) for one, other in zip(*pair, strict=True)]
    assert sum(apart) / len(apart) < NEAR


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
