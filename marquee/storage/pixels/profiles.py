"""ICC profiles of pictures that say their colours in numbers: what Pillow converts by.

Source: ICC.1:2022, 7.2, 9.2, 10.18 and annex E (the Bradford adaptation).
"""

import struct
from collections.abc import Mapping, Sequence
from typing import Any

Vector = Sequence[float]
Matrix = Sequence[Vector]

SRGB = (0.3127, 0.3290, 0.64, 0.33, 0.30, 0.60, 0.15, 0.06)
"""White, red, green and blue, each x and y."""
_D50 = (0.9642, 1.0, 0.8249)
_CONES = ((0.8951, 0.2664, -0.1614), (-0.7502, 1.7135, 0.0367), (0.0389, -0.0685, 1.0296))
_FUNCTIONS = {1: 0, 5: 3}
"""By how many parameters a curve has: a gamma, or that of a curve whose dark end is straight, a, b, c and d."""
DISPLAY_GAMMA, NEARLY = 2.2, 0.05
"""A gamma alone that is as near to that of displays changes nothing, as in libpng."""
MIN_GAMMA, MAX_GAMMA = 0.1, 10.0


def profile_of_png(info: Mapping[Any, Any]) -> bytes | None:
    """Of what Pillow has read of a PNG that says its colours by gAMA and cHRM: browsers show it so.

    None where sRGB, a profile, or nothing is said. Source: PNG, third edition, 11.3.2.1 and 11.3.2.2.
    """
    encoded, chromaticity = info.get("gamma"), info.get("chromaticity")
    if not encoded or "srgb" in info or "icc_profile" in info:
        return None
    gamma = 1 / encoded
    is_as_displays = chromaticity is None and abs(encoded * DISPLAY_GAMMA - 1) < NEARLY
    if is_as_displays or not MIN_GAMMA <= gamma <= MAX_GAMMA:
        return None
    return profile_of(chromaticity or SRGB, (gamma,))


def profile_of(chromaticity: Vector, curve: Vector) -> bytes | None:
    """A profile of these colours (as `SRGB` has them) with this curve (see `_FUNCTIONS`). None if they are none."""
    try:
        return _profile(curve, _colorants(chromaticity))
    except (ValueError, ZeroDivisionError, struct.error):
        return None


def _colorants(chromaticity: Vector) -> list[Vector]:
    """Red, green and blue in XYZ, under the white of profiles. Raises ValueError, ZeroDivisionError."""
    white, *primaries = (
        (x / y, 1.0, (1 - x - y) / y) for x, y in zip(chromaticity[::2], chromaticity[1::2], strict=True)
    )
    strengths = _product(_inverse(_transposed(primaries)), white)
    scales = [d50 / own for d50, own in zip(_product(_CONES, _D50), _product(_CONES, white), strict=True)]
    adapted = [[scale * one for one in row] for scale, row in zip(scales, _CONES, strict=True)]
    back = _inverse(_CONES)
    return [
        _product(back, _product(adapted, [strength * one for one in primary]))
        for strength, primary in zip(strengths, primaries, strict=True)
    ]


def _profile(parameters: Vector, colorants: Sequence[Vector]) -> bytes:
    curve = struct.pack(">4s4xH2x", b"para", _FUNCTIONS[len(parameters)]) + b"".join(map(_fixed, parameters))
    tags = [(b"wtpt", _xyz(_D50))]
    for name, colorant in zip((b"r", b"g", b"b"), colorants, strict=True):
        tags += [(name + b"XYZ", _xyz(colorant)), (name + b"TRC", curve)]
    start = 128 + 4 + 12 * len(tags)
    table, data = struct.pack(">I", len(tags)), b""
    for name, content in tags:
        table += name + struct.pack(">II", start + len(data), len(content))
        data += content
    head = struct.pack(">I4sI4s4s4s12x4s28x", start + len(data), b"", 0x04200000, b"mntr", b"RGB ", b"XYZ ", b"acsp")
    return (head + b"".join(map(_fixed, _D50))).ljust(128, b"\0") + table + data


def _xyz(color: Vector) -> bytes:
    return b"XYZ \0\0\0\0" + b"".join(map(_fixed, color))


def _fixed(number: float) -> bytes:
    return struct.pack(">i", round(number * 65536))


def _product(matrix: Matrix, vector: Vector) -> list[float]:
    return [sum(one * other for one, other in zip(row, vector, strict=True)) for row in matrix]


def _transposed(matrix: Matrix) -> list[Vector]:
    return [*zip(*matrix, strict=True)]


def _inverse(matrix: Matrix) -> list[Vector]:
    """Of three by three. Raises ZeroDivisionError."""
    (a, b, c), (d, e, f), (g, h, i) = matrix
    minors = (
        (e * i - f * h, c * h - b * i, b * f - c * e),
        (f * g - d * i, a * i - c * g, c * d - a * f),
        (d * h - e * g, b * g - a * h, a * e - b * d),
    )
    determinant = a * minors[0][0] + b * minors[1][0] + c * minors[2][0]
    return [[one / determinant for one in row] for row in minors]
