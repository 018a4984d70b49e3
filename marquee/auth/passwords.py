"""Passwords: Argon2id, the policy for new ones, and the one thread in which they are worked out.

A hash costs 19 MiB and some 20 ms by design, so a flood of sign-ins waits in a short queue and is then turned away,
instead of taking the machine's memory or holding up the pages.
"""

import asyncio
import re
import unicodedata
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from threading import BoundedSemaphore
from typing import Any, TypeVar

from argon2 import PasswordHasher, Type
from argon2.exceptions import InvalidHashError, VerificationError

from marquee.errors import AuthError, WeakPassword

T = TypeVar("T")

# Source: OWASP Password Storage Cheat Sheet.
_hasher = PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1, type=Type.ID)

# Putting a text of combining marks in order takes time that grows with its square.
LENGTH_MOST = 1024

COMMON = Path(__file__).with_name("common-passwords.txt")

# A hash made elsewhere: not weaker than ours, and not so strong that one sign-in holds up all others.
MEMORY_KIB = (19 * 1024, 256 * 1024)
PASSES = (2, 10)
_FOREIGN = re.compile(
    r"\$argon2id\$v=19\$m=([0-9]{1,7}),t=([0-9]{1,3}),p=[1-4]\$[A-Za-z0-9+/]{22,86}\$[A-Za-z0-9+/]{43,86}"
)

QUEUE_LENGTH = 8
_thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="passwords")
_places = BoundedSemaphore(1 + QUEUE_LENGTH)


async def hash(password: str) -> str:
    """The encoded Argon2id hash to store. Raises AuthError 503 when too many are waiting."""
    return await _in_turn(hash_now, password)


async def verify(encoded: str | None, password: str) -> bool:
    """Whether the password belongs to a stored hash; None, for "no such account", costs the same and is False.

    Raises AuthError 503 when too many are waiting.
    """
    return await _in_turn(verify_now, encoded, password)


def hash_now(password: str) -> str:
    """`hash` for the command line, on the caller's own thread."""
    return _hasher.hash(_normal(password))


def verify_now(encoded: str | None, password: str) -> bool:
    """`verify` on the caller's own thread."""
    stand_in = _stand_in()  # asked for on both paths, so that the first call costs the same on both
    try:
        is_right = _hasher.verify(stand_in if encoded is None else encoded, _normal(password))
    except (VerificationError, InvalidHashError):
        return False
    return is_right and encoded is not None


def needs_rehash(encoded: str) -> bool:
    """Whether a hash was made with other parameters than today's."""
    return _hasher.check_needs_rehash(encoded)


def check_policy(password: str, minimum: int) -> None:
    """Raises WeakPassword for a new password of fewer than `minimum` characters, or one that everybody guesses first.

    No rule about kinds of characters. Source: NIST SP 800-63B-4, 3.1.1.2. Raises AuthError 400 beyond `LENGTH_MOST`.
    """
    if len(_normal(password)) < minimum:
        raise WeakPassword(f"Password should be at least {minimum} characters.", ("length",))
    if _normal(password).casefold() in _common():
        message = "Password is known to be weak and easy to guess, please choose a different one."
        raise WeakPassword(message, ("pwned",))


def check_foreign_hash(encoded: str) -> None:
    """Raises AuthError 400 for what is no Argon2id hash, or one made with weaker or outrageous parameters."""
    found = _FOREIGN.fullmatch(encoded)
    limits = (MEMORY_KIB, PASSES)
    if not found or not all(
        least <= int(value) <= most for value, (least, most) in zip(found.groups(), limits, strict=True)
    ):
        least = f"m={MEMORY_KIB[0]},t={PASSES[0]}"
        raise AuthError(400, "validation_failed", f"password_hash must be an Argon2id hash of at least {least}")


def checked(value: Any) -> str:
    """A password as it came over the wire. Raises AuthError 400 for null and anything else that is not text."""
    if not isinstance(value, str):
        raise AuthError(400, "validation_failed", "A password must be a text")
    return value


def is_same(one: str, other: str) -> bool:
    """Whether two texts are the same password."""
    return _normal(one) == _normal(other)


def _normal(password: str) -> str:
    """One form for what different keyboards compose differently (RFC 8265: NFC). Raises AuthError 400."""
    if len(password) > LENGTH_MOST:
        raise AuthError(400, "validation_failed", f"A password can have {LENGTH_MOST} characters at most")
    return unicodedata.normalize("NFC", password)


@cache
def _common() -> frozenset[str]:
    """What is guessed first: words, names and years, keyboard walks, repetitions, phrases; lower case, one a line."""
    return frozenset(COMMON.read_text(encoding="utf-8").splitlines())


@cache
def _stand_in() -> str:
    """A hash of nobody's password, with today's parameters."""
    return _hasher.hash("")


async def _in_turn(work: Callable[..., T], *arguments: object) -> T:
    if not _places.acquire(blocking=False):
        # Never 429: the official client signs a person out on it when a refresh is refused so (wire.md, trap 7).
        raise AuthError(503, "request_timeout", "Too many sign-ins at once, please try again in a moment")
    future = _thread.submit(work, *arguments)
    future.add_done_callback(lambda _: _places.release())
    return await asyncio.wrap_future(future)
