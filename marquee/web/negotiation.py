"""Which form of a response a client accepts, and whether the client has it already. No I/O.

Source: RFC 9110 sections 5.6.7, 8.4.1, 12.4.2, 12.5.3, 13.1.2 and 13.1.3.
"""

import re
from collections.abc import Sequence
from datetime import UTC
from email.utils import formatdate, parsedate_to_datetime

from marquee.web.compression import Coding

_WEIGHT = re.compile(r"q=(0(?:\.[0-9]{0,3})?|1(?:\.0{0,3})?)")
_IDENTITY = "identity"
_ALIASES = {"x-gzip": "gzip"}


def choose_coding(accept_encoding: str, codings: Sequence[Coding]) -> Coding | None:
    """The coding that the client prefers, and the first of `codings` among equals; None for the body as it is.

    That is also the answer to a client that accepts nothing at all: a refusal would help nobody.
    """
    offered = weights(accept_encoding)
    others = offered.get("*", 0)
    best = max(codings, key=lambda coding: offered.get(coding, others), default=None)
    if best is None or offered.get(best, others) <= 0:
        return None
    return None if offered.get(_IDENTITY, 0) > offered.get(best, others) else best


def weights(accept: str) -> dict[str, float]:
    """The weight of each coding, or media type, that is named; one with a malformed weight counts as refused."""
    found = {}
    for offer in accept.lower().split(","):
        coding, *parameters = offer.replace(" ", "").replace("\t", "").split(";")
        weight = _WEIGHT.fullmatch(parameters[0]) if parameters else None
        found[_ALIASES.get(coding, coding)] = float(weight[1]) if weight else float(not parameters)
    return found


def matches_etag(etag: bytes, if_none_match: bytes) -> bool:
    """Whether the client has the answer of this tag, which is in quotes: weak or strong, one of several, or any."""
    return etag in if_none_match or if_none_match.strip() == b"*"


def is_unchanged(etag: bytes, modified_at: int | None, if_none_match: bytes, if_modified_since: bytes) -> bool:
    """Whether the client has the answer of this tag and date; the date counts only where the client names no tag."""
    if if_none_match:
        return matches_etag(etag, if_none_match)
    since = parse_date(if_modified_since) if if_modified_since and modified_at is not None else None
    return since is not None and modified_at is not None and since >= modified_at


def parse_date(value: bytes) -> float | None:
    """Seconds since 1970, from any of the three forms; None for anything else."""
    try:
        parsed = parsedate_to_datetime(value.decode("latin-1"))
        return (parsed if parsed.tzinfo else parsed.replace(tzinfo=UTC)).timestamp()
    except (ValueError, OverflowError):
        return None


def format_date(seconds: int) -> str:
    return formatdate(seconds, usegmt=True)
