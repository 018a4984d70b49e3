"""The `Accept` header: in which form a client wants the rows. See docs/protocol.md#data-requests."""

import re
from functools import lru_cache
from typing import Literal

from marquee.data_errors import DataError
from marquee.rest.errors import NOT_ACCEPTABLE
from marquee.rest.grammar.scanner import MAX_MEMOIZED

MediaType = Literal["json", "object", "csv", "stripped", "stripped-object"]
Form = Literal["json", "stripped", "csv"]
"""Rows as JSON objects, the same without their nulls, or lines of CSV."""

_ACCEPTED: dict[str, MediaType] = {
    "application/json": "json",
    "application/vnd.pgrst.object": "object",
    "application/vnd.pgrst.object;nulls=stripped": "stripped-object",
    "application/vnd.pgrst.object+json": "object",
    "application/vnd.pgrst.object+json;nulls=stripped": "stripped-object",
    "application/vnd.pgrst.array": "json",
    "application/vnd.pgrst.array;nulls=stripped": "stripped",
    "application/vnd.pgrst.array+json": "json",
    "application/vnd.pgrst.array+json;nulls=stripped": "stripped",
    "text/csv": "csv",
    "application/*": "json",
    "*/*": "json",
}
_OWN, _STRIPPED = "application/vnd.pgrst.", "nulls=stripped"
_WEIGHT = re.compile(r";\s*q=([01](?:\.[0-9]*)?)", re.IGNORECASE)
FORMS: dict[MediaType, Form] = {
    "json": "json",
    "object": "json",
    "csv": "csv",
    "stripped": "stripped",
    "stripped-object": "stripped",
}


@lru_cache(MAX_MEMOIZED)
def parse_media_type(accept: str) -> MediaType:
    """The most welcome of the accepted types that we have, the first among equals. Raises NOT_ACCEPTABLE."""
    for offer in sorted(accept.split(","), key=_rank):
        name, *parameters = (part.strip().lower() for part in offer.split(";"))
        if _STRIPPED in parameters and name.startswith(_OWN):
            name = f"{name};{_STRIPPED}"
        if name in _ACCEPTED:
            return _ACCEPTED[name]
    raise DataError(NOT_ACCEPTABLE, f"None of these media types are available: {accept}")


def _rank(offer: str) -> tuple[float, int]:
    """By weight, the heaviest first; among equals a type that is named goes before a wildcard."""
    weight = _WEIGHT.search(offer)
    return -float(weight[1]) if weight else -1.0, offer.count("*")
