"""The colours of a PNG that says them in numbers, gAMA and cHRM, as a profile: browsers show it so.

Source: PNG, third edition, 11.3.2.1 and 11.3.2.2.
"""

from collections.abc import Mapping
from typing import Any

from marquee.storage.pixels import profiles

DISPLAY_GAMMA, NEARLY = 2.2, 0.05
"""A gamma alone that is as near to that of displays changes nothing, as in libpng."""
MIN_GAMMA, MAX_GAMMA = 0.1, 10.0


def profile_of(info: Mapping[Any, Any]) -> bytes | None:
    """The ICC profile of what Pillow has read of a PNG; None where sRGB, a profile, or nothing is said."""
    encoded, chromaticity = info.get("gamma"), info.get("chromaticity")
    if not encoded or "srgb" in info or "icc_profile" in info:
        return None
    gamma = 1 / encoded
    is_as_displays = chromaticity is None and abs(encoded * DISPLAY_GAMMA - 1) < NEARLY
    if is_as_displays or not MIN_GAMMA <= gamma <= MAX_GAMMA:
        return None
    return profiles.profile_of(chromaticity or profiles.SRGB, (gamma,))
