"""Brings pixels of all kinds into the few that are computed with, as browsers show them: transparency stays."""

from PIL import Image, ImageChops

PLAIN = frozenset({"RGB", "RGBA", "L", "LA", "CMYK"})
_SCALES = {"1": 255, "L;2": 85, "L;4": 17}
"""Of a grey PNG with so few bits, what Pillow multiplies its samples with. The transparent one it leaves as it is."""


def plain(image: Image.Image) -> Image.Image:
    """The picture in one of the `PLAIN` modes. It may not have been loaded yet."""
    if image.mode.startswith("I;16"):
        return _in_eight_bits(image)
    if "transparency" in image.info and image.mode in ("L", "RGB"):
        image.info["transparency"] = _key(image)
    if image.mode in ("1", "L"):
        return image.convert("LA" if image.has_transparency_data else "L")
    if image.mode in PLAIN and not (image.mode == "RGB" and image.has_transparency_data):
        return image
    return image.convert("RGBA" if image.has_transparency_data else "RGB")


def _key(image: Image.Image) -> int | tuple[int, ...]:
    """The transparent colour of a PNG, in the scale of its pixels."""
    key: int | tuple[int, ...] = image.info["transparency"]
    tiles = getattr(image, "tile", None)  # of a file that was not loaded yet
    samples = str(tiles[0].args) if tiles else ""
    if isinstance(key, tuple):
        return tuple(one >> 8 for one in key) if samples == "RGB;16B" else key
    return min(255, key * _SCALES.get(samples, 1))


def _in_eight_bits(image: Image.Image) -> Image.Image:
    """A grey picture of 16 bits: the upper eight, and where all of them are the transparent colour, nothing."""
    pixels = image.tobytes("raw", "I;16")
    upper, lower = (Image.frombytes("L", image.size, pixels[first::2]) for first in (1, 0))
    info = dict(image.info)
    key = info.pop("transparency", None)
    if key is not None:
        others = ImageChops.lighter(_unlike(upper, key >> 8), _unlike(lower, key & 0xFF))
        upper = Image.merge("LA", (upper, others))
    upper.info = info
    return upper


def _unlike(image: Image.Image, value: int) -> Image.Image:
    return image.point([0 if one == value else 255 for one in range(256)])
