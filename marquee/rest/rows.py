"""Rows as the objects of an answer: made by place, written as JSON under their keys."""

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

Row = Any
"""Something that msgspec writes as an object: a struct of its plan's own type, or a dictionary."""

Object = dict[str, Any]


def maker(keys: Sequence[str]) -> Callable[..., Row]:
    """What makes a row of its values. Of two of one key the last counts, in the place of the first."""
    if len({*keys}) == len(keys):
        names = [f"c{place}" for place in range(len(keys))]
        try:
            # Never part of a cycle: the collector need not look at thousands of them.
            return msgspec.defstruct("Row", names, rename=dict(zip(names, map(str, keys), strict=True)), gc=False)
        except ValueError:  # a key that would have to be escaped
            pass
    return lambda *values: dict(zip(keys, values, strict=True))


def as_objects(rows: Sequence[Row]) -> list[Object]:
    """Rows as dictionaries, with those inside them."""
    found: list[Object] = msgspec.to_builtins(rows)
    return found
