"""The ids of new rows: random uuids, of which those of one write begin alike.

See docs/decisions/0106-rows-of-one-write-are-neighbours.md.
"""

import secrets
from uuid import uuid4

RUN = 64
"""Ids that begin alike: of a large write, each index then gets one place for so many rows."""
ALIKE = 6
"""Hexadecimal digits of their beginning. A hundred thousand dates have few others with the same."""


class RandomIds:
    """Makes the ids of the rows of one write."""

    def __init__(self) -> None:
        self._made, self._beginning = 0, ""

    def __call__(self) -> str:
        """Another id, a uuid of version 4."""
        if self._made % RUN == 0:
            self._beginning = secrets.token_hex(ALIKE // 2)
        self._made += 1
        return self._beginning + str(uuid4())[ALIKE:]
