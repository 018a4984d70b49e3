"""The colours of a PNG (cICP) or AVIF (nclx) that says them in code points, as a profile: browsers show it so.

Sources: ITU-T H.273, tables 2 and 3; PNG, third edition, 11.3.2.6; ISO/IEC 14496-12, ColourInformationBox.
"""

from typing import NamedTuple

from PIL import Image

from marquee.storage.pixels import profiles

_D65, _C, _DCI = (0.3127, 0.3290), (0.310, 0.316), (0.314, 0.351)
_PRIMARIES = {
    1: profiles.SRGB,
    4: (*_C, 0.67, 0.33, 0.21, 0.71, 0.14, 0.08),
    5: (*_D65, 0.64, 0.33, 0.29, 0.60, 0.15, 0.06),
    6: (*_D65, 0.630, 0.340, 0.310, 0.595, 0.155, 0.070),
    7: (*_D65, 0.630, 0.340, 0.310, 0.595, 0.155, 0.070),
    8: (*_C, 0.681, 0.319, 0.243, 0.692, 0.145, 0.049),
    9: (*_D65, 0.708, 0.292, 0.170, 0.797, 0.131, 0.046),
    11: (*_DCI, 0.680, 0.320, 0.265, 0.690, 0.150, 0.060),
    12: (*_D65, 0.680, 0.320, 0.265, 0.690, 0.150, 0.060),
    22: (*_D65, 0.630, 0.340, 0.295, 0.605, 0.155, 0.077),
}
_SRGB = (2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045)
_VIDEO = (2.4,)
"""That of screens (ITU-R BT.1886), and not its inverse, that of cameras."""
_CURVES = {
    **dict.fromkeys((1, 6, 11, 14, 15), _VIDEO),
    4: (2.2,),
    5: (2.8,),
    7: (1 / 0.45, 1 / 1.1115, 0.1115 / 1.1115, 1 / 4, 0.0913),
    8: (1.0,),
    13: _SRGB,
}
_UNSAID = 2
_PRIMARIES_OF_AVIF = {**_PRIMARIES, _UNSAID: profiles.SRGB}
_CURVES_OF_AVIF = {**_CURVES, **dict.fromkeys((1, _UNSAID, 6, 14, 15), _SRGB)}
"""Browsers show an AVIF of video's curve as if it were of sRGB's."""
_HDR = frozenset({16, 18})
"""PQ and HLG."""
START_BYTES = 4096
"""How much of a file is looked at."""
_PNG, _AVIF = b"\0\0\0\4cICP", b"colrnclx"
_RGB_IN_FULL_RANGE = b"\0\1"
"""The matrix and range of a PNG: browsers pass over what says another one."""


class CodePoints(NamedTuple):
    """Of the colours of a picture: its primaries and its transfer characteristics."""

    primaries: int
    transfer: int

    @property
    def is_hdr(self) -> bool:
        """Whether nothing here knows how bright the picture is meant."""
        return self.transfer in _HDR


_SAID_OF_SRGB = CodePoints(1, 13)


def said_at(start: bytes) -> CodePoints | None:
    """What a file that begins like this says of its colours."""
    if start.startswith(b"\x89PNG"):
        said = start.partition(b"IDAT")[0].partition(_PNG)[2][:4]
        return CodePoints(said[0], said[1]) if said[2:] == _RGB_IN_FULL_RANGE else None
    said = start.partition(_AVIF)[2] if start[4:8] == b"ftyp" else b""
    return CodePoints(int.from_bytes(said[:2]), int.from_bytes(said[2:4])) if len(said) > 3 else None


def attach_profile(image: Image.Image, start: bytes) -> None:
    """Give a picture that was just opened, of a file that begins like this, the profile of its code points."""
    said, is_avif = said_at(start), image.format == "AVIF"
    if said is None or (is_avif and ("icc_profile" in image.info or said == _SAID_OF_SRGB)):
        return
    primaries = (_PRIMARIES_OF_AVIF if is_avif else _PRIMARIES).get(said.primaries)
    curve = (_CURVES_OF_AVIF if is_avif else _CURVES).get(said.transfer)
    if primaries and curve and (profile := profiles.profile_of(primaries, curve)):
        image.info["icc_profile"] = profile
