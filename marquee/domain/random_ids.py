"""The ids of new rows: random uuids, of which those of one write begin alike.

See docs/decisions/0106-rows-of-one-write-are-neighbours.md.
"""

import re
import secrets
from collections.abc import Iterator

RUN = 64
"""Ids that begin alike: of a large write, each index then gets one place for so many rows."""
ALIKE = 6
"""Hexadecimal digits of their beginning. A hundred thousand dates have few others with the same."""


DIGITS = 26
"""Of randomness that is its own."""

UUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
"""How ids are stored and sent."""

_VARIANT = dict(zip("0123456789abcdef", "89ab" * 4, strict=True))


def random_ids() -> Iterator[str]:
    """The ids of the rows of one write, uuids of version 4 (RFC 9562 section 5.4).

    Their randomness is fetched for a run at once: fifteen thousand ids are made while nobody else can write.
    """
    while True:
        beginning, random = secrets.token_hex(ALIKE // 2), secrets.token_hex(RUN * DIGITS // 2)
        for at in range(0, len(random), DIGITS):
            own = random[at : at + DIGITS]
            yield f"{beginning}{own[:2]}-{own[2:6]}-4{own[6:9]}-{_VARIANT[own[9]]}{own[10:13]}-{own[13:25]}"
