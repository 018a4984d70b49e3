"""What is asked of the process that computes pixels, and what it answers."""

from pathlib import Path
from typing import NamedTuple

from msgspec import Struct


class Task(NamedTuple):
    """A function that returns `bytes` or `Made`, by its name (`package.module:function`), and its arguments.

    A name, since its module imports Pillow, which the server does without.
    """

    function: str
    arguments: tuple[object, ...]


class Photograph(NamedTuple):
    """A picture to be cut, and where the cut is centred: shares of its width and height, from the left and the top."""

    file: Path
    center: tuple[float, float]


class Made(Struct, tag=True):
    """An encoded picture, and where it is of interest, its width and height in pixels."""

    content: bytes
    size: tuple[int, int] = (0, 0)


class Refused(Struct, tag=True):
    """A StorageError or PictureUnavailable: the name of its class, and what it says."""

    error: str
    message: str


class Failed(Struct, tag=True):
    """A fault of ours, as Python tells it."""

    trace: str


Reply = Made | Refused | Failed
"""Written as MessagePack, which can make nothing but these of what a decoder gone wild may send."""
