"""Passwords: Argon2id, the policy for new ones, and the one thread in which hashes are computed.

A hash costs 19 MiB and about 20 ms by design, so a flood of sign-ins waits in line and is then turned away, instead of
taking the machine's memory or delaying pages. Each client has a line of its own, which holds up nobody else's. No
stored hash costs more or less, since the time of a failed sign-in would reveal it
(docs/decisions/0037-hashes-of-one-cost.md).
"""

import asyncio
import re
import unicodedata
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache, partial
from pathlib import Path
from typing import Any, TypeVar
from weakref import WeakKeyDictionary

from argon2 import PasswordHasher, Type
from argon2.exceptions import InvalidHashError, VerificationError

from marquee.db.turns import CLIENT, Turns
from marquee.errors import AuthError, Overloaded, WeakPassword

T = TypeVar("T")

# New passwords are hashed with the first (source: OWASP Password Storage Cheat Sheet). When the parameters change, the
# former hasher stays in the list until its accounts have signed in.
_hashers = (PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1, type=Type.ID),)

# Normalizing a string of combining marks takes time that grows with the square of its length.
MAX_LENGTH = 1024

COMMON = Path(__file__).with_name("common-passwords.txt")

_ENCODED = re.compile(
    r"\$argon2id\$v=19\$m=([0-9]{1,7}),t=([0-9]{1,3}),p=([0-9]{1,2})\$[A-Za-z0-9+/]{22,86}\$[A-Za-z0-9+/]{43,86}"
)

MAX_QUEUED = 8
"""How many clients wait for the one whose hash is computed, each with one hash."""
_thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="passwords")
_turns: WeakKeyDictionary[asyncio.AbstractEventLoop, Turns] = WeakKeyDictionary()


async def hash(password: str) -> str:
    """The encoded Argon2id hash to store. Raises AuthError 503 when too many are waiting."""
    return await _in_turn(hash_now, password)


async def verify(encoded: str | None, password: str) -> bool:
    """Whether the password matches a stored hash. None, for "no such account", takes as long and is False.

    Raises AuthError 503 when too many are waiting.
    """
    return await _in_turn(verify_now, encoded, password)


def hash_now(password: str) -> str:
    """`hash` for the command line, on the caller's own thread."""
    return _hashers[0].hash(_normal(password))


def verify_now(encoded: str | None, password: str) -> bool:
    """`verify` on the caller's own thread. Each hasher computes one hash, whatever there is to compare it with."""
    normal = _normal(password)
    matches = [_matches(hasher, encoded, normal) for hasher in _hashers]  # a list, since `any` stops at the first
    return any(matches)


def needs_rehash(encoded: str) -> bool:
    """Whether a hash was made with other parameters than today's."""
    return _hashers[0].check_needs_rehash(encoded)


def check_policy(password: str, minimum: int) -> None:
    """Raises WeakPassword for a new password of fewer than `minimum` characters, and for a common one.

    There is no rule about kinds of characters (NIST SP 800-63B-4, 3.1.1.2). Raises AuthError 400 beyond `MAX_LENGTH`.
    """
    if len(_normal(password)) < minimum:
        raise WeakPassword(f"Password should be at least {minimum} characters.", ("length",))
    if _normal(password).casefold() in _common():
        message = "Password is known to be weak and easy to guess, please choose a different one."
        raise WeakPassword(message, ("pwned",))


def check_foreign_hash(encoded: str) -> None:
    """Raises AuthError 400 unless this is an Argon2id hash with our own parameters."""
    if not any(_is_made_by(hasher, encoded) for hasher in _hashers):
        ours = "m={},t={},p={}".format(*_cost(_hashers[0]))
        raise AuthError(400, "validation_failed", f"password_hash must be an Argon2id hash with {ours}, as this site's")


def checked(value: Any) -> str:
    """The password of a request. Raises AuthError 400 for null and anything else that is not a string."""
    if not isinstance(value, str):
        raise AuthError(400, "validation_failed", "The password must be a string")
    return value


def is_same(one: str, other: str) -> bool:
    return _normal(one) == _normal(other)


def _normal(password: str) -> str:
    """The NFC form (RFC 8265), as keyboards compose characters differently. Raises AuthError 400 when too long."""
    if len(password) > MAX_LENGTH:
        raise AuthError(400, "validation_failed", f"Passwords can be at most {MAX_LENGTH} characters long")
    return unicodedata.normalize("NFC", password)


@cache
def _common() -> frozenset[str]:
    """The passwords that are guessed first: words, names and years, keyboard walks, repetitions, phrases."""
    return frozenset(COMMON.read_text(encoding="utf-8").splitlines())


def _matches(hasher: PasswordHasher, encoded: str | None, password: str) -> bool:
    """Whether the password matches a hash that this hasher made. It computes a hash of its own cost in any case."""
    decoy = _decoy_hash(hasher)  # called on both paths, so that the first call costs the same on both
    is_own = encoded is not None and _is_made_by(hasher, encoded)
    try:
        return hasher.verify(encoded if encoded and is_own else decoy, password) and is_own
    except (VerificationError, InvalidHashError):
        return False


def _is_made_by(hasher: PasswordHasher, encoded: str) -> bool:
    match = _ENCODED.fullmatch(encoded)
    return match is not None and tuple(map(int, match.groups())) == _cost(hasher)


def _cost(hasher: PasswordHasher) -> tuple[int, int, int]:
    """Memory in KiB, passes and lanes."""
    return hasher.memory_cost, hasher.time_cost, hasher.parallelism


@cache
def _decoy_hash(hasher: PasswordHasher) -> str:
    """A hash that belongs to no account."""
    return hasher.hash("")


async def _in_turn(work: Callable[..., T], *arguments: object) -> T:
    """The work, on the thread. Of a request that has gone away, only what is being computed goes on."""
    # A semaphore belongs to one event loop.
    loop = asyncio.get_running_loop()
    try:
        async with _turns.setdefault(loop, Turns(1 + MAX_QUEUED)).turn(CLIENT.get()):
            return await loop.run_in_executor(_thread, partial(work, *arguments))
    except Overloaded:
        # Not 429: the official client takes it for the end of the session when a refresh is refused with it.
        message = "Too many sign-ins at once, please try again in a moment"
        raise AuthError(503, "request_timeout", message) from None
