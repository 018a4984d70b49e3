"""Limits on failures: how often somebody may be wrong before having to wait. Who is right never meets them.

Kept in memory, for this process alone. docs/decisions/0014-limits-on-failures.md says why none locks an owner out.
"""

import hashlib
import math
import secrets
import unicodedata
from bisect import bisect_right
from collections import OrderedDict
from collections.abc import Hashable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import NamedTuple

from marquee import clock
from marquee.errors import AuthError, TooManyRequests
from marquee.web.client_ip import rate_limit_key


class Limit(NamedTuple):
    most: int
    within_s: int


PAIR = Limit(10, 5 * 60)  # one account from one address
ADDRESS = Limit(30, 5 * 60)  # one address, over all accounts
ACCOUNT = Limit(300, 60 * 60)  # one account, over all addresses that it does not know
EVERYBODY = Limit(1000, 5 * 60)  # beyond it, an address has the next limit instead of its usual one
ADDRESS_IN_A_FLOOD = 3
# Calls that are counted one by one, by address; of refreshes only those with a token that is good for nothing.
CALLS = {
    "refresh": Limit(60, 5 * 60),
    "signup": Limit(30, 5 * 60),
    "recover": Limit(30, 5 * 60),
    "otp": Limit(30, 5 * 60),
    "resend": Limit(30, 5 * 60),
    "verify": Limit(30, 5 * 60),
    "factor": Limit(30, 5 * 60),
}

KEYS_MOST = 100_000
KNOWN_ADDRESSES_MOST = 8
EMAIL_LOOKED_AT = 256  # one character more than any account's


class Failures:
    """When each key failed lately. Of more than `KEYS_MOST` keys, those whose last failure is longest ago go."""

    def __init__(self, limit: Limit) -> None:
        self.limit = limit
        self._times: OrderedDict[Hashable, list[float]] = OrderedDict()

    def count(self, key: Hashable) -> int:
        return len(self._recent(key))

    def wait_s(self, key: Hashable, most: int) -> float:
        """Seconds until the key has failed fewer than `most` times within the limit's span; 0 when it has."""
        times = self._recent(key)
        return 0 if len(times) < most else times[-most] + self.limit.within_s - _now()

    def add(self, key: Hashable) -> None:
        self._times.setdefault(key, []).append(_now())
        self._times.move_to_end(key)
        while len(self._times) > KEYS_MOST or next(iter(self._times.values()))[-1] <= _now() - self.limit.within_s:
            self._times.popitem(last=False)

    def _recent(self, key: Hashable) -> list[float]:
        times = self._times.get(key, [])
        del times[: bisect_right(times, _now() - self.limit.within_s)]
        if not times:
            self._times.pop(key, None)
        return times


@dataclass
class Attempt:
    """One try at a password, and how it went."""

    failed: bool = False


class Throttle:
    """The failures of one process."""

    def __init__(self) -> None:
        self._pairs, self._addresses = Failures(PAIR), Failures(ADDRESS)
        self._accounts, self._everybody = Failures(ACCOUNT), Failures(EVERYBODY)
        self._calls = {name: Failures(limit) for name, limit in CALLS.items()}
        self._under_way: list[Hashable] = []  # no more than wait for a password to be worked out
        # Only who signs in gets an account's address in here: as many as there are accounts, eight times at most.
        self._known: dict[bytes, OrderedDict[str, None]] = {}
        self._secret = secrets.token_bytes(16)

    def call(self, name: str, address: str) -> None:
        """Count a call. Raises TooManyRequests beyond its limit."""
        failures, key = self._calls[name], rate_limit_key(address)
        _check(failures.wait_s(key, failures.limit.most))
        failures.add(key)

    @contextmanager
    def attempt(self, email: str, address: str) -> Iterator[Attempt]:
        """One try at the password of an account, there or not; the block says whether it failed.

        Raises TooManyRequests beyond a limit. AuthError 503 where the tries under way could all fail and reach one:
        many at once are no reason to tell somebody that they were wrong.
        """
        account, client = self._account(email), rate_limit_key(address)
        is_known = client in self._known.get(account, ())
        in_a_flood = not is_known and self._everybody.count(None) >= EVERYBODY.most
        limits: list[tuple[Failures, Hashable, int]] = [
            (self._pairs, (account, client), PAIR.most),
            (self._addresses, client, ADDRESS_IN_A_FLOOD if in_a_flood else ADDRESS.most),
        ]
        if not is_known:
            limits.append((self._accounts, account, ACCOUNT.most))
        _check(max(failures.wait_s(key, most) for failures, key, most in limits))
        if any(failures.count(key) + self._under_way.count(key) >= most for failures, key, most in limits):
            raise AuthError(503, "request_timeout", "Too many sign-ins at once, please try again in a moment")
        attempt = Attempt()
        self._under_way += [key for _, key, _ in limits]
        try:
            yield attempt
        finally:
            for failures, key, _ in limits:
                self._under_way.remove(key)
                if attempt.failed:
                    failures.add(key)
            if attempt.failed:
                self._everybody.add(None)

    def remember(self, email: str, address: str) -> None:
        """The account was used from here: from now on the limit over all addresses does not hold for this one."""
        known = self._known.setdefault(self._account(email), OrderedDict())
        known[rate_limit_key(address)] = None
        known.move_to_end(rate_limit_key(address))
        if len(known) > KNOWN_ADDRESSES_MOST:
            known.popitem(last=False)

    def _account(self, email: str) -> bytes:
        """Coarser than `accounts.normal_email`: no spelling of an address is worth a new set of tries."""
        spelt = unicodedata.normalize("NFKC", email[:EMAIL_LOOKED_AT]).casefold().strip()
        return hashlib.blake2b(spelt.encode(), key=self._secret, digest_size=16).digest()


def _check(wait_s: float) -> None:
    if wait_s > 0:
        raise TooManyRequests(math.ceil(wait_s))


def _now() -> float:
    return clock.now().timestamp()
