"""The site's accent colour: whether text on it can be read, and its shades for text. Colours are `#rrggbb`. No I/O.

Contrast is WCAG's: 1 for the same colour twice, 21 for black on white. Source: WCAG 2.2, "contrast ratio" and
"relative luminance". The grounds are those of frontend/src/styles/tokens.css.
"""

import re
from collections.abc import Mapping, Sequence
from colorsys import hls_to_rgb, rgb_to_hls
from typing import Any

from marquee.domain.colours import ON_STOCK, STAGE
from marquee.domain.constraint_errors import unfit
from marquee.domain.tables import MIN_CONTRAST, music_settings

DARK_GROUNDS = (STAGE, "#111c1a", "#152220", "#182624", "#1c2c29")
LIGHT_GROUNDS = ("#f1f3ee", "#ffffff", "#fbf4f4", "#e7ebe5")
SHADE_CONTRAST = 6.0
"""Of the shades for text: as the pink has it on all of these grounds, more than is needed."""

_COLOUR = re.compile(r"#[0-9a-f]{6}", re.IGNORECASE)
_STEPS = 12
"""Halvings of the range of lightness, finer than a colour's 256 levels."""


def server_values(values: Mapping[str, Any]) -> dict[str, str | None]:
    """What the server sets along with a new accent. Raises CHECK_VIOLATION for one on which text cannot be read."""
    if "accent" not in values:
        return {}
    accent = values["accent"]
    if accent is None:
        return {"accent_on_dark": None, "accent_on_light": None}
    if not _COLOUR.fullmatch(accent) or contrast(ON_STOCK, accent) < MIN_CONTRAST:
        raise unfit(music_settings, "accent", values)
    return {"accent_on_dark": shade(accent, DARK_GROUNDS), "accent_on_light": shade(accent, LIGHT_GROUNDS)}


def shade(colour: str, grounds: Sequence[str]) -> str:
    """The colour itself, or the nearest one of its hue that can be read on all of these grounds, which are alike."""
    if _is_readable(colour, grounds):
        return colour
    hue, too_near, saturation = rgb_to_hls(*_channels(colour))
    readable = 1.0 if _luminance(grounds[0]) < 0.5 else 0.0
    found = _hex((readable,) * 3)
    for _ in range(_STEPS):
        middle = (readable + too_near) / 2
        tried = _hex(hls_to_rgb(hue, middle, saturation))
        if _is_readable(tried, grounds):
            readable, found = middle, tried
        else:
            too_near = middle
    return found


def contrast(one: str, other: str) -> float:
    """From 1 to 21."""
    darker, lighter = sorted((_luminance(one), _luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def _is_readable(colour: str, grounds: Sequence[str]) -> bool:
    return all(contrast(colour, ground) >= SHADE_CONTRAST for ground in grounds)


def _luminance(colour: str) -> float:
    red, green, blue = (
        channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4 for channel in _channels(colour)
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _channels(colour: str) -> tuple[float, float, float]:
    """Red, green and blue, each from 0 to 1."""
    red, green, blue = (int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5))
    return red, green, blue


def _hex(channels: Sequence[float]) -> str:
    return "#" + "".join(f"{round(channel * 255):02x}" for channel in channels)
