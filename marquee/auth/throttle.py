"""Limits on failed sign-ins and on costly calls. Users who know their password rarely meet them.

The counts are in memory, for this process alone. None locks an owner out: docs/decisions/0014-limits-on-failures.md.
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
    """At most `max_count` failures within a span of time."""

    max_count: int
    within_s: int


PER_ACCOUNT_AND_IP = Limit(10, 5 * 60)
PER_IP = Limit(30, 5 * 60)  # over all accounts
PER_ACCOUNT = Limit(300, 60 * 60)  # over all IP addresses that the account was never used from
OVERALL = Limit(1000, 5 * 60)  # beyond it, the next limit replaces PER_IP
MAX_PER_IP_IN_FLOOD = 3
# Every call is counted, by IP address; of refreshes only those with an invalid token.
CALLS = {
    "refresh": Limit(60, 5 * 60),
    "signup": Limit(30, 5 * 60),
    "recover": Limit(30, 5 * 60),
    "otp": Limit(30, 5 * 60),
    "resend": Limit(30, 5 * 60),
    "verify": Limit(30, 5 * 60),
    "factor": Limit(30, 5 * 60),
}

MAX_KEYS = 100_000
MAX_KNOWN_IPS = 8
MAX_EMAIL_PREFIX = 256  # one character more than any account's email


class Failures:
    """The times of each key's recent failures. Beyond `MAX_KEYS` keys, those that failed longest ago are dropped."""

    def __init__(self, limit: Limit) -> None:
        self.limit = limit
        self._times: OrderedDict[Hashable, list[float]] = OrderedDict()

    def count(self, key: Hashable) -> int:
        return len(self._recent(key))

    def wait_s(self, key: Hashable, max_count: int) -> float:
        """Seconds until the key has failed fewer than `max_count` times within the limit's span; 0 if it has."""
        times = self._recent(key)
        return 0 if len(times) < max_count else times[-max_count] + self.limit.within_s - _now()

    def add(self, key: Hashable) -> None:
        self._times.setdefault(key, []).append(_now())
        self._times.move_to_end(key)
        while len(self._times) > MAX_KEYS or next(iter(self._times.values()))[-1] <= _now() - self.limit.within_s:
            self._times.popitem(last=False)

    def _recent(self, key: Hashable) -> list[float]:
        times = self._times.get(key, [])
        del times[: bisect_right(times, _now() - self.limit.within_s)]
        if not times:
            self._times.pop(key, None)
        return times


@dataclass
class Attempt:
    """An attempt to sign in, and whether it failed."""

    failed: bool = False


class Throttle:
    """The failures that this process has seen."""

    def __init__(self) -> None:
        self._by_account_and_ip, self._by_ip = Failures(PER_ACCOUNT_AND_IP), Failures(PER_IP)
        self._by_account, self._overall = Failures(PER_ACCOUNT), Failures(OVERALL)
        self._calls = {name: Failures(limit) for name, limit in CALLS.items()}
        self._in_progress: list[Hashable] = []  # as short as the queue for hashes
        # Filled by successful sign-ins only, so it has at most MAX_KNOWN_IPS entries per account.
        self._known_ips: dict[bytes, OrderedDict[str, None]] = {}
        self._secret = secrets.token_bytes(16)

    def call(self, name: str, ip: str) -> None:
        """Count a call. Raises TooManyRequests beyond its limit."""
        failures, key = self._calls[name], rate_limit_key(ip)
        _check(failures.wait_s(key, failures.limit.max_count))
        failures.add(key)

    @contextmanager
    def attempt(self, email: str, ip: str) -> Iterator[Attempt]:
        """An attempt to sign in to an account, which need not exist; the block sets whether it failed.

        Raises TooManyRequests beyond a limit. Raises AuthError 503 if the attempts in progress would reach a limit by
        failing: they may yet succeed, so this one is not told that it has failed too often.
        """
        account, client = self._account_key(email), rate_limit_key(ip)
        is_known = client in self._known_ips.get(account, ())
        in_flood = not is_known and self._overall.count(None) >= OVERALL.max_count
        limits: list[tuple[Failures, Hashable, int]] = [
            (self._by_account_and_ip, (account, client), PER_ACCOUNT_AND_IP.max_count),
            (self._by_ip, client, MAX_PER_IP_IN_FLOOD if in_flood else PER_IP.max_count),
        ]
        if not is_known:
            limits.append((self._by_account, account, PER_ACCOUNT.max_count))
        _check(max(failures.wait_s(key, max_count) for failures, key, max_count in limits))
        if any(failures.count(key) + self._in_progress.count(key) >= max_count for failures, key, max_count in limits):
            raise AuthError(503, "request_timeout", "Too many sign-ins at once, please try again in a moment")
        attempt = Attempt()
        self._in_progress += [key for _, key, _ in limits]
        try:
            yield attempt
        finally:
            for failures, key, _ in limits:
                self._in_progress.remove(key)
                if attempt.failed:
                    failures.add(key)
            if attempt.failed:
                self._overall.add(None)

    def remember(self, email: str, ip: str) -> None:
        """Remember that the account was used from this IP address, which PER_ACCOUNT no longer applies to."""
        known = self._known_ips.setdefault(self._account_key(email), OrderedDict())
        known[rate_limit_key(ip)] = None
        known.move_to_end(rate_limit_key(ip))
        if len(known) > MAX_KNOWN_IPS:
            known.popitem(last=False)

    def _account_key(self, email: str) -> bytes:
        """A key coarser than `accounts.normal_email`: other spellings of an email give no further attempts."""
        normal = unicodedata.normalize("NFKC", email[:MAX_EMAIL_PREFIX]).casefold().strip()
        return hashlib.blake2b(normal.encode(), key=self._secret, digest_size=16).digest()


def _check(wait_s: float) -> None:
    if wait_s > 0:
        raise TooManyRequests(math.ceil(wait_s))


def _now() -> float:
    return clock.now().timestamp()
