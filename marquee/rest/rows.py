"""Rows as the objects of a response: built by place, written as JSON under their keys."""

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

Row = Any
"""Something that msgspec writes as an object: a struct of its plan's own type, or a dictionary."""

Object = dict[str, Any]


def row_constructor(keys: Sequence[str]) -> Callable[..., Row]:
    """Returns a function that makes a row of its values.

    If a key repeats, the last value wins, in the first one's place.
    """
    if len({*keys}) == len(keys):
        names = [f"c{place}" for place in range(len(keys))]
        try:
            # Never part of a cycle, so the garbage collector need not track thousands of them.
            return msgspec.defstruct("Row", names, rename=dict(zip(names, map(str, keys), strict=True)), gc=False)
        except ValueError:  # a key that would have to be escaped
            pass
    return lambda *values: dict(zip(keys, values, strict=True))


def as_objects(rows: Sequence[Row]) -> list[Object]:
    """Rows as dictionaries, embedded ones too."""
    objects: list[Object] = msgspec.to_builtins(rows)
    return objects
