"""Takes out of a variable font, in place, how light letters differ that are narrow or wide as well.

The site sets only heavy names narrow or wide; running text is light at its usual width. Between the two, letters keep
what each axis says by itself: 2 units of 1,000 at 520 and 112 %. Needs `fonttools`; `scripts/subset-fonts` calls it.
"""

import sys

from fontTools.ttLib import TTFont


def main(path: str) -> None:
    """Drops the regions that lighten a letter and change its width; advances stay as they are."""
    font = TTFont(path)
    variations = font["gvar"].variations
    for letter, deltas in variations.items():
        variations[letter] = [delta for delta in deltas if not _is_light_corner(delta.axes)]
    font.save(path)


def _is_light_corner(axes: dict[str, tuple[float, float, float]]) -> bool:
    return "wdth" in axes and "wght" in axes and axes["wght"][1] < 0


if __name__ == "__main__":
    main(sys.argv[1])
